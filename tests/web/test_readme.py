"""The web's page holds: it has the calls, command fields, view fields and errors there are, and no others."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.games import kit_games
from tests.web.conftest import RunningKit
from web.openapi import describe

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "web" / "README.md").read_text(encoding="utf-8")
SENTENCE = PAGE.split("Pages beside these: ")[1].split("\n\n")[0]


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    return describe(kit_games())


def rows(heading: str) -> list[list[str]]:
    """Return the rows of the first table under a heading, without the ticks of its cells."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    table = [line for line in section.splitlines() if line.startswith("| `")]
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in table]


def codes() -> dict[str, int]:
    """Return the codes of the errors that the web and the referee give, each with its status."""
    found: dict[str, int] = {}
    for path in (*(ROOT / "web").glob("*.py"), *(ROOT / "fieldkit" / "referee").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                found |= code_of(node)
    return found


def code_of(call: ast.Call) -> dict[str, int]:
    """Return the code that a call of an error names, with its status."""
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    values = [arg.value if isinstance(arg, ast.Constant) else None for arg in call.args]
    if name == "Refused" and values:
        return {str(values[1]): int(str(values[0]))}
    if name in ("Rejected", "Unknown") and values:
        status = 400 if name == "Unknown" else 403 if values[0] == "not_yours" else 409
        return {str(values[0]): status}
    inner = call.args[1] if name == "Answer" and len(call.args) == 2 else None
    if isinstance(inner, ast.Call) and isinstance(inner.func, ast.Name) and inner.func.id == "error":
        first = inner.args[0]
        return {str(first.value): int(str(values[0]))} if isinstance(first, ast.Constant) else {}
    return {}


def test_it_has_every_call_and_no_other(described: dict[str, Any]) -> None:
    calls = {f"{method.upper()} {path}" for path, calls in described["paths"].items() for method in calls}
    assert {call for call, _, _ in rows("Calls")} == calls


@pytest.mark.slow
def test_it_has_every_page_beside_them(kit: RunningKit, described: dict[str, Any]) -> None:
    files = ("/static/", "/colours.css", "/fonts/", "/icons/", "/<any(", "/print/")
    served = {str(rule) for rule in kit.site.flask.url_map.iter_rules()} - set(described["paths"])
    pages = {page for page in served if not page.startswith(files)}
    named = re.findall(r"`(/[^`]*)`", SENTENCE)
    assert {page for page in named if not page.startswith("/print/")} == pages


def test_it_has_the_fields_of_every_command(described: dict[str, Any]) -> None:
    strike = described["components"]["schemas"]["Strike"]["properties"]
    assert {field for field, _ in rows("A command")} == set(strike) - {"seq", "reason", "also"}


def test_it_has_every_field_of_the_frame(described: dict[str, Any]) -> None:
    schemas = described["components"]["schemas"]
    match, board = set(schemas["MatchFrame"]["properties"]), set(schemas["BoardFrame"]["properties"])
    assert board < match
    listed = {field: where for field, where, _ in rows("The frame of a view")}
    assert listed == {field: "both" if field in board else "match" for field in match}


def test_it_has_every_error_with_its_status() -> None:
    assert {code: int(status) for code, status, _ in rows("Errors")} == codes()


def test_codes_are_found_in_sources() -> None:
    refused = ast.parse('Refused(418, "tea", "…")').body[0]
    answered = ast.parse('Answer(507, error("full", "…"))').body[0]
    assert isinstance(refused, ast.Expr)
    assert isinstance(answered, ast.Expr)
    assert isinstance(refused.value, ast.Call)
    assert isinstance(answered.value, ast.Call)
    assert code_of(refused.value) == {"tea": 418}
    assert code_of(answered.value) == {"full": 507}
