"""Hoop links against virtual hoops: bad lines, cables pulled, nodes restarted, ten at once."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fieldkit.clock import MS, Clock
from hardware.fakes.virtual_field import Faults, VirtualField
from tests.hardware import until
from tests.support.hoop_kit import TAG, Kit, Referee

Run = Callable[[Kit], Kit]


@pytest.fixture
def field_of(tmp_path: Path) -> Iterator[Callable[..., VirtualField]]:
    fields: list[VirtualField] = []

    def make(hoops: dict[str, str], faults: Faults | None = None) -> VirtualField:
        fields.append(VirtualField(tmp_path / "field", hoops, seed=11, faults=faults))
        fields[-1].start()
        return fields[-1]

    yield make
    for made in fields:
        made.close()


Fields = Callable[..., VirtualField]


def settled(hoops: VirtualField, name: str, count: int) -> Callable[[], bool]:
    """Whether a node has had ``count`` of its frames taken and waits for no more answers."""

    def is_settled() -> bool:
        state = hoops.hoops[name].state()
        return not state["waiting"] and len(state["verdicts"]) == count

    return is_settled


@pytest.mark.slow
def test_node_repeats_until_it_hears_and_counts_once(field_of: Fields, run: Run) -> None:
    hoops = field_of({"h1": "hk1"})
    hoop = hoops.hoops["h1"]
    kit = Referee(hoops.links())
    run(kit)
    hoop.faults = Faults(deaf=1)
    hoop.press("1")
    until(lambda: len(kit.readings) >= 3)
    assert len(kit.counted) == 1
    assert len(hoop.state()["waiting"]) == 1
    hoop.faults = Faults()
    until(settled(hoops, "h1", 1))
    assert len(kit.counted) == 1


@pytest.mark.slow
def test_bad_line_costs_nothing_and_counts_nothing_twice(field_of: Fields, run: Run) -> None:
    hoops = field_of({"h1": "hk1"}, Faults(lose=0.2, double=0.3, cut=0.1, noise=0.3, deaf=0.3))
    kit = Referee(hoops.links())
    run(kit)
    for number in range(8):
        hoops.hoops["h1"].press(str(number % 4 + 1))
    until(lambda: not hoops.hoops["h1"].state()["waiting"], 20.0)
    assert sorted(str(reading.button) for reading in kit.counted) == sorted("12341234")


@pytest.mark.alone
def test_moment_survives_repeats_on_a_bad_line(field_of: Fields, run: Run) -> None:
    hoops = field_of({"h1": "hk1"}, Faults(lose=0.6))
    kit = Referee(hoops.links())
    run(kit)
    pressed = []
    for _ in range(5):
        pressed.append(Clock().now())
        hoops.hoops["h1"].press("1")
    until(lambda: len(kit.counted) == 5, 20.0)
    for reading in kit.counted:
        assert min(abs(reading.at - moment) for moment in pressed) < 100 * MS


def test_verdict_reaches_the_node(field_of: Fields, run: Run) -> None:
    hoops = field_of({"h1": "hk1"})
    run(Referee(hoops.links(), "held"))
    hoops.hoops["h1"].tag(TAG)
    until(settled(hoops, "h1", 1))
    assert set(hoops.hoops["h1"].state()["verdicts"].values()) == {"held"}


def test_restarted_node_begins_a_new_boot(field_of: Fields, run: Run) -> None:
    hoops = field_of({"h1": "hk1"})
    kit = Referee(hoops.links())
    run(kit)
    for _ in range(2):
        hoops.hoops["h1"].press("1")
        until(settled(hoops, "h1", 1))
        hoops.hoops["h1"].restart()
    assert len({reading.frame for reading in kit.counted}) == 2
    assert len({reading.frame.boot for reading in kit.counted if reading.frame}) == 2


@pytest.mark.parametrize("protocol", ["hk1", "rdm6300"])
def test_unplugged_hoop_is_silent_within_a_second_and_ok_when_back(
    field_of: Fields, run: Run, protocol: str
) -> None:
    hoops = field_of({"h3": protocol})
    kit = run(Kit(hoops.links()))
    hoop = hoops.hoops["h3"]
    if protocol == "hk1":
        hoop.press("1")
    until(lambda: kit.link("h3") == "ok")
    hoop.unplug()
    until(lambda: kit.told[-1].link == "silent", 1.0)
    assert kit.told[-1].cure == "Check the cable of hoop {hoop}, then its reader."
    hoop.replug()
    until(lambda: kit.told[-1].link == "ok")


def test_node_is_silent_after_replugging_until_it_is_heard(field_of: Fields, run: Run) -> None:
    hoops = field_of({"h1": "hk1", "h2": "hk1"})
    kit = Referee(hoops.links())
    run(kit)
    for hoop in hoops.hoops.values():
        hoop.press("1")
    until(lambda: settled(hoops, "h1", 1)() and settled(hoops, "h2", 1)())
    hoops.hoops["h1"].unplug()
    until(lambda: kit.links.statuses()["h1"].cure.startswith("Check the cable"))
    hoops.hoops["h1"].replug()
    until(lambda: kit.links.statuses()["h1"].cure.startswith("Check the power"))
    assert kit.link("h2") == "ok", "another line is another matter"
    hoops.hoops["h1"].press("1")
    until(lambda: kit.link("h1") == "ok")


@pytest.mark.alone
def test_press_while_unplugged_arrives_with_its_own_moment(field_of: Fields, run: Run) -> None:
    hoops = field_of({"h1": "hk1"})
    kit = Referee(hoops.links())
    run(kit)
    hoop = hoops.hoops["h1"]
    hoop.unplug()
    pressed = Clock().now()
    hoop.press("2")
    tried = hoop.state()["sent"]
    until(lambda: hoop.state()["sent"] >= tried + 2)
    assert kit.counted == []
    hoop.replug()
    until(lambda: kit.counted)
    assert abs(kit.counted[0].at - pressed) < 150 * MS
    until(settled(hoops, "h1", 1))


def test_ten_hoops_at_once(field_of: Fields, run: Run) -> None:
    names = [f"h{number}" for number in range(1, 11)]
    hoops = field_of(dict.fromkeys(names, "hk1"))
    kit = Referee(hoops.links())
    run(kit)
    for _ in range(5):
        for name in names:
            hoops.hoops[name].press("1")
    until(lambda: all(settled(hoops, name, 5)() for name in names))
    assert len(kit.counted) == 50
