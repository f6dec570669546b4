"""Makes a schedule: who meets whom, when, and on which field.

Who meets whom comes from drafts that were balanced in advance, one for each number of teams, of matches for
each team, and each size of matches. A draft is a row of teams, one letter each: all of them once, all once
again, and on until each has its matches. The row is cut into matches, and its order in a match is that of the
start hoops. Every team plays just as many matches as every other. Where their number does not come out even,
a few matches are of another size: at most three of three teams among those of four (the last ones, so that a
late team finds a place), at most two of four among those of three (the first ones).

When and where is worked out here, by `fieldkit.event.making_places`: a team rests at least one slot between
two of its matches, and has each field evenly. The same call always makes the same schedule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

import msgspec

from fieldkit.errors import Rejected
from fieldkit.event.documents import PlannedMatch, Schedule
from fieldkit.event.making_places import placed
from fieldkit.event.timetable import minute_of
from fieldkit.phrases import N_

LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcd"
"""The letters with which a draft writes its teams."""
LEAST_TEAMS, MOST_TEAMS = 3, len(LETTERS)
LEAST_ROUNDS, MOST_ROUNDS = 2, 10


def make(
    teams: Sequence[str],
    fields: Sequence[str],
    rounds: int,
    size: int,
    start: str = "10:00",
    slot_minutes: int = 20,
) -> Schedule:
    """Return a schedule in which each team plays ``rounds`` matches of ``size`` teams (3 or 4) on ``fields``.

    ``start`` is a time of day, ``slot_minutes`` the time from the start of a match to that of the next one.
    Raises `Rejected` for numbers that there is no schedule for.
    """
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


def _check(teams: Sequence[str], fields: Sequence[str], rounds: int, size: int, slot_minutes: int) -> None:
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
