"""Finals as a tree, whose teams have names (``winner:F1``) that stay true, whichever they turn out to be."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise

from msgspec.structs import replace

from fieldkit.errors import Rejected
from fieldkit.event.documents import PLACE, SECOND, WINNER, PlannedMatch, Result, Schedule
from fieldkit.event.standings import Standings
from fieldkit.event.state import EventState
from fieldkit.phrases import N_

TITLES = (N_("Final"), N_("Semi-final"), N_("Quarter-final"))
"""The titles of the matches of the last levels, from the last one back."""
EARLIER = N_("Finals")
"""The title of the matches before them."""
MOST_TEAMS = 32


def tree(fields: Sequence[str], first_slot: int, size: int, advance: int = 2) -> tuple[PlannedMatch, ...]:
    """Return the finals of the best ``size``, where ``advance`` of each match go on. Raises Rejected."""
    if not fields:
        raise Rejected("fields", "There is no field to play on.")
    if advance not in (1, 2):
        raise Rejected("advance", "One or two of each final go on, not {n}.", None, n=advance)
    levels = _levels(size, advance)
    planned, slot = list[PlannedMatch](), first_slot
    entering = [f"{PLACE}{place}" for place in range(1, size + 1)]
    for back, many in zip(range(len(levels) - 1, -1, -1), levels, strict=True):
        title = TITLES[back] if back < len(TITLES) else EARLIER
        ids = [f"F{len(planned) + number}" for number in range(1, many + 1)]
        for number, (id, teams) in enumerate(zip(ids, _snaked(entering, many), strict=True)):
            at, field = slot + number // len(fields), fields[number % len(fields)]
            planned.append(PlannedMatch(id, at, field, teams, len(levels) - back, "final", title))
        entering = [WINNER + id for id in ids]
        if advance == 2:
            # Seconds are turned by half, so that they meet the winners of other matches.
            entering += [SECOND + id for id in (*ids[many // 2 :], *ids[: many // 2])]
        slot = planned[-1].slot + 2
    return tuple(planned)


def sizes(teams: int, advance: int) -> list[int]:
    """Of how many of the teams finals can be made of which ``advance`` go on from each match."""
    found = list[int]()
    for size in range(3, min(teams, MOST_TEAMS) + 1):
        with suppress(Rejected):
            _levels(size, advance)
            found.append(size)
    return found


def known(
    schedule: Schedule,
    order: Sequence[str] | None,
    results: Iterable[Result],
    level: Iterable[Collection[str]] = (),
) -> Schedule:
    """Return the schedule with every team in place of its name, as far as it is known.

    ``order`` are the teams by the standings, None while they are not final; ``level`` are groups of them that
    only lots can tell apart. Absent teams are passed over; who shares a place goes on in that order, if any.
    """
    there = [team for team in order or () if team not in schedule.absent]
    names = {f"{PLACE}{place}": team for place, team in enumerate(there, 1)}
    for group in level:
        at = {f"{PLACE}{place}" for place, team in enumerate(there, 1) if team in group}
        # Where all of them play the same match the lot decides nothing but their hoops.
        if not any(at <= set(each.teams) for each in schedule.matches):
            names = {name: team for name, team in names.items() if name not in at}
    rank = {team: place for place, team in enumerate(there)}
    for group in level:
        rank |= dict.fromkeys(group, min((rank[team] for team in group if team in rank), default=0))
    finals = {each.id for each in schedule.matches if each.stage == "final"}
    for result in results:
        if result.confirmed and result.scheduled in finals:
            names.update(_went_on(result, rank, schedule.absent))
    matches = []
    for each in schedule.matches:
        matches.append(replace(each, teams=tuple(names.get(team, team) for team in each.teams)))
    return replace(schedule, matches=tuple(matches))


def is_known(match: PlannedMatch) -> bool:
    """Return whether all teams of a match are known."""
    return not any(team.startswith((WINNER, SECOND, PLACE)) for team in match.teams)


def _levels(size: int, advance: int) -> list[int]:
    levels, left = list[int](), size
    while not levels or levels[-1] > 1:
        many = -(-left // 4)
        if not 3 <= 3 * many <= left <= MOST_TEAMS:
            said = N_("The best {size} do not make finals of 3 or 4 teams of which {advance} go on.")
            raise Rejected("size", said, None, size=size, advance=advance)
        levels.append(many)
        left = many * advance
    return levels


def _snaked(entering: Sequence[str], many: int) -> list[tuple[str, ...]]:
    """To and fro over the matches, so that the best of each are equally good together."""
    matches = [list[str]() for _ in range(many)]
    for number, team in enumerate(entering):
        turn, at = divmod(number, many)
        matches[at if turn % 2 == 0 else many - 1 - at].append(team)
    return [tuple(each) for each in matches]


def _went_on(result: Result, rank: Mapping[str, int], absent: Sequence[str]) -> Mapping[str, str]:
    """Winner and second of a final by their names, as far as the result and the standings' ranks tell."""
    scores = [each for each in result.scores if each.team and each.team not in absent]
    scores.sort(key=lambda each: (each.place, rank.get(each.team, len(rank))))
    stands = [(each.place, rank.get(each.team)) for each in scores]
    shared = [one == other for one, other in pairwise(stands)]
    told = dict[str, str]()
    for number, kind in enumerate((WINNER, SECOND)):
        if any(shared[: number + 1]) or number >= len(scores):
            break
        told[kind + result.scheduled] = scores[number].team
    return told


def known_schedule(state: EventState, found: Mapping[str, Result], table: Standings) -> Schedule:
    """Return the schedule with the teams of its finals, known or not, as another version each time."""
    if not any(each.stage == "final" for each in state.schedule.matches):
        return state.schedule
    order = [row.team for row in table.rows]
    is_final = not unsettled(state.schedule, found)
    told = known(state.schedule, order if is_final else None, found.values(), table.undrawn)
    return replace(told, version=state.n)


def unsettled(schedule: Schedule, found: Mapping[str, Result]) -> list[PlannedMatch]:
    """Return the matches before the finals that still have no result that counts."""
    before = [each for each in schedule.matches if each.stage != "final" and not each.called_off]
    return [each for each in before if each.id not in found or not found[each.id].confirmed]


def blocking(known: Schedule, found: Mapping[str, Result], table: Standings) -> list[tuple[str, ...]]:
    """Return the teams that lots must tell apart before a final of the schedule can begin."""
    if unsettled(known, found):
        return []
    teams = [team for each in known.matches if not each.called_off for team in each.teams]
    waiting = {int(team.removeprefix(PLACE)) for team in teams if team.startswith(PLACE)}
    there = [row.team for row in table.rows if row.team not in known.absent]
    places = {team: place for place, team in enumerate(there, 1)}
    return [group for group in table.undrawn if any(places.get(team) in waiting for team in group)]
