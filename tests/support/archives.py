"""An event with something of everything, and its archive."""

import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from fieldkit.event.state import Attach, Confirm, Correct, NewKit
from fieldkit.hub.archive import export
from fieldkit.hub.archive_lines import ArchiveHead
from fieldkit.hub.hub import Hub
from tests.support.any_match import MAX_STEPS, AnyMatch
from tests.support.games import kit_games
from tests.support.hubs import hub, plan, play, send, settings

GAMES = kit_games()
HEAD = ArchiveHead(settings().event)


def confirm(of: Hub, scheduled: str) -> None:
    of.follow()
    (version,) = of.shown.results[scheduled].versions
    of.decide(lambda state: Confirm(scheduled, version.id, version), "Ada")


def roll(path: Path, steps: int) -> None:
    """Play some of a match with dice, whose secret is promised and kept until it is over."""
    match = AnyMatch("dice_extra", path, 1)
    match.play(steps)
    match.close()


def fill(of: Hub, folder: Path) -> None:
    """Fill an event with something of everything: match 1 is confirmed, 2 corrected, 3 goes on.

    North then gets another kit: that one's first match is attached to 3 as well, and its second, with dice,
    goes on. South plays two that are none of the schedule's, the second with dice too.
    """
    plan(of)
    north, south, other = (folder / name for name in ("north", "south", "other"))
    play(north, scheduled="1")
    play(south, ("badgers", "larks", "moles"), scheduled="2")
    play(north, ("foxes", "badgers", "larks"), scheduled="3", end=False)
    play(south, ("moles", "larks", "<b>Guests"))
    roll(south, MAX_STEPS)
    send(of, "north", north)
    send(of, "south", south)
    confirm(of, "1")
    of.follow()
    scores = tuple(msgspec.structs.replace(one, place=4 - one.place) for one in of.shown.results["2"].scores)
    of.decide(lambda state: Correct("2", scores, "changed <over>"), "Ben & Co")
    of.decide(lambda state: NewKit("north", "another kit"), "Ada")
    play(other, ("foxes", "badgers", "larks"))
    roll(other, 6)
    send(of, "north", other)
    of.decide(
        lambda state: Attach("north", 2, "m1", "3", {"red": "foxes", "blue": "badgers", "green": "larks"}),
        "Ada",
    )
    of.access.new_person("reader", "Cleo")
    of.follow()


@dataclass
class Made:
    """An archive, and the hub's folder that it was made of."""

    path: Path
    folder: Path

    @property
    def names(self) -> list[str]:
        with zipfile.ZipFile(self.path) as opened:
            return opened.namelist()

    def text(self, name: str) -> str:
        with zipfile.ZipFile(self.path) as opened:
            return opened.read(name).decode()

    @property
    def pages(self) -> Mapping[str, str]:
        return {name[5:]: self.text(name) for name in self.names if name.endswith(".html")}


def archived(folder: Path) -> Made:
    """Return the archive of such an event."""
    with hub(f"sqlite:///{folder / 'hub.sqlite3'}", folder) as running:
        fill(running, folder)
        export(HEAD, running.store, GAMES, folder / "cup.zip", folder)
    return Made(folder / "cup.zip", folder)
