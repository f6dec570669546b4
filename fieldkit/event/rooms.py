"""A later round by the standings: rooms of teams that stand close together and have seldom met."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from fieldkit.errors import Rejected
from fieldkit.event.changes import next_id
from fieldkit.event.documents import PlannedMatch, Schedule

ROOM = 4
FAR = 3
"""The cost of putting a team one room away from its own, beside 1 for a pair that has met once."""
SWEEPS = 3
"""The number of times all rooms are gone through; more changes hardly anything."""


def rooms(
    order: Sequence[str],
    played: Sequence[PlannedMatch],
    schedule: Schedule,
    fields: Sequence[str],
    round: int,
    points: Mapping[str, int] | None = None,
) -> tuple[PlannedMatch, ...]:
    """Return the matches of the round ``round``, the last rooms first. Raises Rejected."""
    teams = [team for team in order if team not in schedule.absent]
    many = -(-len(teams) // ROOM)
    if not teams or 3 * many > len(teams):
        raise Rejected("teams", "Rooms of 3 or 4 teams cannot be made of {n} teams.", None, n=len(teams))
    if not fields:
        raise Rejected("fields", "There is no field to play on.")
    at = 0
    made = list[list[str]]()
    for number in range(many):
        # The last rooms are those of three.
        size = ROOM if number < len(teams) - 3 * many else ROOM - 1
        made.append(teams[at : at + size])
        at += size
    met = Counter(frozenset(pair) for each in played for pair in combinations(each.teams, 2))
    _mix(made, _homes(made, points or {}), met)
    # On fields that their teams have had seldom, after all that is planned.
    had = Counter((team, each.field) for each in played for team in each.teams)
    first = max((each.slot for each in schedule.matches if not each.called_off), default=-2) + 2
    planned, number = list[PlannedMatch](), int(next_id(schedule))
    waiting = [_on_hoops(room, played) for room in reversed(made)]
    for slot in range(-(-len(waiting) // len(fields))):
        here = waiting[slot * len(fields) : (slot + 1) * len(fields)]
        costs = [[sum(had[team, field] ** 2 for team in room) for field in fields] for room in here]
        for room, column in sorted(zip(here, _assigned(costs), strict=True), key=lambda pair: pair[1]):
            id = str(number + len(planned))
            planned.append(PlannedMatch(id, first + slot, fields[column], tuple(room), round, "room"))
    return tuple(planned)


def _mix(made: list[list[str]], homes: Mapping[str, range], met: Mapping[frozenset[str], int]) -> None:
    """Exchange teams between rooms, one seat of every room at a time, while it lowers the cost."""
    for sweep in range(SWEEPS * ROOM):
        seat = sweep % ROOM
        having = [number for number, room in enumerate(made) if seat < len(room)]
        free = [made[number][seat] for number in having]

        def cost(team: str, number: int, seat: int = seat) -> int:
            others = [other for at, other in enumerate(made[number]) if at != seat]
            far = max(homes[team].start - number, number - homes[team].stop + 1, 0)
            return FAR * far**2 + sum(met.get(frozenset((team, other)), 0) ** 2 for other in others)

        costs = [[cost(team, number) for number in having] for team in free]
        for team, column in zip(free, _assigned(costs), strict=True):
            made[having[column]][seat] = team


def _on_hoops(room: Sequence[str], played: Sequence[PlannedMatch]) -> list[str]:
    """Return the teams of a room in the order of start hoops that they have had seldom."""
    had = Counter((team, hoop) for each in played for hoop, team in enumerate(each.teams))
    hoops = _assigned([[had[team, hoop] ** 2 for hoop in range(len(room))] for team in room])
    return [team for _, team in sorted(zip(hoops, room, strict=True))]


def _homes(made: Sequence[Sequence[str]], points: Mapping[str, int]) -> dict[str, range]:
    """Return the rooms that a team belongs to: its own, and those of all with as many points."""
    own = {team: number for number, room in enumerate(made) for team in room}
    homes = dict[str, range]()
    for team, number in own.items():
        alike = [own[other] for other in own if team in points and points[team] == points.get(other)]
        homes[team] = range(min([number, *alike]), max([number, *alike]) + 1)
    return homes


def _assigned(costs: Sequence[Sequence[int]]) -> list[int]:
    """Return a column for each row, all different, of the least cost together."""
    # Here, because a kit does without, and a hub starts sooner.
    from scipy import optimize

    if not costs:
        return []
    _, columns = optimize.linear_sum_assignment(costs)
    return [int(column) for column in columns]
