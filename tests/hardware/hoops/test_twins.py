"""Two nodes of one name are noticed and told apart; one that restarts, repeats or comes late is not two."""

from fieldkit.clock import NS
from fieldkit.messages import FrameId
from hardware.hoops.frames import Frame, FrameKind
from hardware.hoops.twins import MAX_BOOTS, MAX_FRAMES, MAX_TWINS, REMEMBERED_S, Twins


class Heard:
    """What one name says, in seconds."""

    def __init__(self) -> None:
        self.twins = Twins(NS)

    def say(
        self,
        second: float,
        boot: str,
        seq: int,
        kind: FrameKind = "STATUS",
        value: str = "4000,-,0",
        age: float = 0,
        exact: bool = True,
    ) -> FrameId:
        id = FrameId("h1", boot, seq)
        frame = Frame(int((second - age) * NS), kind, value, id, exact=exact)
        return self.twins.note(frame, id, int(second * NS))

    def two(self, second: float) -> bool:
        return self.twins.are_there(int(second * NS))


def test_two_starts_that_go_on_side_by_side_are_two_nodes() -> None:
    heard = Heard()
    for turn in range(3):
        assert not heard.two(5 * turn)
        heard.say(5 * turn, "0001", turn + 1)
        heard.say(5 * turn + 1, "8000", turn + 1)
    assert heard.two(11)
    assert heard.two(10 + REMEMBERED_S)
    assert not heard.two(11 + REMEMBERED_S), "one of them was switched off"
    heard.say(200, "8000", 9)
    assert not heard.two(200)


def test_a_node_that_restarts_is_one() -> None:
    heard = Heard()
    for start in range(3 * MAX_BOOTS):
        for seq in range(1, 10):
            heard.say(30 * start + seq, f"{start:04X}", seq)
    assert not heard.two(30 * 3 * MAX_BOOTS)


def test_what_a_bridge_kept_over_a_restart_is_no_second_node() -> None:
    heard = Heard()
    heard.say(0, "0001", 1)
    heard.say(20, "0002", 1)
    for seq in range(2, 30):
        heard.say(21 + seq, "0001", seq, "BTN", "1", age=10 + seq)
    assert not heard.two(60)


def test_what_a_node_kept_over_a_loss_of_power_is_no_second_node_and_no_second_frame() -> None:
    heard = Heard()
    first = heard.say(10, "0001", 3, "BTN", "1")
    heard.say(11, "0001", 4)
    heard.say(40, "0002", 1)
    for second in range(41, 50):
        assert heard.say(second, "0001", 3, "BTN", "1", age=second - 38, exact=False) == first
    assert not heard.two(50)


def test_repeats_through_two_bridges_count_once_and_are_one_node() -> None:
    heard = Heard()
    ids = set()
    for seq in range(1, 60):
        for late in (0, 0.4, 1.5):
            ids.add(heard.say(seq + late, "0001", seq, "BTN", str(seq % 4), age=late))
    assert ids == {FrameId("h1", "0001", seq) for seq in range(1, 60)}
    assert not heard.two(60)


def test_two_nodes_of_the_same_start_lose_nothing_to_each_other() -> None:
    heard = Heard()
    for turn in range(4):
        heard.say(5 * turn, "0001", 10 + turn)
        heard.say(5 * turn + 2.5, "0001", 3 + turn)
    assert heard.two(20), "numbers go back although time goes on"
    first = heard.say(21, "0001", 14, "BTN", "1")
    second = heard.say(25, "0001", 14, "BTN", "1")
    other = heard.say(25, "0001", 14, "BTN", "2")
    assert len({first, second, other}) == 3
    assert heard.say(26, "0001", 14, "BTN", "1", age=5) == first, "each keeps its id over its repeats"
    assert heard.say(26, "0001", 14, "BTN", "1", age=1) == second
    assert heard.say(27, "0001", 14, "BTN", "2", age=2) == other


def test_two_nodes_that_were_started_together_are_told() -> None:
    """Both count alike and press the same, so only the moments differ."""
    heard = Heard()
    for number in range(1, 4):
        heard.say(20 * number, "0001", number, "BTN", "1")
        heard.say(20 * number + 9, "0001", number, "BTN", "1")
    assert heard.two(90)
    first, second = (heard.say(at, "0001", 9, "BTN", "1") for at in (100, 109))
    assert first != second


def test_a_press_that_was_held_up_once_is_neither_twice_nor_two_nodes() -> None:
    heard = Heard()
    first = heard.say(20, "0001", 5, "BTN", "1")
    assert heard.say(29, "0001", 5, "BTN", "1") == first
    assert heard.say(29, "0001", 6, "BTN", "1").seq == 6
    assert not heard.two(30)


def test_another_press_under_the_same_number_counts_from_the_first_on() -> None:
    heard = Heard()
    assert heard.say(0, "0001", 1, "BTN", "1") == FrameId("h1", "0001", 1)
    assert heard.say(0.1, "0001", 1, "BTN", "2") == FrameId("h1", "0001-2", 1)
    assert heard.say(0.2, "0001", 1, "BTN", "1") == FrameId("h1", "0001", 1)
    assert not heard.two(0.3)
    heard.say(3, "0001", 2, "TAG", "AA")
    heard.say(3, "0001", 2, "TAG", "BB")
    assert heard.two(4)


def test_whatever_comes_little_is_kept() -> None:
    heard = Heard()
    for number in range(20_000):
        heard.say(number / 1000, f"{number % 7919:04X}", number % 13, "BTN", str(number % 11))
    assert len(heard.twins._boots) <= MAX_BOOTS
    assert len(heard.twins._top) <= MAX_BOOTS
    assert len(heard.twins._seen) <= MAX_FRAMES
    assert all(len(known) <= MAX_TWINS for known in heard.twins._seen.values())
