"""The public board of Full-Contact Catan as the scoreboard reads it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Metres = Annotated[float, msgspec.Meta(ge=-10_000, le=10_000)]
Count = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Points = Annotated[int, msgspec.Meta(ge=-100_000, le=100_000)]
Ms = Annotated[float, msgspec.Meta(ge=-1e15, le=1e15)]


class Ticking(msgspec.Struct, frozen=True):
    """The clock: ``ends_at`` (ms of the kit's clock) while it runs, else ``remaining`` (ms)."""

    state: Literal["idle", "running", "held"] = "idle"
    ends_at: Ms | None = None
    remaining: Ms | None = None
    total: Ms | None = None
    head_start_team: str | None = None


class Made(msgspec.Struct, frozen=True):
    """The points of a team by where they come from."""

    cities: Points = 0
    settlements: Points = 0
    knights: Points = 0
    cards: Points = 0
    extra: Points = 0


class Team(msgspec.Struct, frozen=True):
    """A team: what it has, and how many cards it still holds."""

    id: str
    name: str
    mark: Literal["triangle", "square", "hexagon", "star"]
    players: Count = 0
    knights: Count = 0
    resources: dict[str, Count] = {}
    vp: Points = 0
    settlements_in_hand: Count = 0
    cards: Count = 0
    used_cards: list[str] = []
    made: Made | None = None


class Hoop(msgspec.Struct, frozen=True):
    """A hoop on the field, and what stands in it."""

    id: str
    x: Metres
    y: Metres
    team: str | None = None
    building: Literal["none", "settlement", "city"] = "none"
    link: Literal["ok", "silent", "none"] = "none"


class Counted(msgspec.Struct, frozen=True):
    """A ball counted in this round; ``at_clock`` in ms left."""

    hoop: str
    team: str
    kind: str
    at_clock: Ms | None = None


class Owed(msgspec.Struct, frozen=True):
    """How many balls a team must still discard."""

    team: str
    discard: Count


class Next(msgspec.Struct, frozen=True):
    """The teams that have something ahead of the others in the next round (FC-29, FC-30)."""

    foresight: str | None = None
    supremacy: str | None = None


class Recent(msgspec.Struct, frozen=True):
    """One of the last things that happened, in words."""

    text: str
    team: str | None = None


class Result(msgspec.Struct, frozen=True):
    """Who stands first; not yet final until the referee confirms it (FC-32)."""

    winners: list[str] = []
    final: bool = False


class Statistics(msgspec.Struct, frozen=True):
    """The points of each team when each round began, and now; the balls it collected, by kind."""

    points: list[dict[str, Points]] = []
    collected: dict[str, dict[str, Count]] = {}


class Options(msgspec.Struct, frozen=True):
    """What of the options a screen shows: the colour of the balls of each kind, by its name (FC-0)."""

    colours: dict[str, str] = {}


class Board(msgspec.Struct, frozen=True):
    """The whole view, with defaults for what a screen can do without."""

    phase: Literal["ready", "head_start", "round", "grace", "break", "stopped", "over"]
    match: str | None = None
    round: Count = 0
    clock: Ticking = Ticking()
    target: Count = 0
    options: Options = Options()
    get_ready: str = ""
    began_at: Ms | None = None
    teams: list[Team] = []
    hoops: list[Hoop] = []
    counted: list[Counted] = []
    owed: list[Owed] = []
    next_round: Next = Next()
    supremacy: str | None = None
    recent: list[Recent] = []
    result: Result | None = None
    statistics: Statistics = Statistics()
    bare: bool = False
    practice: bool = False

    def team(self, id: str | None) -> Team | None:
        """The team of that id, None where there is none."""
        return next((team for team in self.teams if team.id == id), None)

    def named(self, id: str | None) -> str:
        """A team's name, its id where no such team plays."""
        team = self.team(id)
        return (id or "") if team is None else team.name

    @property
    def resting(self) -> bool:
        """Whether nobody plays just now, so that there is time to look at more than clock and points."""
        return self.phase in ("ready", "break", "stopped", "over")

    @property
    def ready_line(self) -> str:
        """What bodies do, while there is time to read it."""
        return self.get_ready if self.phase in ("ready", "break") and self.result is None else ""

    @property
    def extra_round(self) -> bool:
        """Whether teams that tied at the target play on in this round (FC-32)."""
        running = self.phase in ("head_start", "round", "grace", "stopped")
        began = self.statistics.points[-2:-1] if running else []
        return any(sum(points >= self.target for points in each.values()) > 1 for each in began)

    @property
    def tied(self) -> bool:
        """Whether teams stand at the target in a break and none has won: they will play on (FC-32)."""
        there = sum(team.vp >= self.target for team in self.teams)
        return self.phase == "break" and self.result is None and there > 1 and self.target > 0

    @property
    def leaders(self) -> list[str]:
        """Who stands first, while not all stand alike."""
        points = [team.vp for team in self.teams]
        if self.phase in ("ready", "over") or len(set(points)) < 2:
            return []
        return [team.id for team in self.teams if team.vp == max(points)]

    @property
    def match_points(self) -> list[Team]:
        """Who lacks one point to the target, while nobody is there."""
        if self.phase in ("ready", "over") or any(team.vp >= self.target for team in self.teams):
            return []
        return [team for team in self.teams if team.vp == self.target - 1]

    def home(self, address: str) -> str:
        """Where the record of the match is shown once it is over, "" before; ``address`` is the kit's."""
        over = self.phase == "over" and self.match is not None and bool(address)
        return f"{address.rstrip('/')}/matches/{self.match}" if over else ""

    def buildings(self, team: str, building: str) -> int:
        """How many hoops hold such a building of the team."""
        return sum(hoop.team == team and hoop.building == building for hoop in self.hoops)

    def left_ms(self, now_ms: float) -> float:
        """What the clock has left at a moment of the kit's clock, in ms; never more than its total."""
        if self.clock.state == "running" and self.clock.ends_at is not None:
            left = max(0.0, self.clock.ends_at - now_ms)
            return left if self.clock.total is None else min(left, self.clock.total)
        return max(0.0, self.clock.remaining or 0.0)
