"""`python -m tests.size`: print the size of the house beside its bounds; with folders, what exceeds them.

Counted are the files that git tracks in `fieldkit`, `hardware`, `web` and `systemd`.
"""

import ast
import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.support.machine import NODE_MODULES, ROOT

PRODUCT = ("fieldkit", "hardware", "web", "systemd")
COUNTED = (".py", ".js", ".css", ".html", ".toml")
CLAUSE = re.compile(r"(what|whatever|which|who|whom|whose|where|how|whether|when|why|all)\b", re.IGNORECASE)
LONGEST_FILE, SHORTEST_FILE, LONGEST_PIECE, WIDEST = 400, 40, 12, 110
ALONE = {
    r".*\.css": "a page loads only the sheets that it needs",
    r"fieldkit/games/\w+/web/(about|board|kit|seat)\.js": "a page loads this part of a game by its name",
    r"web/static/(event_name|fit|sides|theme|whole)\.js": "pages that share nothing else load it",
    r"web/static/(hub/(organise_login|queue)|kit/(field|parts))\.js": "a screen, or what screens share",
    r"web/static/panels/(over|rules)\.js": "one panel",
    r"fieldkit/clock\.py": "the lowest floor, on which all others stand",
    r"fieldkit/hub/migrations/.*": "Alembic has a file for each step",
    r"fieldkit/(extras|pi)\.py": "installing and starting ask it before anything else is there",
    r"fieldkit/checkup/self_check\.py": "the doctor without its network, for the kit's page",
    r"hardware/probing\.py": "all that the doctor needs of the hardware",
    r"hardware/firmware/fakes/.*": "a board's own module, known by its name",
    r".*/__(init|main)__\.py": "a package has it",
}
"""The files that may be short, by pattern, each with the reason why it is not part of another one."""


class Bound(NamedTuple):
    """A figure of the house, its upper bound, and the places that add to it."""

    name: str
    figure: int
    bound: int
    places: list[str]


def tracked(*tops: str) -> list[Path]:
    """Return the files below some folders that git tracks and that are still there."""
    listed = subprocess.run(["git", "ls-files", *tops], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


def text_of(path: Path) -> str:
    """Return a file's text."""
    return path.read_text(encoding="utf-8")


def lines_of(paths: list[Path]) -> int:
    """Count the lines of files."""
    return sum(text_of(path).count("\n") for path in paths if path.suffix in COUNTED)


def documented(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and the beginning of each docstring, those of attributes and of scripts too."""
    if path.suffix == ".py":
        for node in ast.walk(ast.parse(text_of(path))):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                yield node.lineno, str(node.value.value).strip()
    elif path.suffix == ".js":
        text = text_of(path)
        for comment in re.finditer(r"/\*\*[\s*]+([^@\s].*)", text):
            yield text.count("\n", 0, comment.start()) + 1, comment[1]


def where(path: Path, line: int = 1) -> str:
    """Return a place as other tools write it."""
    return f"{path.relative_to(ROOT)}:{line}"


def clauses(paths: list[Path]) -> list[str]:
    """Return the docstrings that begin with a clause instead of a verb or a noun."""
    found = ((path, line, said) for path in paths for line, said in documented(path) if CLAUSE.match(said))
    return [f"{where(path, line)} {said.splitlines()[0]}" for path, line, said in found]


def doubled_names(scripts: list[Path]) -> list[str]:
    """Return the names of classes that stand in two files or more."""
    places = defaultdict(list)
    for path in scripts:
        for node in ast.walk(ast.parse(text_of(path))):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(where(path, node.lineno))
    return [f"{name}: {' '.join(at)}" for name, at in sorted(places.items()) if len(at) > 1]


def shapes(path: Path) -> list[tuple[int, str]]:
    """Return the numbered lines of code of a file without their names, strings and numbers."""
    code = text_of(path)
    for comment in (r'"""[\s\S]*?"""', r"/\*[\s\S]*?\*/"):
        code = re.sub(comment, lambda text: "\n" * text[0].count("\n"), code)
    found = []
    for number, line in enumerate(code.splitlines(), 1):
        line = re.sub(r"(#|//) .*", "", line.strip())
        if not line.startswith(("import ", "from ", "export {", "@")):
            line = re.sub(r"\"[^\"]*\"|'[^']*'", "s", line)
            line = re.sub(r"\d[\d_.]*", "0", line)
            line = re.sub(
                r"\b(?!(?:if|for|return|def|class|const|function|not|is|in)\b)[^\W\d]\w*", "n", line
            )
        if len(re.sub(r"\W", "", line)) > 1:
            found.append((number, line))
    return found


def doubled_pieces(paths: list[Path]) -> list[str]:
    """Return the pairs of files that share a piece of code of one shape that is longer than allowed."""
    first: dict[tuple[str, ...], tuple[Path, int]] = {}
    found: dict[tuple[Path, Path], str] = {}
    for path in paths:
        lines = shapes(path)
        for at in range(len(lines) - LONGEST_PIECE):
            piece = tuple(line for _, line in lines[at : at + LONGEST_PIECE + 1])
            # A list of fields or of sentences has one shape throughout.
            if len(set(piece)) < LONGEST_PIECE // 2:
                continue
            other, line = first.setdefault(piece, (path, lines[at][0]))
            if other != path or lines[at][0] - line > LONGEST_PIECE:
                found.setdefault((other, path), f"{where(other, line)} ~ {where(path, lines[at][0])}")
    return list(found.values())


def kit_packages() -> list[str]:
    """Return the packages that every kit names, whatever it is for."""
    project = tomllib.loads(text_of(ROOT / "pyproject.toml"))["project"]
    return [re.split(r"[^\w-]", needed)[0] for needed in project["dependencies"]]


def figures(paths: list[Path]) -> list[Bound]:
    """Return the figures of these files, each with its bound."""
    scripts = [path for path in paths if path.suffix == ".py"]
    code = [path for path in paths if path.suffix in (".py", ".js", ".css")]
    lengths = {path: text_of(path).count("\n") for path in code}
    long = [f"{where(path)} {n} lines" for path, n in lengths.items() if n > LONGEST_FILE]
    short = [
        f"{where(path)} {n} lines"
        for path, n in lengths.items()
        if n < SHORTEST_FILE
        if not any(re.fullmatch(each, str(path.relative_to(ROOT))) for each in ALONE)
    ]
    wide = [
        f"{where(path, number)} {len(line)} columns"
        for path in paths
        if path.suffix == ".js"
        for number, line in enumerate(text_of(path).splitlines(), 1)
        if len(line) > WIDEST
    ]
    unclear, names, pieces = clauses(code), doubled_names(scripts), doubled_pieces(code)
    return [
        Bound("docstrings that begin with a clause", len(unclear), 0, unclear),
        Bound("class names in two files or more", len(names), 60, names),
        Bound(f"doubled pieces above {LONGEST_PIECE} lines", len(pieces), 0, pieces),
        Bound(f"files over {LONGEST_FILE} lines", len(long), 0, long),
        Bound(f"files under {SHORTEST_FILE} lines without a reason", len(short), 0, short),
        Bound(f"lines of scripts over {WIDEST} columns", len(wide), 0, wide),
    ]


def main(folders: list[str]) -> None:
    """Print the table, or what is over the bounds in some folders."""
    paths = [path for path in tracked(*(folders or PRODUCT)) if path.suffix in COUNTED]
    found = figures(paths)
    if folders:
        print(f"{lines_of(paths)} lines")
        for each in found:
            print(f"\n{each.name}: {each.figure}", *each.places, sep="\n  ")
        return
    readme, kit = text_of(ROOT / "README.md"), kit_packages()
    is_formatted = not subprocess.run(
        [NODE_MODULES / ".bin" / "dprint", "check"], cwd=ROOT, check=False
    ).returncode
    table = [
        Bound("lines of product (py, js, css, html, toml)", lines_of(paths), 82_000, []),
        Bound("lines of tests (py, js, toml, txt)", lines_of(tracked("tests")), 68_000, []),
        Bound("packages that every kit names", len(kit), 18, kit),
        Bound("lines of README", readme.count("\n"), 120, []),
        Bound("pictures in README", len(re.findall(r"<img|!\[", readme)), 6, []),
        *found,
        Bound("scripts that the formatter would change", 0 if is_formatted else 1, 0, []),
    ]
    for each in table:
        print(f"{each.name:<45} {each.figure:>8,} of {each.bound:,}")


if __name__ == "__main__":
    main(sys.argv[1:])
