"""A node on the bench: the real firmware on a simulated board, in a time that the check moves.

Runs wherever the firmware runs: under CPython and MicroPython alike.
"""

import json
import os

import frames
import kept
import machine
import parts
import settings
from machine import SimulatedBoard, SimulatedDevice

KIT = b"HK1 "
FILES = "hardware/firmware/boards/"
ROOT = [""]
"""The project's folder, set by who runs the checks."""


def file_of(board, **changes):
    """Return a settings file of the project as a table, with changes."""
    with open(f"{ROOT[0]}{FILES}{board}.json") as file:
        raw = json.load(file)
    raw.update(changes)
    return raw


def blank_flash(board=""):
    """Whatever node is made next has kept nothing; each board of several has its own `board`."""
    kept.FILE = f"kept{board}_check.txt"
    while True:
        # More than once: where a file was renamed over another, 1.24 in WebAssembly has that one below it.
        try:
            os.remove(kept.FILE)
        except OSError:
            return


class Wire(SimulatedDevice):
    """A whole wire with the check as the kit at its end."""

    def __init__(self):
        self.said = b""
        self.answers = b""

    def hear(self, said, now):
        self.said += said

    def say(self, now):
        answers, self.answers = self.answers, b""
        return answers


class Bench:
    """A Pico on RS-485 with all that hangs on it; `changes` are to its settings."""

    def __init__(self, now=0, **changes):
        blank_flash()
        self.board = machine.board = SimulatedBoard(now=now)
        self.wire = Wire()
        self.board.devices["uart0"] = self.wire
        self.settings = settings.check(file_of("pico", line="rs485", **changes))
        self.start()

    def start(self):
        """Power on, perhaps again."""
        machine.board = self.board
        self.node = parts.make(self.settings)

    def run(self, ms, kit=None, step=2):
        """Let this many ms pass; `kit` gets each frame's words and gives the kit's answer, or nothing."""
        heard = []
        for _ in range(0, ms, step):
            self.board.sleep(step)
            self.node.step(self.board.now)
            for words in self.spoken():
                heard.append((self.board.now, words))
                for answer in kit(words) if kit else ():
                    self.wire.answers += frames.sealed(answer)
        return heard

    def spoken(self):
        """Return the frames that the node has sent since the last time, all whole and right."""
        said, self.wire.said = self.wire.said, b""
        found = [frames.opened(line) for line in said.split(b"\n")[:-1]]
        assert [] not in found, said
        return found

    def press(self, button="1"):
        """Press a button."""
        self.board.press(self.settings.pins["button_" + button])

    def shake(self, lengths, button="1"):
        """Run the post over: the contact is closed, open, closed ... for these ms, then open."""
        at, pin = self.board.clock(), self.settings.pins["button_" + button]
        for place, length in enumerate(lengths):
            self.board.edges.append((at, pin, place % 2))
            at += length
        self.board.edges.append((at, pin, 1))
        self.board.edges.sort()

    def shown(self, name):
        """How often and how long (ms) the LED or the buzzer was on since the last time."""
        edges = self.board.told.get(self.settings.pins[name], [])
        lengths = [off[0] - on[0] for on, off in zip(edges[::2], edges[1::2])]
        del edges[: 2 * len(lengths)]
        return lengths


def taken(words):
    """Answer as a kit that takes everything."""
    return [" ".join(["HK1ACK"] + words[1:4])]


def counted(words, verdict="counted"):
    """Return a kit that counts everything."""
    said = taken(words)
    if words[5] in ("TAG", "BTN"):
        said.append(" ".join(["HK1RES"] + words[1:4] + [verdict]))
    return said


def sightings(heard):
    """Return the TAG and BTN frames among those heard: moment, seq, age, kind and value."""
    return [(at, int(w[3]), int(w[4]), w[5], w[6]) for at, w in heard if w[5] in ("TAG", "BTN")]
