"""What waits while the kit is away, in flash: nothing twice, and nothing lost of what was written."""

import os

import check_bench
import kept
from check_bench import Bench, blank_flash, counted, sightings, taken
from kept import Backup
from noisy_line import PlainKit
from store import STORE, SightingStore, Waiting


class PowerCut(BaseException):
    """The power goes."""


class Flash:
    """The files of a board whose power goes after this many bytes and steps, or whose flash is full then."""

    def __init__(self, left=1 << 30, error=PowerCut):
        self.left, self.error, self.writes = left, error, 0

    def __enter__(self):
        kept.open, kept.os = self.opened, self
        return self

    def __exit__(self, *raised):
        del kept.open
        kept.os = os

    def opened(self, path, mode):
        """Return a file; to open one for writing is a write, also where it fails."""
        if mode == "rb":
            return open(path, mode)
        self.writes += 1
        self.step()
        return Cut(open(path, mode), self)

    def rename(self, old, new):
        """One file takes the place of another, wholly or not at all."""
        self.step()
        os.rename(old, new)
        self.step()

    def remove(self, path):
        """Remove a file, in two steps that the power may cut."""
        self.step()
        self.writes += 1
        os.remove(path)
        self.step()

    def step(self):
        """One more byte or step."""
        if self.left == 0:
            raise self.error(28)
        self.left -= 1


class Cut:
    """A file that is written byte by byte."""

    def __init__(self, file, flash):
        self._file, self._flash = file, flash

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        self._file.close()

    def write(self, said):
        for place in range(len(said)):
            self._flash.step()
            self._file.write(said[place : place + 1])


def pressed(bench, buttons, kit=None):
    """Press some buttons after each other."""
    heard = []
    for button in buttons:
        bench.press(button)
        heard += bench.run(300, kit, 10)
    return heard


def content():
    """Return the file as it is, empty where there is none."""
    try:
        with open(kept.FILE, "rb") as file:
            return file.read()
    except OSError:
        return b""


def check_nothing_is_written_while_the_kit_answers():
    bench = Bench(reader="none")
    with Flash() as flash:
        bench.run(500, taken)
        pressed(bench, "12345" * 4, counted)
        bench.press()
        bench.run(1500, None, 10)
        assert len(bench.node.store) == 1
        bench.run(1000, counted, 10)
    assert (flash.writes, content()) == (0, b""), "it was away for less than 3 s"


def check_a_loss_of_power_while_the_kit_is_away_loses_no_press():
    bench = Bench(reader="none")
    bench.run(500, taken)
    boot = bench.node.boot
    sent = sightings(pressed(bench, "142"))
    seqs = sorted({(seq, value) for _, seq, _, _, value in sent})
    with Flash() as flash:
        bench.run(6000, None, 10)
        assert flash.writes == 1, "all at once"
    bench.board.sleep(20_000)
    bench.start()
    began = bench.board.now
    heard = [(at, words) for at, words in bench.run(3000, None, 10) if words[5] == "BTN"]
    assert {words[2] for _, words in heard} == {boot}
    assert bench.node.boot != boot
    assert sorted({(int(words[3]), words[6]) for _, words in heard}) == seqs
    for at, words in heard:
        assert words[4][-1] == "+", "at least so old"
        assert 2000 < int(words[4][:-1]) - (at - began) < 4000, words
    bench.run(1500, counted, 5)
    assert len(bench.node.store) == 0
    bench.run(1000, counted, 10)
    assert content() == b""
    assert bench.shown("buzzer") != [], "their verdicts are shown"
    bench.start()
    assert [words for _, words in bench.run(5000, taken, 10) if words[5] == "BTN"] == []


def check_an_age_is_that_of_the_last_line_and_of_the_lives_after_it():
    blank_flash()
    store = SightingStore(None)
    first = Backup("h1", "0001")
    first.restore(store, 100)
    store.put(Waiting("0001", 7, "BTN", "1", 400))
    first.look(store, True, 1500)
    store.put(Waiting("0001", 8, "TAG", "04A1B2C3D4E5F6A7B8C9", 8000))
    first.look(store, True, 9500)
    for start, now, ages in (("0002", 50, (9100, 1500)), ("0003", 5000, (9100 + 3000, 1500 + 3000))):
        store = SightingStore(None)
        again = Backup("h1", start)
        again.restore(store, now)
        assert [(each.seq, now - each.born, each.exact) for each in store][:2] == [
            (7, ages[0], False),
            (8, ages[1], False),
        ]
        store.put(Waiting(start, 1, "BTN", "2", now + 1000))
        again.look(store, True, now + 3000)
    assert [each.boot for each in store] == ["0001", "0001", "0002", "0003"]
    other = SightingStore(None)
    Backup("h2", "0001").restore(other, 0)
    assert len(other) == 0, "another node's"


def lived(flash, most):
    """Live a node's life without the kit until its power goes; return what it saw and what was written."""
    store, written = SightingStore(None), []
    node = Backup("h1", "0001")
    seen = []
    try:
        with flash:
            node.restore(store, 0)
            for number in range(1, most + 1):
                seen.append(("0001", number, "BTN", str(number % 5 + 1)))
                store.put(Waiting(*seen[-1] + (number * 5000,)))
                node.look(store, True, number * 5000 + 2000)
                written = [(each.boot, each.seq) for each in store if each.kept]
                if number == 3:
                    store.taken("0001", 1)
    except PowerCut:
        pass
    return seen, written


def check_power_that_goes_between_any_two_bytes_costs_only_what_was_not_written():
    real = kept.MAX_LINES
    kept.MAX_LINES = 4
    try:
        whole = Flash()
        blank_flash()
        lived(whole, 6)
        steps = (1 << 30) - whole.left
        assert whole.writes == 6
        assert steps > 300
        for cut in range(steps):
            blank_flash()
            seen, written = lived(Flash(cut), 6)
            store = SightingStore(None)
            again = Backup("h1", "0002")
            again.restore(store, 0)
            found = [(each.boot, each.seq, each.kind, each.value) for each in store]
            assert len(set(found)) == len(found), (cut, "nothing twice")
            assert all(each in seen for each in found), (cut, found)
            assert all(each in [one[:2] for one in found] for each in written), (cut, written, found)
            # What comes after a line that was cut is read as well.
            store.put(Waiting("0002", 1, "BTN", "1", 0))
            again.look(store, True, 2000)
            store = SightingStore(None)
            Backup("h1", "0003").restore(store, 0)
            assert [each.seq for each in store if each.boot == "0002"] == [1], cut
            assert len(store) == len(found) + 1, cut
    finally:
        kept.MAX_LINES = real


def check_over_losses_of_power_each_press_counts_once():
    for left in range(0, 260, 13):
        bench = Bench(reader="none")
        kit = PlainKit()

        def hears(words, kit=kit):
            kit.hear([check_bench.frames.sealed(" ".join(words))], 0)
            return []

        def answers(words, kit=kit):
            hears(words)
            return [line.decode()[:-5] for line in kit.answers(0).split(b"\n")[:-1]]

        bench.run(500, answers, 5)
        try:
            with Flash(left):
                # The kit hears it all the while, and its answers get lost.
                pressed(bench, "123", hears)
                bench.run(8000, hears, 10)
                pressed(bench, "45", hears)
                bench.run(4000, answers, 10)
        except PowerCut:
            pass
        bench.start()
        bench.run(6000, answers, 10)
        assert len(bench.node.store) == 0
        values = sorted(kit.counted.values())
        assert values == sorted(set(values)), (left, values)
        assert values[:3] == ["1", "2", "3"], (left, values)


def check_a_full_or_read_only_flash_stops_nothing():
    for left in (0, 1, 20, 90):
        bench = Bench(reader="none")
        bench.run(500, taken)
        with Flash(left, OSError) as flash:
            pressed(bench, "12")
            bench.run(6000, None, 10)
            pressed(bench, "3")
            bench.run(20_000, None, 20)
            assert flash.writes <= 2, "it is not tried over and over"
            heard = bench.run(3000, counted, 10)
            assert {value for _, _, _, _, value in sightings(heard)} == {"1", "2", "3"}
        bench.run(6000, counted, 10)
        pressed(bench, "4")
        bench.run(6000, None, 10)
        assert b" BTN 4 " in content(), "once the kit was back it is tried again"
    with open(kept.FILE, "wb") as file:
        file.write(b"\xff\x00HK1KEPT h1 rubbish*0000\n\n" * 20)
    bench.start()
    assert sightings(bench.run(6000, taken, 10)) == []
    assert content() == b""


def check_the_file_is_bounded_and_seldom_written():
    bench = Bench(reader="none")
    bench.run(500, taken)
    bench.run(14_000, None, 20)
    with Flash() as flash:
        for number in range(5 * STORE):
            bench.press(str(number % 5 + 1))
            bench.run(260, None, 10)
            assert content().count(b"\n") <= kept.MAX_LINES
        bench.run(2000, None, 10)
    assert flash.writes <= 5 * STORE * 0.26 + 10, flash.writes
    bench.start()
    bench.run(50, None, 10)
    assert len(bench.node.store) == STORE
    assert [each.seq for each in bench.node.store] == sorted([each.seq for each in bench.node.store])
    heard = bench.run(8000, counted, 4)
    assert len({(words[2], words[3]) for _, words in heard if words[5] == "BTN"}) == STORE
