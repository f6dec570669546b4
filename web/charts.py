"""The charts of the match that is on, drawn by `fieldkit.records.charts` from the newest public board."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from flask import Blueprint, Response, abort, request

from fieldkit.language.catalogue import load_language
from fieldkit.records import charts
from fieldkit.referee.feed import RefereeApi

_ALONE = "default-src 'none'; style-src 'unsafe-inline'; font-src data:"
"""A chart brings its style and font along, and loads nothing."""


def blueprint(desk: RefereeApi, language: str) -> Blueprint:
    """``/charts/<name>.svg`` in the kit's language; 404 for any other name and before a match."""
    pictures = Blueprint("charts", __name__)

    @pictures.get("/charts/<name>.svg")
    def chart(name: str) -> Response:
        drawn = _drawn(name, desk.feed.latest.board, language) if name in charts.CHARTS else None
        if drawn is None:
            abort(404)
        response = Response(drawn, mimetype="image/svg+xml")
        response.headers["Cache-Control"] = "no-cache"
        response.headers["Content-Security-Policy"] = _ALONE
        response.add_etag()
        response.make_conditional(request.environ)
        return response

    return pictures


@lru_cache(maxsize=8)
def _drawn(name: str, board: bytes, language: str) -> bytes | None:
    """A chart of a board; all spectators ask for the same ones at once when a match is over."""
    svg = charts.CHARTS[name](msgspec.json.decode(board), charts.NARROW, load_language(language))
    return charts.with_font(svg).encode() if svg else None
