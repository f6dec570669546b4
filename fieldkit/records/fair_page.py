"""The page that checks the dice of a match: one HTML file that loads nothing and makes every number again."""

import base64
import hashlib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
from markupsafe import Markup
from msgspec.structs import asdict, astuple

from fieldkit.colours import style_sheet
from fieldkit.games import Game
from fieldkit.phrases import ENGLISH, Language, Term
from fieldkit.records.fair import FairCheck, checked_match
from fieldkit.records.plain import write_page
from fieldkit.records.report import faces, template


def write(
    journal: Path, games: Mapping[str, Game], match: str, out: Path, kit: str, translate: Language = ENGLISH
) -> None:
    """Write the page of a match. Raises FieldkitError with the one sentence."""
    write_page(page(checked_match(journal, games, match, translate), kit, translate), out, "page")
    print(f"{match}: the page that checks the dice is in {out}")


def page(checked: FairCheck, kit: str, translate: Language = ENGLISH) -> str:
    """Return the page as HTML, in the language ``translate``; ``kit`` is the kit's name."""
    return template("fair.html", translate).render(
        kit=kit,
        checked=checked,
        # In a script nothing is escaped, so no text may end it.
        data=Markup(msgspec.json.encode(_data(checked, translate)).decode().replace("<", "\\u003c")),
        policy=policy(),
        script=Markup(_script()),
        faces=faces(),
        colours=Markup(style_sheet()),
    )


def policy() -> str:
    """Return the Content-Security-Policy of the page: its own script and nothing else."""
    mark = base64.b64encode(hashlib.sha256(_script().encode()).digest()).decode()
    return f"default-src 'none'; style-src 'unsafe-inline'; font-src data:; script-src 'sha256-{mark}'"


def _data(checked: FairCheck, translate: Language) -> dict[str, Any]:
    say = {
        "right": Term("Every roll is right."),
        "wrong": Term("Something is wrong."),
        "hash": Term("The secret does not fit the hash that was shown."),
        "number": Term("Number {n} in decision {seq} is not the one of the dice: {words}"),
        "decision": Term("Decision {seq} does not follow from the dice: {words}"),
        "counted": Term("Decision {seq} drew other numbers than it counts: {words}"),
    }
    return {
        "id": checked.match,
        "version": checked.fair.version,
        "hash": checked.fair.hash,
        "secret": checked.secret,
        "words": checked.fair.words,
        "decisions": [
            asdict(each) | {"numbers": [astuple(number) for number in each.numbers]}
            for each in checked.decisions
            if each.numbers or each.wrong
        ],
        "say": {name: translate(text) for name, text in say.items()},
    }


@cache
def _script() -> str:
    return (resources.files("fieldkit.records") / "fair.js").read_text("utf-8")
