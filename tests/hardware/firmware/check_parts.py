"""The parts of a node, one by one."""

import board_time
import keys
import machine
import main
import parts
import settings
from buttons import Button
from check_bench import file_of
from chips import EspADC, FakeMfrc522, FakePn532, FakeTag
from frames import Lines, crc, opened, sealed
from machine import FakeRdm6300, SimulatedBoard
from mfrc522 import crc_a
from parts import BatterySensor, make_reader, next_start
from pn532 import ASKS, framed, listed
from readers import TagPresence
from signals import QUEUE, VERDICTS, Signals
from store import STORE, SightingStore, Waiting

SEAL = "AF2502521C6C2DB5"
"""As hmac and hashlib of CPython make it."""
CARD, LONG, LONGEST = "9E217A5C", "04A1B2C3D4E5F6", "04A1B2C3D4E5F6A7B8C9"


def check_the_published_frame():
    assert crc(b"123456789") == 0x29B1
    assert sealed("HK1 h1 7F2A 1 0 BTN 1") == b"HK1 h1 7F2A 1 0 BTN 1*951C\n"
    assert opened(b"HK1 h1 7F2A 1 0 BTN 1*951C") == ["HK1", "h1", "7F2A", "1", "0", "BTN", "1"]
    assert opened(b"\xff\x02HK1 h1 7FHK1 h1 7F2A 1 0 BTN 1*951C")[1:3] == ["h1", "7F2A"]


def check_what_is_no_frame_is_none():
    good = b"HK1 h1 7F2A 1 0 BTN 1*951C"
    for place in range(len(good)):
        spoilt = bytearray(good)
        spoilt[place] ^= 0x20
        assert opened(bytes(spoilt)) == [], place
        assert opened(good[:place]) == [], place
    for line in (b"", b"*", b"HK1", b"*951C", b"\xff" * 200):
        assert opened(line) == []
    high = b"HK1 \xff\xfe"
    assert opened(high + ("*%04X" % crc(high)).encode()) == []


def check_lines_are_cut_wherever_the_wire_cuts_them():
    whole = b"one\ntwo\r\n\nthree"
    for size in range(1, 6):
        lines = Lines()
        found = []
        for place in range(0, len(whole), size):
            found += lines.feed(whole[place : place + size])
        assert found == [b"one", b"two", b""], size
    lines = Lines()
    for _ in range(100):
        assert lines.feed(b"\xff" * 100) == []
    assert len(lines.feed(b"\n")[0]) <= 96


def pressed(levels, until):
    """Return the presses that a button finds, looked at each ms: when each began and when it was found."""
    button, down, found = Button(), False, []
    for now in range(until):
        down = levels.get(now, down)
        at = button.pressed(bool(down), now)
        if at is not None:
            found.append((at, now))
    return found


def check_a_bouncing_button_is_one_press_from_its_first_edge():
    bounced = {100: 1, 101: 0, 102: 1, 105: 0, 106: 1, 180: 0, 181: 1, 184: 0}
    assert pressed(bounced, 600) == [(100, 126)]
    again = dict(bounced)
    again[215] = 1
    assert pressed(again, 600) == [(100, 126), (215, 235)]
    early = dict(bounced)
    early[214] = 1
    assert pressed(early, 600) == [(100, 126)], "open for too short a time"
    assert pressed({0: 1}, 1000) == [], "stuck"
    assert pressed({0: 1, 500: 0, 520: 1}, 1000) == []
    assert pressed({0: 1, 500: 0, 540: 1}, 1000) == [(540, 560)]
    assert pressed({100: 1, 119: 0}, 600) == []
    assert pressed({100: 1, 121: 0}, 600) == [(100, 120)]
    assert pressed({100: 1, 105: 0, 140: 1}, 600) == [(140, 160)], "what was long before is none of it"


def check_the_store_keeps_64_and_sends_the_longest_waiting_first():
    store = SightingStore(lambda count: count // 2)
    for seq in range(1, STORE + 3):
        store.put(Waiting("0A01", seq, "BTN", "1", seq))
    assert (len(store), store.dropped, store.waited_ms(100)) == (STORE, 2, 97)
    sent = []
    while (waiting := store.due(100)) is not None:
        sent.append(waiting.seq)
        store.sent(waiting, 100)
    assert sent == list(range(3, STORE + 3))
    assert store.due(149) is None
    assert store.due(150).seq == 3
    store.taken("0A00", 3)
    assert store.due(150).seq == 3, "of another start"
    store.taken("0A01", 3)
    store.taken("0A01", 999)
    assert store.due(150).seq == 4
    assert len(store) == STORE - 1
    assert SightingStore(None).waited_ms(5) == 0


def check_verdicts_wait_for_each_other_and_the_newest_are_kept():
    signals = Signals()
    for verdict in ("counted", "refused", "held", "held", "held"):
        signals.verdict(verdict)
    buzzed = [signals.levels(now, False)[1] for now in range(10_000)]
    on = sum(
        sum([VERDICTS[verdict][place] for place in range(0, len(VERDICTS[verdict]), 2)])
        for verdict in ["counted"] + ["held"] * QUEUE
    )
    assert sum(buzzed) == on
    assert not any(buzzed[-1000:])


def check_a_tag_is_held_until_it_was_gone_for_long_enough():
    held = TagPresence(1500)
    assert [held.is_new("A", at) for at in (0, 65, 1500, 2999, 4499, 4500, 6001)] == [True] + [False] * 3 + [
        True,
        False,
        True,
    ]
    assert held.is_new("B", 6001)
    assert not held.is_new("A", 6002)


def read(reader, board, ms, step=1):
    """Return what a reader tells in the given ms."""
    tags = []
    for _ in range(0, ms, step):
        board.sleep(step)
        tags += reader.look(board.now)
    return tags


def reader_of(kind, device):
    """Return a reader with its device on a board."""
    board = machine.board = SimulatedBoard()
    board.devices["spi0" if kind == "mfrc522" else "uart1"] = device
    return make_reader(settings.check(file_of("pico", reader=kind))), board


def check_rdm6300_reads_good_frames_and_nothing_else():
    device = FakeRdm6300()
    reader, board = reader_of("rdm6300", device)
    device.hold("62E3086CED", 0, 200)
    assert read(reader, board, 300) == ["62E3086CED"] * 4
    good = FakeRdm6300.frame("62E3086CED")
    assert good == b"\x0262E3086CED08\x03"
    id12 = b"\x020C000621A58E\r\n\x03"
    said = good[:7] + good.lower() + b"\xff\xff\x02" + good + good[:5] + b"x" + good[5:] + id12
    said += good.replace(b"08\x03", b"09\x03") + b"08" + good[:12]
    pieces = [said[place : place + 5] for place in range(0, len(said), 5)]
    device.say = lambda now: pieces.pop(0) if pieces else b""
    assert read(reader, board, 100) == ["62E3086CED", "62E3086CED", "0C000621A5"]


def check_mfrc522_reads_ids_of_every_length_over_its_registers():
    assert crc_a(b"\x50\x00") == b"\x57\xcd"
    for tag in (CARD, LONG, LONGEST):
        device = FakeMfrc522()
        reader, board = reader_of("mfrc522", device)
        assert read(reader, board, 200) == []
        device.tags = [FakeTag(tag)]
        seen = read(reader, board, 1000)
        assert set(seen) == {tag}
        assert len(seen) >= 8, "far more often than repeat_ms"
        device.tags = [FakeTag(tag), FakeTag("11223344")]
        assert tag not in read(reader, board, 300)[1:], "two at once are none"


def check_mfrc522_that_lost_its_power_is_set_up_again():
    device = FakeMfrc522()
    reader, board = reader_of("mfrc522", device)
    device.tags = [FakeTag(CARD)]
    assert CARD in read(reader, board, 300)
    device.power_cut()
    device.tags = [FakeTag(LONG)]
    assert LONG in read(reader, board, 500)
    del board.devices["spi0"]
    assert read(reader, board, 500) == []
    board.devices["spi0"] = device
    assert LONG in read(reader, board, 500)


def check_pn532_is_woken_asked_and_read():
    assert framed(0xD4, b"\x4a\x02\x00") == bytes.fromhex("0000FF04FCD44A0200E000")
    device = FakePn532()
    reader, board = reader_of("pn532", device)
    assert read(reader, board, 400) == []
    device.tags = [CARD, LONG]
    assert read(reader, board, 1000)[:2] == [CARD, LONG]
    device.__init__()
    device.tags = [CARD]
    assert CARD in read(reader, board, 3000), "set up again after its power was lost"
    assert 1000 < sum([pause for _, pause in ASKS]) < 3000


def check_pn532_reads_past_dirt():
    told = bytes.fromhex("D54B0101000408049E217A5C")[1:]
    answer = framed(0xD5, told)
    device = FakePn532()
    reader, board = reader_of("pn532", device)
    head = bytes.fromhex("0000FF50B0D5")
    ack, start = bytes.fromhex("0000FF00FF00"), bytes.fromhex("0000FFFF000000FF")
    for dirt in (b"", b"\xff\x00", answer[:9], ack, start):
        pieces = [bytes([byte]) for byte in dirt + answer + answer + answer]
        device.say = lambda now, pieces=pieces: pieces.pop(0) if pieces else b""
        assert read(reader, board, 100)[-2:] == [CARD, CARD], dirt
    pieces = [head + answer * 5]
    device.say = lambda now: pieces.pop(0) if pieces else b""
    assert CARD in read(reader, board, 10)
    ats = bytes.fromhex("D54B02 0100042004 9E217A5C 0675778102 80 020044000704A1B2C3D4E5F6".replace(" ", ""))
    assert listed(ats) == [CARD, LONG]
    for cut in range(3, len(ats)):
        assert len(listed(ats[:cut])) <= 2


def check_a_board_without_a_reader_sees_nothing():
    reader, board = reader_of("none", None)
    assert read(reader, board, 100) == []


def check_the_battery_is_measured_on_both_boards():
    board = machine.board = SimulatedBoard()
    board.battery_mv = 3700
    assert abs(BatterySensor(settings.check(file_of("pico")))() - 3700) < 15

    real, parts.ADC = parts.ADC, EspADC
    try:
        assert abs(BatterySensor(settings.check(file_of("esp32")))() - 3700) < 15
    finally:
        parts.ADC = real
    bare = file_of("pico")
    del bare["pins"]["battery"]
    assert BatterySensor(settings.check(bare))() == 0


def check_the_number_of_a_start_goes_up_and_survives_a_bad_file():
    for content, following in (("00FF AA", "0100"), ("FFFF AA", "0000"), ("rubbish", "1234"), ("", "1234")):
        with open("starts_check.txt", "w") as file:
            file.write(content)
        assert next_start(lambda count: 0x1234, "AA", "starts_check.txt") == following
    assert next_start(lambda count: 0xAB, "AA", "no/such/folder") == "00AB"


def check_a_board_that_got_the_files_of_another_does_not_count_its_starts():
    assert next_start(lambda count: 0x1234, "AA", "starts_check.txt") in ("1234", "1235")
    with open("starts_check.txt", "w") as file:
        file.write("00FF AA")
    assert next_start(lambda count: 0x4321, "BB", "starts_check.txt") == "4321"
    assert next_start(lambda count: 0x1234, "BB", "starts_check.txt") == "4322"


def check_a_seal_is_hmac_sha256():
    key, said = bytes(range(16)), b"^HK1 h1 7F2A 3 0 BTN 1*537B\n\x00\x00\x00\x07"
    assert keys.to_hex(keys.seal(key, said)) == SEAL
    message = keys.signed(key, keys.UP, said[1:-4], 7)
    assert message == said[1:] + keys.from_hex(SEAL)
    assert keys.checked(key, keys.UP, message) == (said[1:-4], 7)
    assert keys.checked(key, keys.DOWN, message) is None
    assert keys.checked(bytes(16), keys.UP, message) is None
    for place in range(len(message)):
        spoiled = message[:place] + bytes([message[place] ^ 1]) + message[place + 1 :]
        assert keys.checked(key, keys.UP, spoiled) is None
        assert keys.checked(key, keys.UP, message[:place]) is None


def check_pairs_are_kept_and_a_spoiled_file_is_none():
    keys.FILE = "pairs_check.json"
    for content in ("", "rubbish", "[1]", '{"h1": 1}', '{"h1": ["AA"]}', '{"h1": [1, 2]}'):
        with open(keys.FILE, "w") as file:
            file.write(content)
        pairs = keys.Pairs()
        assert (pairs.names(), pairs.key("h1"), pairs.address("h1")) == ([], None, b"")
    for number in range(keys.MAX_PAIRS):
        assert pairs.put(f"n{number}", bytes([number] * 6), bytes([number] * 16))
    assert not pairs.put("one-more", b"\x01" * 6, b"\x01" * 16)
    assert pairs.put("n3", b"\xaa" * 6, b"\xbb" * 16)
    pairs.forget("n4")
    again = keys.Pairs()
    assert again.names() == pairs.names()
    assert len(again.names()) == keys.MAX_PAIRS - 1
    assert (again.address("n3"), again.key("n3"), again.key("n4")) == (b"\xaa" * 6, b"\xbb" * 16, None)


def check_two_buttons_held_at_the_start_ask_for_another_bridge():
    real, parts.time = parts.time, board_time
    try:
        for held, lets_go_at, wanted in (
            ((25, 26), 9000, True),
            ((25,), 9000, False),
            ((25, 26), 2900, False),
        ):
            board = machine.board = SimulatedBoard()
            pins = {str(pin): machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pin in (25, 26, 27)}
            for pin in held:
                board.press(pin, lets_go_at)
            board.sleep(10)
            assert parts.wants_another_bridge(pins) == wanted
    finally:
        parts.time = real


def check_time_goes_on_when_the_boards_counter_wraps():
    board = machine.board = SimulatedBoard(now=board_time.PERIOD - 1500)
    real, main.time = main.time, board_time
    try:
        uptime = main.Uptime()
        seen = []
        for _ in range(4):
            board.sleep(1000)
            seen.append(uptime.now())
        assert seen == [1000, 2000, 3000, 4000]
        assert board_time.ticks_ms() == 2500
    finally:
        main.time = real
