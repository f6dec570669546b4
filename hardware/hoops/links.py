"""The kit's hoop links: what was read goes up, answers go down, and a silent hoop is noticed."""

import threading
from collections.abc import Callable, Collection, Sequence

from fieldkit.clock import NS, Clock
from fieldkit.errors import FieldkitError
from fieldkit.messages import FrameId, HoopStatus, LineTrouble, RadioBridge, Reading, Verdict
from fieldkit.phrases import N_
from fieldkit.settings import Link
from hardware.hoops.formats import HoopLine
from hardware.hoops.frames import Frame
from hardware.hoops.hoop import SILENT_S, Hoop, HoopNode, matters
from hardware.hoops.nodes import Bridges, Nodes

COUNTERS_S = 5
"""Counters alone are told no more often than this."""
UNDER_WAY_S = 2
"""A reading not answered for so long may be passed up again: it was perhaps not stored."""
CHECK_S = 0.25
STALE_S = 0.05
"""Bytes that come so soon after a port was opened may have waited in a node's USB chip, their age untrue."""


class HoopLinks:
    """The links of the settings, each with its thread; every method may be called from any.

    ``on_reading`` gets each reading and ``on_status`` each change of a hoop's status; both are called from
    threads of the links and must be short, ``on_status`` never twice at once. ``field`` are this kit's hoops.
    """

    def __init__(
        self,
        links: Sequence[Link],
        clock: Clock,
        on_reading: Callable[[Reading], None],
        on_status: Callable[[HoopStatus], None],
        field: Collection[str] = (),
    ) -> None:
        self._clock = clock
        self._on_reading = on_reading
        self._on_status = on_status
        self._lock = threading.RLock()
        self._hoops: dict[str, Hoop] = {}
        self._nodes = Nodes(field, clock.rate)
        self._bridges = Bridges(self._span(1))
        self._under_way: dict[FrameId, int] = {}
        self._round = False
        self._stop = threading.Event()
        self._lines = [HoopLine(link, clock, self._on_batch, self._port) for link in links]
        self._watch = threading.Thread(target=self._check_for_ever, name="hoops", daemon=True)

    def start(self) -> None:
        """Open all links."""
        for line in self._lines:
            line.serial.start()
        self._watch.start()

    def close(self) -> None:
        """Close all links and end their threads."""
        self._stop.set()
        for line in self._lines:
            line.serial.stop()
        for line in self._lines:
            line.serial.close()
        if self._watch.ident is not None:
            self._watch.join()

    def statuses(self) -> dict[str, HoopStatus]:
        """Return how each known hoop does: the readers', and each that a node was ever heard to serve."""
        with self._lock:
            told = [hoop.status(self._nodes.serving(hoop.name), self._clock) for hoop in self._hoops.values()]
            return {status.hoop: status for status in told if status.link != "none"}

    def check(self) -> None:
        """Notice hoops that have gone silent, and tell counters that have waited long enough."""
        with self._lock:
            late = self._clock.now() - self._span(UNDER_WAY_S)
            self._under_way = {frame: since for frame, since in self._under_way.items() if since > late}
            self._nodes.forget(self._clock.now())
            self._hoops = {
                name: hoop for name, hoop in self._hoops.items() if hoop.readers or self._nodes.serving(name)
            }
            self._tell_all()

    def nodes(self) -> dict[str, str]:
        """Return every node that is known, by its id, and the hoop it serves."""
        with self._lock:
            return {node.name: self._nodes.serves(node.name) for node in self._nodes}

    def trouble(self) -> LineTrouble:
        """Return what is wrong with the nodes as a whole."""
        with self._lock:
            now = self._clock.now()
            twins, old = self._bridges.nodes("twin", now), self._bridges.nodes("old", now)
            return LineTrouble(self._nodes.are_too_many(now), self._nodes.twins(now), twins, old)

    def bridges(self) -> tuple[RadioBridge, ...]:
        """Return the radio bridges that are there."""
        with self._lock:
            return self._bridges.views(self._clock.now())

    def pair(self, bridge: str, on: bool) -> None:
        """Let a bridge pair nodes for a while, or no longer. Raises Unknown for one that is not there."""
        with self._lock:
            self._bridges.pair(bridge, on)

    def unpair(self, bridge: str, node: str) -> None:
        """Let a bridge forget a node. Raises Unknown for what is not there."""
        with self._lock:
            self._bridges.unpair(bridge, node)

    def take_over(self, node: str, hoop: str) -> None:
        """Let a node serve another hoop from now on, also one that is still to be heard."""
        with self._lock:
            self._nodes.assign(node, hoop)
            self._hoop(hoop)
            self._tell_all()

    def give_back(self, node: str) -> None:
        """Let a node serve the hoop of its own name again."""
        with self._lock:
            self._nodes.assign(node, None)
            if self._nodes.get(node) is not None:
                self._hoop(node)
            self._tell_all()

    def signal(self, hoop: str, verdict: Verdict) -> None:
        """Let the node of a hoop show a verdict as a test. Raises FieldkitError where there is no node."""
        with self._lock:
            node = self._nodes.serving(hoop)
            if node is None:
                raise FieldkitError(N_("Hoop {hoop} has no node yet."), hoop=hoop)
            node.signal = (verdict, self._clock.now())
            self._show(node)

    def round_runs(self, running: bool, at: int) -> None:
        """Tell that a round runs, or that it is over since ``at`` (ns): readers of whole hoops need it."""
        with self._lock:
            if running == self._round:
                return
            self._round = running
            now = self._clock.now()
            readings = []
            for line in self._lines:
                if line.inventory is None or line.link.hoop is None:
                    continue
                if running:
                    line.inventory.open()
                    continue
                told = line.inventory.close(at)
                readings += [self._made(line, line.link.hoop, frame, now) for frame in told]
        for reading in readings:
            self._on_reading(reading)

    def _check_for_ever(self) -> None:
        while not self._stop.wait(CHECK_S):
            self.check()

    def _span(self, seconds: float) -> int:
        return int(seconds * NS * self._clock.rate)

    def _port(self, line: HoopLine, is_open: bool) -> None:
        with self._lock:
            now = self._clock.now()
            if is_open:
                line.heard = line.opened = now
            line.lost = not is_open
            if line.link.hoop is not None:
                self._hoop(line.link.hoop).readers.setdefault(line.link.port, line)
            for node in self._nodes:
                if node.line is line and line.lost:
                    node.heard = now - self._span(SILENT_S)
            self._tell_all()

    def _on_batch(self, line: HoopLine, batch: bytes, at: int) -> None:
        """Pass up what a batch of bytes held; called from the line's thread."""
        with self._lock:
            readings = [
                reading for frame in line.feed(batch, at) if (reading := self._frame(line, frame)) is not None
            ]
        for reading in readings:
            self._on_reading(reading)

    def _frame(self, line: HoopLine, frame: Frame) -> Reading | None:
        now = self._clock.now()
        if frame.id is not None:
            return self._of_node(line, frame, frame.id, now)
        assert line.link.hoop is not None, "settings give every reader its hoop"
        hoop = self._hoop(line.link.hoop)
        hoop.note(frame)
        reading = self._made(line, hoop.name, frame, now) if line.is_new(frame) else None
        self._tell(hoop, now)
        return reading

    def _of_node(self, line: HoopLine, frame: Frame, id: FrameId, now: int) -> Reading | None:
        """Return the reading of a node's frame; reports are answered at once."""
        if frame.kind in ("RADIO", "PAIR"):
            self._bridges.note(line, frame, id, now)
            return None
        node = self._nodes.heard(id.hoop, line, now)
        if node is None:
            return None
        # Its first byte came then; its end may have been missing until now.
        came = frame.at + self._span(frame.age_ms / 1000)
        is_fresh = came - line.opened >= self._span(STALE_S)
        counts_as = node.twins.note(frame, id, now) if is_fresh else id
        since = self._under_way.get(counts_as)
        if since is not None and now - since < self._span(UNDER_WAY_S):
            return None
        if not node.budget.allows(now):
            return None
        hoop = self._hoop(self._nodes.serves(node.name))
        node.note(line, frame, now)
        self._tell(hoop, now)
        if not is_fresh:
            return None
        if frame.kind in ("STATUS", "HELLO"):
            node.answer(line, id, None)
            self._show(node)
            return None
        self._under_way[counts_as] = now
        return self._made(line, hoop.name, frame, now, counts_as)

    def _made(
        self, line: HoopLine, hoop: str, frame: Frame, now: int, counts_as: FrameId | None = None
    ) -> Reading:
        return Reading(
            hoop=hoop,
            at=frame.at,
            arrived=now,
            tag=frame.value if frame.kind == "TAG" else None,
            button=frame.value if frame.kind == "BTN" else None,
            frame=counts_as,
            answer=lambda verdict: self._answer(line, frame.id, counts_as, verdict),
            rssi_dbm=frame.rssi_dbm,
            exact=frame.exact,
        )

    def _answer(
        self, line: HoopLine, id: FrameId | None, counts_as: FrameId | None, verdict: Verdict | None
    ) -> None:
        """Tell the node that its frame is taken; nothing here waits for the line."""
        if id is None or counts_as is None:
            return
        with self._lock:
            self._under_way.pop(counts_as, None)
            node = self._nodes.get(id.hoop)
            if node is not None:
                node.answer(line, id, verdict)
                self._show(node)

    def _show(self, node: HoopNode) -> None:
        """Let a node show what was wanted as a test; not in a round: no player must take it for a ball."""
        node.show_signal(None if self._round else self._clock.now() - self._span(SILENT_S))

    def _hoop(self, name: str) -> Hoop:
        return self._hoops.setdefault(name, Hoop(name))

    def _tell_all(self) -> None:
        now = self._clock.now()
        for hoop in self._hoops.values():
            self._tell(hoop, now)

    def _tell(self, hoop: Hoop, now: int) -> None:
        status = hoop.status(self._nodes.serving(hoop.name), self._clock)
        due = now - hoop.reported_at >= self._span(COUNTERS_S)
        if matters(status) != matters(hoop.reported) or (status != hoop.reported and due):
            hoop.reported, hoop.reported_at = status, now
            self._on_status(status)
