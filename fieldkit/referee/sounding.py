"""The blasts as devices play them that stand in for a horn: each view lists them ahead."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Literal, NotRequired, TypedDict

from fieldkit.clock import MS
from fieldkit.messages import Blast, Cue

MAX_CUES = 6
"""The most blasts that a view lists."""
MAX_STAND_INS = 8
"""The most devices that are listed."""
HEARD_S = 4.0
"""A device counts as a stand-in whistle for this many seconds after its last report."""

Device = Literal["computer", "tablet"]
"""The player of the blasts: the page of the kit's own computer, or a tablet."""


class CueView(TypedDict):
    """A blast, ``at`` the moment of its first edge. The same id is the same blast, also at another moment."""

    id: str
    blast: Blast
    at: int


class StandInView(TypedDict):
    """A device that plays the blasts."""

    id: str
    device: Device


class SoundingView(TypedDict):
    """A ``horn`` on real pins, and the devices that stand in; shown if blasts can be wanted."""

    horn: bool
    stand_ins: list[StandInView]


class SoundFrame(TypedDict):
    """The fields of a view that are about sound."""

    cues: list[CueView]
    sounding: NotRequired[SoundingView]


class StandIns:
    """The devices that play the blasts now. From any thread."""

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        self._heard: OrderedDict[str, tuple[Device, float]] = OrderedDict()

    def note(self, id: str, device: Device, sounds: bool) -> bool:
        """Note a device that plays the blasts, or no longer does; return True if that is news."""
        with self._lock:
            known = self._heard.pop(id, None)
            if sounds:
                self._heard[id] = (device, self._seconds())
                if len(self._heard) > MAX_STAND_INS:
                    self._heard.popitem(last=False)
            return sounds is (known is None)

    def listed(self) -> list[StandInView]:
        """List the devices that reported lately, by their ids."""
        with self._lock:
            since = self._seconds() - HEARD_S
            self._heard = OrderedDict((id, one) for id, one in self._heard.items() if one[1] > since)
            return [{"id": id, "device": device} for id, (device, _) in sorted(self._heard.items())]


def sound_frame(
    has_blasts: bool, cues: Sequence[Cue] = (), horn: bool = True, stand_ins: Sequence[StandInView] = ()
) -> SoundFrame:
    """Return those fields, in ms; ``has_blasts``: it is no match of a game without a whistle."""
    told: list[CueView] = [{"id": cue.id, "blast": cue.blast, "at": cue.due // MS} for cue in cues]
    frame: SoundFrame = {"cues": told}
    if has_blasts and (stand_ins or not horn):
        frame["sounding"] = {"horn": horn, "stand_ins": list(stand_ins)}
    return frame
