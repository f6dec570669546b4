"""Properties of every match, whatever is done in whatever order (FC-11 to FC-33, CONTRACT 4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from fieldkit.clock import NS
from fieldkit.errors import Misread, Rejected
from fieldkit.messages import DelayedOpening, Interruption

from .driver import REFUSALS, Bench, nonzero, seconds
from .independent_count import DECK, PRICES, Pencil
from .invariants import Invariants
from .legal import allowed, legal

pytestmark = pytest.mark.slow

KINDS = ("wood", "wheat", "brick", "ore", "sheep")
CARDS = tuple(DECK)
TEAMS = ("red", "blue", "green", "yellow")
HOOPS = tuple(f"h{n}" for n in range(1, 11))

tags = st.sampled_from((None, None, "A1", "A2"))
rarely = st.integers(0, 4)
small = st.integers(0, 3)
kinds = st.sampled_from(KINDS)
teams = st.sampled_from(TEAMS)
hoops = st.sampled_from(HOOPS)
heaps = st.dictionaries(kinds, small, max_size=3)
spans = st.sampled_from((0.0, 0.05, 0.3, 1.0, 2.5, 9.0, 30.0))


def in_break(match: Match) -> bool:
    """Return True if a rule is worth trying."""
    return match.bench.phase == "break"


def between(match: Match) -> bool:
    """Return True if a round may start."""
    return match.bench.phase in ("ready", "break")


def stopped(match: Match) -> bool:
    """Return True while a round waits for the referee."""
    return match.bench.phase == "stopped"


def in_round(match: Match) -> bool:
    """Return True while a round runs."""
    return match.bench.phase in ("head_start", "round", "grace")


class Match(Invariants):
    """A match played anyhow; the pencil counts along with what was accepted."""

    @initialize(
        four=st.booleans(),
        players=st.lists(st.sampled_from((3, 4)), min_size=4, max_size=4),
        full=st.booleans(),
        sheep=st.booleans(),
        balls=st.sampled_from((4, 12)),
        tie=st.sampled_from(("shared", "most_vp", "extra_round", "first")),
        flags=st.fixed_dictionaries(
            {name: st.booleans() for name in ("gifts", "auto_start", "reshuffle_used")}
        ),
        aim=st.sampled_from((30, 30, 6)),
        seed=st.integers(0, 99),
        warm=st.booleans(),
    )
    def begin(
        self,
        four: bool,
        players: list[int],
        full: bool,
        sheep: bool,
        balls: int,
        tie: str,
        flags: dict[str, bool],
        aim: int,
        seed: int,
        warm: bool,
    ) -> None:
        """Set a match up; a warm one has its first round behind it, and teams with something in hand."""
        names = TEAMS if four else TEAMS[:3]
        entries = [
            {"id": name, "players": count, "start_hoop": f"h{n}"}
            for n, (name, count) in enumerate(zip(names, players, strict=False), 1)
        ]
        self.kinds = KINDS if sheep else KINDS[:4]
        options = {"kinds": list(self.kinds), "balls_per_kind": balls, "tie": tie, "deck": "paper"}
        options |= {"target": aim, **flags}
        self.bench = Bench(seed=seed)
        self.bench.create(entries, full_game=full, options=options)
        self.pencil = Pencil(entries, dict.fromkeys(self.kinds, balls), full, aim, tie)
        self.dues: dict[str, int] = {}
        self.last = self.bench.view
        self.opened = self.bench.now
        if warm:
            self.a_round([(n, kind, None) for n, kind in enumerate(self.kinds * 3)], end=True)
            for name, cards in zip(names, (CARDS[:3], CARDS[3:], CARDS[:1]), strict=False):
                self.correct(name, {"settlements_in_hand": 1, "cards": list(cards)})

    # What is done

    def order(self, kind: str, /, **fields: Any) -> bool:
        """Give a command; True if it was accepted, which `can` must have said."""
        can = self.bench.view["can"]
        try:
            self.bench.order(kind, **fields)
        except REFUSALS:
            return False
        assert can.get(kind), f"{kind} was accepted although can does not list it"
        assert allowed(can[kind], kind, fields), f"{kind} {fields} was accepted against can: {can[kind]}"
        return True

    def opens(self) -> None:
        """Tell the pencil of a new round."""
        if self.bench.view["round"] > self.last["round"]:
            self.pencil.opens()
            self.opened = self.bench.moment("open") if self.bench.cue("open") else self.bench.now

    @rule(refuse=st.booleans())
    def start(self, refuse: bool) -> None:
        """Start a round; what still waits to be judged is refused only where that was said (FC-11)."""
        waiting = self.bench.view["waiting_balls"]
        if self.order("start_round", refuse_pending=refuse):
            assert refuse or not waiting
            self.opens()

    @precondition(between)
    @rule(balls=st.lists(st.tuples(st.integers(0, 9), kinds, tags), max_size=12), end=st.booleans())
    def a_round(self, balls: list[tuple[int, str, str | None]], end: bool) -> None:
        """Play a round with balls into cities, often to its end."""
        if not self.order("start_round", refuse_pending=True):
            return
        self.opens()
        self.holds()
        self.wait((self.opened - self.bench.now) / NS)
        for place, kind, tag in balls:
            cities = [hoop["id"] for hoop in self.bench.view["hoops"] if hoop["building"] == "city"]
            if cities:
                self.bench.wait(0.1)
                self.ball(cities[place % len(cities)], kind, 0, tag)
        if end:
            self.wait(10)

    @rule(span=spans)
    def wait(self, span: float) -> None:
        to = self.bench.now + seconds(span)
        while (due := self.bench.game.next_deadline(self.bench.state)) is not None and due <= to:
            self.bench.until(due)
            self.opens()
            self.holds()
        self.bench.until(to)

    @precondition(in_round)
    @rule()
    def stop(self) -> None:
        """Stop the round."""
        self.order("stop_round")

    @precondition(stopped)
    @rule(kind=st.sampled_from(("resume_round", "end_round")), span=st.sampled_from((None, 0.5, 5)))
    def go_on(self, kind: str, span: float | None) -> None:
        """Go on or end as played."""
        more = {"seconds": span} if kind == "resume_round" and span else {}
        self.order(kind, **more)

    @precondition(lambda self: not in_break(self))
    @rule(kind=st.sampled_from(("buy", "trade", "use_card", "break_clock", "refilled")), team=teams)
    def out_of_turn(self, kind: str, team: str) -> None:
        """Refuse at any other time what belongs into the break."""
        fields: dict[str, dict[str, Any]] = {
            "buy": {"team": team, "item": "knight", "pay": PRICES["knight"][0]},
            "trade": {"a": team, "b": "blue", "a_gives": {"ore": 1}, "b_gives": {}, "gift": True},
            "use_card": {"team": team, "card": "victory_point"},
            "break_clock": {"seconds": 5},
            "refilled": {"kinds": {"wood": 0}},
        }
        if kind == "refilled":
            self.order(kind, **fields[kind])
        else:
            assert not self.order(kind, **fields[kind])

    @precondition(lambda self: stopped(self) or in_break(self))
    @rule()
    def void(self) -> None:
        """Take the round back."""
        if self.order("void_round"):
            self.pencil.voids()
            assert self.bench.phase in ("ready", "break", "grace", "stopped")
            assert self.bench.view["round"] == self.last["round"] - 1
            self.last = self.bench.view

    @rule(hoop=hoops, kind=kinds, ago=spans, tag=tags)
    def ball(self, hoop: str, kind: str, ago: float, tag: str | None) -> None:
        """See a ball in a hoop."""
        try:
            verdict = self.bench.sight(hoop, kind, at=self.bench.now - seconds(ago), tag=tag)
        except Misread:
            return
        if verdict == "counted":
            self.pencil.counts(hoop, kind)

    @rule(team=teams, hoop=hoops)
    def marker(self, team: str, hoop: str) -> None:
        """See a marker in a hoop: it is placed or not, as the hoop then shows."""
        free = self.bench.hoop(hoop)["building"] == "none"
        try:
            self.bench.sight(hoop, team, role="marker")
        except Misread:
            return
        if free and self.bench.hoop(hoop)["team"] == team:
            self.pencil.place(team, hoop)

    @rule(hoop=hoops, kind=kinds)
    def by_hand(self, hoop: str, kind: str) -> None:
        """Count a ball by hand."""
        if self.order("deposit", hoop=hoop, kind=kind):
            self.pencil.counts(hoop, kind)

    @rule(accept=st.booleans())
    def settle(self, accept: bool) -> None:
        """Settle the oldest held ball."""
        for held in self.bench.view["pending"][:1]:
            if self.order("settle", pending=held["id"], accept=accept) and accept:
                self.pencil.teams[held["team"]].bag[held["kind"]] += 1

    @rule(team=teams, hoop=hoops)
    def place(self, team: str, hoop: str) -> None:
        if self.order("place", team=team, hoop=hoop):
            self.pencil.place(team, hoop)

    @precondition(in_break)
    @rule(
        team=teams,
        item=st.sampled_from(tuple(PRICES)),
        way=st.integers(0, 1),
        hoop=hoops,
        card=st.sampled_from(CARDS),
        rich=st.booleans(),
    )
    def buy(self, team: str, item: str, way: int, hoop: str, card: str, rich: bool) -> None:
        """Buy something, after a correction that makes it payable more often than not."""
        pay = PRICES[item][way % len(PRICES[item])]
        if rich:
            self.correct(team, {"resources": pay})
        fields: dict[str, Any] = {"hoop": hoop} if item == "city" else {}
        fields |= {"card": card} if item == "card" else {}
        if self.order("buy", team=team, item=item, pay=pay, **fields):
            self.pencil.buy(team, item, pay, **fields)

    @precondition(in_break)
    @rule(a=teams, b=teams, a_gives=heaps, b_gives=heaps, gift=st.booleans())
    def trade(self, a: str, b: str, a_gives: dict[str, int], b_gives: dict[str, int], gift: bool) -> None:
        if self.order("trade", a=a, b=b, a_gives=a_gives, b_gives=b_gives, gift=gift):
            self.pencil.trade(a, b, a_gives, b_gives)

    @precondition(in_break)
    @rule(team=teams, card=st.sampled_from(CARDS), kind=kinds, hoop=hoops, heap=heaps, drawn=st.booleans())
    def use(self, team: str, card: str, kind: str, hoop: str, heap: dict[str, int], drawn: bool) -> None:
        """Use a card, bought just before more often than not."""
        if drawn:
            self.correct(team, {"resources": PRICES["card"][0]})
            if self.order("buy", team=team, item="card", card=card, pay=PRICES["card"][0]):
                self.pencil.buy(team, "card", PRICES["card"][0], card=card)
        fields: dict[str, Any] = {}
        if card == "year_of_plenty":
            fields = {"kinds": heap}
        elif card == "monopoly":
            fields = {"kind": kind}
        elif card == "barbarians":
            fields = {"hoop": hoop, "victim": self.bench.hoop(hoop)["team"] or "blue"}
        if self.order("use_card", team=team, card=card, **fields):
            self.pencil.use(team, card, **fields)

    @rule(team=teams, by_lot=st.booleans(), heap=heaps)
    def discard(self, team: str, by_lot: bool, heap: dict[str, int]) -> None:
        """Discard for a team; what a lot took is read off, and it is as much as was owed."""
        before = {name: self.pencil.stock(name) for name in self.pencil.teams}
        if not self.order("discard", team=team, **({"by_lot": True} if by_lot else {"kinds": heap})):
            return
        now = self.bench.stock(team)
        gone = {kind: count - now.get(kind, 0) for kind, count in before[team].items()}
        assert sum(gone.values()) == self.pencil.teams[team].owes
        assert by_lot or nonzero(gone) == nonzero(heap)
        self.pencil.discards(team, gone)

    @rule(
        team=teams,
        change=st.one_of(
            st.fixed_dictionaries({"resources": heaps}),
            st.fixed_dictionaries({"knights": st.integers(0, 4)}),
            st.fixed_dictionaries({"settlements_in_hand": st.integers(0, 2)}),
            st.fixed_dictionaries({"players": st.integers(2, 4)}),
        ),
    )
    def correct(self, team: str, change: dict[str, Any]) -> None:
        """Correct what a team has."""
        if self.order("correct", team=team, set=change, reason="a correction"):
            self.pencil.correct(team, change)

    @rule(hoop=hoops, building=st.sampled_from(("none", "settlement", "city")), team=teams, luck=rarely)
    def correct_hoop(self, hoop: str, building: str, team: str, luck: int) -> None:
        """Correct what stands in a hoop."""
        stands = {"id": hoop, "building": building, "team": None if building == "none" else team}
        if luck < 2 and self.order("correct", set={"hoop": stands}, reason="a correction"):
            self.pencil.correct(None, {"hoop": stands})

    @rule(kind=kinds, count=st.integers(0, 14), luck=rarely)
    def correct_balls(self, kind: str, count: int, luck: int) -> None:
        """Correct how many balls there are."""
        if not luck and self.order("correct", set={"balls": {kind: count}}, reason="a correction"):
            self.pencil.correct(None, {"balls": {kind: count}})

    @precondition(in_break)
    @rule(fields=st.sampled_from(({"seconds": 20}, {"hold": True}, {"hold": False}, {"seconds": 0})))
    def clock(self, fields: dict[str, Any]) -> None:
        """Set the break's clock."""
        self.order("break_clock", **fields)

    @rule(ago=st.sampled_from((0, 1, 9, 40)), stop=st.booleans(), luck=rarely)
    def bare(self, ago: float, stop: bool, luck: int) -> None:
        """Report a round that the whistle ran by itself."""
        if luck:
            return
        opened = self.bench.now - seconds(ago)
        try:
            self.bench.bare(opened, opened + seconds(8), opened + seconds(min(ago, 3)) if stop else None)
        except Rejected:
            return
        self.opens()
        self.bench.until(self.bench.now)
        assert self.bench.phase in ("round", "stopped", "grace", "break") or self.last["phase"] == "over"
        self.last = self.bench.view

    @rule(same_clock=st.booleans(), span=spans, luck=rarely)
    def interrupted(self, same_clock: bool, span: float, luck: int) -> None:
        """Lose the round of the whistle."""
        if luck:
            return
        was = self.bench.phase
        last = self.bench.now
        self.bench.now = last + seconds(span) if same_clock else last // 2 + 3 * NS
        self.bench.give(Interruption(last, self.bench.now, same_clock))
        if was in ("head_start", "round"):
            assert self.bench.phase == "stopped"

    @precondition(lambda self: self.bench.game.whistle.opening(self.bench.state) is not None)
    @rule(span=st.sampled_from((0.2, 1.0)))
    def slipped(self, span: float) -> None:
        """Delay the opening blast."""
        self.bench.give(DelayedOpening(self.bench.now + seconds(span), self.bench.now))

    @precondition(lambda self: self.bench.view["result"] is not None)
    @rule(luck=rarely, done=st.booleans())
    def confirm(self, luck: int, done: bool) -> None:
        """Confirm the result, rarely."""
        if not luck:
            view = self.bench.view
            over = view["clock"].get("remaining") == 0 or view["options"]["tie"] == "first"
            if self.order("confirm_result", teams_done=done):
                assert view["phase"] == "break"
                assert done or over
                assert self.bench.view["result"] == {"winners": self.pencil.leads(), "final": True}

    @rule(picks=st.lists(st.integers(0, 97), min_size=1, max_size=5))
    def what_can_be_done(self, picks: list[int]) -> None:
        """Do some of what `can` lists."""
        for pick in picks:
            what = ("buy", "place", "use_card", "discard", "settle")
            found = [(k, f) for k, f in legal(self.bench.view, self.card) if k in what]
            if not found:
                return
            kind, fields = found[pick % len(found)]
            if kind == "discard":
                self.discard(fields["team"], by_lot=True, heap={})
            elif kind == "settle":
                self.settle(accept=bool(pick % 3))
            else:
                assert self.order(kind, **fields)
                tell: dict[str, Callable[..., None]] = {
                    "buy": self.pencil.buy,
                    "place": self.pencil.place,
                    "use_card": self.pencil.use,
                }
                tell[kind](**fields)
            self.holds()


TestMatch = Match.TestCase
