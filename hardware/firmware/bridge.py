"""The bridge: an ESP32 on the kit's USB that passes frames on between the kit and nodes on the radio."""

from frames import Lines, opened, sealed
from keys import DOWN, UP, Pairs, checked, signed, to_hex
from node import AWAY_MS, STATUS_MS
from signals import AWAY, PAIRING, is_on

KEPT = 64
"""The number of frames kept until the USB takes them, and of nodes that are remembered."""
FLASH_MS = 50
ANSWERS = ("HK1ACK", "HK1RES")
KINDS = ("TAG", "BTN", "STATUS", "HELLO")
"""Kinds of frames from nodes; all others are the bridge's own."""
KEPT_KINDS = ("TAG", "BTN")
MAX_OPEN_S = 300
HALF = 0x8000
"""Of two starts the newer is the one less than half the way round ahead."""
OLD = 3
"""A node is told to be out of step after so many messages that are older than what was heard of it."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lines import KitLine
    from radio import Radio


def with_rssi(status: str, rssi_dbm: "int | None") -> str:
    """Return the value of a node's STATUS with the level (dBm) at which the bridge hears that node."""
    fields = status.split(",")
    if len(fields) == 3:
        fields[1] = "-" if rssi_dbm is None else str(rssi_dbm)
    return ",".join(fields)


def name_in(said: bytes) -> str:
    """Return the name under which a message is said, nothing in what is none."""
    try:
        return said[4 : said.find(b" ", 4)].decode() if said.startswith(b"HK1 ") else ""
    except UnicodeError:
        return ""


def age_in(word: str) -> "tuple[int, str]":
    """Return the age (ms) of a frame, and "+" if it is at least so old. Raises ValueError for others."""
    at_least = "+" if word.endswith("+") else ""
    age = word[: len(word) - len(at_least)]
    if not age.isdigit():
        raise ValueError(word)
    return int(age), at_least


def passed_on(words: list[str], wait: int) -> bytes:
    """Return the frame of these words as it goes to the kit, after a `wait` (ms) on the bridge."""
    age, at_least = age_in(words[4])
    return sealed(" ".join(words[:4] + [str(age + wait) + at_least] + words[5:]))


class LastMessage:
    """The last message of a paired node, and when an ``other`` board spoke under its name."""

    def __init__(self) -> None:
        self._start = -1
        self._count = 0
        self._at: int | None = None
        self.other: int | None = None
        self._old = 0

    def is_new(self, boot: str, count: int, now: int) -> bool:
        """Return whether a message is newer than the last. Raises ValueError if its start is no number."""
        start = int(boot, 16)
        ahead = (start - self._start) & 0xFFFF
        if self._start >= 0 and (ahead >= HALF or (ahead == 0 and count <= self._count)):
            # While the node itself is heard it is a repeat of the air's, or somebody's who has listened.
            self._old += self.is_away(now)
            return False
        self._start, self._count, self._at, self._old = start, count, now, 0
        return True

    def is_away(self, now: int) -> bool:
        """Return whether nothing new has come for so long that the node must have spoken."""
        return self._at is None or now - self._at >= AWAY_MS

    def state(self, now: int) -> str:
        """In a word for the kit: `twin` while another board goes by the name, `old` when out of step."""
        if self.other is not None and now - self.other < AWAY_MS and not self.is_away(now):
            return "twin"
        return "old" if self._old >= OLD else "ok"


class Bridge:
    """Passes on what paired nodes say; `show(lamp, buzzer)` sets its LED, `new_key()` makes a key."""

    def __init__(
        self,
        line: "KitLine",
        radio: "Radio",
        show: "Callable[[bool, bool], None]",
        pairs: Pairs,
        new_key: "Callable[[], bytes]",
        boot: str,
    ) -> None:
        self._line, self._radio, self._show, self._pairs = line, radio, show, pairs
        self._new_key, self._boot = new_key, boot
        self.name = "bridge-" + radio.address().replace(":", "")[-6:].lower()
        self.refused = 0
        self._lines = Lines()
        self._held: list[tuple[list[str], int]] = []
        self._routes: list[tuple[list[str], bytes]] = []
        self._nodes: dict[str, LastMessage] = {}
        self._given: list[str] = []
        self._open_until: int | None = None
        self._reports: list[str] = []
        self._report = 0
        self._seq = 0
        self._heard: int | None = None
        self._flash: int | None = None
        self._is_jammed = False

    @property
    def heard_kit(self) -> bool:
        """Return whether the kit has ever answered through this bridge."""
        return self._heard is not None

    def step(self, now: int) -> None:
        """One turn of the bridge's life, at a moment (ms) not before the last one's."""
        self._is_jammed = False
        for line in self._lines.feed(self._line.read(now)):
            self._hear_kit(opened(line), now)
        while (heard := self._radio.heard()) is not None:
            self._hear_radio(heard[1], heard[0], now)
        if self._open_until is not None and now >= self._open_until:
            self._open(0, now)
        if now >= self._report:
            self._report = now + STATUS_MS
            names = self._pairs.names()
            open_s = 0 if self._open_until is None else (self._open_until - now + 999) // 1000
            self._reports = [f"RADIO {self.refused},{open_s},{len(names)}"]
            for name in names:
                address, state = to_hex(self._pairs.address(name)), self._node(name).state(now)
                self._reports.append(f"PAIR {name},{address},{state}")
        if self._line.free(now):
            self._speak(now)
        self._show(self._lamp(now), False)

    def _node(self, name: str) -> LastMessage:
        if name not in self._nodes:
            self._nodes[name] = LastMessage()
        return self._nodes[name]

    def _speak(self, now: int) -> None:
        """Send one frame at most, a node's before the bridge's own."""
        if self._held:
            words, came = self._held.pop(0)
            self._line.write(passed_on(words, now - came), now)
        elif self._reports:
            self._seq += 1
            self._line.write(
                sealed(f"HK1 {self.name} {self._boot} {self._seq} 0 {self._reports.pop(0)}"), now
            )

    def _hear_radio(self, said: bytes, sender: bytes, now: int) -> None:
        """Believe nobody but a paired node, and that only once."""
        if said.startswith(b"HK1PAIR "):
            self._asked(opened(said[:-1]), sender, now)
            return
        name = name_in(said)
        key = self._pairs.key(name)
        # A board that got the files of another has its key, and not its address.
        is_its_own = self._is_its_own(name, sender, now)
        found = None if key is None or not is_its_own else checked(key, UP, said)
        words = [] if found is None else opened(found[0][:-1])
        if found is None or words[1:2] != [name]:
            self.refused += 1
            return
        self._take(words, found[1], sender, now)

    def _is_its_own(self, name: str, sender: bytes, now: int) -> bool:
        """Return whether a name is spoken under by the board that is paired so; another one is noted."""
        address = self._pairs.address(name)
        if address and address != sender:
            self._node(name).other = now
        return address == sender

    def _take(self, words: list[str], count: int, sender: bytes, now: int) -> None:
        """Keep a node's frame for the kit; a repeat of one that is still here tells nothing new."""
        if len(words) < 7 or words[0] != "HK1" or words[5] not in KINDS:
            return
        node = self._node(words[1])
        try:
            # A frame kept over a loss of power has the number of an older start. Heard twice it counts once,
            # and never by itself: the referee decides it.
            is_kept = age_in(words[4])[1] != "" and words[5] in KEPT_KINDS
            if not is_kept and not node.is_new(words[2], count, now):
                self.refused += node.is_away(now)
                return
        except ValueError:
            return
        if words[5] == "STATUS":
            words[6] = with_rssi(words[6], self._radio.rssi_dbm(sender))
        self._flash = now
        self._routes = [route for route in self._routes if route[0] != words[1:3]][1 - KEPT :]
        self._routes.append((words[1:3], sender))
        if all(held[1:4] != words[1:4] for held, _ in self._held):
            self._held = (self._held + [(words, now)])[-KEPT:]

    def _asked(self, words: list[str], sender: bytes, now: int) -> None:
        """Give a key to a node that asks while the pairing is open; a name is given to one board."""
        if words[:1] != ["HK1PAIR"] or len(words) != 2:
            return
        name = words[1]
        is_its_own = self._is_its_own(name, sender, now)
        if self._open_until is None:
            return
        if name in self._given and not is_its_own:
            self.refused += 1
            return
        if name not in self._given:
            if not self._pairs.put(name, sender, self._new_key()):
                return
            self._given.append(name)
            self._nodes.pop(name, None)
            self._report = now
        key = self._pairs.key(name)
        if key is not None:
            self._say(sender, sealed(f"HK1KEY {name} {to_hex(key)}"))

    def _hear_kit(self, words: list[str], now: int) -> None:
        """Pass the kit's answers on to the nodes; its orders are for the bridge."""
        if not words:
            return
        if words[0] in ANSWERS:
            self._answer(words, now)
        elif words[:2] == ["HK1OPEN", self.name] and len(words) == 3 and words[2].isdigit():
            self._open(int(words[2]), now)
        elif words[:2] == ["HK1FORGET", self.name] and len(words) == 3:
            self._pairs.forget(words[2])
            self._nodes.pop(words[2], None)
            self._report = now

    def _open(self, seconds: int, now: int) -> None:
        """Open the pairing for so long, or close it with 0."""
        self._open_until = now + 1000 * min(seconds, MAX_OPEN_S) if seconds else None
        self._given = []
        self._report = now

    def _answer(self, words: list[str], now: int) -> None:
        """Give the kit's word to the board that has last spoken as this start of this node."""
        self._heard = now
        key = self._pairs.key(words[1]) if len(words) > 1 else None
        for node, sender in self._routes:
            if key is not None and node == words[1:3]:
                self._say(sender, signed(key, DOWN, sealed(" ".join(words)), 0))

    def _say(self, receiver: bytes, said: bytes) -> None:
        """Send a message, unless the radio refused one in this step: each refusal may take 2 s."""
        if not self._is_jammed:
            self._is_jammed = not self._radio.say(receiver, said)

    def _lamp(self, now: int) -> bool:
        """Flash for each frame; blink slowly while the kit does not answer, quickly in pairing."""
        if self._open_until is not None:
            return bool(is_on(PAIRING, now % sum(PAIRING)))
        if self._heard is None or now - self._heard >= AWAY_MS:
            return bool(is_on(AWAY, now % sum(AWAY)))
        return self._flash is not None and now - self._flash < FLASH_MS
