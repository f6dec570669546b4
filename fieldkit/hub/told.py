"""An event told from its sources alone, beside a running hub or long after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import IO

from fieldkit.event.documents import Result, Version
from fieldkit.event.standings import Standings
from fieldkit.event.state import EventState, decided, read_decision
from fieldkit.games import Game
from fieldkit.hub.archive_lines import ArchiveHead, Closing, DecisionLine, holding_together, read_lines
from fieldkit.hub.derive import Outcome, outcome, version
from fieldkit.hub.facts import Facts, follow
from fieldkit.hub.store import Store
from fieldkit.language.catalogue import load_language


@dataclass(frozen=True, slots=True)
class EventAtRest:
    """An event and all that follows from it; ``began`` is the label of the first decision."""

    head: ArchiveHead
    began: str
    facts: Facts

    @property
    def state(self) -> EventState:
        """Return what was decided."""
        return self.facts.state

    @property
    def outcomes(self) -> Sequence[Outcome]:
        """Return what is known of every match."""
        return self.facts.outcomes

    @property
    def results(self) -> Mapping[str, Result]:
        """The result of each scheduled match that has one."""
        return self.facts.results

    @property
    def standings(self) -> Standings:
        """The standings."""
        return self.facts.standings

    def version(self, found: Outcome) -> Version | None:
        """Return what a match of a field came to; None while it is not over."""
        return version(self.state, found)


def told_of(head: ArchiveHead, store: Store, games: Mapping[str, Game]) -> EventAtRest:
    """Return what follows from an event in a database. Raises NotStored."""
    event, translate, state = head.event, load_language(head.language), EventState()
    decisions = store.decisions(event.id)
    for one in decisions:
        state = decided(state, one.n, read_decision(one.n, one.body), one.by, one.at)
    outcomes = [
        outcome(journal, begun, store.records(journal, begun.match), games, translate)
        for journal, begun in store.matches(event.id)
    ]
    return EventAtRest(head, decisions[0].at if decisions else "", follow(event, state, outcomes))


def decided_in(lines: IO[bytes]) -> Closing:
    """Work out what was decided in the lines of an archive; of the results only those that are confirmed.

    No record is asked what it came to, and so neither are the rules of this kit's games: a version that
    people have confirmed is whole in their decision. Raises FieldkitError for lines that do not hold
    together.
    """
    found = read_lines(lines)
    head = next(found)
    assert isinstance(head, ArchiveHead)
    state, began = EventState(), ""
    for line in holding_together(found):
        if isinstance(line, DecisionLine):
            began = began or line.at
            state = decided(state, line.n, read_decision(line.n, line.body), line.by, line.at)
    facts = follow(head.event, state, ())
    return Closing(
        head.event,
        head.language,
        began,
        dict(state.fields),
        state.teams,
        state.schedule,
        facts.standings,
        tuple(one for one in facts.results.values() if one.confirmed),
    )
