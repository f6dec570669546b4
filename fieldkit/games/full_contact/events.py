"""The base of this game's events: a line for the record, filled from their fields."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from fieldkit.games import Event, LogLine
from fieldkit.games.full_contact.points import in_order, points
from fieldkit.games.full_contact.state import State
from fieldkit.games.full_contact.words import called, hoop_name, kinds_text
from fieldkit.messages import Verdict
from fieldkit.phrases import N_, MessageList, Term


@dataclass(frozen=True, slots=True)
class MatchEvent(Event):
    """An event whose ``sentence``, if it has one, is filled from its fields."""

    sentence: ClassVar[str] = ""
    verdict: ClassVar[Verdict] = "refused"
    """The answer to a player at a hoop whose sighting led to it."""

    def line(self, state: State) -> LogLine | None:
        """Return ``sentence`` with its placeholders filled."""
        return filled(state, self, self.sentence) if self.sentence else None


Events = tuple[MatchEvent, ...]
"""Events that follow from one input, in their order."""


@dataclass(frozen=True, slots=True)
class ClockEvent(MatchEvent):
    """A start, a stop or an end."""

    clock: ClassVar[bool] = True


def evolve(state: State | None, event: MatchEvent) -> State:
    """Return the state after an event; the first one is `MatchCreated`."""
    after: State = event.apply(state)
    return after if event.sort == "setup" or after.options.tie != "first" else in_order(after)


def filled(state: State, event: MatchEvent, text: str, /, **more: object) -> LogLine:
    """Return a line for an event, with ``more`` or else its own fields in words."""
    names = re.findall(r"\{(\w+)\}", text)
    fillings = {name: more[name] if name in more else _in_words(state, event, name) for name in names}
    return LogLine(text, fillings, getattr(event, "team", None))


def _in_words(state: State, event: Any, name: str) -> object:
    if name == "vp":
        return points(state, state.team(event.team))
    if name == "teams":
        return MessageList([called(state.team(id)) for id in event.winners], N_("and"))
    if name == "hoops":
        return MessageList([hoop_name(id) for id in event.hoops])
    value = getattr(event, name)
    if name in ("team", "victim"):
        return called(state.team(value))
    if name == "hoop":
        return hoop_name(value)
    if name == "kind":
        return Term(value)
    return kinds_text(value) if isinstance(value, Mapping) else value
