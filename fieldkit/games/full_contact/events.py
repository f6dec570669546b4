"""The bases of this game's events."""

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec.structs import replace

from fieldkit.games.declared import Event
from fieldkit.games.full_contact.points import in_order, points
from fieldkit.games.full_contact.state import State
from fieldkit.games.full_contact.words import called, hoop_name, kinds_text
from fieldkit.messages import Verdict
from fieldkit.phrases import N_, MessageList, Term


class MatchEvent(Event):
    """An event whose sentence can name its team, victim, hoops and balls, the points and the winners."""

    verdict: ClassVar[Verdict] = "refused"
    """The answer to a player at a hoop whose sighting led to it."""

    @property
    def about(self) -> str | None:
        """The team that it names."""
        return getattr(self, "team", None)

    def in_words(self, state: State, name: str) -> object:
        """Return a field in words."""
        event: Any = self
        if name == "vp":
            return points(state, state.team(event.team))
        if name == "teams":
            return MessageList([called(state.team(id)) for id in event.winners], N_("and"))
        value = getattr(event, name)
        if name in ("team", "victim"):
            return called(state.team(value))
        if name == "hoops":
            return MessageList([hoop_name(id) for id in value])
        if name == "hoop":
            return hoop_name(value)
        if name == "kind":
            return Term(value)
        return kinds_text(value) if isinstance(value, Mapping) else value


Events = tuple[MatchEvent, ...]
"""Events that follow from one input, in their order."""


class ClockEvent(MatchEvent, clock=True):
    """A start, a stop or an end."""


def evolve(state: State | None, event: MatchEvent) -> State:
    """Return the state after an event; the first one is `MatchCreated`."""
    after: State = event.apply(state)
    if state is not None and state.lesson is not None and event.sort != "setup":
        # By what was before: a void takes nothing out of a lesson.
        after = replace(after, lesson=(*state.lesson, event))
    return after if event.sort == "setup" or after.options.tie != "first" else in_order(after)
