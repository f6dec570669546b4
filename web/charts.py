"""The charts of the match that is on, made by its game and drawn from the newest public board."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
from flask import Blueprint, Response, abort, request

from fieldkit.games import Game
from fieldkit.phrases import Language
from fieldkit.referee.feed import Watched

_ALONE = "default-src 'none'; style-src 'unsafe-inline'; font-src data:"
"""A chart brings its style and font along, and loads nothing."""


def blueprint(watched: Watched, games: Mapping[str, Game], translate: Language) -> Blueprint:
    """Serve ``/charts/<name>.svg`` in the kit's language; 404 for any other name and before a match."""
    pictures = Blueprint("charts", __name__)

    # All spectators ask for the same ones at once when a match is over.
    @lru_cache(maxsize=2)
    def drawn(board: bytes) -> Mapping[str, bytes]:
        # Here, since nobody looks at a chart before the kit is up.
        from fieldkit.records.charts import NARROW, draw, with_font

        shown: dict[str, Any] = msgspec.json.decode(board)
        game = games.get(shown.get("game") or "")
        charts = game.report.charts(shown, translate) if game else ()
        return {each.name: with_font(draw(each, NARROW, translate.code)).encode() for each in charts}

    @pictures.get("/charts/<name>.svg")
    def chart(name: str) -> Response:
        picture = drawn(watched.feed.latest.board).get(name)
        if picture is None:
            abort(404)
        response = Response(picture, mimetype="image/svg+xml")
        response.headers["Cache-Control"] = "no-cache"
        response.headers["Content-Security-Policy"] = _ALONE
        response.add_etag()
        response.make_conditional(request.environ)
        return response

    return pictures
