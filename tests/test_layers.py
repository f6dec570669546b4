"""The laws of the house: which room may import which, read from the imports."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.imports import imports

ROOT = Path(__file__).parents[1]
TOPS = ("fieldkit", "hardware", "web")
ROOMS = (
    "battery clock colours errors extras files following messages phrases pi",
    "language",
    "toml_file",
    "settings",
    "games event",
    "journal",
    "whistle",
    "voice",
    "service",
    "tags saved",
    "referee",
    "checkup",
    "kit_page",
    "records",
    "uplink hub",
    "demo",
    "install",
    "cli",
    "__main__",
)
"""The rooms of ``fieldkit`` from the lowest floor up: a room imports its own floor and those below."""
FLOOR = {room: floor for floor, rooms in enumerate(ROOMS) for room in rooms.split()}
GAMES = sorted(path.parent.name for path in (ROOT / "fieldkit" / "games").glob("*/__init__.py"))
OF_A_GAME = "fieldkit/games/{}/"
"""The folder of a game; everything else is shared and names none."""
PARTS = {"web", "scoreboard", "demo"}
"""The upper floor of a game: its rules import none of it, nor do its parts import each other's."""
SHARED = ("fieldkit", "hardware", "web", "systemd", ".ci")
NAMING_ALL = (".md", ".po", ".pyc")
"""Pages and catalogues are about all games."""


def imported(source: str) -> Iterator[str]:
    """Yield the project's own modules that a source text imports, also late or for types alone."""
    for module, names in imports(source):
        if module in TOPS and names:
            yield from (f"{module}.{name}" for name in names)
        elif module.split(".")[0] in TOPS:
            yield module


def wrong_way(module: str, source: str) -> list[str]:
    """Return the imports of a module that break a law of the house."""
    own, _, rest = module.partition(".")
    room = rest.partition(".")[0]
    part = part_of_a_game(module)
    if part == "scoreboard":
        own, room = "hardware", part
    elif part == "demo":
        room = part
    wrong = []
    for name in imported(source):
        house, _, inside = name.partition(".")
        other = inside.partition(".")[0]
        if part_of_a_game(name) not in (None, part):
            is_wrong = True
        elif house != own:
            # Hardware and web know the kit, never each other; the kit's one room that wires knows both.
            is_wrong = house != "fieldkit" and room not in ("cli", "__main__")
        else:
            is_wrong = own == "fieldkit" and other in FLOOR and FLOOR[other] > FLOOR[room]
        if is_wrong:
            wrong.append(f"{module} imports {name}")
    return wrong


def part_of_a_game(module: str) -> str | None:
    """Return the part of its game that a module belongs to; None for its rules and for shared modules."""
    path = module.split(".")
    return path[3] if path[:2] == ["fieldkit", "games"] and len(path) > 3 and path[3] in PARTS else None


def modules() -> Iterator[tuple[str, Path]]:
    for top in TOPS:
        for path in sorted((ROOT / top).rglob("*.py")):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            if "firmware" not in name:
                yield name.removesuffix(".__init__"), path


def test_nothing_points_upward() -> None:
    sources = {name: path.read_text(encoding="utf-8") for name, path in modules()}
    assert [line for name, source in sources.items() for line in wrong_way(name, source)] == []


def test_every_room_has_its_floor() -> None:
    found = {name.split(".")[1] for name, _ in modules() if name.startswith("fieldkit.")}
    assert found == set(FLOOR)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("fieldkit.journal.database", "from fieldkit.referee.feed import Feed"),
        ("fieldkit.errors", "def late():\n    from fieldkit import settings"),
        ("fieldkit.games.full_contact.game", "import fieldkit.journal.record"),
        ("fieldkit.games.big_game.game", "from fieldkit.games.big_game.demo import choices"),
        (
            "fieldkit.games.big_honor.view",
            "def late():\n    import fieldkit.games.big_honor.scoreboard.scenes",
        ),
        ("fieldkit.games.big_honor.view", "from hardware.scoreboard import draw"),
        ("fieldkit.games.big_game.demo.choices", "from fieldkit.games.big_game.scoreboard import scenes"),
        ("fieldkit.games.big_honor.scoreboard.scenes", "from web.wire import Refused"),
        ("hardware.hoops.links", "from web.wire import Refused"),
        ("web.api", "from hardware import probing"),
        ("fieldkit.demo.kit", "from hardware.fakes.virtual_field import control"),
        ("fieldkit.tags.lesson", "if TYPE_CHECKING:\n    from fieldkit.kit_page.page import KitPage"),
    ],
)
def test_a_wrong_import_is_found(module: str, source: str) -> None:
    assert len(wrong_way(module, source)) == 1


def test_a_right_import_is_none_of_these() -> None:
    assert (
        wrong_way("fieldkit.cli.processes", "from hardware.hoops.links import HoopLinks\nimport web.app")
        == []
    )
    scenes = "from hardware.scoreboard import draw\nfrom fieldkit.games.big_honor.rules import Rules"
    assert wrong_way("fieldkit.games.big_honor.scoreboard.table", scenes) == []
    assert wrong_way("fieldkit.games.big_game.demo.choices", "from fieldkit.demo.stage import Stage") == []
    assert wrong_way("fieldkit.referee.turn", "from fieldkit.journal.record import Row") == []
    assert wrong_way("hardware.hoops.links", "from fieldkit.messages import Reading") == []


def naming(game: str, root: Path = ROOT) -> list[str]:
    """Return the shared files that name a game in any spelling; pages about all games and catalogues may."""
    # What is in the folder of another game is no shared file: two games may have a word in common.
    own = tuple(OF_A_GAME.format(each) for each in {game, *GAMES})
    named = re.compile("[-_ ]?".join(game.split("_")), re.IGNORECASE)
    files = [path for top in SHARED for path in sorted((root / top).rglob("*")) if path.is_file()]
    names = {path.relative_to(root).as_posix(): path for path in files if path.suffix not in NAMING_ALL}
    return [
        name
        for name, path in names.items()
        if not name.startswith(own) and named.search(path.read_bytes().decode(errors="replace"))
    ]


@pytest.mark.parametrize("game", GAMES)
def test_no_shared_file_names_a_game(game: str) -> None:
    assert naming(game) == []


@pytest.mark.parametrize("said", ["two_towns", "Two-Towns", "two towns", "TwoTowns"])
def test_a_name_is_found_however_it_is_written(tmp_path: Path, said: str) -> None:
    for name in ("web/static/shared.js", "fieldkit/games/two_towns/web/tablet.js", "fieldkit/README.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"// {said}")
    assert naming("two_towns", tmp_path) == ["web/static/shared.js"]
