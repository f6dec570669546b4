"""The sentences that calls in Python say, to find what `pybabel extract` passes over in silence."""

import ast
import tomllib
from collections import defaultdict
from collections.abc import Iterator

from babel.messages.frontend import parse_keywords

from tests.catalogue.__main__ import ROOT

_MAPPINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["babel"]["mappings"]
_KEYWORDS = next(mapping["keywords"] for mapping in _MAPPINGS if mapping["method"] == "python")
_PLACES = {
    name: [place - 1 for place in places or (1,)] for name, places in parse_keywords(_KEYWORDS).items()
} | {"N_": [0], "Alarm": [0, 1], "Finding": [2, 3], "MessageList": [1], "Refused": [2]}
"""The arguments that are sentences, by the names of calls."""


def spoken_in_kit() -> Iterator[tuple[str, str | None]]:
    """Yield the sentences of the kit's Python with their places; see `spoken`."""
    for folder in ("fieldkit", "hardware", "web"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "firmware" not in path.parts:
                for line, text in spoken(path.read_text(encoding="utf-8")):
                    yield f"{path.relative_to(ROOT)}:{line}", text


def spoken(source: str) -> Iterator[tuple[int, str | None]]:
    """Yield the sentences in a module's calls, with their lines; None for one made on the fly."""
    tree = ast.parse(source)
    named: dict[str, list[ast.expr]] = defaultdict(list)
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            named[node.targets[0].id].append(node.value)
    for call in ast.walk(tree):
        if isinstance(call, ast.Call):
            name = getattr(call.func, "id", getattr(call.func, "attr", ""))
            for said in (call.args[place] for place in _PLACES.get(name, ()) if place < len(call.args)):
                yield from ((call.lineno, text) for text in _texts(said, named))


def _texts(said: ast.expr, named: dict[str, list[ast.expr]]) -> Iterator[str | None]:
    match said:
        case ast.Constant(value=str(text)) if text:
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from (*_texts(one, named), *_texts(other, named))
        case ast.BoolOp(values=values):
            for value in values:
                yield from _texts(value, named)
        case ast.Name(id=name):
            # Once is enough, and a name may be made from itself.
            for value in named.pop(name, ()):
                yield from _texts(value, named)
        case ast.JoinedStr() | ast.BinOp():
            yield None
