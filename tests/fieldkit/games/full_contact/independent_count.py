"""A count of a match kept apart from the kit, as a second referee would keep it with a pencil.

It is told what was accepted and knows prices and points by itself; it never looks at the kit's state.
"""

from collections import Counter
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

PRICES: dict[str, list[dict[str, int]]] = {
    "settlement": [{"wood": 3, "wheat": 2}],
    "city": [{"wood": 3, "wheat": 3, "ore": 1}, {"wood": 3, "wheat": 3, "sheep": 1}],
    "knight": [{"ore": 2, "wood": 1}, {"ore": 2, "wheat": 1}],
    "card": [{"brick": 2, "wood": 1}, {"brick": 2, "wheat": 1}],
}
"""FC-18 by hand."""
DECK = {
    "victory_point": 4,
    "year_of_plenty": 1,
    "monopoly": 1,
    "robber": 1,
    "barbarians": 1,
    "foresight": 1,
    "military_supremacy": 1,
}
"""FC-23 by hand."""
POINTS = {"none": 0, "settlement": 1, "city": 2}


@dataclass
class Account:
    """The account of one team."""

    players: int
    knights: int
    extra: int
    bag: Counter[str] = field(default_factory=Counter)
    in_hand: int = 0
    cards: Counter[str] = field(default_factory=Counter)
    point_cards: int = 0
    owes: int = 0


class Pencil:
    """The whole count: accounts, hoops and the balls that exist."""

    def __init__(
        self,
        teams: list[dict[str, Any]],
        kinds: Mapping[str, int],
        full_game: bool = False,
        target: int = 8,
        tie: str = "shared",
    ) -> None:
        most = max(team["players"] for team in teams)
        self.balls = Counter(kinds)
        self.teams = {
            team["id"]: Account(team["players"], 2 if full_game else 1, 1 if team["players"] < most else 0)
            for team in teams
        }
        self.hoops: dict[str, tuple[str, str]] = {team["start_hoop"]: (team["id"], "city") for team in teams}
        self.deck = Counter(DECK)
        self.used: Counter[str] = Counter()
        self.target, self.tie = target, tie
        self.came: dict[str, int] = {}
        """The teams at the target, and the order in which they came."""
        self.steps = 0
        self.extra = False
        self.before: Pencil | None = None
        self.corrections: list[dict[str, Any]] = []

    # What is told

    def opens(self) -> None:
        """Remember the count before a round, in case it is void."""
        before = deepcopy(self)
        self.extra = len(self.came) > 1
        if before.before is not None:
            before.before.before = None
        self.before = before
        self.corrections = []

    def voids(self) -> None:
        """Take the round back; corrections stay."""
        assert self.before is not None
        again = self.corrections
        self.__dict__.update(deepcopy(self.before.__dict__))
        for fields in again:
            self.correct(**fields)

    def counts(self, hoop: str, kind: str) -> None:
        """Count a ball for the team whose city lies in the hoop."""
        team, building = self.hoops[hoop]
        assert building == "city"
        self.teams[team].bag[kind] += 1

    def place(self, team: str, hoop: str) -> None:
        """Put a settlement down."""
        assert hoop not in self.hoops
        self.teams[team].in_hand -= 1
        self.hoops[hoop] = (team, "settlement")

    def buy(self, team: str, item: str, pay: Mapping[str, int], hoop: str = "", card: str = "") -> None:
        """Buy something, paid as named."""
        account = self.teams[team]
        account.bag.subtract(pay)
        match item:
            case "settlement":
                account.in_hand += 1
            case "city":
                assert self.hoops[hoop] == (team, "settlement")
                self.hoops[hoop] = (team, "city")
            case "knight":
                account.knights += 1
            case "card":
                if not self.deck.total():
                    self.deck, self.used = self.used, Counter()
                self.deck[card] -= 1
                account.cards[card] += 1
            case _:
                raise AssertionError(item)

    def trade(self, a: str, b: str, a_gives: Mapping[str, int], b_gives: Mapping[str, int]) -> None:
        """Trade between two teams."""
        self.teams[a].bag.subtract(a_gives)
        self.teams[b].bag.update(a_gives)
        self.teams[b].bag.subtract(b_gives)
        self.teams[a].bag.update(b_gives)

    def use(self, team: str, card: str, **f: Any) -> None:
        """Use a card."""
        me = self.teams[team]
        others = [account for name, account in self.teams.items() if name != team]
        me.cards[card] -= 1
        self.used[card] += card != "victory_point"
        match card:
            case "victory_point":
                me.point_cards += 1
            case "year_of_plenty":
                me.bag.update(f["kinds"])
            case "monopoly":
                for other in others:
                    me.bag[f["kind"]] += other.bag.pop(f["kind"], 0)
            case "robber":
                for other in others:
                    other.owes = (other.bag.total() + 1) // 2
            case "barbarians":
                owner, building = self.hoops.pop(f["hoop"])
                if building == "city":
                    self.hoops[f["hoop"]] = (owner, "settlement")

    def discards(self, team: str, kinds: Mapping[str, int]) -> None:
        """Discard what a team owes."""
        self.teams[team].bag.subtract(kinds)
        self.teams[team].owes = 0

    def correct(self, team: str | None, change: Mapping[str, Any]) -> None:
        """Set absolute values; only what is named changes."""
        self.corrections.append({"team": team, "change": dict(change)})
        if "hoop" in change:
            self.hoops.pop(change["hoop"]["id"], None)
            if change["hoop"]["building"] != "none":
                self.hoops[change["hoop"]["id"]] = (change["hoop"]["team"], change["hoop"]["building"])
        if "balls" in change:
            self.balls.update({kind: n - self.balls[kind] for kind, n in change["balls"].items()})
        if team is None:
            return
        account = self.teams[team]
        account.bag.update({kind: n - account.bag[kind] for kind, n in change.get("resources", {}).items()})
        account.knights = change.get("knights", account.knights)
        account.players = change.get("players", account.players)
        account.in_hand = change.get("settlements_in_hand", account.in_hand)
        if "cards" in change:
            self.deck.update(account.cards)
            account.cards = Counter(change["cards"])
            self.deck.subtract(account.cards)

    # What is read off

    def points(self) -> dict[str, int]:
        """Return the points (FC-31), counted by hand."""
        return {
            name: sum(POINTS[building] for owner, building in self.hoops.values() if owner == name)
            + account.knights
            + account.point_cards
            + account.extra
            for name, account in self.teams.items()
        }

    def leads(self) -> list[str]:
        """Return who would win now (FC-32). To be asked after each step, so that it knows who came first."""
        self.steps += 1
        points = self.points()
        there = [name for name in points if points[name] >= self.target]
        self.came = {name: self.came.get(name, self.steps) for name in there}
        if self.tie == "first":
            return [name for name in there if self.came[name] == min(self.came.values())]
        if self.tie == "shared" or len(there) < 2:
            return there
        top = [name for name in there if points[name] == max(points.values())]
        return top if self.tie == "most_vp" or (self.extra and len(top) == 1) else []

    def stock(self, team: str) -> dict[str, int]:
        """Return a team's balls, without zeros."""
        return {kind: count for kind, count in self.teams[team].bag.items() if count}

    def next_cards(self, reshuffle: bool) -> Counter[str]:
        """Return the cards that can be drawn next (FC-24)."""
        return +self.deck or (+self.used if reshuffle else Counter())

    def field_balls(self) -> dict[str, int]:
        """Return the balls on the field: those that exist less those of the teams."""
        return {
            kind: count - sum(account.bag[kind] for account in self.teams.values())
            for kind, count in self.balls.items()
        }
