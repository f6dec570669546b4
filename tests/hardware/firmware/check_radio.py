"""Nodes on the radio, and the bridge that takes their frames to the kit."""

import espnow
import kept
import keys
import machine
import parts
import settings
from bridge import KEPT, Bridge
from check_bench import blank_flash, counted, file_of, sightings, taken
from frames import opened, sealed
from keys import DOWN, UP, Pairs, signed
from lines import KitLine
from machine import SimulatedBoard
from radio import Radio


class Cable(KitLine):
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


BRIDGE = b"\x02\x00\x00\x00\x00\xbb"
NODE = b"\x02\x00\x00\x00\x00\x00"
"""The radio's address of the first node."""


def address_of(number):
    """Return the radio's address of a node by its place."""
    return bytes([2, 0, 0, 0, 0, number])


def key_of(number):
    """Its key."""
    return bytes([number + 1] * 16)


def pairs_of(board, kept):
    """Return the pairs that a board has kept: name to address and key."""
    keys.FILE = f"pairs_{board}.json"
    with open(keys.FILE, "w") as file:
        file.write("{}")
    pairs = Pairs()
    for name, (address, key) in kept.items():
        pairs.put(name, address, key)
    return pairs


class Field:
    """Some nodes with a radio, paired with a bridge that has a kit at its cable; those in `new` are not."""

    def __init__(self, *names, new=(), **changes):
        espnow.air.__init__()
        self.now = 0
        self.boards = []
        self.nodes = {}
        self.made = 100
        self.reports = {}
        numbers = {name: number for number, name in enumerate(names) if name not in new}
        for number, name in enumerate(names):
            blank_flash(number)
            machine.board = SimulatedBoard(mac=address_of(number))
            raw = file_of("esp32", node=name, **changes)
            pairs_of(number, {name: (BRIDGE, key_of(number))} if name in numbers else {})
            self.boards.append(machine.board)
            self.nodes[name] = parts.make(settings.check(raw))
        self.boards.append(SimulatedBoard(mac=BRIDGE))
        self.cable = Cable()
        self.led = []
        pairs = pairs_of(
            "bridge", {name: (address_of(number), key_of(number)) for name, number in numbers.items()}
        )
        self.power_bridge(pairs)

    def power_bridge(self, pairs):
        """Plug the bridge in."""
        machine.board = self.boards[-1]
        self.bridge = Bridge(
            self.cable, Radio(6), lambda led, buzzer: self.led.append(led), pairs, self.new_key, "B00B"
        )

    def new_key(self):
        """Another key each time; boards take theirs from noise."""
        self.made += 1
        return bytes([self.made] * 16)

    def send(self, said, sender=NODE):
        """Bytes by air to the bridge."""
        self.bridge._radio._espnow.arrive(sender, said)

    def press(self, number, button="1"):
        """Press a button of a node by its place among the names."""
        self.boards[number].press(file_of("esp32")["pins"]["button_" + button])

    def run(self, ms, kit=None, step=1):
        """Let this many ms pass; what the kit hears of nodes, as moment and words."""
        heard = []
        for _ in range(0, ms, step):
            self.now += step
            for board in self.boards:
                board.sleep(step)
            for node in self.nodes.values():
                node.step(self.now)
            self.bridge.step(self.now)
            while self.cable.said:
                words = opened(self.cable.said.pop(0)[:-1])
                if words[1] == self.bridge.name:
                    self.reports[" ".join(words[5:6] + words[6].split(",")[:1])] = words[6]
                else:
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


def check_a_jammed_radio_is_asked_once_in_a_step():
    field = Field("h1", "h2", "h3")
    field.run(300, counted)
    radio, tried = field.bridge._radio._espnow, []

    def jammed(mac, said, sync):
        tried.append(mac)
        raise OSError("ETIMEDOUT")

    send, radio.send = radio.send, jammed
    routes = [node for node, _ in field.bridge._routes]
    assert len(routes) >= 3
    answers = b"".join([sealed("HK1ACK " + " ".join(node) + " 9") for node in routes])
    for steps in (1, 2):
        field.cable.answers = answers
        field.bridge.step(field.now)
        assert len(tried) == steps, "each try may take 2 s, and the watchdog waits for 8"
    radio.send = send
    field.press(0, "2")
    assert [words[5:] for _, words in field.run(500, counted)] == [["BTN", "2"]]
    assert len(field.nodes["h1"].store) == 0


def check_what_was_kept_over_a_loss_of_power_passes_the_bridge():
    field = Field("h1")
    field.run(300, taken)
    node = field.nodes["h1"]
    old = node.boot
    field.press(0, "2")
    sent = [words for _, words in field.run(6000) if words[5] == "BTN"]
    blank = kept.FILE
    machine.board = field.boards[0]
    keys.FILE, kept.FILE = "pairs_0.json", "kept0_check.txt"
    node = field.nodes["h1"] = parts.make(settings.check(file_of("esp32", node="h1")))
    kept.FILE = blank
    assert node.boot != old
    heard = [words for _, words in field.run(3000, counted) if words[5] == "BTN"]
    assert [words[1:4] + words[5:] for words in heard[:1]] == [sent[0][1:4] + ["BTN", "2"]]
    assert heard[0][2] == old
    assert heard[0][4].endswith("+")
    assert len(node.store) == 0, "its answer has found the way back"
    assert (state_of(field, "h1", 100), field.bridge.refused) == ("ok", 0)


def levels_of(field):
    """Return the level that the kit is told of each node in the next 5 s."""
    status = [words for _, words in field.run(5000, taken, step=5) if words[5] == "STATUS"]
    return {words[1]: words[6].split(",")[1] for words in status}


def check_the_level_of_a_node_is_that_at_which_the_bridge_hears_it():
    names = ["h" + str(number) for number in range(1, 5)] + ["new"]
    field = Field(*names, new=["new"])
    for number in range(5):
        for other in range(5):
            espnow.air.levels[address_of(number), address_of(other)] = -40
        espnow.air.levels[address_of(number), BRIDGE] = -92
        espnow.air.levels[BRIDGE, address_of(number)] = -70
    field.run(300, taken)
    assert levels_of(field) == {name: "-92" for name in names[:4]}
    for number in range(4):
        espnow.air.levels[address_of(number), BRIDGE] = -60 - number
    assert levels_of(field) == {"h1": "-60", "h2": "-61", "h3": "-62", "h4": "-63"}
    field.send(signed(key_of(1), UP, sealed("HK1 h1 0001 1 0 STATUS 4000,-,0"), 1))
    assert levels_of(field)["h1"] == "-60", "what is not believed tells no level"


def check_what_is_no_status_is_passed_on_as_it_is():
    field = Field("h1")
    field.nodes.clear()
    for count, value in enumerate(("4000,-5,0", "4000,-", "", "1,2,3,4")):
        field.send(signed(key_of(0), UP, sealed("HK1 h1 0001 %d 0 STATUS %s" % (count, value)), count + 1))
    assert [words[6] for _, words in field.run(20)] == ["4000,-61,0", "4000,-", "", "1,2,3,4"]


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
    field = Field("h1")
    field.nodes.clear()
    field.cable.full = True
    for seq in range(KEPT + 10):
        field.send(signed(key_of(0), UP, sealed(f"HK1 h1 0001 {seq} 0 BTN 1"), seq + 1))
    field.run(10)
    field.cable.full = False
    seqs = [int(words[3]) for _, words in field.run(100)]
    assert seqs == list(range(10, KEPT + 10))


def check_what_is_no_frame_is_not_passed_on():
    field = Field("h1")
    field.nodes.clear()
    for count, said in enumerate(
        (
            b"",
            b"hello",
            sealed("HK1ACK h1 0001 1"),
            sealed("HK1 h1 0001 1 x BTN 1"),
            sealed("HK1 h1 0001 1 0 BTN"),
            sealed("HK1 h1 0001 1 0 RADIO 0,0,0"),
            sealed("HK1 h1 zz 1 0 BTN 1"),
            sealed("HK1 h1 0001 1 0 BTN 1")[:-2],
        )
    ):
        field.send(said)
        field.send(signed(key_of(0), UP, said, count + 1))
    field.cable.answers = sealed("HK1ACK h1 0001 1") + sealed("HK1 h1 0001 1 0 BTN 1") + b"\xff\n\n"
    assert field.run(10) == []


def check_a_node_answers_only_to_its_bridge():
    field = Field("h1", bridge="02:00:00:00:00:BB")
    assert len(field.run(300, counted)) == 2
    field = Field("h1", bridge="02:00:00:00:00:CC")
    field.cable.answers += sealed("HK1OPEN " + field.bridge.name + " 60")
    assert field.run(1300, counted) == []
    field = Field("h1", channel=7)
    assert field.run(300, counted) == []


def check_a_board_with_the_files_of_another_is_not_heard():
    field = Field("h1", "h1x")
    copy = field.nodes["h1x"]
    copy.name = copy._line._name = "h1"
    copy._line._pairs.put("h1", BRIDGE, key_of(0))
    heard = field.run(100, counted)
    field.press(1)
    heard += field.run(2000, counted)
    assert {words[2] for _, words in heard} == {field.nodes["h1"].boot}
    assert not copy.heard_kit, "its LED says so"
    assert len(copy.store) == 1
    assert field.bridge.refused > 0


def check_a_frame_without_the_key_is_refused_and_counted():
    field = Field("h1", "h2")
    field.run(300, counted)
    frame = sealed("HK1 h1 0001 999 0 BTN 1")
    forged = (
        frame,
        frame + bytes(12),
        sealed("HK1 h9 0001 1 0 BTN 1"),
        signed(key_of(1), UP, frame, 999),
        signed(key_of(0), DOWN, frame, 999),
        signed(key_of(0), UP, frame, 999)[:-1] + b"?",
        b"HK1 \xff\xfe 1",
        b"\xff" * 250,
        b"",
    )
    for number, said in enumerate(forged):
        field.send(said)
        assert field.run(100, counted) == [], said
        assert field.bridge.refused == number + 1
    field.run(5000, counted)
    assert field.reports["RADIO " + str(len(forged))] == str(len(forged)) + ",0,2"
    field.press(0)
    assert [words[6] for _, words in field.run(300, counted)] == ["1"], "the node itself is heard as ever"


def check_what_was_heard_once_is_not_heard_again():
    field = Field("h1")
    said = []
    field.bridge._hear_radio = lambda message, sender, now, real=field.bridge._hear_radio: (
        said.append(message),
        real(message, sender, now),
    )
    field.run(100, counted)
    field.press(0)
    assert len(sightings(field.run(300, counted))) == 1
    for message in said[:]:
        field.send(message)
    assert field.run(100, counted) == []
    # After a restart the node counts from the beginning, under a later start.
    for boot, count, heard in (
        (1, 1, 1),
        (1, 2, 1),
        (1, 2, 0),
        (0, 9, 0),
        (0x8000, 9, 1),
        (0x7FFF, 99, 0),
        (0xF000, 1, 1),
        (2, 1, 1),
    ):
        start = (int(field.nodes["h1"].boot, 16) + boot) & 0xFFFF
        field.send(signed(key_of(0), UP, sealed("HK1 h1 %04X %d 0 BTN 1" % (start, count)), count))
        assert len(field.run(20)) == heard, (boot, count)


def check_a_paired_node_speaks_for_no_other():
    field = Field("h1", "h2")
    field.nodes.clear()
    field.send(signed(key_of(0), UP, b"HK1 h1 " + sealed("HK1 h2 0001 1 0 BTN 1"), 1))
    assert field.run(10) == []
    assert field.bridge.refused == 1


def state_of(field, name, ms=5100):
    """How the bridge says it finds a node, this many ms from now."""
    field.run(ms, taken, step=5)
    return field.reports["PAIR " + name].split(",")[2]


def check_a_node_that_lost_the_number_of_its_start_is_told_until_it_is_paired_again():
    field = Field("h1", "h2")
    field.nodes["h1"].boot = "8000"
    field.run(300, taken)
    field.nodes["h1"].boot = "0001"
    field.nodes["h1"]._line._count = 0
    field.press(0)
    assert [words for _, words in field.run(10000, counted, step=5) if words[1] == "h1"] == []
    assert (state_of(field, "h1", 1000), field.bridge.refused) == ("ok", 0), (
        "as a repeat of the air's would be"
    )
    assert state_of(field, "h1", 6000) == "old"
    assert field.reports["PAIR h2"].endswith(",ok")
    assert field.bridge.refused >= 3
    assert field.nodes["h1"].is_away(field.now), "its LED blinks"
    field.nodes["h1"]._line._pairs.forget("h1")
    field.cable.answers += sealed("HK1OPEN " + field.bridge.name + " 60")
    heard = field.run(2000, counted)
    assert [words[6] for _, words in heard if words[5] == "BTN"] == ["1"], "the press has waited"
    assert state_of(field, "h1", 100) == "ok"


def check_a_bridge_whose_plug_was_pulled_hears_a_node_that_lost_the_number_of_its_start():
    field = Field("h1")
    field.nodes["h1"].boot = "8000"
    field.run(300, taken)
    field.nodes["h1"].boot = "0001"
    field.press(0)
    assert field.run(1000, counted) == []
    field.power_bridge(Pairs())
    assert [words[6] for _, words in field.run(1500, counted) if words[5] == "BTN"] == ["1"]


def check_a_second_board_of_a_name_is_told_while_both_are_there():
    field = Field("h1", "h1x", "new", new=["new"])
    copy, late = field.nodes["h1x"], field.nodes["new"]
    assert state_of(field, "h1") == "ok"
    # One that has not been paired asks under the name, whether the pairing is open or not.
    late.name = late._line._name = "h1"
    assert state_of(field, "h1") == "twin"
    del field.nodes["new"]
    assert state_of(field, "h1", 18000) == "ok", "it was switched off"
    # One that got the files of the first has its key as well.
    copy.name = copy._line._name = "h1"
    copy._line._pairs.put("h1", BRIDGE, key_of(0))
    assert state_of(field, "h1", 10100) == "twin"
    del field.nodes["h1"]
    assert state_of(field, "h1", 18000) == "ok", "a spare board under the old name is no second one"


def check_a_node_believes_only_its_bridge():
    field = Field("h1")
    field.cable.full = True
    field.run(300)
    field.press(0)
    field.run(300)
    assert len(field.nodes["h1"].store) == 1
    ack = sealed("HK1ACK h1 " + field.nodes["h1"].boot + " 3")
    radio = field.nodes["h1"]._line._radio._espnow
    for said in (ack, ack + bytes(12), signed(key_of(1), DOWN, ack, 0), signed(key_of(0), UP, ack, 0)):
        radio.arrive(BRIDGE, said)
    radio.arrive(BRIDGE, sealed("HK1KEY h1 " + "AB" * 16))
    field.run(100)
    assert len(field.nodes["h1"].store) == 1, "nobody takes a press away, or the key"
    field.cable.full = False
    assert {seq for _, seq, _, _, _ in sightings(field.run(1500, counted))} == {3}
    assert len(field.nodes["h1"].store) == 0


def check_a_node_is_paired_while_the_kit_lets_it():
    field = Field("h1", "h2", new=("h2",))
    heard = field.run(100, counted)
    field.press(1)
    heard += field.run(3000, counted)
    assert {words[1] for _, words in heard} == {"h1"}, "a new node says nothing but that it wants a pair"
    assert field.bridge.refused == 0
    field.cable.answers += sealed("HK1OPEN bridge-other 60") + sealed("HK1OPEN " + field.bridge.name + " 60")
    heard = field.run(2000, counted)
    assert [words[1] + " " + words[5] for _, words in heard[:3]] == ["h2 HELLO", "h2 STATUS", "h2 BTN"]
    assert int(heard[2][1][4]) > 2000, "pressed before it was paired"
    assert field.bridge._pairs.names() == ["h1", "h2"]
    assert field.bridge._pairs.key("h2") == field.nodes["h2"]._line._pairs.key("h2") == bytes([101] * 16)
    assert field.reports["PAIR h2"] == "h2,020000000001,ok"
    assert Pairs().names() == ["h1", "h2"], "kept on the board"
    field.cable.answers += sealed("HK1OPEN " + field.bridge.name + " 0")
    field.run(100)
    assert field.reports["RADIO 0"] == "0,0,2"
    field.cable.answers += sealed("HK1FORGET " + field.bridge.name + " h2")
    field.press(1)
    assert field.run(1000, counted) == []
    assert field.bridge.refused > 0
    assert field.bridge._pairs.names() == ["h1"]


def check_a_name_is_given_once_while_the_pairing_is_open():
    field = Field("h1", new=("h1",))
    field.cable.answers += sealed("HK1OPEN " + field.bridge.name + " 2")
    field.run(500, counted)
    assert field.nodes["h1"].heard_kit
    field.send(sealed("HK1PAIR h1"), address_of(7))
    field.run(100, counted)
    assert field.bridge._pairs.address("h1") == address_of(0)
    assert field.bridge.refused == 1
    field.run(2000, counted)
    field.send(sealed("HK1PAIR h1"), address_of(7))
    field.send(sealed("HK1PAIR h5"), address_of(8))
    field.run(100, counted)
    assert field.bridge._pairs.names() == ["h1"], "it is closed"
    assert field.bridge._pairs.address("h1") == address_of(0)
    field.cable.answers += sealed("HK1OPEN " + field.bridge.name + " 60")
    field.run(10, counted)
    for number in range(100):
        field.send(sealed("HK1PAIR x" + str(number)), address_of(number))
    field.send(sealed("HK1PAIR h1"), address_of(0))
    field.run(100, counted)
    assert len(field.bridge._pairs.names()) == keys.MAX_PAIRS
    assert field.nodes["h1"].heard_kit


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
