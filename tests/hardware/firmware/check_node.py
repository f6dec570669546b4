"""The node as a whole: what it says, how often, and what it shows."""

from check_bench import Bench, counted, sightings, taken
from frames import sealed
from lines import BAUD
from machine import FakeRdm6300
from node import VERSION
from signals import VERDICTS
from store import REPEATS_MS, STORE


def check_it_greets_and_reports_every_5_s():
    bench = Bench()
    heard = bench.run(15_500, taken, 10)
    said = [(words[3], words[5], words[6]) for _, words in heard]
    assert said[0] == ("1", "HELLO", VERSION)
    assert [kind for _, kind, _ in said] == ["HELLO"] + ["STATUS"] * 4
    moments = [at for at, words in heard if words[5] == "STATUS"]
    assert all(4950 < later - sooner < 5050 for sooner, later in zip(moments, moments[1:]))
    assert [words[4] for _, words in heard] == ["0"] * 5
    battery, rssi, dropped = said[-1][2].split(",")
    assert abs(int(battery) - 4100) < 20
    assert (rssi, dropped) == ("-", "0")


def check_it_greets_again_until_it_is_answered_and_when_the_kit_is_back():
    bench = Bench()
    kinds = [words[5] for _, words in bench.run(11_000, None, 10)]
    assert kinds == ["HELLO", "STATUS"] * 3
    kinds = [words[5] for _, words in bench.run(20_000, taken, 10)]
    assert kinds.count("HELLO") == 1
    kinds = [words[5] for _, words in bench.run(13_000, None, 10)]
    assert "HELLO" not in kinds
    assert "HELLO" in [words[5] for _, words in bench.run(11_000, taken, 10)]


def check_every_start_has_another_number():
    bench = Bench()
    boots = [bench.node.boot]
    for _ in range(3):
        bench.start()
        boots.append(bench.node.boot)
        assert bench.run(100)[0][1][2:4] == [boots[-1], "1"]
    assert len(set(boots)) == 4
    assert all(len(boot) == 4 and boot == boot.upper() for boot in boots)


def check_a_press_is_sent_at_once_and_repeated_until_it_is_taken():
    bench = Bench()
    bench.run(1000, taken)
    pressed = bench.board.now
    bench.press("3")
    sent = sightings(bench.run(6000))
    assert {(seq, kind, value) for _, seq, _, kind, value in sent} == {(sent[0][1], "BTN", "3")}
    assert sent[0][0] - pressed < 50
    assert all(abs(at - pressed - age) < 5 for at, _, age, _, _ in sent), "its age is that of the first edge"
    waits = [later[0] - sooner[0] for sooner, later in zip(sent, sent[1:])]
    for place, wait in enumerate(waits):
        middle = REPEATS_MS[min(place, 4)]
        assert middle // 2 <= wait <= middle + middle // 2 + 20, waits
    assert 7 <= len(waits) <= 16
    assert len(set(waits[4:])) > 1, "the wait varies"
    bench.run(2000, taken)
    assert sightings(bench.run(5000)) == []


def check_a_run_over_post_counts_nothing():
    for lengths in ((3,), (15,), (3, 4, 8, 2, 15), (5, 3) * 40, (15, 3) * 10, (12, 40, 12, 40, 12)):
        bench = Bench(reader="none")
        bench.run(1000, taken)
        bench.shake(lengths)
        assert sightings(bench.run(2000, taken, 1)) == [], lengths
        bench.press()
        assert len(sightings(bench.run(500, taken, 1))) == 1, "it still works"


def check_a_verdict_alone_ends_the_repeats_too():
    bench = Bench()
    bench.run(500, taken)
    bench.press()
    bench.run(1300, lambda words: counted(words)[1:])
    assert sightings(bench.run(5000)) == []


def check_answers_that_are_not_its_own_change_nothing():
    bench = Bench()
    bench.run(500, taken)
    bench.press()
    seq = sightings(bench.run(30))[0][1]
    boot = bench.node.boot
    other = "0000" if boot != "0000" else "0001"
    for said in (
        f"HK1ACK h2 {boot} {seq}",
        f"HK1ACK h1 {other} {seq}",
        f"HK1ACK h1 {boot} {seq + 1}",
        f"HK1ACK h1 {boot} 0",
        f"HK1ACK h1 {boot} x",
        f"HK1ACK h1 {boot} {seq} counted",
        f"HK1RES h1 {boot} {seq} eaten",
        f"HK1RES h1 {boot} {seq}",
        f"HK1 h1 {boot} {seq} 0 BTN 1",
    ):
        bench.wire.answers += sealed(said)
    bad = bytearray(sealed(f"HK1ACK h1 {boot} {seq}"))
    bad[8] ^= 1
    bench.wire.answers += bytes(bad) + b"\xff\x00\xfe" * 99 + b"\n*\n" + b"HK1*\nHK1ACK\n"
    assert len(sightings(bench.run(3000))) > 3
    # What stands before a frame on its line, and where it was cut by the wire, does not matter.
    good = b"\xffHK1ACK h1" + sealed(f"HK1ACK h1 {boot} {seq}")[:-1] + b"\r\n"
    bench.wire.answers += good[:20]
    bench.run(10)
    bench.wire.answers += good[20:]
    bench.run(10)
    assert len(bench.node.store) == 0


def check_a_verdict_shows_on_led_and_buzzer_once():
    for verdict, pattern in VERDICTS.items():
        bench = Bench()
        bench.run(6000, taken, 20)
        bench.shown("led")
        bench.press()
        bench.run(1800, lambda words, verdict=verdict: counted(words, verdict) * 2)
        on = [pattern[place] for place in range(0, len(pattern), 2)]
        assert bench.shown("buzzer") == on, verdict
        blinked = bench.shown("led")
        assert sum(blinked) >= sum(on)
        assert 0 <= blinked[-1] - on[-1] <= 40, blinked


def check_a_press_blinks_before_the_kit_has_answered():
    bench = Bench()
    bench.run(6000, taken, 20)
    bench.shown("led")
    bench.press()
    bench.run(150, lambda words: [])
    assert bench.shown("led") == [40]
    assert bench.shown("buzzer") == []


def check_a_verdict_on_a_report_shows_too():
    bench = Bench()
    bench.run(6000, taken, 20)
    words = bench.run(5000, taken)[0][1]
    assert words[5] == "STATUS"
    bench.wire.answers += sealed(" ".join(["HK1RES"] + words[1:4] + ["refused"])) * 3
    bench.run(2000)
    assert bench.shown("buzzer") == [60] * 5


def check_the_led_blinks_while_the_kit_is_away():
    bench = Bench()
    bench.run(3000)
    assert bench.shown("led") == [498, 500, 500], "not yet heard"
    bench.run(10_000, taken, 10)
    bench.shown("led")
    bench.run(6500, None, 10)
    assert bench.shown("led") == [], "a report that got lost is nothing yet"
    bench.run(6000, None, 10)
    assert len(bench.shown("led")) >= 3
    bench.run(6600, taken, 10)
    bench.shown("led")
    bench.run(4000, taken, 10)
    assert bench.shown("led") == []
    bench.press()
    bench.run(3000)
    bench.shown("led")
    bench.run(2000)
    assert len(bench.shown("led")) >= 1, "a press that waits tells sooner"


def check_the_last_64_are_kept_and_what_is_dropped_is_told():
    bench = Bench(reader="none")
    bench.run(500, taken)
    for _ in range(STORE + 6):
        bench.press()
        bench.run(130, None, 5)
    assert len(bench.node.store) == STORE
    heard = bench.run(12_000, taken, 5)
    seqs = {seq for _, seq, _, _, _ in sightings(heard)}
    assert len(seqs) == STORE
    assert [words[6].split(",")[2] for _, words in heard if words[5] == "STATUS"][-1] == "6"
    assert len(bench.node.store) == 0


def check_a_held_tag_is_one_sighting_and_the_next_one_another():
    bench = Bench()
    reader = bench.board.devices["uart1"] = FakeRdm6300()
    bench.run(500, taken)
    reader.hold("62E3086CED", bench.board.now, 60_000)
    heard = sightings(bench.run(60_500, counted, 20))
    assert [(kind, value) for _, _, _, kind, value in heard] == [("TAG", "62E3086CED")]
    reader.hold("62E3086CED", bench.board.now, 100)
    assert sightings(bench.run(1600, counted)) == [], "within 1.5 s of its last sight"
    reader.hold("01000734E0", bench.board.now, 100)
    bench.run(100, counted)
    bench.run(1500, counted)
    reader.hold("62E3086CED", bench.board.now, 100)
    assert len(sightings(bench.run(500, counted))) == 1


def check_of_two_nodes_on_a_line_one_waits_for_the_other():
    bench = Bench()
    bench.run(1000, taken)
    bench.press()
    other = b"HK1 h2 0000 1 0 BTN 1*0000\n"
    for _ in range(40):
        bench.wire.answers += other[:5]
        assert sightings(bench.run(2)) == [], "the line is busy"
    assert len(sightings(bench.run(20))) == 1


def check_a_node_gives_the_line_back_as_soon_as_its_frame_has_left():
    bench = Bench()
    heard = bench.run(5500, taken, 1)
    send = bench.board.told[bench.settings.pins["rs485_de"]]
    assert [level for _, level in send] == [1, 0] * len(heard)
    for (_, words), on, off in zip(heard, send[::2], send[1::2]):
        bits_ms = 10_000 * len(sealed(" ".join(words))) / BAUD
        assert bits_ms <= off[0] - on[0] <= bits_ms + 1, (bits_ms, send)
