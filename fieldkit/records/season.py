"""A season: what the matches of a record tell of teams, pairs of teams and players, all by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from fieldkit.games import Side
from fieldkit.records.archive import Summary

MAX_LISTED = 100
"""The number of teams and of players that are listed at most."""
MAX_PAIRED = 12
"""Among how many teams the table of pairs is drawn."""


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team's season; ``side`` is how it last played, ``shared`` first places are not among the ``won``."""

    side: Side
    matches: int
    won: int
    shared: int
    points: int


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """The deeds of one player for a team; known by the tag alone, so by a number or name on it."""

    side: Side
    player: str
    matches: int
    count: int


@dataclass(frozen=True, slots=True)
class JournalSeason:
    """``pairs``: how often the first team of two finished before the second, by their names."""

    matches: int
    teams: Sequence[TeamRow]
    pairs: Mapping[tuple[str, str], int]
    players: Sequence[PlayerRow]

    @property
    def paired(self) -> Sequence[TeamRow]:
        """The teams of the table of pairs."""
        return self.teams[:MAX_PAIRED]


def season_of(summaries: Iterable[Summary]) -> JournalSeason:
    """Return the season of these matches, the newest first; what does not count is left out."""
    counted = [each for each in summaries if each.season is not None]
    latest: dict[str, Side] = {}
    totals: dict[str, Counter[str]] = {}
    pairs: Counter[tuple[str, str]] = Counter()
    people: dict[tuple[str, str], list[int]] = {}
    for each in counted:
        sides = {side["id"]: side for side in each.sides}
        how = "won" if len(each.winners) == 1 else "shared"
        for side in each.sides:
            latest.setdefault(side["name"], side)
            won = {how: 1} if side["id"] in each.winners else {}
            totals.setdefault(side["name"], Counter()).update({"matches": 1, "points": side["score"]} | won)
        pairs.update(_ahead(each))
        for share in each.season.players if each.season else ():
            if share.side in sides:
                people.setdefault((sides[share.side]["name"], share.player), []).append(share.count)
    teams = [
        TeamRow(latest[name], n["matches"], n["won"], n["shared"], n["points"]) for name, n in totals.items()
    ]
    teams.sort(key=lambda row: (-row.won, -row.shared, -row.points, row.side["name"]))
    players = [PlayerRow(latest[name], player, len(n), sum(n)) for (name, player), n in people.items()]
    players.sort(key=lambda row: (-row.count, row.side["name"], row.player))
    return JournalSeason(len(counted), teams[:MAX_LISTED], pairs, players[:MAX_LISTED])


def _ahead(summary: Summary) -> Iterable[tuple[str, str]]:
    """Return the pairs of names of which the first finished before the second."""
    ranks = {side["name"]: (side["id"] in summary.winners, side["score"]) for side in summary.sides}
    return [(one, other) for one in ranks for other in ranks if ranks[one] > ranks[other]]
