"""The balance of a schedule, in figures and in one line for the organiser."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import TypeVar

from fieldkit.event.documents import Schedule
from fieldkit.phrases import Message

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class Balance:
    """Figures of the balanced rounds of a schedule; each range is the least and the most of any team.

    ``hoops`` and ``fields`` are the largest difference, for one team, between the start hoops (or fields) it
    has most and least often. ``rest`` is the least number of slots between two matches of a team, or None
    where no team plays twice.
    """

    matches: tuple[int, int]
    meets: tuple[int, int]
    hoops: int
    fields: int
    rest: int | None

    def words(self) -> Message:
        """Return the figures in one line."""
        params = {
            "least": self.meets[0],
            "most": self.meets[1],
            "hoops": self.hoops,
            "fields": self.fields,
            "rest": self.rest or 0,
        }
        return Message(
            "Two teams meet {least} to {most} times. Matches that a team sits out between two of its own: at "
            "least {rest}. Start hoops and fields are shared out evenly, to within {hoops} and {fields} "
            "matches.",
            params,
        )


def balance(schedule: Schedule) -> Balance:
    """Return the figures of all matches of the balanced rounds that are not called off."""
    matches = [each for each in schedule.matches if each.stage == "group" and not each.called_off]
    slots = defaultdict[str, list[int]](list)
    hoops, fields = defaultdict[str, Counter[int]](Counter), defaultdict[str, Counter[str]](Counter)
    met = Counter[frozenset[str]]()
    for each in matches:
        met.update(frozenset(pair) for pair in combinations(each.teams, 2))
        for hoop, team in enumerate(each.teams):
            slots[team].append(each.slot)
            hoops[team][hoop] += 1
            fields[team][each.field] += 1
    # The fourth hoop stands empty in a match of three: where those are the rule, it tells nothing.
    size = 4 if 2 * sum(len(each.teams) == 4 for each in matches) > len(matches) else 3
    gaps = [later - one - 1 for own in slots.values() for one, later in pairwise(sorted(own))]
    pairs = [met[frozenset(pair)] for pair in combinations(slots, 2)]
    return Balance(
        matches=_range(len(own) for own in slots.values()),
        meets=_range(pairs),
        hoops=_widest(hoops, range(size)),
        fields=_widest(fields, schedule.fields),
        rest=min(gaps, default=None),
    )


def _range(numbers: Iterable[int]) -> tuple[int, int]:
    found = list(numbers)
    return min(found, default=0), max(found, default=0)


def _widest(had: Mapping[str, Counter[Key]], keys: Sequence[Key]) -> int:
    """Return the largest difference, for any team, between what it has most and least often."""
    counts = [[own[key] for key in keys] for own in had.values()] if keys else []
    return max((max(each) - min(each) for each in counts), default=0)
