"""The standings of an event as somebody works them out on paper: another way to what the hub shows."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, groupby

POINTS = {4: (4, 3, 2, 1), 3: (4, 3, 2)}
"""What the places of a match give, by how many play in it."""
SIGNS = {Fraction(): "", Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔"}
Results = dict[str, dict[str, int]]
"""What the teams (their names) scored in each match."""


def table(teams: Collection[str], results: Results) -> list[list[str]]:
    """Return the rows: place, team, points, matches, first places of its own, all that it scored."""
    rows: list[list[str]] = []
    for level in _levels(sorted(teams), results):
        place = str(len(rows) + 1)
        for team in level:
            own = [scores for scores in results.values() if team in scores]
            won = sum(_shares(scores, team) == (1, 1) for scores in own)
            scored = sum(scores[team] for scores in own)
            points = _written(_points(team, results))
            rows.append([place, team, points, str(len(own)), str(won), str(scored)])
    return rows


def gained(scores: Mapping[str, int], team: str) -> list[str]:
    """Return what one match gave a team: its place there, what it scored and the points for that."""
    return [str(_shares(scores, team)[0]), str(scores[team]), _written(_worth(scores, team))]


def _shares(scores: Mapping[str, int], team: str) -> tuple[int, int]:
    """Return a team's place in a match, and how many have it."""
    mine = scores[team]
    return 1 + sum(each > mine for each in scores.values()), list(scores.values()).count(mine)


def _worth(scores: Mapping[str, int], team: str) -> Fraction:
    place, n = _shares(scores, team)
    return Fraction(sum(POINTS[len(scores)][place - 1 : place - 1 + n]), n)


def _points(team: str, results: Results) -> Fraction:
    return sum((_worth(scores, team) for scores in results.values() if team in scores), Fraction())


def _written(points: Fraction) -> str:
    whole = points.numerator // points.denominator
    sign = SIGNS[points - whole]
    return f"{whole if whole or not sign else ''}{sign}"


def _levels(teams: Sequence[str], results: Results) -> Iterator[Sequence[str]]:
    """Who shares a place, the best first."""
    for level in _parted(teams, {team: _points(team, results) for team in teams}):
        yield from _told_apart(level, results)


def _told_apart(level: Sequence[str], results: Results) -> Iterator[Sequence[str]]:
    """Teams with as many points: whom they have beaten, where all have met, and then what they scored."""
    scored = {team: Fraction(sum(scores.get(team, 0) for scores in results.values())) for team in level}
    for values in (_beaten(level, results), scored):
        parts = _parted(level, values)
        if len(parts) > 1:
            for part in parts:
                yield from _told_apart(part, results)
            return
    yield level


def _beaten(level: Sequence[str], results: Results) -> dict[str, Fraction]:
    """How many of the others each has beaten less how many have beaten it; all 0 if two have not met."""
    beaten = dict.fromkeys(level, Fraction())
    for one, other in combinations(level, 2):
        both = [scores for scores in results.values() if one in scores and other in scores]
        if not both:
            return dict.fromkeys(level, Fraction())
        ahead = sum((scores[one] > scores[other]) - (scores[one] < scores[other]) for scores in both)
        better, worse = (one, other) if ahead > 0 else (other, one)
        beaten[better] += bool(ahead)
        beaten[worse] -= bool(ahead)
    return beaten


def _parted(teams: Sequence[str], values: Mapping[str, Fraction]) -> list[Sequence[str]]:
    """Teams by their values, the highest first; the others stay in their order."""
    ordered = sorted(teams, key=lambda team: -values[team])
    return [list(part) for _, part in groupby(ordered, key=lambda team: values[team])]
