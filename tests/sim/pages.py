"""Pages of people, which hold to the contract of `web/static`: a tap is sent until it is answered."""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec

from fieldkit.clock import MS
from fieldkit.errors import Answer
from fieldkit.referee.feed import EncodedView
from tests.sim.lines import Air
from tests.sim.world import Process, World

Command = dict[str, Any]
View = Mapping[str, Any]

BEAT_S = 1.0
AGAIN_S, PATIENCE_S = 0.5, 5.0
URGENT_AGAIN_S, URGENT_BESIDE_S, URGENT_PATIENCE_S = 0.25, 1.0, 2.5
PROMPT_MS = 1500
"""A command that is wanted at once or not at all is not sent or taken any more after this long."""
WAIT_S = 0.7
"""The same command is not tapped again once it has waited for this long."""
AWAY_S = 2.0
HELD_UP_MS, ANOTHER_MS, ANOTHER_AT_ONCE_MS = 400, 5000, 15_000
REFUSED_S = 0.004
"""The time in which a machine says that nobody listens at its port."""


class Kit(Protocol):
    """A kit, as far as pages know it."""

    process: Process

    def take(self, raw: Mapping[str, Any], by: str, answered: Callable[[Answer], None]) -> None:
        """Take a command that has come to its web."""

    def beat(self, who: str) -> None:
        """Take a heartbeat."""

    def follow(self, wake: Callable[[EncodedView], None]) -> None:
        """Call ``wake`` with each view."""


class Ledger(Protocol):
    """The one who notes what was asked and answered."""

    def asked(self, tap: "Tap") -> None:
        """Note that a command is sent, perhaps once more."""

    def got(self, tap: "Tap", answer: Answer) -> None:
        """Note an answer that has come, of any status."""


class KitClock:
    """The kit's clock as a page estimates it, in ms."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._at: float | None = None
        self._kit = 0.0
        self._late_since: float | None = None

    def heard(self, now: float) -> None:
        """Take in that the kit's clock showed ``now`` a moment ago. The fastest message knows best."""
        guess = self.now()
        late = guess - now
        if self._at is None or late < 0 or self._is_another(late):
            self._set(now)
        elif self._late_since is None:
            self._set(guess - late * 0.05)

    def now(self) -> float:
        """Return the kit's clock now."""
        return 0.0 if self._at is None else self._kit + self._world.now / MS - self._at

    def _is_another(self, late: float) -> bool:
        here = self._world.now / MS
        if late <= HELD_UP_MS:
            self._late_since = None
        elif self._late_since is None:
            self._late_since = here
        return late > ANOTHER_AT_ONCE_MS or (
            self._late_since is not None and here - self._late_since > ANOTHER_MS
        )

    def _set(self, now: float) -> None:
        self._kit, self._at, self._late_since = now, self._world.now / MS, None


@dataclass(eq=False)
class Tap:
    """A command on its way from a page; ``answer`` is None while it waits, and for ever once given up."""

    command: Command
    by: str
    since: int
    """The moment of the tap, in the world's time."""
    urgent: bool = False
    within: float = float("inf")
    """The seconds after which it is no longer sent."""
    once: bool = False
    """True if it is never repeated."""
    done: Callable[["Tap"], None] | None = None
    boots: int = 0
    """The boot of the kit's machine at the tap."""
    tries: int = 0
    over: bool = False
    answer: Answer | None = None
    listening: set[int] = field(default_factory=set)
    lives: dict[int, int] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """Its id."""
        return str(self.command["id"])

    @property
    def is_dry(self) -> bool:
        """True if it asks only."""
        return self.command.get("dry_run") is True

    @property
    def is_prompt(self) -> bool:
        """True if it was tapped now or never."""
        return self.within < float("inf")

    @property
    def seq(self) -> int | None:
        """The number of its decision, if it was taken."""
        done = self.answer is not None and self.answer.status == 200
        return self.answer.body["seq"] if done and self.answer else None


class Page:
    """A page in a browser of its own machine; somebody looks at it and taps on it.

    ``by`` is who is logged in; only a referee's page ``beats``, and keeps what waits over a reload.
    """

    def __init__(
        self, world: World, kit: Kit, ledger: Ledger, name: str, by: str = "tablet", air: Air | None = None
    ) -> None:
        self.world, self.kit, self.by, self.name = world, kit, by, name
        self.beats = by == "tablet"
        self.air = Air(world, f"air of {name}")
        self.process = Process(world, world.machine(name), name, self._open)
        self._ledger = ledger
        self._chance = world.chance(name)
        self._kept: list[Command] = []
        self._newest: tuple[int, EncodedView, float] | None = None
        self._published = 0
        self._forget()
        kit.follow(self._wake)

    def _forget(self) -> None:
        self.waiting: list[Tap] = []
        self.clock = KitClock(self.world)
        self._line: deque[Tap] = deque()
        self._shown: tuple[int, EncodedView] | None = None
        self._decoded: View | None = None
        self._heard_at = self.world.now
        self._on_its_way = False

    def _open(self) -> None:
        """Begin as a page that was just loaded: with an empty memory, except for what the tab has kept."""
        kept, self._kept = self._kept, []
        self._forget()
        for command in kept:
            self.send(command)
        self.process.after(self._chance.uniform(0.05, BEAT_S), self._beat)

    # What is seen

    @property
    def view(self) -> View | None:
        """The view on the screen, None before the first."""
        if self._decoded is None and self._shown is not None:
            body = self._shown[1].match if self.beats else self._shown[1].board
            self._decoded = msgspec.json.decode(body)
        return self._decoded

    @property
    def away(self) -> bool:
        """True when the kit has been silent for two seconds."""
        return self.world.now - self._heard_at > AWAY_S * 1000 * MS

    @property
    def is_up_to_date(self) -> bool:
        """True if it shows the newest view."""
        return self._newest is None or (self._shown is not None and self._shown[0] == self._newest[0])

    def _wake(self, view: EncodedView) -> None:
        """Take a new view to send, in the referee's process: one that waits is skipped."""
        self._published += 1
        self._newest = self._published, view, self.world.monotonic_ns() / MS
        if not self._on_its_way and self.process.alive:
            self._on_its_way = True
            self.air.send(self.process, self._arrived)

    def _arrived(self) -> None:
        self._on_its_way = False
        assert self._newest is not None
        number, view, now = self._newest
        self._hear(now)
        if self._shown is None or number > self._shown[0]:
            self._shown, self._decoded = (number, view), None

    def _hear(self, now: float) -> None:
        self._heard_at = self.world.now
        self.clock.heard(now)

    def _beat(self) -> None:
        """Each second: the page's own beat, and that of the feed, which brings what was lost on the way."""
        self.process.after(BEAT_S, self._beat)
        self._notice_hang_up()
        self.air.send(self.kit.process, self._at_the_kit)

    def _at_the_kit(self) -> None:
        if self.beats:
            self.kit.beat(self.name[:8])
        now, newest = self.world.monotonic_ns() / MS, self._newest

        def heard() -> None:
            self._hear(now)
            if newest is not None and (self._shown is None or newest[0] > self._shown[0]):
                self._arrived()

        self.air.send(self.process, heard)

    # What is done

    def new_id(self) -> str:
        """Return a command id: 128 bits."""
        return f"{self._chance.getrandbits(128):032x}"

    def send(
        self,
        command: Command,
        urgent: bool = False,
        prompt: bool = False,
        done: Callable[[Tap], None] | None = None,
        by: str | None = None,
    ) -> Tap | None:
        """Send a command in turn, or at once if ``urgent``; one that is ``prompt`` now or never.

        Return None if the same waits already, or nothing can be reached that must be reached now.
        """
        if urgent and (known := self._under_way(command["type"])):
            self._attempt(known, chained=False)
            return known
        if not urgent and self._waits(command):
            return None
        tap = self._tap(command, by, done)
        if prompt:
            if self.away:
                return None
            tap.command["not_after"] = round(self.clock.now() + PROMPT_MS)
            tap.within = PROMPT_MS / 1000
            self.process.after(tap.within, lambda: self._end(tap, None))
        tap.urgent = urgent
        self.waiting.append(tap)
        self._keep()
        if urgent:
            self._attempt(tap)
        else:
            self._line.append(tap)
            if len(self._line) == 1:
                self._attempt(tap)
        return tap

    def ask(self, command: Command, done: Callable[[Tap], None] | None = None, by: str | None = None) -> Tap:
        """Ask once what a command would do."""
        tap = self._tap(command | {"dry_run": True}, by, done)
        tap.once = True
        self._attempt(tap)
        return tap

    def raw(self, command: Command, by: str | None = None, done: Callable[[Tap], None] | None = None) -> Tap:
        """Send a command once as it is, as a script would, and look at what comes back."""
        boots = self.kit.process.machine.boots
        tap = Tap(command, by or self.by, self.world.now, once=True, done=done, boots=boots)
        self._attempt(tap)
        return tap

    def give_up(self) -> None:
        """Stop repeating whatever waits, except what is urgent."""
        for tap in [each for each in self.waiting if not each.urgent]:
            self._end(tap, None)

    def _tap(self, command: Command, by: str | None, done: Callable[[Tap], None] | None) -> Tap:
        whole = {"id": self.new_id()} | command
        view = self.view
        if view is not None and (by or self.by) != "crew":
            whole.setdefault("round", view["round"])
        boots = self.kit.process.machine.boots
        return Tap(whole, by or self.by, self.world.now, done=done, boots=boots)

    def _under_way(self, kind: str) -> Tap | None:
        return next((tap for tap in self.waiting if tap.command["type"] == kind), None)

    def _waits(self, command: Command) -> bool:
        since = self.world.now - WAIT_S * 1000 * MS
        asked = command.items()
        return any(tap.since < since and asked <= tap.command.items() for tap in self.waiting)

    def _keep(self) -> None:
        lasting = [tap.command for tap in self.waiting if not tap.urgent and tap.within == float("inf")]
        self._kept = lasting if self.beats else []

    # How it is sent

    def _attempt(self, tap: Tap, chained: bool = True) -> None:
        """Post it once; a ``chained`` attempt is followed by the next."""
        if tap.over:
            return
        tap.tries += 1
        number, process = tap.tries, self.kit.process
        tap.listening.add(number)
        if chained:
            tap.lives[number] = process.life
        self._ledger.asked(tap)
        patience = URGENT_PATIENCE_S if tap.urgent else PATIENCE_S
        if tap.within < float("inf"):
            patience = min(patience, max(0.001, tap.within - (self.world.now - tap.since) / 1e9))
        if not process.alive and not self.air.is_cut:
            self.process.after(REFUSED_S, lambda: self._failed(tap, number, chained))
        else:
            self.air.send(process, lambda: self._take(tap, number, chained))
            self.process.after(patience, lambda: self._failed(tap, number, chained))
        if tap.urgent and chained:
            self.process.after(URGENT_BESIDE_S, lambda: self._go_on(tap, number))

    def _take(self, tap: Tap, number: int, chained: bool) -> None:
        """Hand it in at the kit, in the referee's process."""

        def back(answer: Answer) -> None:
            self.air.send(self.process, lambda: self._answered(tap, number, chained, answer))

        self.kit.take(tap.command, tap.by, back)

    def _answered(self, tap: Tap, number: int, chained: bool, answer: Answer) -> None:
        if number not in tap.listening:
            return
        self._ledger.got(tap, answer)
        if answer.status >= 500:
            self._failed(tap, number, chained)
            return
        tap.listening.discard(number)
        self._end(tap, answer)

    def _failed(self, tap: Tap, number: int, chained: bool) -> None:
        """Give an attempt up; the next one follows, if there is another."""
        if tap.over or number not in tap.listening:
            return
        tap.listening.discard(number)
        if tap.once:
            self._end(tap, None)
        elif chained:
            self._go_on(tap, number)

    def _go_on(self, tap: Tap, number: int) -> None:
        if tap.over or tap.lives.pop(number, None) is None:
            return
        self.process.after(URGENT_AGAIN_S if tap.urgent else AGAIN_S, lambda: self._attempt(tap))

    def _notice_hang_up(self) -> None:
        """Give the attempts up whose connection ended with the process that had it."""
        life = self.kit.process.life if self.kit.process.alive else -1
        for tap in self.waiting[:]:
            for number in [each for each in tap.listening if tap.lives.get(each, life) != life]:
                self._failed(tap, number, chained=True)

    def _end(self, tap: Tap, answer: Answer | None) -> None:
        if tap.over:
            return
        tap.over, tap.answer = True, answer
        if tap in self.waiting:
            self.waiting.remove(tap)
            self._keep()
        while self._line and self._line[0].over:
            self._line.popleft()
            if self._line and not self._line[0].over:
                self._attempt(self._line[0])
        if tap.done is not None:
            tap.done(tap)
