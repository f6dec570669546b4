"""A field's part in an event: the process that sends to the hub, the way there, and a twin with its key."""

import http.client
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from fieldkit.following import Event
from fieldkit.referee.feed import EncodedView, Feed
from fieldkit.settings import Settings
from fieldkit.uplink.process import KitAddress, Uplink
from fieldkit.uplink.sending import Pauses
from tests.sim.hub import Answer, HubSite, Question
from tests.sim.whistle import WorldClock
from tests.sim.world import Machine, Process, Violation, World
from web.uplink import Uplink as UplinkCall

LATE_S = (1.0, 60.0)
"""How much later a late copy of a request comes."""
SILENT_S = 5.0
"""How long a sender waits for an answer that does not come."""
TELL_S = 4.0
"""How often the referee is told: seldomer than in life, but often enough for its patience."""
LOSSES = "The hub loses records", "The hub is missing records but"
"""What a sender says of a hub that has broken its word."""


class FieldKit(Protocol):
    """A kit, as far as its process that sends is concerned."""

    world: World
    machine: Machine
    process: Process
    settings: Settings
    feed: Feed | None

    @property
    def journal_path(self) -> Path:
        """Its journal; another file after each crash."""
        ...

    def follow(self, wake: Callable[[EncodedView], None]) -> None:
        """Call this with each view that is published."""
        ...


@dataclass
class Route:
    """The way to the hub, with its chances: that a request or its answer gets lost, that it comes twice."""

    world: World
    name: str
    is_cut: bool = False
    lost: float = 0.0
    unheard: float = 0.0
    doubled: float = 0.0
    late: float = 0.0

    def __post_init__(self) -> None:
        self._chance = self.world.chance(self.name)

    def calm(self) -> None:
        """Be as good as a way can be."""
        self.is_cut = False
        self.lost = self.unheard = self.doubled = self.late = 0.0

    def ask(self, site: HubSite, question: Question) -> Answer:
        """Bring a question to the hub and its answer back. Raises OSError and HTTPException."""
        chance = self._chance.random
        if self.is_cut:
            raise TimeoutError
        if chance() < self.lost:
            raise self._failure()
        if chance() < self.late:
            # On its way it is in a connection, which ends with the hub.
            self.world.after(self._chance.uniform(*LATE_S), lambda: self.again(site, question), site.process)
        answer = site.ask(question)
        if chance() < self.doubled:
            self.again(site, question)
        if chance() < self.unheard:
            raise self._failure()
        return answer

    def _failure(self) -> Exception:
        gone = http.client.RemoteDisconnected("")
        return self._chance.choice((ConnectionResetError(), gone, BrokenPipeError(), TimeoutError()))

    @staticmethod
    def again(site: HubSite, question: Question) -> None:
        """Ask, and leave the answer."""
        try:
            site.ask(question)
        except ConnectionError:
            return


class Views:
    """The way of a kit's boards to another process on its machine: of several only the newest comes."""

    def __init__(self, kit: FieldKit, process: Process, hear: Callable[[Event], object]) -> None:
        self._kit, self._process, self._hear = kit, process, hear
        self._newest: EncodedView | None = None
        kit.follow(self._publish)

    def begin(self) -> None:
        """Bring what the kit shows now, as to a process that has just started."""
        self._newest = None
        if self._kit.feed is not None and self._kit.feed.latest.rev:
            self._publish(self._kit.feed.latest)

    def _publish(self, view: EncodedView) -> None:
        is_on_the_way, self._newest = self._newest is not None, view
        if not is_on_the_way:
            self._process.after(0.005, self._take)

    def _take(self) -> None:
        view, self._newest = self._newest, None
        if view is not None:
            now_ms = self._kit.world.monotonic_ns() // 1_000_000
            self._hear(Event("board", EncodedView.stamped(view.board, now_ms)))


class UplinkProcess:
    """A field's process that sends to the hub, in the world's time. ``folder`` outlives it.

    ``complaints`` are the sentences in which it has called for somebody's help, or said that the hub lost
    what it had.
    """

    def __init__(
        self, kit: FieldKit, site: HubSite, folder: Path, route: Route, pace: Pauses | None = None
    ) -> None:
        self.kit, self.site, self.route, self.world = kit, site, route, kit.world
        self.field = kit.settings.hub.field
        name = f"uplink of {kit.machine.name}"
        self.process = Process(kit.world, kit.machine, name, self._start, self._died)
        self.uplink: Uplink | None = None
        self.complaints: list[str] = []
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._chance = kit.world.chance(name)
        turn = self._chance.choice((1.0, 3.0, 10.0))
        self._pace = pace or Pauses(turn=turn, look=2 * turn, beat=5 * turn)
        self._silent_s = 0.0
        self._steps = 0
        self._due = 0
        self._is_waiting = False
        self._views = Views(kit, self.process, self._hear)

    # Its life

    def _start(self) -> None:
        clock = WorldClock(machine=self.kit.machine)
        self.uplink = uplink = Uplink(
            self.kit.settings, KitAddress("127.0.0.1", 1, self._folder, {}), clock, self._pace
        )
        line: Any = uplink._line
        line._exchanged = self._exchange
        uplink._referee = _ToReferee(self)  # type: ignore[assignment]
        assert uplink._sender is not None
        usual = uplink._sender.wake

        def wake() -> None:
            usual()
            self._hurry()

        uplink._sender.wake = wake  # type: ignore[method-assign]
        self._is_waiting = False
        self._views.begin()
        self._plan(self._chance.uniform(0.1, 1.0))
        self.process.every(TELL_S, self._look)

    def _died(self) -> None:
        self.uplink = None

    def _look(self) -> None:
        assert self.uplink is not None
        # Whether the thread is there, which never is here, is not asked.
        heard = self.uplink._told_referee()
        if heard is not None:
            self.uplink._alarms = heard.alarms
            assert self.uplink._sender is not None
            self.uplink._sender.asked(heard.resend)
            if self.uplink._sender._again.is_set():
                self._plan(0.001)

    # The thread of the sender

    def _plan(self, seconds: float) -> None:
        """Take the next turn then, and not when it was planned before."""
        self._steps += 1
        step = self._steps
        self.process.after(seconds, lambda: self._step() if step == self._steps else None)

    def _hurry(self) -> None:
        """There is news: the next turn follows as soon as it may."""
        if self._is_waiting:
            self._is_waiting = False
            self._plan(max(0, self._due - self.world.now) / 1e9)

    def _step(self) -> None:
        assert self.uplink is not None
        sender = self.uplink._sender
        assert sender is not None
        self.process.call()
        path = self.kit.journal_path.resolve()
        if sender._sources.journal != path:
            sender._sources = replace(sender._sources, journal=path)
        self._silent_s, self._is_waiting = 0.0, False
        rest = sender.step()
        told = self.uplink.status.told
        is_complaint = told.state == "refused" or told.says.startswith(LOSSES)
        if is_complaint and told.says not in self.complaints:
            self.complaints.append(told.says)
            self.world.note(f"{self.process.name}: {told.says}")
        if rest is not None:
            return self._plan(max(rest, 0.01) + self._silent_s)
        self._due = self.world.now + int((self._pace.turn + self._silent_s) * 1e9)
        self._is_waiting = not sender._news.is_set()
        self._plan((self._pace.look if self._is_waiting else self._pace.turn) + self._silent_s)

    def _exchange(
        self, method: str, path: str, body: bytes | None, head: Mapping[str, str], most: int
    ) -> tuple[int, bytes, Mapping[str, str]]:
        """Ask the hub, in place of the socket. Raises OSError and HTTPException."""
        assert self.uplink is not None
        line: Any = self.uplink._line
        line._line = line._line or _Connection()
        self.process.call()
        try:
            answer = self.route.ask(self.site, Question(method, path, body or b"", head))
        except TimeoutError:
            self._silent_s += SILENT_S
            raise
        if answer.status in (401, 403, 429):
            raise Violation(f"{method} {path} of {self.field} with its key is answered {answer.status}")
        self.process.call()
        return answer.status, answer.body[: most + 1], answer.head

    # The kit beside it

    def _hear(self, event: Event) -> None:
        if self.uplink is not None:
            self.uplink._listener._read_event(event)

    def lag(self) -> str | None:
        """Return a sentence that names what the hub still misses of this kit; None for nothing."""
        hub = self.site.hub
        if hub is None or self.uplink is None:
            return f"{self.field}: not all of hub and uplink run"
        told, view = self.uplink.status.told, hub.live.of(self.field)
        have, state = hub.intake.have(hub.journal_of(self.field)), hub.state
        if told.state != "ok":
            return f"{self.field} is {told.state}: {told.says}"
        if told.have != told.of or (have is not None and told.of != have):
            return f"{self.field}: the hub has {have} records, the kit {told.of}, the uplink says {told}"
        wanted = {"teams": state.teams.version, "schedule": hub.shown.schedule.version}
        if view is not None and view.ack != wanted:
            return f"{self.field} holds {view.ack} of {wanted}"
        return self.shown_lag()

    def shown_lag(self) -> str | None:
        """Return a sentence where the hub does not show what this kit shows."""
        hub, feed = self.site.hub, self.kit.feed
        if hub is None or feed is None:
            return f"{self.field}: not both of hub and kit run"
        view, newest = hub.live.of(self.field), feed.latest
        if view is None or (view.rev, view.board) != (newest.rev, msgspec.json.decode(newest.board)):
            return f"{self.field}: the hub shows view {view and view.rev}, the kit {newest.rev}"
        return None


class _Connection:
    """The connection that a line keeps while all is well."""

    sock = None

    def close(self) -> None:
        """Close it."""


class _ToReferee:
    """The connection to the referee's web, and that answer which it gives to this process."""

    def __init__(self, uplink: UplinkProcess) -> None:
        self._uplink = uplink
        self.status, self._said = 0, b""

    def request(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> None:
        """Tell the referee. Raises ConnectionRefusedError."""
        owner, kit = self._uplink, self._uplink.kit
        owner.process.call()
        if not kit.process.alive or kit.feed is None:
            raise ConnectionRefusedError
        monitor, told = kit.feed.uplink, []

        async def send(message: Any) -> None:
            told.append(message)

        def hear() -> None:
            try:
                UplinkCall(monitor, lambda scope: True)({}, body, send).send(None)
            except StopIteration:
                return

        kit.world.inside(kit.process, hear)
        if len(told) < 2:
            raise ConnectionResetError
        self.status, self._said = told[0]["status"], told[1]["body"]

    def getresponse(self) -> "_ToReferee":
        """Return the answer."""
        return self

    def read(self) -> bytes:
        """Return its body."""
        return self._said

    def close(self) -> None:
        """Close it."""
