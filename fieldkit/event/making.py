"""Makes a schedule: who meets whom, when, and on which field.

Who meets whom comes from drafts that were balanced in advance. A draft is a row of teams, one letter each:
all of them once, all once again, and on until each has its matches. The row is cut into matches, in the order
of start hoops. At most three matches are of another size than the rest.

Then the matches get slots and fields. A team always rests at least one slot between two matches. Several
orders are tried, and those kept that take the fewest slots. Then matches change places until each team has
each field as evenly as can be found. The same call always makes the same schedule.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import combinations, pairwise
from math import exp
from random import Random
from typing import TypeVar

import msgspec

from fieldkit.errors import Rejected
from fieldkit.event.documents import PlannedMatch, Schedule
from fieldkit.event.timetable import minute_of
from fieldkit.phrases import N_, Message

Names = Sequence[str]
LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcd"
"""The letters with which a draft writes its teams."""
LEAST_TEAMS, MOST_TEAMS = 3, len(LETTERS)
LEAST_ROUNDS, MOST_ROUNDS = 2, 10


def make(
    teams: Names, fields: Names, rounds: int, size: int, start: str = "10:00", slot_minutes: int = 20
) -> Schedule:
    """Return a schedule of ``rounds`` matches of ``size`` (3 or 4) for each team. Raises Rejected."""
    _check(teams, fields, rounds, size, slot_minutes)
    minute_of(start)
    row = [LETTERS.index(letter) for letter in drafts()[str(size)][str(len(teams))][rounds - LEAST_ROUNDS]]
    matches, turns, at = list[list[int]](), list[int](), 0
    for many in cuts(len(teams), rounds, size):
        matches.append(row[at : at + many])
        turns.append(at // len(teams) + 1)
        at += many
    planned = list[PlannedMatch]()
    for slot, places in enumerate(placed(matches, len(fields))):
        for field, match in enumerate(places):
            if match is not None:
                playing = tuple(teams[team] for team in matches[match])
                number = str(len(planned) + 1)
                planned.append(PlannedMatch(number, slot, fields[field], playing, round=turns[match]))
    return Schedule(start=start, slot_minutes=slot_minutes, fields=tuple(fields), matches=tuple(planned))


def cuts(teams: int, rounds: int, size: int) -> list[int]:
    """Return how many teams each match has, in the order of a draft: those of four first."""
    places = teams * rounds
    if size == 4 and teams > 3:
        threes = -places % 4
        return [4] * ((places - 3 * threes) // 4) + [3] * threes
    fours = places % 3
    return [4] * fours + [3] * ((places - 4 * fours) // 3)


def _check(teams: Names, fields: Names, rounds: int, size: int, slot_minutes: int) -> None:
    if not LEAST_TEAMS <= len(teams) <= MOST_TEAMS:
        said = N_("A schedule is made for {least} to {most} teams, not for {n}.")
        raise Rejected("teams", said, None, least=LEAST_TEAMS, most=MOST_TEAMS, n=len(teams))
    for names in (teams, fields):
        twice = next((name for name in names if list(names).count(name) > 1), None)
        if twice is not None:
            raise Rejected("twice", "{name} is in the list twice.", None, name=twice)
    if not fields:
        raise Rejected("fields", "There is no field to play on.")
    if not LEAST_ROUNDS <= rounds <= MOST_ROUNDS:
        said = N_("A team plays {least} to {most} matches, not {n}.")
        raise Rejected("rounds", said, None, least=LEAST_ROUNDS, most=MOST_ROUNDS, n=rounds)
    if size not in (3, 4):
        raise Rejected("size", "A match has 3 or 4 teams, not {n}.", None, n=size)
    if not 1 <= slot_minutes <= 600:
        raise Rejected("slot_minutes", "A slot takes 1 to 600 minutes, not {n}.", None, n=slot_minutes)


@cache
def drafts() -> Mapping[str, Mapping[str, Sequence[str]]]:
    """Return all drafts, by size of matches and number of teams; the first of each has two matches a team."""
    raw = files("fieldkit.event").joinpath("schedules.json").read_bytes()
    return msgspec.json.decode(raw, type=dict[str, dict[str, list[str]]])


ORDERS_TRIED = 200
LEAST_LAYOUTS, MATCHES_LAID = 6, 500
"""The number of layouts of the fewest slots that go on to the fields: until they hold this many matches."""
AGAIN = 3
"""The number of times all of them are tried, if the fields of a team stay far apart."""
EXCHANGES_TRIED = 100
"""The number of exchanges of places that are tried for each match."""
HOT, COLD = 1.0, 0.1
"""The readiness to take an exchange for the worse, at first and at last."""
NEAR_SLOTS = 3
"""The distance a match goes from its slot in one exchange: the order of the draft stays about as it is."""


def placed(matches: Sequence[Sequence[int]], fields: int) -> list[list[int | None]]:
    """For each slot the match on each field, or None where it stays idle; matches by their numbers."""
    ways = layouts(matches, fields)
    # A team has as many matches on each field, or else two fields are two apart: one apart cannot be then.
    rounds = sum(map(len, matches)) // len({team for match in matches for team in match})
    good = 1 if rounds % fields else 2
    grids = list[_Grid]()
    for number in range(AGAIN * len(ways)):
        grid = _Grid(matches, ways[number % len(ways)], fields)
        if fields > 1:
            grid.even_out(Random(number))
        grids.append(grid)
        apart, _ = min(each.unevenness() for each in grids)
        if apart <= good or (number + 1 >= len(ways) and apart <= good + 1):
            break
    places = min(grids, key=_Grid.unevenness).places
    return [places[at : at + fields] for at in range(0, len(places), fields)]


def layouts(matches: Sequence[Sequence[int]], fields: int) -> list[list[list[int]]]:
    """Return the matches in slots, no team in two that follow each other: the shortest of all tried."""
    masks = [sum(1 << team for team in match) for match in matches]
    best = [_laid(masks, range(len(masks)), fields)]
    kept = max(LEAST_LAYOUTS, MATCHES_LAID // len(matches)) if fields > 1 else 1
    shortest = -(-len(matches) // fields)
    random = Random(0).random
    for trial in range(ORDERS_TRIED):
        if len(best) == kept and len(best[0]) == shortest:
            break
        reach = len(masks) * (0.02 + 0.03 * (trial % 10))
        moved = [number + reach * random() for number in range(len(masks))]
        slots = _laid(masks, sorted(range(len(masks)), key=moved.__getitem__), fields)
        if len(slots) < len(best[0]):
            best = [slots]
        elif len(slots) == len(best[0]) and len(best) < kept and slots not in best:
            best.append(slots)
    return best


def _laid(masks: Sequence[int], order: Sequence[int], fields: int) -> list[list[int]]:
    """Each slot takes the first matches of the order whose teams have rested, as many as there are fields."""
    slots, left, resting = list[list[int]](), list(order), 0
    while left:
        here, waiting, playing = list[int](), list[int](), 0
        for number in left:
            if len(here) < fields and not masks[number] & (resting | playing):
                here.append(number)
                playing |= masks[number]
            else:
                waiting.append(number)
        slots.append(here)
        left, resting = waiting, playing
    return slots


class _Grid:
    """The places, one for each field of each slot; ``had`` counts a team's matches on a field."""

    def __init__(self, matches: Sequence[Sequence[int]], slots: Sequence[Sequence[int]], fields: int) -> None:
        self.matches, self.fields = matches, fields
        self.places = list[int | None]()
        for number, slot in enumerate(slots):
            # Where fields stay idle, each of them does in turn.
            row, shift = [*slot, *[None] * (fields - len(slot))], number % fields
            self.places += row[shift:] + row[:shift]
        teams = 1 + max(team for match in matches for team in match)
        self.had = [[0] * fields for _ in range(teams)]
        self.slots = [0] * teams
        for place, match in enumerate(self.places):
            for team in self._teams(match):
                self.had[team][place % fields] += 1
                self.slots[team] |= self._bit(place)

    def even_out(self, random: Random) -> None:
        """Exchange places, ever less often for the worse."""
        tries, many = EXCHANGES_TRIED * len(self.matches), len(self.places)
        heat, cooling, chance = HOT, (COLD / HOT) ** (1 / tries), random.random
        for trial in range(tries):
            heat *= cooling
            one = int(chance() * many)
            if trial % 2:
                other = one - one % self.fields + int(chance() * self.fields)
            else:
                other = one + int((2 * chance() - 1) * NEAR_SLOTS * self.fields)
            if not 0 <= other < many or self.places[one] is self.places[other]:
                continue
            left, right = self._teams(self.places[one]), self._teams(self.places[other])
            if one // self.fields != other // self.fields and not (
                self._rested(left, one, other) and self._rested(right, other, one)
            ):
                continue
            worse = self._worse(left, one, other) + self._worse(right, other, one)
            if worse <= 0 or chance() < exp(-worse / heat):
                self.places[one], self.places[other] = self.places[other], self.places[one]
                self._moved(left, one, other)
                self._moved(right, other, one)

    def unevenness(self) -> tuple[int, int]:
        """Return how far the fields of a team are apart at most, and the sum of all squares."""
        return max(max(own) - min(own) for own in self.had), sum(n * n for own in self.had for n in own)

    def _rested(self, teams: Sequence[int], source: int, target: int) -> bool:
        """Return whether teams may change to another slot: nobody plays in that one already, or beside it."""
        own, beside = self._bit(source), 7 * self._bit(target) // 2
        return not any((self.slots[team] ^ own) & beside for team in teams)

    def _worse(self, teams: Sequence[int], source: int, target: int) -> int:
        one, other = source % self.fields, target % self.fields
        return sum(self.had[team][other] - self.had[team][one] + 1 for team in teams) if one != other else 0

    def _moved(self, teams: Sequence[int], source: int, target: int) -> None:
        change = self._bit(source) ^ self._bit(target)
        for team in teams:
            self.had[team][source % self.fields] -= 1
            self.had[team][target % self.fields] += 1
            self.slots[team] ^= change

    def _bit(self, place: int) -> int:
        """Return a place's slot as a bit; the first one stands for the time before all."""
        return 2 << place // self.fields

    def _teams(self, match: int | None) -> Sequence[int]:
        return () if match is None else self.matches[match]


Key = TypeVar("Key")


class Balance(msgspec.Struct, frozen=True):
    """The figures of a schedule's balanced rounds; ``meets`` is the least and the most of any two teams."""

    meets: tuple[int, int]
    hoops: int
    fields: int
    rest: int | None

    def words(self) -> Message:
        """Return the figures in one line."""
        least, most = self.meets
        even = {"hoops": self.hoops, "fields": self.fields}
        return Message(
            "Two teams meet {least} to {most} times. Matches that a team sits out between two of its own: at "
            "least {rest}. Start hoops and fields are shared out evenly, to within {hoops} and {fields} "
            "matches.",
            {"least": least, "most": most, "rest": self.rest or 0} | even,
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
    meets, apart = (min(pairs, default=0), max(pairs, default=0)), _widest(fields, schedule.fields)
    return Balance(meets, _widest(hoops, range(size)), apart, min(gaps, default=None))


def _widest(had: Mapping[str, Counter[Key]], keys: Sequence[Key]) -> int:
    """Return the largest difference, for any team, between what it has most and least often."""
    counts = [[own[key] for key in keys] for own in had.values()] if keys else []
    return max((max(each) - min(each) for each in counts), default=0)
