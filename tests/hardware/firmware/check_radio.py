"""Nodes on the radio, and the bridge that takes their frames to the kit."""

import espnow
import machine
import parts
import settings
from bridge import KEPT, Bridge
from check_bench import counted, file_of, sightings, taken
from frames import opened, sealed
from lines import Line
from machine import Board
from radio import Radio


class Cable(Line):
    """The bridge's USB, which can be full."""

    def __init__(self):
        self.full = False
        self.said = []
        self.answers = b""

    def read(self, now):
        answers, self.answers = self.answers, b""
        return answers

    def free(self, now):
        return not self.full

    def write(self, frame, now):
        self.said.append(frame)


class Field:
    """Some nodes with a radio, and a bridge with a kit at its cable."""

    def __init__(self, *names, **changes):
        espnow.air.__init__()
        self.now = 0
        self.boards = []
        self.nodes = {}
        for number, name in enumerate(names):
            machine.board = Board(mac=bytes([2, 0, 0, 0, 0, number]))
            raw = file_of("esp32", node=name, **changes)
            self.boards.append(machine.board)
            self.nodes[name] = parts.make(settings.check(raw))
        machine.board = Board(mac=b"\x02\x00\x00\x00\x00\xbb")
        self.boards.append(machine.board)
        self.cable = Cable()
        self.led = []
        self.bridge = Bridge(self.cable, Radio(6), lambda led, buzzer: self.led.append(led))

    def press(self, number, button="1"):
        """Press a button of a node by its place among the names."""
        self.boards[number].press(file_of("esp32")["pins"]["button_" + button])

    def run(self, ms, kit=None):
        """Let this many ms pass; what the kit hears, as moment and words."""
        heard = []
        for _ in range(ms):
            self.now += 1
            for board in self.boards:
                board.sleep(1)
            for node in self.nodes.values():
                node.step(self.now)
            self.bridge.step(self.now)
            while self.cable.said:
                words = opened(self.cable.said.pop(0)[:-1])
                heard.append((self.now, words))
                for answer in kit(words) if kit else ():
                    self.cable.answers += sealed(answer)
        return heard


def check_frames_go_to_the_kit_and_answers_to_the_right_node():
    field = Field("h1", "h2", "spare1")
    kinds = [(words[1], words[5]) for _, words in field.run(300, counted)]
    assert sorted(kinds) == sorted([(name, kind) for name in field.nodes for kind in ("HELLO", "STATUS")])
    assert all([node.heard_kit for node in field.nodes.values()])
    assert field.bridge.heard_kit
    field.press(1, "2")
    heard = field.run(500, counted)
    assert [words[1:2] + words[5:] for _, words in heard] == [["h2", "BTN", "2"]]
    shown = [bool(board.told.get(13)) for board in field.boards]
    assert shown == [False, True, False, False], "only its own buzzer"
    status = [words[6] for _, words in field.run(5000, taken) if words[5] == "STATUS"]
    assert all([value.split(",")[1] == "-61" for value in status]), "how the bridge is heard"


def check_what_the_cable_cannot_take_is_kept_and_grows_old():
    field = Field("h1")
    field.run(300, counted)
    field.cable.full = True
    pressed = field.now
    field.press(0)
    assert field.run(2500) == []
    field.cable.full = False
    heard = field.run(20, counted)
    seen = sightings(heard)
    assert len(seen) == 1, "repeats are one frame"
    at, _, age, kind, _ = seen[0]
    assert kind == "BTN"
    assert abs(at - age - pressed) <= 5
    assert len(field.nodes["h1"].store) == 0


def check_no_more_than_64_are_kept():
    field = Field()
    field.cable.full = True
    for seq in range(KEPT + 10):
        field.bridge._radio._espnow.come.append((b"\x02" + b"\x00" * 5, sealed(f"HK1 h1 0001 {seq} 0 BTN 1")))
    field.run(10)
    field.cable.full = False
    seqs = [int(words[3]) for _, words in field.run(100)]
    assert seqs == list(range(10, KEPT + 10))


def check_what_is_no_frame_is_not_passed_on():
    field = Field()
    for said in (
        b"",
        b"hello",
        sealed("HK1ACK h1 0001 1"),
        sealed("HK1 h1 0001 1 x BTN 1"),
        sealed("HK1 h1 0001 1 0 BTN"),
        sealed("HK1 h1 0001 1 0 BTN 1")[:-2],
    ):
        field.bridge._radio._espnow.come.append((b"\x02" + b"\x00" * 5, said))
    field.cable.answers = sealed("HK1ACK h1 0001 1") + sealed("HK1 h1 0001 1 0 BTN 1") + b"\xff\n\n"
    assert field.run(10) == []


def check_a_node_answers_only_to_its_bridge():
    field = Field("h1", bridge="02:00:00:00:00:BB")
    assert len(field.run(300, counted)) == 2
    field = Field("h1", bridge="02:00:00:00:00:CC")
    assert field.run(300, counted) == []
    field = Field("h1", channel=7)
    assert field.run(300, counted) == []


def check_two_starts_of_one_name_get_their_own_answers():
    field = Field("h1", "h1x")
    field.nodes["h1x"].name = "h1"
    field.run(300, counted)
    assert all([node.heard_kit for node in field.nodes.values()])
    told = []
    field.bridge._radio.say = lambda receiver, said: told.append((receiver[5], opened(said[:-1])[2]))
    field.press(1)
    field.run(60, counted)
    assert set(told) == {(1, field.nodes["h1x"].boot)}


def check_the_bridge_blinks_until_the_kit_answers_and_flashes_for_frames():
    field = Field("h1")
    field.run(2000)
    assert 900 < sum(field.led) < 1200
    field.led.clear()
    field.run(6000, taken)
    field.led.clear()
    field.run(4000, taken)
    assert sum(field.led) <= 60
    field.press(0)
    field.led.clear()
    field.run(1000, taken)
    assert 40 <= sum(field.led) <= 200
