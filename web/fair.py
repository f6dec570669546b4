"""The page that checks the dice of a match, once it is over."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from flask import Blueprint, Response, abort, request

from fieldkit.errors import FieldkitError
from fieldkit.games import Game
from fieldkit.phrases import Language

_MATCH = re.compile(r"m[1-9][0-9]{0,8}")


def blueprint(journal: Path, games: Mapping[str, Game], kit: str, translate: Language) -> Blueprint:
    """Serve ``/fair/<match>`` to everybody; 404 for a match that is not over, or has no dice to check."""
    pages = Blueprint("fair", __name__)

    # All spectators ask for the same one when a match is over, and it never changes again.
    @lru_cache(maxsize=2)
    def made(match: str) -> bytes:
        # Here, since nobody checks dice before the kit is up.
        from fieldkit.records.fair import checked_match
        from fieldkit.records.fair_page import page

        return page(checked_match(journal, games, match, translate), kit, translate).encode()

    @pages.get("/fair/<match>")
    def fair(match: str) -> Response:
        if not _MATCH.fullmatch(match):
            abort(404)
        try:
            content = made(match)
        except FieldkitError:
            abort(404)
        from fieldkit.records.fair_page import policy

        response = Response(content, mimetype="text/html")
        response.headers["Cache-Control"] = "no-cache"
        response.headers["Content-Security-Policy"] = policy()
        response.add_etag()
        response.make_conditional(request.environ)
        return response

    return pages
