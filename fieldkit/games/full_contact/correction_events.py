"""The referee's entries on the record: corrections and fouls (FC-33). A void keeps both (FC-16)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, cast

from msgspec.structs import replace

from fieldkit.games.declared import LogLine, Value
from fieldkit.games.full_contact.events import MatchEvent
from fieldkit.games.full_contact.options import COLOURS
from fieldkit.games.full_contact.state import FIELD, IN_ROUND, Building, Foul, Kinds, State, plus
from fieldkit.games.full_contact.words import FOULS, called, hoop_name
from fieldkit.phrases import N_, Message, MessageList, Term, tenths

CORRECTED: Mapping[str, str] = {
    "name": N_("name"),
    "players": N_("players"),
    "knights": N_("knights"),
    "bonus_vp": N_("extra points"),
    "settlements_in_hand": N_("settlements in hand"),
    "cards": N_("cards"),
    "owed": N_("discard owed"),
    "target": N_("points to win"),
    "round_seconds": N_("seconds of a round"),
    "grace_seconds": N_("seconds for late balls"),
    "break_seconds": N_("seconds of a break"),
}
"""The single values that may be corrected, by their names in words."""


class TeamFix(Value):
    """The values of a team that a correction sets; the tablet offers the whole numbers (FC-33)."""

    resources: dict[str, int] | None = None
    players: int | None = None
    knights: int | None = None
    bonus_vp: int | None = None
    settlements_in_hand: int | None = None
    cards: tuple[str, ...] | None = None
    owed: int | None = None
    name: str | None = None


class MatchFix(TeamFix):
    """The values that a correction sets, None for those that stay; lengths in s (FC-7, FC-33)."""

    balls: dict[str, int] | None = None
    target: int | None = None
    round_seconds: float | None = None
    grace_seconds: float | None = None
    break_seconds: float | None = None


class Corrected(MatchFix, MatchEvent, sort="correction"):
    """The referee set the record right (FC-33): absolute values, None for what stays."""

    reason: str = ""
    team: str | None = None
    hoop: str | None = None
    building: str | None = None
    hoop_team: str | None = None
    was: Mapping[str, Any] = {}
    """The values before, by the same names; of `resources` and `balls` the kinds named."""

    def apply(self, state: State) -> State:
        """Set what it names, moved in and out of the field so that totals still hold (FC-13)."""
        if self.team is not None:
            state = self._of_team(state, self.team)
        if self.hoop is not None:
            state = state.with_hoop(self.hoop, cast(Building, self.building), self.hoop_team)
            # The referee saw to that hoop: what the crew was to do there no longer fits.
            state = replace(state, markers=tuple(one for one in state.markers if one.hoop != self.hoop))
        if self.balls is not None:
            field = plus(state.stocks[FIELD], _change(state.balls, self.balls))
            state = replace(state, balls={**state.balls, **self.balls}, stocks={**state.stocks, FIELD: field})
        if self.target is not None:
            state = replace(state, target=self.target)
        lengths = self._given("round_seconds", "grace_seconds", "break_seconds")
        if lengths:
            state = replace(state, options=replace(state.options, **lengths))
        return state.kept(self)

    def _given(self, *names: str) -> dict[str, Any]:
        return {name: value for name in names if (value := getattr(self, name)) is not None}

    def _of_team(self, state: State, id: str) -> State:
        team = state.team(id)
        if self.resources is not None:
            change = _change(state.stocks[id], self.resources)
            state = state.move(FIELD, id, {kind: n for kind, n in change.items() if n > 0})
            state = state.move(id, FIELD, {kind: -n for kind, n in change.items() if n < 0})
        values = self._given("knights", "players", "bonus_vp", "cards", "owed", "name")
        hand = self.settlements_in_hand
        if hand is not None:
            # In a round the referee says what was there when it opened; in a break it is a new one (FC-15).
            more = hand - team.settlements_in_hand if state.phase in IN_ROUND else 0
            placeable = team.placeable + more
            values |= {"settlements_in_hand": hand, "placeable": max(0, min(placeable, hand))}
        if self.cards is not None:
            deck = plus(plus(state.deck, Counter(team.cards)), Counter(self.cards), -1)
            state = replace(state, deck=deck)
        return state.with_team(id, **values)

    def line(self, state: State) -> LogLine:
        """Return from what to what, and why; only why where nothing was other before."""
        changes = [
            Message(
                "{what} from {was} to {now}", {"what": what, "was": _in_words(was), "now": _in_words(now)}
            )
            for what, was, now in self._changes(state)
            if now != was
        ]
        if changes:
            text = N_("{team}: {changes} ({reason})") if self.team else N_("{changes} ({reason})")
            return self.told(state, text, changes=MessageList(changes))
        text = N_("Correction for {team}: {reason}") if self.team else N_("Correction: {reason}")
        return self.told(state, text)

    def _changes(self, state: State) -> Iterator[tuple[object, object, object]]:
        """Yield each thing with its old and new value; cards are only counted: everybody can read it."""
        for kind, was in (self.was.get("resources") or {}).items():
            yield Term(kind), was, (self.resources or {}).get(kind, was)
        for kind, was in (self.was.get("balls") or {}).items():
            what = Message("{kind} balls in all", {"kind": Term(kind)})
            yield what, was, (self.balls or {}).get(kind, was)
        for name, text in CORRECTED.items():
            value = getattr(self, name)
            value = len(value) if name == "cards" and value is not None else value
            if value is not None and self.was.get(name) is not None:
                yield Term(text), self.was[name], value
        if self.hoop is not None and "building" in self.was:
            stood = _standing(state, self.was["building"], self.was["hoop_team"])
            yield hoop_name(self.hoop), stood, _standing(state, self.building or "none", self.hoop_team)


def _change(stock: Kinds, wanted: Kinds) -> Kinds:
    return {kind: n - stock.get(kind, 0) for kind, n in wanted.items()}


def _in_words(value: object) -> object:
    """Return whole seconds without a decimal, a colour as its name."""
    if isinstance(value, float):
        return int(value) if value.is_integer() else tenths(value)
    return Term(value) if any(value == colour for colour, _ in COLOURS.values()) else value


def _standing(state: State, building: str, team: str | None) -> Message:
    if team is None:
        return Message("free")
    return Message("{building} of {team}", {"building": Term(building), "team": called(state.team(team))})


class Noted(MatchEvent, sort="note"):
    """A foul or a sending-off (FC-33)."""

    text: str
    team: str | None = None
    player: str | None = None
    foul: str | None = None
    """A key of `words.FOULS`; ``text`` may then be empty."""

    def apply(self, state: State) -> State:
        """Count a foul of the sport's own; other notes only stand on the record."""
        if self.foul is None or self.team is None:
            return state
        return replace(state, fouls=(*state.fouls, Foul(self.team, self.foul, self.player))).kept(self)

    def line(self, state: State) -> LogLine:
        text: object = self.text
        if self.foul is not None:
            foul = Term(FOULS[self.foul])
            text = Message("{foul} ({text})", {"foul": foul, "text": self.text}) if self.text else foul
        if self.team and self.player:
            return self.told(state, N_("{team} {player}: {text}"), text=text)
        if self.team or self.player:
            who = called(state.team(self.team)) if self.team else self.player
            return self.told(state, N_("{who}: {text}"), who=who, text=text)
        return self.told(state, N_("{text}"), text=text)
