"""The standings: what the confirmed results of an event come to, in integers.

**Points.** Who shares a place shares what the places they take together give, in equal parts; all sums are in
twelfths of a point, so that nothing is ever rounded. A place gives the same in a match of three as in one of
four, so that nobody who wins is worse off for having met fewer.

**Level on points.** What tells teams apart is, in this order: how they did against each other (``met``),
asked only where every two of them have met; points for (``score``); the oldest stored draw that has all of
them in it (``draw``). A team has beaten another if it finished before it more often than behind. Those who
remain level begin again with the first, among themselves alone. Teams that nothing tells apart share a place
(``shared``), and are listed so that lots can be drawn.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, groupby
from typing import Literal

import msgspec
from msgspec.structs import replace

from fieldkit.event.documents import Draw, Id, MatchId, PlannedMatch, Result, Schedule, Score, Short, Team

Draws = Sequence[Draw]
Ahead = Mapping[tuple[str, str], int]
"""The number of times the first of two teams that met finished before the second."""
Results = Sequence[Result]
TWELFTHS = 12
"""The unit in which points are counted: a half, a third and a quarter are whole numbers of it."""
Decider = Literal["points", "met", "score", "draw", "shared"]
"""The reason for a row's place; ``shared`` if there was none."""

_FRACTIONS = {2: "⅙", 3: "¼", 4: "⅓", 6: "½", 8: "⅔", 9: "¾", 10: "⅚"}


class Points(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The points for the places of a match, by how many sides it had; two share those of a match of three."""

    of_four: tuple[int, ...] = (4, 3, 2, 1)
    of_three: tuple[int, ...] = (4, 3, 2)

    def of(self, sides: int) -> tuple[int, ...]:
        """Return what each place of a match of that many sides gives; nothing from the fifth on."""
        given = self.of_four if sides > 3 else self.of_three
        return (*given, *([0] * sides))[:sides]


USUAL = Points()
"""The points where the event's settings say nothing else."""


class MatchPoints(msgspec.Struct, frozen=True):
    """The gain of a team from one match of ``of`` sides; ``won`` is the first place alone, from 1."""

    scheduled: MatchId
    place: int
    of: int
    score: int
    points: Short
    twelfths: int
    won: bool


class Row(msgspec.Struct, frozen=True):
    """A team's place, and every match that it comes from; ``level`` are the others with as many points."""

    place: int
    team: Id
    name: Short
    club: Short
    played: int
    won: int
    points: Short
    twelfths: int
    score: int = msgspec.field(name="for")
    decided_by: Decider = "points"
    level: tuple[Id, ...] = ()
    met: int | None = None
    results: tuple[MatchPoints, ...] = ()


class Standings(msgspec.Struct, frozen=True):
    """The whole table, the first first; ``undrawn`` are the teams that only lots can tell apart."""

    rows: tuple[Row, ...] = ()
    undrawn: tuple[tuple[Id, ...], ...] = ()


def standings(
    teams: Sequence[Team], schedule: Schedule, results: Results, rules: Points = USUAL, draws: Draws = ()
) -> Standings:
    """Return the standings after these results, of which those of `counted` make the table."""
    lines: dict[str, list[MatchPoints]] = {team.id: [] for team in teams}
    ahead: Counter[tuple[str, str]] = Counter()
    for match, result in counted(schedule, results):
        for score, line in _shared_out(match, result, rules):
            if score.team in lines:
                lines[score.team].append(line)
        for one in result.scores:
            for other in result.scores:
                ahead[one.team, other.team] += one.place < other.place
    return _table([_row(team, lines[team.id]) for team in teams], ahead, draws)


def counted(schedule: Schedule, results: Sequence[Result]) -> list[tuple[PlannedMatch, Result]]:
    """Return the results that count, with their matches, in that order: no finals and no practice."""
    planned = {match.id: match for match in schedule.matches}
    found = [(planned[each.scheduled], each) for each in results if each.scheduled in planned]
    counting = (
        (match, result)
        for match, result in found
        if result.confirmed and match.stage != "final" and not match.called_off and not is_practice(result)
    )
    return sorted(counting, key=lambda pair: (pair[0].slot, pair[0].id))


def is_practice(result: Result) -> bool:
    """Return whether what stands as a result was only practice; what people have put right never is."""
    if result.correction is not None:
        return False
    versions = {version.id: version for version in result.versions}
    told = [versions[each.version] for each in result.confirmations if each.version in versions]
    newest = (told or list(result.versions))[-1:]
    return bool(newest) and newest[0].practice


def in_points(twelfths: int) -> str:
    """Twelfths of a point as people write points: ``12``, ``7½``, ``3⅓``."""
    whole, rest = divmod(abs(twelfths), TWELFTHS)
    part = _FRACTIONS.get(rest) or f"{' ' if whole else ''}{rest}/{TWELFTHS}"
    sign = "\N{MINUS SIGN}" if twelfths < 0 else ""
    return f"{sign}{whole if whole or not rest else ''}{part if rest else ''}"


def _beaten(group: Sequence[Row], ahead: Ahead) -> Mapping[str, int] | None:
    """Return how many of a group each has beaten less how many have beaten it; None if two never met."""
    ids = [each.team for each in group]
    if any(pair not in ahead for pair in combinations(ids, 2)):
        return None
    more = {(one, other): ahead[one, other] - ahead[other, one] for one in ids for other in ids}
    return {one: sum((more[one, each] > 0) - (more[one, each] < 0) for each in ids) for one in ids}


def _shared_out(match: PlannedMatch, result: Result, rules: Points) -> Iterator[tuple[Score, MatchPoints]]:
    given = rules.of(len(result.scores))
    places = [score.place for score in result.scores]
    for score in result.scores:
        first, n = sum(place < score.place for place in places), places.count(score.place)
        # A whole number among up to four sides, and no scheduled match has more.
        twelfths = sum(given[first : first + n]) * TWELFTHS // n
        place, told, won = first + 1, in_points(twelfths), n == 1 and first == 0
        yield score, MatchPoints(match.id, place, len(places), score.score, told, twelfths, won)


def _row(team: Team, results: Sequence[MatchPoints]) -> Row:
    """Return a team's row, whose place is still to be found."""
    twelfths, score = sum(each.twelfths for each in results), sum(each.score for each in results)
    figures = len(results), sum(each.won for each in results), in_points(twelfths), twelfths, score
    return Row(0, team.id, team.name, team.club, *figures, results=tuple(results))


def _table(found: Sequence[Row], ahead: Ahead, draws: Draws) -> Standings:
    rows: list[Row] = []
    undrawn: list[tuple[str, ...]] = []
    for level in _split(found, {each.team: each.twelfths for each in found}):
        for group, by, met in _told_apart(level, ahead, draws):
            first = len(rows) + 1
            for each in group:
                others = tuple(one.team for one in level if one is not each)
                rows.append(replace(each, place=first, decided_by=by, level=others, met=met))
            # Before the first match there is nothing to draw lots for.
            if by == "shared" and any(each.results for each in group):
                undrawn.append(tuple(each.team for each in group))
    return Standings(tuple(rows), tuple(undrawn))


def _told_apart(
    group: Sequence[Row], ahead: Ahead, draws: Draws, by: Decider = "points", met: int | None = None
) -> Iterator[tuple[Sequence[Row], Decider, int | None]]:
    """Yield teams that are level, by the places they share, each with its decider and its figure of ``met``.

    ``by`` is what led to this group.
    """
    if len(group) == 1:
        yield group, by, met
        return
    beaten = _beaten(group, ahead)
    scores = {each.team: each.score for each in group}
    asked: tuple[tuple[Decider, Mapping[str, int] | None], ...] = (("met", beaten), ("score", scores))
    for name, values in asked:
        parts = _split(group, values) if values else [group]
        if len(parts) > 1:
            for part in parts:
                own = beaten[part[0].team] if beaten else met
                yield from _told_apart(part, ahead, draws, name, own)
            return
    drawn = [draw for draw in draws if {each.team for each in group} <= set(draw.order)]
    if not drawn:
        yield group, "shared", 0 if beaten else met
    else:
        order = min(drawn, key=lambda draw: (draw.at, draw.order)).order
        for each in sorted(group, key=lambda each: order.index(each.team)):
            yield [each], "draw", 0 if beaten else met


def _split(group: Sequence[Row], values: Mapping[str, int]) -> list[Sequence[Row]]:
    """Return a group by its values, the highest first; those of one value in the order of their ids."""
    ordered = sorted(group, key=lambda each: (-values[each.team], each.team))
    return [list(part) for _, part in groupby(ordered, key=lambda each: values[each.team])]
