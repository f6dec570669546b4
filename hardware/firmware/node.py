"""A hoop node: what its buttons and its reader see goes to the kit until the kit has it.

All moments are ms of the node's own clock, handed in; nothing here waits, sleeps or knows a board.
"""

from frames import Lines, answer, sealed
from readers import TagPresence
from signals import Signals
from store import SightingStore, Waiting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from buttons import NodeButtons
    from kept import Backup
    from lines import KitLine
    from readers import Reader

VERSION = "1.0"
STATUS_MS = 5000
AWAY_MS = 12000
"""The kit answers each STATUS: so long without a word from it, it is away."""
UNANSWERED_MS = 3000
"""And so long when a sighting waits, which is sent seven times meanwhile."""
SHOWN = 64
"""The number of verdicts that are remembered: a line that doubles one must not show it twice."""


class Node:
    """Wires a node's parts; `step` is its whole life. `boot` is new at every start."""

    def __init__(
        self,
        name: str,
        boot: str,
        line: "KitLine",
        buttons: "NodeButtons",
        reader: "Reader",
        show: "Callable[[bool, bool], None]",
        battery: "Callable[[], int]",
        chance: "Callable[[int], int]",
        repeat_ms: int,
        kept: "Backup",
    ) -> None:
        self.name = name
        self.boot = boot
        self.store = SightingStore(chance)
        self._line, self._buttons, self._reader = line, buttons, reader
        self._show, self._battery, self._kept = show, battery, kept
        self._signals = Signals()
        self._held = TagPresence(repeat_ms)
        self._lines = Lines()
        self._seq = 0
        self._hello = 0
        self._greeted = False
        self._heard: int | None = None
        self._report: int | None = None
        self._reports: list[str] = []
        self._shown: list[tuple[str, int]] = []
        self._old_boots: list[str] = []

    @property
    def heard_kit(self) -> bool:
        """Return whether the kit has ever answered this start of the node."""
        return self._heard is not None

    def step(self, now: int) -> None:
        """One turn of the node's life, at a moment (ms) not before the last one's."""
        if self._report is None:
            self._kept.restore(self.store, now)
            self._old_boots = [waiting.boot for waiting in self.store]
        for line in self._lines.feed(self._line.read(now)):
            self._hear(line, now)
        self._look(now)
        self._kept.look(self.store, self.is_away(now), now)
        if self._report is None or now >= self._report:
            self._report = now + STATUS_MS
            self._reports = ["STATUS"] if self._greeted else ["HELLO", "STATUS"]
        if self._line.free(now):
            self._speak(now)
        self._show(*self._signals.levels(now, self.is_away(now)))

    def is_away(self, now: int) -> bool:
        """Return whether the kit seems not to be there."""
        if self._heard is None:
            return True
        silent = now - self._heard
        return silent >= AWAY_MS or min(silent, self.store.waited_ms(now)) >= UNANSWERED_MS

    def _hear(self, line: bytes, now: int) -> None:
        told = answer(line, self.name)
        if told is None:
            return
        boot, seq, verdict = told
        is_own = boot == self.boot
        if not (0 < seq <= self._seq if is_own else boot in self._old_boots):
            return
        if self.is_away(now):
            # A kit that was away may have been switched off, and then knows nothing of this node.
            self._greeted = False
        self._greeted = self._greeted or (is_own and seq == self._hello)
        self._heard = now
        # A verdict is given only on what was taken: it does for an acknowledgement that got lost.
        self.store.taken(boot, seq)
        if verdict is not None and (boot, seq) not in self._shown:
            self._shown = (self._shown + [(boot, seq)])[-SHOWN:]
            self._signals.verdict(verdict)

    def _look(self, now: int) -> None:
        for button, pressed in self._buttons.look(now):
            self._keep("BTN", button, pressed)
            self._signals.press(now)
        for tag in self._reader.look(now):
            if self._held.is_new(tag, now):
                self._keep("TAG", tag, now)
                self._signals.press(now)

    def _keep(self, kind: str, value: str, at: int) -> None:
        self.store.put(Waiting(self.boot, self._number(), kind, value, at))

    def _speak(self, now: int) -> None:
        """Send one frame at most; the node's own affairs first, since they are few."""
        waiting = self.store.due(now)
        if self._reports:
            self._tell(self._reports.pop(0), now)
        elif waiting is not None:
            age = str(now - waiting.born) + ("" if waiting.exact else "+")
            self._send(waiting.boot, waiting.seq, age, waiting.kind, waiting.value, now)
            self.store.sent(waiting, now)

    def _tell(self, kind: str, now: int) -> None:
        number = self._number()
        if kind == "HELLO":
            self._hello = number
            self._send(self.boot, number, "0", kind, VERSION, now)
            return
        # The bridge knows how strong the radio is heard, and says so in place of the dash.
        self._send(self.boot, number, "0", kind, f"{self._battery()},-,{self.store.dropped}", now)

    def _send(self, boot: str, seq: int, age: str, kind: str, value: str, now: int) -> None:
        self._line.write(sealed(f"HK1 {self.name} {boot} {seq} {age} {kind} {value}"), now)

    def _number(self) -> int:
        self._seq += 1
        return self._seq
