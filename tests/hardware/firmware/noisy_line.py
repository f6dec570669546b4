"""Many presses over a line that loses, doubles, cuts and delays frames, and what became of each of them.

Runs wherever the firmware runs, in simulated time. The kit at the end of the line is handed in.
"""

import machine
import parts
import settings
from check_bench import blank_flash, file_of
from frames import sealed
from lines import KitLine
from machine import SimulatedBoard, SimulatedDevice

STEP_MS = 4
LOSE, DOUBLE, CUT, DELAY = 200, 50, 30, 50
"""Of a thousand frames, in each direction."""
DELAY_MS = 400
WIRE_MS = 4
NOTICED_MS = 100
"""After so long a node has found every press."""
KIT_MS = 40
"""How often the kit stores and answers."""


class Dice:
    """The same chances wherever this runs."""

    def __init__(self, seed):
        self._state = seed

    def __call__(self, count):
        self._state = (self._state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self._state >> 8) % count


class Way:
    """One direction of a line."""

    def __init__(self, dice):
        self.sent = self.lost = self.doubled = self.cut = self.delayed = 0
        self._dice = dice
        self._coming = []
        self._last = 0

    def spoil(self, frame):
        """Return what arrives of a frame."""
        self.sent += 1
        chance = self._dice(1000)
        if chance < LOSE:
            self.lost += 1
            return b""
        if chance < LOSE + DOUBLE:
            self.doubled += 1
            return frame + frame
        if chance < LOSE + DOUBLE + CUT:
            self.cut += 1
            start = self._dice(len(frame))
            return frame[start : start + self._dice(len(frame))]
        return frame

    def put(self, frame, now):
        """Send a frame; a line keeps the order of its bytes, so what is behind a late one is late too."""
        arrived = self.spoil(frame)
        at = now + WIRE_MS
        if self._dice(1000) < DELAY:
            self.delayed += 1
            at += self._dice(DELAY_MS)
        self._last = max(at, self._last)
        if arrived:
            self._coming.append((self._last, arrived))

    def take(self, now):
        """Return the pieces that have arrived."""
        arrived = []
        while self._coming and self._coming[0][0] <= now:
            arrived.append(self._coming.pop(0)[1])
        return arrived


class NoisyLine(SimulatedDevice, KitLine):
    """Both directions of a line: a device at a node's UART, or itself the bridge's way to the kit."""

    def __init__(self, dice):
        self.up = Way(dice)
        self.down = Way(dice)

    def hear(self, said, now):
        self.up.put(said, now)

    def say(self, now):
        return b"".join(self.down.take(now))

    def read(self, now):
        return self.say(now)

    def write(self, frame, now):
        self.hear(frame, now)

    def free(self, now):
        return True

    def answer(self, lines, now):
        """Send some lines from the kit."""
        for line in lines.split(b"\n")[:-1]:
            self.down.put(line + b"\n", now)


class Player:
    """Presses the buttons of a node, each time another one that is open again, and remembers when."""

    def __init__(self, board, pins, dice, every_ms):
        self.presses = []
        self._board, self._pins, self._dice, self._every_ms = board, sorted(pins.items()), dice, every_ms
        self._busy = {}
        self._next = 1000

    def act(self, now):
        """Press, if it is time."""
        if now < self._next:
            return
        self._next = now + self._every_ms // 2 + self._dice(self._every_ms)
        name, pin = self._pins[self._dice(len(self._pins))]
        if now < self._busy.get(name, 0):
            return
        self._busy[name] = now + 150
        self._board.press(pin, 40 + self._dice(50))
        self.presses.append((now, name))


class Field:
    """Nodes with their players, and the line to the kit."""

    def __init__(self, dice):
        parts.chance = self.dice = dice
        self.line = NoisyLine(dice)
        self.boards, self.nodes, self.players, self.others = [], [], [], []
        self.waited_ms = 0
        self.air = None

    def add(self, board, node, pins, every_ms):
        """One more node."""
        self.boards.append(board)
        self.nodes.append(node)
        self.players.append(Player(board, pins, self.dice, every_ms))

    def presses(self):
        """How often buttons were pressed."""
        return sum([len(player.presses) for player in self.players])

    def run(self, kit, presses):
        """Play until this many presses were made and all of them are taken; returns the moment."""
        now = 0
        last = None
        while (
            last is None
            or now < last + NOTICED_MS
            or (now < last + 60_000 and any([len(node.store) for node in self.nodes]))
        ):
            now += STEP_MS
            if last is None and self.presses() >= presses:
                last = now
            for place, node in enumerate(self.nodes):
                self.boards[place].sleep(STEP_MS)
                if last is None:
                    self.players[place].act(now)
                node.step(now)
                self.waited_ms = max(self.waited_ms, node.store.waited_ms(now))
            for other in self.others:
                other.step(now)
            kit.hear(self.line.up.take(now), now)
            if now % KIT_MS == 0:
                self.line.answer(kit.answers(now), now)
        return now

    def told(self):
        """Return the figures in words."""
        ways = [self.line.up, self.line.down] + ([self.air] if self.air else [])
        sums = [sum([getattr(way, name) for way in ways]) for name in ("lost", "doubled", "cut", "delayed")]
        air = f" and {self.air.sent} receptions by air" if self.air else ""
        repeats = self.line.up.sent - sum([node._seq for node in self.nodes])
        return (
            f"{self.presses()} presses; {self.line.up.sent} frames up ({max(0, repeats)} repeats), "
            f"{self.line.down.sent} down{air}, "
            + ", ".join(
                [f"{count} {what}" for count, what in zip(sums, ("lost", "doubled", "cut", "delayed"))]
            )
        )


def wired(seed, every_ms=60):
    """One node on RS-485."""
    field = Field(Dice(seed))
    blank_flash()
    board = machine.board = SimulatedBoard()
    board.devices["uart0"] = field.line
    found = settings.check(file_of("pico", line="rs485"))
    field.add(board, parts.make(found), found.buttons(), every_ms)
    return field


def on_air(seed, nodes=4, every_ms=200):
    """Return a field of nodes on the radio and their bridge, whose air and cable lose and double alike."""
    import espnow
    from bridge import Bridge
    from check_radio import pairs_of
    from radio import Radio

    field = Field(Dice(seed))
    espnow.air.__init__()
    bridge = b"\x02\x00\x00\x00\x00\xbb"
    for number in range(1, nodes + 1):
        blank_flash(number)
        board = machine.board = SimulatedBoard(mac=bytes([2, 0, 0, 0, 0, number]))
        found = settings.check(file_of("esp32", node=f"h{number}"))
        pairs_of(number, {f"h{number}": (bridge, bytes([number] * 16))})
        field.add(board, parts.make(found), found.buttons(), every_ms)
    machine.board = SimulatedBoard(mac=bridge)
    kept = {
        f"h{number}": (bytes([2, 0, 0, 0, 0, number]), bytes([number] * 16)) for number in range(1, nodes + 1)
    }
    pairs = pairs_of("bridge", kept)
    field.others.append(
        Bridge(field.line, Radio(6), lambda led, buzzer: None, pairs, lambda: bytes(16), "B00B")
    )
    way = field.air = Way(field.dice)
    espnow.air.spoil = lambda said: [piece for piece in [way.spoil(said)] if piece]
    return field


class PlainKit:
    """A kit that counts each frame of a start once and answers each; where the real one cannot run."""

    def __init__(self):
        self.counted = {}
        self._said = b""
        self._open = b""

    def hear(self, pieces, now):
        from frames import opened

        lines = (self._open + b"".join(pieces)).split(b"\n")
        self._open = lines.pop()[-200:]
        for line in lines:
            words = opened(line)
            if len(words) < 7 or words[0] != "HK1":
                continue
            name = " ".join(words[1:4])
            self._said += sealed("HK1ACK " + name)
            if words[5] == "BTN":
                self.counted.setdefault(name, words[6])
                self._said += sealed("HK1RES " + name + " counted")

    def answers(self, now):
        said, self._said = self._said, b""
        return said


def tally(names):
    """How often each name is there."""
    found = {}
    for name in names:
        found[name] = found.get(name, 0) + 1
    return found


def check_every_press_counts_once(presses_wired=600, presses_on_air=200):
    """Both scenarios with a plain kit; prints their figures."""
    for field, presses in ((wired(1), presses_wired), (on_air(2), presses_on_air)):
        kit = PlainKit()
        field.run(kit, presses)
        pressed = [name for player in field.players for _, name in player.presses]
        assert len(kit.counted) == len(pressed) >= presses, (len(kit.counted), len(pressed))
        assert tally(kit.counted.values()) == tally(pressed)
        print(f"{field.told()}; {len(kit.counted)} counted; longest wait {field.waited_ms} ms")
