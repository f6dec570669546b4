"""The bridge: an ESP32 on the kit's USB that passes frames on between the kit and nodes on the radio."""

from frames import Lines, opened, sealed
from node import AWAY_MS
from signals import AWAY, is_on

KEPT = 64
"""How many frames are kept until the USB takes them, and how many nodes are remembered."""
FLASH_MS = 50
ANSWERS = ("HK1ACK", "HK1RES")

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lines import Line
    from radio import Radio


class Held:
    """A frame on its way to the kit: its `words`, and the moment (ms) it `came` to the bridge."""

    def __init__(self, words: list[str], came: int) -> None:
        self.words = words
        self.came = came

    def line(self, now: int) -> bytes:
        """The frame with its age at this moment."""
        age_ms = int(self.words[4]) + now - self.came
        return sealed(" ".join(self.words[:4] + [str(age_ms)] + self.words[5:]))


class Bridge:
    """Passes frames on; `show(lamp, buzzer)` sets its LED."""

    def __init__(self, line: "Line", radio: "Radio", show: "Callable[[bool, bool], None]") -> None:
        self._line, self._radio, self._show = line, radio, show
        self._lines = Lines()
        self._held: list[Held] = []
        self._routes: list[tuple[list[str], bytes]] = []
        self._heard: int | None = None
        self._flash: int | None = None

    @property
    def heard_kit(self) -> bool:
        """Whether the kit has ever answered through this bridge."""
        return self._heard is not None

    def step(self, now: int) -> None:
        """One turn of the bridge's life, at a moment (ms) not before the last one's."""
        for line in self._lines.feed(self._line.read(now)):
            self._answer(opened(line), now)
        while (heard := self._radio.heard()) is not None:
            for line in heard[1].split(b"\n"):
                self._take(opened(line), heard[0], now)
        if self._held and self._line.free(now):
            self._line.write(self._held.pop(0).line(now), now)
        self._show(self._lamp(now), False)

    def _take(self, words: list[str], sender: bytes, now: int) -> None:
        """Keep a node's frame for the kit; a repeat of one that is still here tells nothing new."""
        if len(words) < 7 or words[0] != "HK1" or not words[4].isdigit():
            return
        self._flash = now
        self._routes = [route for route in self._routes if route[0] != words[1:3]][1 - KEPT :]
        self._routes.append((words[1:3], sender))
        if all(held.words[1:4] != words[1:4] for held in self._held):
            self._held = (self._held + [Held(words, now)])[-KEPT:]

    def _answer(self, words: list[str], now: int) -> None:
        """Give the kit's word to the board that has last spoken as this start of this node."""
        if not words or words[0] not in ANSWERS:
            return
        self._heard = now
        for node, sender in self._routes:
            if node == words[1:3]:
                self._radio.say(sender, sealed(" ".join(words)))

    def _lamp(self, now: int) -> bool:
        """A flash for each frame; a slow blinking while the kit does not answer."""
        if self._heard is None or now - self._heard >= AWAY_MS:
            return bool(is_on(AWAY, now % sum(AWAY)))
        return self._flash is not None and now - self._flash < FLASH_MS
