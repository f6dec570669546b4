"""The state of a match: frozen values, and the questions one can ask of them.

Points, owners and winners are computed here and never stored. Moments and spans are in ns of the kit's clock.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec.structs import replace

from fieldkit.errors import Unknown
from fieldkit.games import Stage
from fieldkit.games.declared import Value
from fieldkit.games.full_contact.options import Options
from fieldkit.games.people import Player
from fieldkit.phrases import N_, Term

Phase = Literal["ready", "head_start", "round", "grace", "break", "stopped", "over"]
Building = Literal["none", "settlement", "city"]
Kinds = Mapping[str, int]
"""Kind of ball to a number of balls; a kind that is not named counts as 0."""

IN_ROUND: tuple[Phase, ...] = ("head_start", "round", "grace", "stopped")
STAGES: Mapping[Phase, Stage] = {
    "ready": "ready",
    **dict.fromkeys(IN_ROUND, "play"),
    "break": "rest",
    "over": "over",
}
"""The stage of each phase, for shared pages; before a match is set up it is ``setup``."""

FIELD = "field"
"""The account of the balls that no team has (FC-13)."""


class Numbers(Value):
    """The numbers of the rules that a match was played by, kept with it so that old records replay."""

    points: Mapping[str, int]
    prices: Mapping[str, Mapping[str, int]]
    deck: Mapping[str, int]
    plenty: int
    opening_lead_ms: int
    warn_seconds: float
    oldest_seconds: float
    player_seconds: float


class Team(Player, Value):
    """A team; what it has of balls stands in `State.stocks`."""

    players: int
    start_hoop: str
    knights: int
    bonus_vp: int = 0
    settlements_in_hand: int = 0
    placeable: int = 0
    """Settlements in hand that were there when the round opened (FC-15)."""
    cards: tuple[str, ...] = ()
    used_cards: tuple[str, ...] = ()
    owed: int = 0
    """Balls to discard after a Robber (FC-27)."""


class Hoop(Value):
    """A hoop: where it lies (m), and the one building in it (FC-12)."""

    id: str
    x: float
    y: float
    row: int
    start: bool = False
    building: Building = "none"
    team: str | None = None


class Pile(Value):
    """A pile of balls on the field (FC-3)."""

    id: str
    kind: str
    capacity: int
    x: float
    y: float
    row: int


class Span(Value):
    """One stretch of play between an opening blast and its end; ``head_team`` played from ``head_opens``."""

    opens: int
    ends: int
    until: int | None = None
    """The moment it was over; None while it runs to ``ends``."""
    head_team: str | None = None
    head_opens: int | None = None

    @property
    def first(self) -> int:
        """The moment of its first blast."""
        return self.opens if self.head_opens is None else self.head_opens

    def overlaps(self, team: str | None, first: int, last: int) -> bool:
        """Return True if a moment from ``first`` to ``last`` lay in it for that team (FC-11, FC-29)."""
        opens = self.first if team == self.head_team else self.opens
        return opens <= last and first <= (self.ends if self.until is None else self.until)


class Round(Value):
    """The running or last round. ``key`` begins the ids of its cues."""

    number: int
    key: str
    started: int
    spans: tuple[Span, ...]
    head_team: str | None = None
    supremacy: str | None = None
    bare: str | None = None
    """The whistle's own id of a bare round."""
    voided: bool = False
    closed: int | None = None
    """The moment of its closing whistle, None if it never sounded or was not reached."""
    left: int = 0
    """The rest of the round when it was stopped."""
    head_left: int = 0
    """The rest of the head start when it was stopped."""
    sound_stop: bool = False
    clock_lost: bool = False
    """Its moments are of another boot's clock."""

    @property
    def span(self) -> Span:
        """The newest stretch of play."""
        return self.spans[-1]


class BreakClock(Value):
    """The clock of the break: running to ``ends``, or held with ``left`` to go (FC-17)."""

    key: str
    since: int
    total: int
    ends: int | None
    left: int = 0
    ended: bool = False


class CountedBall(Value):
    """A deposit of this round."""

    hoop: str
    team: str
    kind: str
    at_clock: int | None
    by: str
    player: str | None = None
    seq: int | None = None
    """The number of the decision that counted it, for the view alone; None on a bench without numbers."""


class Foul(Value):
    """A foul of the sport's own list that was noted (FC-33); ``foul`` is a key of `words.FOULS`."""

    team: str
    foul: str
    player: str | None = None


class Marker(Value):
    """A marker that the crew has to put down or take off, and the building it stands for (FC-19, FC-28)."""

    hoop: str
    team: str
    do: Literal["add", "remove"]
    building: Building


class RefusedBall(Value):
    """A sighting that counted nothing, with the deposits before it; ``why`` is a key of `words.REASONS`."""

    hoop: str
    kind: str | None
    why: str
    params: Mapping[str, str] = {}
    after: int = 0


class HeldBall(Value):
    """A ball held for the referee to accept or refuse; ``late_by`` after the closing whistle."""

    id: str
    hoop: str
    team: str
    kind: str
    why: str
    late_by: int | None = None
    at_clock: int | None = None
    tag: str | None = None
    player: str | None = None
    params: Mapping[str, str] = {}


Fate = Literal["open", "accepted", "refused", "declined", "withdrawn", "gone"]
"""``declined`` by the other team of a trade, ``withdrawn`` by its captain, ``gone``: no longer possible."""


class Proposal(Value):
    """A captain's proposal, a command by its fields; ``agreed``: nobody else has to agree first."""

    id: str
    team: str
    by: str
    command: Mapping[str, Any]
    agreed: bool
    fate: Fate = "open"


class TagCount(Value):
    """The last start in which a tagged ball counted, its hoops, and how many of its kind had gone back."""

    start: int
    returned: int
    hoops: tuple[str, ...] = ()


class State(Value):
    """A whole match."""

    key: str
    options: Options
    numbers: Numbers
    full_game: bool
    practice: bool
    target: int
    teams: tuple[Team, ...]
    hoops: tuple[Hoop, ...]
    piles: tuple[Pile, ...]
    stocks: Mapping[str, Kinds]
    """Account (`FIELD` or a team's id) to balls; only `move` and a correction of the balls change it."""
    balls: Kinds
    deck: Mapping[str, int]
    discarded_cards: tuple[str, ...] = ()
    phase: Phase = "ready"
    number: int = 0
    starts: int = 0
    clocks: int = 0
    round: Round | None = None
    past: tuple[Round, ...] = ()
    break_clock: BreakClock | None = None
    foresight: str | None = None
    supremacy: str | None = None
    counted: tuple[CountedBall, ...] = ()
    refused: tuple[RefusedBall, ...] = ()
    pending: tuple[HeldBall, ...] = ()
    held: int = 0
    refill: Kinds = {}
    fetch: Kinds = {}
    """Balls that the crew brings from the field for Year of Plenty in this break (FC-25)."""
    returned: Kinds = {}
    tags: Mapping[str, TagCount] = {}
    players_seen: Mapping[str, tuple[str, int]] = {}
    history: tuple[Mapping[str, int], ...] = ()
    """Each team's points when a round began, the set-up first."""
    collected: Mapping[str, Kinds] = {}
    """Team to the balls it brought in."""
    by_player: Mapping[str, int] = {}
    """Player (``team/number``) to balls, where wristbands are scanned."""
    extra: bool = False
    """True when the last round was played because several were at the target (FC-32)."""
    reached: Mapping[str, int] = {}
    """With ``tie = "first"``: the teams at the target, and the order in which they came there (FC-32)."""
    fouls: tuple[Foul, ...] = ()
    markers: tuple[Marker, ...] = ()
    began: int | None = None
    """The moment of the match's first opening blast."""
    busy: bool = False
    """True once something was bought, traded or used since the last round."""
    winners: tuple[str, ...] | None = None
    """The final winners; None before the result is confirmed and for a match abandoned."""
    before: State | None = None
    """The state before the start of the round, for a void (FC-16)."""
    proposals: tuple[Proposal, ...] = ()
    """The captains' proposals since the round began, and their fates."""
    proposed: int = 0
    lesson: tuple[Any, ...] | None = None
    """The events of a led practice from its beginning; None for any other match."""
    corrections: tuple[Any, ...] = ()
    """The events of the round that a void keeps: corrections, fouls, the crew's work (FC-16)."""

    def team(self, id: str) -> Team:
        """Return the team with that id; raise KeyError if there is none."""
        return {team.id: team for team in self.teams}[id]

    def hoop(self, id: str) -> Hoop:
        """Return the hoop with that id; raise KeyError if there is none."""
        return {hoop.id: hoop for hoop in self.hoops}[id]

    def known_team(self, id: str) -> Team:
        """Return the team, or raise Unknown."""
        if all(team.id != id for team in self.teams):
            raise Unknown("unknown_team", "No team {id} in this match", None, id=id)
        return self.team(id)

    def known_hoop(self, id: str) -> Hoop:
        """Return the hoop, or raise Unknown."""
        if all(hoop.id != id for hoop in self.hoops):
            raise Unknown("unknown_hoop", "No hoop {id} on this field", None, id=id)
        return self.hoop(id)

    def known_kinds(self, kinds: Kinds) -> Kinds:
        """Return the kinds with more than 0 balls; raise Unknown for one not in play or a negative number."""
        for kind, count in kinds.items():
            if kind not in self.options.kinds:
                raise Unknown("unknown_kind", "No {kind} balls in this match", "FC-2", kind=Term(kind))
            if count < 0:
                text = N_("{count} balls of {kind}: numbers start at 0")
                raise Unknown("bad_number", text, None, count=count, kind=Term(kind))
        return {kind: count for kind, count in kinds.items() if count}

    def buildings(self, team: str, building: Building) -> list[str]:
        """Return the hoops in which a team has such a building."""
        return [hoop.id for hoop in self.hoops if (hoop.team, hoop.building) == (team, building)]

    def is_starting(self, hoop: Hoop) -> bool:
        """Return True for a team's starting city (FC-4), which Barbarians cannot touch (FC-28)."""
        home = next((team.start_hoop for team in self.teams if team.id == hoop.team), None)
        return hoop.building == "city" and hoop.id == home

    @property
    def current(self) -> Round:
        """The round that is on."""
        assert self.round is not None
        return self.round

    def with_team(self, id: str, **changes: Any) -> State:
        """Return the state with one team changed."""
        return replace(self, teams=tuple(replace(t, **changes) if t.id == id else t for t in self.teams))

    def with_hoop(self, id: str, building: Building, team: str | None) -> State:
        """Return the state with another building in one hoop."""
        hoops = (replace(h, building=building, team=team) if h.id == id else h for h in self.hoops)
        return replace(self, hoops=tuple(hoops))

    def with_round(self, span: Mapping[str, Any] = {}, phase: Any = None, **changes: Any) -> State:
        """Return the state with the running round changed, and its newest stretch by ``span``."""
        if span:
            changes["spans"] = (*self.current.spans[:-1], replace(self.current.span, **span))
        return replace(self, phase=phase or self.phase, round=replace(self.current, **changes))

    def move(self, giver: str, taker: str, kinds: Kinds) -> State:
        """Hand balls from one account to another: the one place where quantities move (FC-13)."""
        stocks = {**self.stocks, giver: plus(self.stocks[giver], kinds, -1)}
        stocks[taker] = plus(stocks[taker], kinds)
        # Counted, so that a tagged ball may count again.
        returned = plus(self.returned, kinds) if taker == FIELD else self.returned
        return replace(self, stocks=stocks, returned=returned)

    def pay(self, team: str, paid: Kinds) -> State:
        """Return the state with paid or discarded balls on the field, for the crew to put back (FC-22)."""
        return replace(self.move(team, FIELD, paid), refill=plus(self.refill, paid), busy=True)

    def kept(self, event: object) -> State:
        """Return the state with an event that a void does not take back (FC-16)."""
        return replace(self, corrections=(*self.corrections, event))

    def with_marker(self, marker: Marker) -> State:
        """Return the state with one more marker to see to; one that is not yet down is just forgotten."""
        same = (marker.hoop, marker.team, marker.building)
        others = tuple(one for one in self.markers if (one.hoop, one.team, one.building) != same)
        done = len(others) < len(self.markers)
        return replace(self, markers=others if done else (*others, marker))


def plus(a: Kinds, b: Kinds, times: int = 1) -> Kinds:
    """Return ``a`` and ``times`` times ``b`` together."""
    return {kind: a.get(kind, 0) + times * b.get(kind, 0) for kind in {**a, **b}}


def total(kinds: Kinds) -> int:
    """Return the number of balls of all kinds."""
    return sum(kinds.values())


def covers(stock: Kinds, kinds: Kinds) -> bool:
    """Return True if ``stock`` holds at least ``kinds``."""
    return all(stock.get(kind, 0) >= n for kind, n in kinds.items())
