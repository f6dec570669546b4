"""The shapes of what the referee and everybody else see of a match, for the description of the interface."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

import msgspec

from fieldkit.games.full_contact.state import Building, Marker

Count = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Points = Annotated[int, msgspec.Meta(ge=-100_000, le=100_000)]
Metres = Annotated[float, msgspec.Meta(ge=-10_000, le=10_000)]
Mark = Literal["triangle", "square", "hexagon", "star"]
Link = Literal["ok", "silent", "none"]


class MadeView(TypedDict):
    """A team's points by where they come from."""

    cities: Points
    settlements: Points
    knights: Points
    cards: Points
    extra: Points


class BuildingsView(TypedDict):
    settlements: int
    cities: int


class FoulsView(TypedDict):
    """The fouls of a team that were noted, and how many of them (with sendings-off) by each player named."""

    count: int
    sent_off: int
    players: dict[str, int]


class TeamPart(TypedDict):
    """The fields of a team that both views share."""

    id: str
    name: str
    mark: Mark
    players: Count
    knights: Count
    resources: dict[str, Count]
    vp: Points
    buildings: BuildingsView
    bonus_vp: int
    settlements_in_hand: Count
    used_cards: list[str]


class TeamView(TeamPart):
    """A team as the referee sees it."""

    made: MadeView
    cards: list[str]
    fouls: FoulsView


class TeamBoard(TeamPart):
    """A team as everybody sees it: cards are a number, and `made` is left out while a round is on."""

    made: NotRequired[MadeView]
    cards: Count


class HoopBoard(TypedDict):
    """A hoop as everybody sees it; ``link`` is there where it is silent."""

    id: str
    x: Metres
    y: Metres
    team: str | None
    building: Building
    link: NotRequired[Link]


class HoopView(HoopBoard):
    """A hoop as the referee sees it; the kit adds how its link does."""

    row: int
    starting: bool
    battery_mv: NotRequired[int]


class CountedBoard(TypedDict):
    """A deposit of this round as everybody sees it; ``at_clock`` in ms left."""

    hoop: str
    team: str
    kind: str
    at_clock: int | None


class CountedView(CountedBoard):
    """A deposit of this round as the referee sees it; ``seq`` is what a strike names."""

    by: str
    player: NotRequired[str]
    seq: int | None


class RefusedView(TypedDict):
    """A sighting that counted nothing; ``after`` tells how many of the round's balls had been counted."""

    hoop: str
    reason: str
    kind: NotRequired[str]
    after: int


class PendingView(TypedDict):
    """A ball that waits for the referee; ``late_by`` in ms, ``why`` is the key of the reason."""

    id: str
    hoop: str
    kind: str
    team: str
    reason: str
    why: str
    late_by: NotRequired[int]


class OwedView(TypedDict):
    team: str
    discard: Count


class NextRoundView(TypedDict):
    """The rights that cards have set for the next round."""

    foresight: str | None
    supremacy: str | None


class FillView(TypedDict):
    pile: str
    upto: int


class RefillBoard(TypedDict):
    """Balls to put back; between rounds with the piles in the order to fill them, each up to its size."""

    kind: str
    count: int
    fill: NotRequired[list[FillView]]


class FetchView(TypedDict):
    """Balls that the crew brings to a team, from the lowest piles first."""

    kind: str
    count: int
    piles: list[str]


class RefillView(FetchView):
    """Balls to put back, and the piles in the order to fill them, each up to its size."""

    fill: list[FillView]


class CardView(TypedDict):
    """A card of the deck, in English for the page to translate and ``fill``; ``asks`` is what to name."""

    id: str
    name: str
    effect: str
    note: str | None
    fill: dict[str, float]
    asks: str
    count: int


class LimitView(TypedDict):
    """The lowest and highest value of a number, and by how much a tap changes it."""

    min: float
    max: float
    step: float


class ConfirmingView(TypedDict):
    """The coming winners; ``ready`` if they may be confirmed without asking whether all teams are done."""

    teams: list[str]
    ready: bool
    says: str


class FoulView(TypedDict):
    id: str
    text: str


class PileView(TypedDict):
    """A pile of balls on the field (m)."""

    id: str
    kind: str
    capacity: int
    x: float
    y: float


class SizeView(TypedDict):
    """The width and depth of the field (m)."""

    w: int
    h: int


class ResultView(TypedDict):
    """The winners; ``final`` once confirmed."""

    winners: list[str]
    final: bool


class BlockedView(TypedDict):
    text: str
    rule: str | None


class StatisticsView(TypedDict):
    """The numbers of the match: points when each round began and now, balls by team and kind, by player."""

    points: list[dict[str, Points]]
    collected: dict[str, dict[str, Count]]
    players: dict[str, int]


class SharedView(TypedDict):
    """The fields that both views share; the frame comes besides."""

    bare: bool
    practice: bool
    full_game: bool
    target: Count
    options: dict[str, Any]
    field: dict[str, int]
    owed: list[OwedView]
    next_round: NextRoundView
    supremacy: str | None
    deck_left: int
    fetch: list[FetchView]
    markers: list[Marker]
    result: ResultView | None
    at_target: list[str]
    get_ready: str
    warn_seconds: float
    began_at: NotRequired[int | None]
    """Left out where a moment of the kit's clock means nothing, as on a hub."""
    field_size: SizeView
    statistics: StatisticsView


class MarkView(TypedDict):
    """A step of a lesson that was judged: done right, or the slip, with its rule."""

    step: str
    right: bool
    text: str
    rule: str


class LedView(TypedDict):
    """A led practice: the step that is on, what happens and what to do, and the marks so far."""

    step: int
    of: int
    says: str
    help: str
    marks: list[MarkView]


class MatchView(SharedView):
    """The game's own part of what the referee sees."""

    led: LedView | None

    deck: dict[str, int]
    card_list: list[CardView]
    limits: dict[str, LimitView]
    corrections: list[str]
    teams: list[TeamView]
    hoops: list[HoopView]
    counted: list[CountedView]
    prices: dict[str, dict[str, int]]
    refill: list[RefillView]
    confirming: ConfirmingView | None
    piles: list[PileView]
    fouls_list: list[FoulView]
    waiting_balls: int
    plenty: int
    refused: list[RefusedView]
    pending: list[PendingView]
    blocked: BlockedView | None
    warnings: list[str]


class BoardView(SharedView):
    """The game's own part of what everybody sees."""

    teams: list[TeamBoard]
    hoops: list[HoopBoard]
    counted: list[CountedBoard]
    refill: list[RefillBoard]
