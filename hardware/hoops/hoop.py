"""The state of one hoop node and how it is answered, and that of one hoop with its readers."""

from dataclasses import dataclass, field

from fieldkit.clock import NS, Clock
from fieldkit.messages import FrameId, HoopStatus, Verdict
from fieldkit.phrases import N_
from hardware.hoops.formats import HoopLine
from hardware.hoops.frames import Frame, decode_status, encode_ack, encode_res
from hardware.hoops.twins import Twins

SILENT_S = 12
"""A node not heard for so long is silent; it reports every 5 s."""
BATTERY_STEP_MV = 50

CABLE = N_("Check the cable of hoop {hoop}, then its reader.")
RADIO = N_("Set region and power_dbm to what your law allows and this reader can do, or change the reader.")
POWER = N_("Check the power of hoop {hoop}, then its radio or cable.")

FRAMES_AT_ONCE = 128
"""A node brings the 64 that it kept while the kit was away, and some more."""
FRAMES_A_SECOND = 40


class Budget:
    """A limit to the frames of a node, refilled with time; ``second`` is a real one (ns)."""

    def __init__(self, second: int) -> None:
        self._second = second
        self._left = float(FRAMES_AT_ONCE)
        self._at = 0

    def allows(self, now: int) -> bool:
        """Take one frame at the moment ``now`` (ns), if there is room for it."""
        more = (now - self._at) / self._second * FRAMES_A_SECOND
        self._left, self._at = min(FRAMES_AT_ONCE, self._left + more), now
        if self._left < 1:
            return False
        self._left -= 1
        return True


@dataclass(slots=True, eq=False)
class HoopNode:
    """A hoop node's state, and the ``line`` it was ``heard`` on last.

    ``taken`` is its newest frame that was acknowledged, ``shown`` the one that it was last sent a verdict
    for, ``signal`` a verdict to show as a test and since when.
    """

    name: str
    line: HoopLine
    budget: Budget
    twins: Twins
    heard: int = 0
    frames: int = 0
    battery_mv: int | None = None
    rssi_dbm: int | None = None
    dropped: int = 0
    firmware: str | None = None
    taken: FrameId | None = None
    shown: FrameId | None = None
    signal: tuple[Verdict, int] | None = None

    def note(self, line: HoopLine, frame: Frame, now: int) -> None:
        """Take in a good frame."""
        self.line, self.heard = line, now
        self.frames += 1
        if frame.kind == "STATUS":
            battery_mv, self.rssi_dbm, self.dropped = decode_status(frame.value)
            # A node that measures no battery says 0.
            self.battery_mv = battery_mv or None
        elif frame.kind == "HELLO":
            self.firmware = frame.value

    def answer(self, line: HoopLine, frame: FrameId, verdict: Verdict | None) -> None:
        """Tell it on the line where a frame came from that it is taken, and what became of it."""
        last = self.taken
        if last is None or last.boot != frame.boot or last.seq < frame.seq:
            self.taken = frame
        if verdict is not None and frame == self.taken:
            self.shown = frame
        line.serial.write(encode_ack(frame) + (b"" if verdict is None else encode_res(frame, verdict)))

    def show_signal(self, wanted_since: int | None) -> None:
        """Send the verdict that it is to show as a test, if it is not older than ``wanted_since``."""
        frame = self.taken
        if self.signal is None or frame is None or frame == self.shown:
            return
        (verdict, at), self.signal = self.signal, None
        if wanted_since is not None and at > wanted_since:
            self.shown = frame
            self.line.serial.write(encode_res(frame, verdict))


@dataclass(slots=True, eq=False)
class Hoop:
    """A hoop's state: its readers' lines by port, their good frames, and what was told of it."""

    name: str
    readers: dict[str, HoopLine] = field(default_factory=dict)
    frames: int = 0
    rssi_dbm: int | None = None
    reported: HoopStatus | None = None
    reported_at: int = 0

    def note(self, frame: Frame) -> None:
        """Take in a good frame of a reader."""
        self.frames += 1
        if frame.rssi_dbm is not None:
            self.rssi_dbm = frame.rssi_dbm

    def status(self, node: HoopNode | None, clock: Clock) -> HoopStatus:
        """Return the hoop's status now, with the node that serves it."""
        lines = list(self.readers.values())
        if node is not None and node.line not in lines:
            lines.append(node.line)
        now, cure, radio = clock.now(), "", None
        is_lost = is_mute = False
        misread = 0
        # Asked for every hoop many times a second, so in one go.
        for line in lines:
            radio = radio or line.doubt
            is_lost, is_mute = is_lost or line.lost, is_mute or line.mute(now, clock.rate)
            misread += line.codec.misread
        if is_lost:
            cure = CABLE
        elif radio is not None and not radio.is_mute:
            # It is asked ever more rarely, and says nothing in between.
            cure = RADIO
        elif radio is not None or is_mute:
            cure = CABLE
        elif node is not None and now - node.heard >= SILENT_S * NS * clock.rate:
            cure = POWER
        return HoopStatus(
            hoop=self.name,
            link="silent" if cure else "ok" if lines else "none",
            battery_mv=node.battery_mv if node else None,
            rssi_dbm=node.rssi_dbm if node else self.rssi_dbm,
            dropped=node.dropped if node else 0,
            frames=self.frames + (node.frames if node else 0),
            misread=misread,
            firmware=node.firmware if node else None,
            cure=cure,
            node=node.name if node else None,
            radio=radio,
        )


def matters(status: HoopStatus | None) -> object:
    """Return the part of a status whose change is told at once; a battery in steps, since it wavers."""
    if status is None:
        return None
    battery = None if status.battery_mv is None else round(status.battery_mv / BATTERY_STEP_MV)
    return status.link, status.cure, status.node, battery, status.firmware, status.radio
