"""The spectators of a kit: their process, phones that follow the board there, and what they may see."""

from collections import OrderedDict
from collections.abc import Sequence

from fieldkit.following import Event
from fieldkit.referee.feed import EncodedView
from tests.sim.event import FieldKit, Views
from tests.sim.lines import Air
from tests.sim.whistle import WorldClock
from tests.sim.world import Process, Violation
from web.spectators import Mirror

BEAT_S = 1.0
AGAIN_S = (1.0, 5.0)
"""The time after which a phone opens its feed again."""
KNOWN = 500
"""The number of boards that are remembered as published."""


class Spectators:
    """The process for spectators on a kit's machine."""

    def __init__(self, kit: FieldKit) -> None:
        self.kit, self.world = kit, kit.world
        self.process = Process(kit.world, kit.machine, "spectators", self._start, self._died)
        self.mirror: Mirror | None = None
        self.phones: list[Phone] = []
        self._views = Views(kit, self.process, self._hear)

    def _start(self) -> None:
        self.mirror = Mirror("http://127.0.0.1:1", "", WorldClock(machine=self.kit.machine))
        self.mirror.feed.listen(self._spread)
        self._views.begin()
        self.process.every(BEAT_S, self._beat)

    def _died(self) -> None:
        self.mirror = None

    def _beat(self) -> None:
        if self.kit.feed is not None:
            now_ms = self.world.monotonic_ns() // 1_000_000
            self._hear(Event("beat", b'{"now":%d}' % now_ms))

    def _hear(self, event: Event) -> None:
        assert self.mirror is not None
        self.mirror._listener._read_event(event)

    @property
    def is_linked(self) -> bool:
        """Return whether it takes phones: only while it hears the kit."""
        found: list[bool] = []
        if (mirror := self.mirror) is not None:
            self.world.inside(self.process, lambda: found.append(mirror.is_linked()))
        return found == [True]

    def _spread(self) -> None:
        self.process.call()
        for phone in self.phones:
            phone.offer()


class Phone:
    """A phone that shows the public board; what its feed has brought comes in order, until it breaks."""

    def __init__(self, spectators: Spectators, air: Air) -> None:
        self.air = air
        self.board: EncodedView | None = None
        self._of, self._world = spectators, spectators.world
        self._chance = self._world.chance(f"phone {air.name}")
        self._feed = 0
        self._life: int | None = None
        self._is_waiting = False
        spectators.phones.append(self)
        self._open()

    def _open(self) -> None:
        """Open the feed, or try again later. It begins with the newest board."""
        self._feed += 1
        if self.air.is_cut or not self._of.is_linked:
            return self._broken()
        self._life, self._is_waiting = self._of.process.life, False
        self.offer()

    def _broken(self) -> None:
        self._life = None
        feed = self._feed
        self._world.after(
            self._chance.uniform(*AGAIN_S), lambda: self._open() if feed == self._feed else None
        )

    def offer(self) -> None:
        """Bring the newest board; while one is on its way, only the newest of those after it follows."""
        if self._life != self._of.process.life or self._is_waiting:
            return
        self._is_waiting = True
        feed = self._feed
        delay = self._chance.uniform(*self.air.delay_s)
        self._world.after(delay, lambda: self._come() if feed == self._feed else None)

    def _come(self) -> None:
        self._is_waiting = False
        mirror = self._of.mirror
        if mirror is None or self._life != self._of.process.life or self.air.is_cut:
            return self._broken()
        if self._chance.random() < self.air.loss:
            return self._broken()
        self.board = mirror.feed.latest

    def check_feed(self) -> None:
        """Notice that nothing comes any more; a page does so after some seconds."""
        if self._life is not None and self._life != self._of.process.life:
            self._feed += 1
            self._broken()

    def lag(self) -> str | None:
        """Return a sentence where it does not show what the kit shows."""
        feed = self._of.kit.feed
        if feed is None or self.board is None or self.board.board != feed.latest.board:
            shown = None if self.board is None else self.board.rev
            return f"phone {self.air.name} shows view {shown}, the kit {feed and feed.latest.rev}"
        return None


class BoardLaw:
    """A phone shows boards that were published, and none before one that it has shown."""

    def __init__(self, kit: FieldKit, phones: Sequence[Phone]) -> None:
        self._kit, self._phones = kit, phones
        self._count = 0
        self._published: OrderedDict[bytes, list[int]] = OrderedDict()
        self._shown: dict[Phone, tuple[EncodedView | None, int]] = {}
        kit.follow(self._note)

    def _note(self, view: EncodedView) -> None:
        self._count += 1
        self._published.setdefault(view.board, []).append(self._count)
        self._published.move_to_end(view.board)
        if len(self._published) > KNOWN:
            self._published.popitem(last=False)

    def check(self) -> None:
        """Look at what is new on each phone."""
        for phone in self._phones:
            shown, last = self._shown.get(phone, (None, 0))
            view = phone.board
            if view is None or view is shown:
                continue
            later = [count for count in self._published.get(view.board, []) if count >= last]
            if not later:
                raise Violation(
                    f"phone {phone.air.name} shows view {view.rev}, which was no longer the newest"
                )
            self._shown[phone] = view, later[0]
