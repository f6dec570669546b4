"""Reads and plays a golden match of the dice game: a match as somebody at the table would write it down.

    title: A settlement first
    players: red "Mia", blue "Ben"
    options: castles on, target 5

    red starts at 8                      # the number of a road
    blue starts at 80
    red rolls 2 brick, 1 lumber          # with real dice; d1, d2, d3 from left to right
    red keeps d1 d3 and rolls gold
    red builds road 0 for d1 d3          # or without "for": the kit chooses
    refused DX-5: red builds road 2
    red passes
    score: red 0, blue 0

Every line of a player comes from their own seat. What follows ``#`` is a remark.
"""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from fieldkit.errors import Rejected
from fieldkit.games.dice_extra import commands as co
from fieldkit.games.dice_extra.places import starts
from fieldkit.games.dice_extra.state import winners
from fieldkit.games.dice_extra.view import offers
from fieldkit.games.people import PlayerSetup

from .match import Played

SIDE = "red|blue|green|yellow"
PIECE = "road|settlement|city|knight|castle"
DICE = r"d\d(?: d\d)*"
FACES = r"\d \w+(?:, \d \w+)*"

FORMS: Mapping[str, str] = {
    "start": rf"(?P<side>{SIDE}) starts at (?P<at>\d+)",
    "throw": rf"(?P<side>{SIDE}) throws",
    "roll": rf"(?P<side>{SIDE}) rolls (?P<faces>{FACES})",
    "again": rf"(?P<side>{SIDE}) keeps (?P<keep>{DICE}) and rolls (?P<faces>{FACES})",
    "stop": rf"(?P<side>{SIDE}) stops rolling",
    "build": rf"(?P<side>{SIDE}) builds (?P<piece>{PIECE}) (?P<at>\d+)(?: for (?P<pay>{DICE}))?",
    "joker": rf"(?P<side>{SIDE}) uses knight (?P<knight>\d+) on (?P<die>d\d)(?: as (?P<kind>\w+))?",
    "end": rf"(?P<side>{SIDE}) passes",
    "undo": r"undo",
    "end_match": r"end match: (?P<reason>.+)",
    "is_score": r"score: (?P<sides>.+)",
    "is_road": rf"longest road: (?P<side>{SIDE}|nobody)(?: with (?P<length>\d+))?",
    "is_army": rf"largest army: (?P<side>{SIDE}|nobody)",
    "is_dice": r"dice: (?P<faces>.+)",
    "is_turn": rf"on turn: (?P<side>{SIDE}), (?P<dice>\d) dice, (?P<left>\d) rolls left",
    "is_open": rf"open to a (?P<piece>{PIECE}): (?P<places>.+)",
    "are_starts": r"starts: (?P<count>\d+)",
    "is_winner": r"winner: (?P<sides>.+)",
}
"""Every line of a table and how it is written."""

_REFUSED = re.compile(r"refused (?P<rule>DX-\d+): (?P<text>.+)")


def play(path: Path) -> Played:
    """Play a golden match; fails with the line that does not hold."""
    table = Table()
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        text = " ".join(raw.split("#")[0].split())
        if text:
            table.line(text, f"{path.name}, line {number}: {text!r}")
    return table.played()


class Table:
    """A golden match as far as it was read."""

    def __init__(self) -> None:
        self._players: list[PlayerSetup] = []
        self._options: dict[str, object] = {"dice": "real"}
        self._on: Played | None = None

    def played(self) -> Played:
        """Return the match; it begins when first asked for."""
        self._on = self._on or Played(self._players, self._options)
        return self._on

    def line(self, text: str, where: str) -> None:
        """One line: a head, or something that happens, is refused or is so."""
        head, _, rest = text.partition(": ")
        if head == "title":
            return
        if head == "players":
            found = re.findall(rf'({SIDE}) "([^"]+)"', rest)
            self._players = [PlayerSetup(id, name) for id, name in found]
            return
        if head == "options":
            self._options |= dict(_option(each) for each in rest.split(", "))
            return
        refused = _REFUSED.fullmatch(text)
        verb, fields = _read(refused["text"] if refused else text, where)
        try:
            if refused is None:
                getattr(self, verb)(**fields)
                return
            with pytest.raises(Rejected) as caught:
                getattr(self, verb)(**fields)
        except (AssertionError, Rejected, pytest.fail.Exception) as wrong:
            raise AssertionError(f"{where}: {wrong}") from None
        assert caught.value.rule == refused["rule"], f"{where}: by {caught.value.rule}, {caught.value}"
        assert re.fullmatch(r"[A-Z].+\.", str(caught.value)), where

    def start(self, side: str, at: str) -> None:
        self.played().do(co.StartRoad(int(at)), side)

    def throw(self, side: str) -> None:
        self.played().do(co.Roll(), side)

    def roll(self, side: str, faces: str) -> None:
        self.played().do(co.Roll([], _faces(faces)), side)  # type: ignore[arg-type]

    def again(self, side: str, keep: str, faces: str) -> None:
        self.played().do(co.Roll(keep.split(), _faces(faces)), side)  # type: ignore[arg-type]

    def stop(self, side: str) -> None:
        self.played().do(co.StopRolling(), side)

    def build(self, side: str, piece: str, at: str, pay: str | None) -> None:
        chosen = pay.split() if pay else None
        self.played().do(co.Build(piece, int(at), chosen), side)  # type: ignore[arg-type]

    def joker(self, side: str, knight: str, die: str, kind: str | None) -> None:
        self.played().do(co.UseKnight(int(knight), die, kind), side)  # type: ignore[arg-type]

    def end(self, side: str) -> None:
        self.played().do(co.EndTurn(), side)

    def undo(self) -> None:
        self.played().undo()

    def end_match(self, reason: str) -> None:
        self.played().do(co.EndMatch(reason))

    def is_score(self, sides: str) -> None:
        state = self.played().state
        assert {player.id: state.score(player.id) for player in state.players} == _numbers(sides)

    def is_road(self, side: str, length: str | None) -> None:
        state = self.played().state
        assert (state.road_holder or "nobody") == side
        if length:
            assert len(state.trails[side]) == int(length)

    def is_army(self, side: str) -> None:
        assert (self.played().state.army_holder or "nobody") == side

    def is_dice(self, faces: str) -> None:
        shown = [die.kind + (" (paid)" if die.paid else "") for die in self.played().state.dice]
        assert shown == faces.split(", ")

    def is_turn(self, side: str, dice: str, left: str) -> None:
        view = self.played().game.view(self.played().state)
        assert (view["turn_of"], view["dice_in_play"], view["rolls_left"]) == (side, int(dice), int(left))

    def is_open(self, piece: str, places: str) -> None:
        offer = offers(self.played().state)[piece]  # type: ignore[index]
        wanted = [] if places == "nowhere" else [int(at) for at in places.split()]
        found = [] if "refused" in offer else offer["at"]
        assert found == wanted, f"it is {found}"

    def are_starts(self, count: str) -> None:
        found = starts(self.played().state)
        assert len(found) == int(count), f"it is {len(found)}"

    def is_winner(self, sides: str) -> None:
        state = self.played().state
        assert list(winners(state)) == sides.split(" and ")
        assert self.played().game.stamp(state).stage == "over"


def _read(text: str, where: str) -> tuple[str, dict[str, str | None]]:
    found = [(verb, m.groupdict()) for verb, form in FORMS.items() if (m := re.fullmatch(form, text))]
    assert len(found) == 1, f"{where} can be read in {len(found)} ways"
    return found[0]


def _faces(text: str) -> list[str]:
    return [kind for number, kind in re.findall(r"(\d) (\w+)", text) for _ in range(int(number))]


def _numbers(text: str) -> dict[str, int]:
    return {side: int(number) for side, number in re.findall(r"(\w+) (\d+)", text)}


def _option(text: str) -> tuple[str, object]:
    name, _, value = text.partition(" ")
    return name, value == "on" if value in ("on", "off") else int(value) if value.isdecimal() else value
