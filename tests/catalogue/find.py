"""Finds the sentences that people are shown.

- Python: what is handed to the makers of sentences (`MAKERS`), and the words of some tables (`TABLES`). A
  sentence made on the fly is an error here, since no catalogue could carry it.
- Templates: ``_("…")`` and ``ngettext("…", "…", n)``. The pages' scripts: every text of ``web/static/words``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from babel.messages.jslexer import Token, tokenize, unquote_string
from jinja2.ext import babel_extract

ROOT = Path(__file__).parents[2]
MAKERS: Mapping[str, tuple[int, ...]] = {
    "Alarm": (0, 1),
    "FieldkitError": (0,),
    "Finding": (2, 3),
    "Misread": (0,),
    "NotStored": (0,),
    "Message": (0,),
    "Refused": (2,),
    "Rejected": (1,),
    "MessageList": (1,),
    "Unknown": (1,),
    "Term": (0,),
    "LogLine": (0,),
    "_of_team": (0,),
    "__init__": (1,),
    "_plain": (0,),
    "_text": (1,),
    "_winners": (0,),
    "sentence": (0,),
}
"""Which arguments of which calls are sentences."""
LOOSE = {"Term"}
"""A word may come from a table or the record."""
TABLES = {
    "ALL_KINDS",
    "CABLE",
    "CARD_NAMES",
    "COLOURS",
    "ITEMS",
    "INTERRUPTED",
    "POWER",
    "REASONS",
    "STOP_BUTTON",
    "_CARD_WORDS",
}
"""Constants that hold sentences."""
SKIPPED = {"fieldkit/games/__init__.py", "fieldkit/errors.py"}

_GAMES = "fieldkit/games"
_ONLY_IN = {
    "Misread": _GAMES,
    "Refused": "web/",
    "__init__": "fieldkit/referee/strike.py",
    "_text": _GAMES,
    "_of_team": _GAMES,
    "_plain": _GAMES,
    "_winners": _GAMES,
}
"""Makers whose names mean something else in other places."""

Sentence = str | tuple[str, str]
"""A sentence, or the singular and the plural of one that depends on a number."""
Found = Iterator[tuple[str, Sentence]]
"""A file, and a sentence in it."""


def sentences() -> Found:
    """Every sentence of the kit with the file it stands in."""
    for folder in ("fieldkit", "hardware", "web"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = str(path.relative_to(ROOT))
            if name not in SKIPPED and "firmware" not in path.parts:
                yield from ((name, said) for said in of_python(path.read_text(encoding="utf-8"), name))
    for path in (
        ROOT / "fieldkit" / "records" / "report.html",
        *sorted((ROOT / "web" / "templates").rglob("*.html")),
    ):
        yield from ((str(path.relative_to(ROOT)), said) for said in of_template(path))
    for path in sorted((ROOT / "web" / "static" / "words").glob("*.js")):
        script = path.read_text(encoding="utf-8")
        yield from ((str(path.relative_to(ROOT)), said) for said in of_words(script))


def of_template(path: Path) -> Iterator[Sentence]:
    """The sentences of a Jinja template; what fills them is none."""
    with path.open("rb") as file:
        for _, _, said, _ in babel_extract(file, ("_", "gettext", "ngettext"), (), {"silent": "false"}):
            one, *other = [said] if isinstance(said, str) else [text for text in said if text]
            yield (one, other[0]) if other else one


def of_words(script: str) -> Iterator[Sentence]:
    """The texts of a module of words: ``key: "text"`` and ``key: {one: "text", other: "texts"}``."""
    tokens = [token for token in tokenize(script) if not token.type.endswith("comment")]
    one = ""
    for name, colon, value in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if name.type != "name" or colon.value != ":" or not _is_text(value):
            continue
        text = unquote_string(value.value)
        if name.value == "one":
            one = text
        elif name.value == "other":
            yield (one, text)
        else:
            yield text


def _is_text(token: Token) -> bool:
    return token.type in ("string", "template_string")


def of_python(source: str, name: str) -> Iterator[Sentence]:
    """The sentences of a Python module; ValueError for one that is made on the fly."""
    tree = ast.parse(source)
    tables = dict(_constants(tree.body))
    for table in sorted(TABLES & set(tables)) if "games" in name or name == "hardware/hoops/hoop.py" else ():
        yield from _texts(tables[table], first_of_tuples=table == "COLOURS")
    for function, call in _calls(tree):
        maker = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if maker == "number" and len(call.args) == 3:
            one, other = (_literal(arg, name) for arg in call.args[:2])
            yield (one, other)
        if maker not in MAKERS or not name.startswith(_ONLY_IN.get(maker, "")):
            continue
        if maker == "FieldkitError" and not call.keywords:
            continue
        for position in MAKERS[maker]:
            if position < len(call.args):
                yield from _resolved(call.args[position], function, tables, maker, name)


def _calls(
    tree: ast.AST, functions: tuple[ast.FunctionDef | ast.AsyncFunctionDef, ...] = ()
) -> Iterator[Any]:
    """Every call with the functions around it."""
    for node in ast.iter_child_nodes(tree):
        inside = (*functions, node) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else functions
        if isinstance(node, ast.Call):
            yield functions, node
        yield from _calls(node, inside)


def _constants(body: Iterable[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    """The names that are given a value in a body, and the value."""
    for node in body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id, node.value
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            yield node.target.id, node.value


def _resolved(
    arg: ast.expr, functions: Any, tables: Mapping[str, ast.expr], maker: str, name: str
) -> Iterator[Sentence]:
    """The sentences that an argument may be."""
    match arg:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=orelse):
            for each in (body, orelse):
                yield from _resolved(each, functions, tables, maker, name)
        case ast.BoolOp(values=values):
            for each in values:
                yield from _resolved(each, functions, tables, maker, name)
        case ast.Name(id=word):
            values = [
                value
                for function in functions
                for node in ast.walk(function)
                for known, value in _constants([node] if isinstance(node, ast.stmt) else [])
                if known == word
            ]
            given = {
                a.arg for function in functions for a in ast.walk(function.args) if isinstance(a, ast.arg)
            }
            values += [tables[word]] if word in tables else []
            if not values and word not in given and maker not in LOOSE:
                raise ValueError(f"{name}:{arg.lineno}: {word} is no sentence that a catalogue could carry")
            for value in values:
                yield from _texts(value)
        case ast.Subscript(value=ast.Name(id=table)) if table in tables:
            yield from _texts(tables[table])
        case ast.Attribute() | ast.Subscript() | ast.Call():
            return
        case _ if maker not in LOOSE:
            raise ValueError(f"{name}:{arg.lineno}: a sentence made on the fly; use placeholders")


def _texts(value: ast.expr, first_of_tuples: bool = False) -> Iterator[str]:
    """The texts of a constant: itself, those of a choice, or of a table's values."""
    match value:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=orelse):
            yield from (*_texts(body), *_texts(orelse))
        case ast.BoolOp(values=values):
            for each in values:
                yield from _texts(each)
        case ast.Dict(values=values):
            for each in values:
                yield from _texts(each, first_of_tuples)
        case ast.Subscript(value=ast.Dict() as table):
            yield from _texts(table)
        case ast.Tuple(elts=elements):
            for each in elements[:1] if first_of_tuples else elements:
                yield from _texts(each)
        case ast.Call(func=ast.Name(id="Term"), args=[one]):
            yield from _texts(one)


def _literal(arg: ast.expr, name: str) -> str:
    if isinstance(arg, ast.Constant) and isinstance(arg.value, str):
        return arg.value
    raise ValueError(f"{name}:{arg.lineno}: a sentence with a number must stand as it is")
