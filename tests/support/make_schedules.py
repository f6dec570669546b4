"""Makes the balanced drafts that schedules are made from: ``python -m tests.support.make_schedules``.

The kit needs none of it: it ships what this writes, `fieldkit/event/schedules.json`. `fieldkit.event.making`
tells what a draft is. For each number of teams and of matches for each team, teams are exchanged by simulated
annealing, always within a turn in which each of them plays once, so that opponents are met evenly and a
team's matches lie apart; then the start hoops of each match. All chance is seeded: the same program makes the
same file.
"""

import json
from collections.abc import Iterator
from itertools import combinations
from math import exp
from pathlib import Path
from random import Random

from fieldkit.event.making import LETTERS, cuts, layouts

TARGET = Path(__file__).parents[2] / "fieldkit" / "event" / "schedules.json"
TEAMS, ROUNDS, SIZES = range(3, 41), range(2, 11), (4, 3)
MOVES = 240_000
"""Exchanges tried for each draft, shared out among several starts from another order: a small draft is soon
as good as it gets and gains by many starts, a large one by a long search."""
LEAST_STARTS, MOST_STARTS, PLACES_STARTED = 2, 12, 1500
FINALISTS = 4
"""Of how many equally good drafts the one is taken that needs the fewest slots."""
HOOP_MOVES, HOOP_TRIES = 100, 20
"""Exchanges of start hoops tried for each place, and how often until all are even."""
HOT, COLD = 1.6, 0.12
APART, NEAR = 0.7, 0.3
"""Two matches of a team that lie nearer than this part of a turn cost this much for each match, squared."""


class Draft:
    """A row of teams, cut into matches; ``meets`` counts how often each pair meets, both ways round."""

    def __init__(self, teams: int, rounds: int, size: int, random: Random) -> None:
        self.teams, self.rounds, self.size, self.random = teams, rounds, size, random
        self.cuts = cuts(teams, rounds, size)
        self.match_of = [match for match, many in enumerate(self.cuts) for _ in range(many)]
        self.first = [self.match_of.index(match) for match in range(len(self.cuts))] + [teams * rounds]
        turn = len(self.cuts) / rounds
        self.near = [NEAR * max(0.0, APART * turn - gap) ** 2 for gap in range(2 * len(self.cuts) + 2)]
        self.row = self._shuffled()
        self.meets = [0] * teams * teams
        for match in range(len(self.cuts)):
            for one, other in combinations(self.of(match), 2):
                self.meets[one * teams + other] += 1
                self.meets[other * teams + one] += 1
        self.plays = [[0] * teams for _ in range(rounds)]
        for place, team in enumerate(self.row):
            self.plays[place // teams][team] = self.match_of[place]

    def of(self, match: int) -> list[int]:
        """Return the teams of a match."""
        return self.row[self.first[match] : self.first[match + 1]]

    def _shuffled(self) -> list[int]:
        row: list[int] = []
        for _ in range(self.rounds):
            # A match may lie across two turns: who ended the one in it does not begin the next one in it.
            begun = row[self.first[self.match_of[len(row)]] :] if row else []
            turn = [team for team in range(self.teams) if team not in begun]
            self.random.shuffle(turn)
            missing = self.cuts[self.match_of[len(row)]] - len(begun)
            rest = turn[missing:] + begun
            self.random.shuffle(rest)
            row += turn[:missing] + rest
        return row

    def anneal(self, moves: int) -> None:
        """Exchange teams of one turn, ever less often for the worse."""
        heat, cooling = HOT, (COLD / HOT) ** (1 / moves)
        chance, teams = self.random.random, self.teams
        for _ in range(moves):
            heat *= cooling
            turn = int(chance() * self.rounds)
            one, other = (turn * teams + int(chance() * teams) for _ in range(2))
            left, right = self.match_of[one], self.match_of[other]
            if left == right:
                continue
            here, there = self.of(left), self.of(right)
            if self.row[other] in here or self.row[one] in there:
                continue
            worse = self._worse(turn, one, other, here, there)
            if worse <= 0 or chance() < exp(-worse / heat):
                self._exchange(turn, one, other, here, there)

    def _worse(self, turn: int, one: int, other: int, here: list[int], there: list[int]) -> float:
        """How much larger the sum of all squared meetings, and of what lies near, would be."""
        meets, near, a, b = self.meets, self.near, self.row[one], self.row[other]
        left, right = self.match_of[one], self.match_of[other]
        of_a, of_b, more = a * self.teams, b * self.teams, 0
        for team in here:
            if team != a:
                more += meets[of_b + team] - meets[of_a + team] + 1
        for team in there:
            if team != b:
                more += meets[of_a + team] - meets[of_b + team] + 1
        worse = 2.0 * more
        if turn:
            before = self.plays[turn - 1]
            worse += near[right - before[a]] - near[left - before[a]]
            worse += near[left - before[b]] - near[right - before[b]]
        if turn + 1 < self.rounds:
            after = self.plays[turn + 1]
            worse += near[after[a] - right] - near[after[a] - left]
            worse += near[after[b] - left] - near[after[b] - right]
        return worse

    def _exchange(self, turn: int, one: int, other: int, here: list[int], there: list[int]) -> None:
        meets, teams, a, b = self.meets, self.teams, self.row[one], self.row[other]
        for mine, new, company in ((a, b, here), (b, a, there)):
            for team in company:
                if team != mine:
                    meets[mine * teams + team] -= 1
                    meets[team * teams + mine] -= 1
                    meets[new * teams + team] += 1
                    meets[team * teams + new] += 1
        self.row[one], self.row[other] = b, a
        self.plays[turn][a], self.plays[turn][b] = self.match_of[other], self.match_of[one]

    def spread_hoops(self, moves: int) -> None:
        """Exchange start hoops within matches until each team has each of them evenly."""
        had = [[0] * 4 for _ in range(self.teams)]
        for place, team in enumerate(self.row):
            had[team][place - self.first[self.match_of[place]]] += 1
        chance, heat, cooling = self.random.random, 1.0, 0.02 ** (1 / moves)
        for _ in range(moves):
            heat *= cooling
            match = int(chance() * len(self.cuts))
            start, many = self.first[match], self.cuts[match]
            one = int(chance() * many)
            other = (one + 1 + int(chance() * (many - 1))) % many
            a, b = self.row[start + one], self.row[start + other]
            worse = had[a][other] - had[a][one] + 1 + had[b][one] - had[b][other] + 1
            if worse <= 0 or chance() < exp(-worse / heat):
                self.row[start + one], self.row[start + other] = b, a
                for team, sign in ((a, 1), (b, -1)):
                    had[team][other] += sign
                    had[team][one] -= sign

    def uneven_hoops(self) -> bool:
        """Whether a team has one start hoop two times more often than another one."""
        size = min(self.size, self.teams)
        had = [[0] * size for _ in range(self.teams)]
        for place, team in enumerate(self.row):
            hoop = place - self.first[self.match_of[place]]
            if hoop < size:
                had[team][hoop] += 1
        return any(max(each) - min(each) > 1 for each in had)

    def meetings(self) -> tuple[int, int]:
        """How far a pair is from the mean at most, and the squares of all: the lower the better."""
        pairs = [self.meets[one * self.teams + other] for one, other in combinations(range(self.teams), 2)]
        least, most = sum(pairs) // len(pairs), -(-sum(pairs) // len(pairs))
        return max(max(pairs) - most, least - min(pairs)), sum(each * each for each in pairs)

    def slots(self) -> int:
        """Return the number of slots that it takes on 1 to 8 fields, added up."""
        matches = [self.of(match) for match in range(len(self.cuts))]
        return sum(len(layouts(matches, fields)[0]) for fields in range(1, 9))


def drafted(size: int, teams: int, rounds: int) -> str:
    """Return the best of several drafts for a size of matches, a number of teams, and of matches for each."""
    starts = min(MOST_STARTS, max(LEAST_STARTS, PLACES_STARTED // (teams * rounds)))
    drafts = []
    for start in range(starts):
        draft = Draft(teams, rounds, size, Random(f"{size} {teams} {rounds} {start}"))
        draft.anneal(MOVES // starts)
        drafts.append(draft)
    least = min(draft.meetings() for draft in drafts)
    best = min([draft for draft in drafts if draft.meetings() == least][:FINALISTS], key=Draft.slots)
    tries = 0
    while tries == 0 or (best.uneven_hoops() and tries < HOOP_TRIES):
        best.spread_hoops(HOOP_MOVES * teams * rounds)
        tries += 1
    print(size, teams, rounds, *least, best.slots(), best.uneven_hoops(), flush=True)
    return "".join(LETTERS[team] for team in best.row)


def cases() -> Iterator[tuple[int, int, int]]:
    """All there are: size of matches, teams, matches for each."""
    return ((size, teams, rounds) for size in SIZES for teams in TEAMS for rounds in ROUNDS)


def main() -> None:
    """Make all drafts and write them."""
    rows = {case: drafted(*case) for case in cases()}
    lines = []
    for size in SIZES:
        by_teams = [
            f'  "{teams}": ' + json.dumps([rows[size, teams, rounds] for rounds in ROUNDS]) for teams in TEAMS
        ]
        lines.append(f' "{size}": {{\n' + ",\n".join(by_teams) + "\n }")
    TARGET.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="ascii")


if __name__ == "__main__":
    main()
