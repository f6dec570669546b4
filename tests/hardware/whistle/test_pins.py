"""The whistle's lines on gpiozero's mock pins, and the look-out for a whistle that is stuck."""

import queue
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from fieldkit import pi
from fieldkit.clock import NS
from fieldkit.errors import SettingsError
from fieldkit.settings import Settings
from fieldkit.settings.reading import parse
from hardware.whistle import pins
from hardware.whistle import process as whistle
from hardware.whistle.contacts import FirmPress
from hardware.whistle.pins import Pins, check_driver

MOCK = parse({"kit": {"pins": "mock"}}, "kit.toml")


class Lines:
    """Mock pins and what their buttons said."""

    def __init__(self, folder: Path, settings: Settings = MOCK) -> None:
        self.heard: list[tuple[str, bool]] = []
        self.pins = Pins(settings, folder, lambda button, down: self.heard.append((button, down)))

    def level(self, number: int) -> int:
        return int(self.pins._factory.pin(number).state)

    def levels(self) -> tuple[int, int, int]:
        """Siren, round lamp and alarm lamp on their default lines."""
        return self.level(17), self.level(23), self.level(24)


@pytest.fixture
def lines(tmp_path: Path) -> Iterator[Lines]:
    lines = Lines(tmp_path)
    yield lines
    lines.pins.close()


@pytest.mark.parametrize(
    ("wanted", "model", "kind"),
    [
        ("auto", b"Raspberry Pi 5 Model B Rev 1.0\0", "gpio"),
        ("auto", b"Some Other Board\0", "mock"),
        ("auto", None, "mock"),
        ("mock", b"Raspberry Pi 5 Model B Rev 1.0\0", "mock"),
        ("gpio", None, "gpio"),
    ],
)
def test_auto_means_gpio_on_a_pi(
    wanted: str, model: bytes | None, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pi, "MODEL", tmp_path / "model")
    if model is not None:
        (tmp_path / "model").write_bytes(model)
    assert pi.kind_of_pins(parse({"kit": {"pins": wanted}}, "kit.toml").kit.pins) == kind


def test_all_is_silent_and_dark_at_first(lines: Lines) -> None:
    assert lines.levels() == (0, 0, 0)


def test_siren_and_lamps_are_switched(lines: Lines) -> None:
    lines.pins.whistle(True)
    lines.pins.lamps(running=True, alarm=False)
    assert lines.levels() == (1, 1, 0)
    lines.pins.lamps(running=False, alarm=True)
    assert lines.levels() == (1, 0, 1)
    lines.pins.silence()
    assert lines.levels() == (0, 0, 0)


def test_the_lines_are_those_of_the_settings(tmp_path: Path) -> None:
    settings = parse({"kit": {"pins": "mock"}, "whistle": {"gpio": 5}}, "kit.toml")
    lines = Lines(tmp_path, settings)
    lines.pins.whistle(True)
    assert lines.level(5) == 1
    lines.pins.close()


def test_without_a_wire_back_nothing_is_felt(lines: Lines) -> None:
    lines.pins.whistle(True)
    assert lines.pins.looped() is None


def test_the_simulated_wire_back_follows_the_siren_until_it_comes_off(tmp_path: Path) -> None:
    settings = parse({"kit": {"pins": "mock"}, "whistle": {"loopback": 25}}, "kit.toml")
    lines = Lines(tmp_path, settings)
    felt = []
    for on in (True, False, True):
        lines.pins.whistle(on)
        felt.append(lines.pins.looped())
    assert felt == [True, False, True]
    lines.pins._factory.pin(17).input_pin = None
    lines.pins._factory.pin(25).drive_low()
    lines.pins.whistle(False)
    lines.pins.whistle(True)
    assert lines.levels() == (1, 0, 0)
    assert lines.pins.looped() is False
    lines.pins.close()


def test_a_button_tells_both_its_edges_bounces_included(lines: Lines) -> None:
    contact = lines.pins._factory.pin(22)
    for _ in range(3):
        contact.drive_low()
        contact.drive_high()
    assert lines.heard == [("stop", True), ("stop", False)] * 3


def test_a_tap_is_a_press_and_a_release(lines: Lines) -> None:
    lines.pins.tap("start")
    lines.pins.tap("stop")
    assert lines.heard == [("start", True), ("start", False), ("stop", True), ("stop", False)]


OPENS = parse({"kit": {"pins": "mock"}, "buttons": {"stop_opens": True}}, "kit.toml")


@pytest.mark.slow
def test_a_stop_that_opens_is_pressed_while_its_contact_is_open(tmp_path: Path) -> None:
    lines = Lines(tmp_path, OPENS)
    stop, start = lines.pins._factory.pin(22), lines.pins._factory.pin(27)
    assert (lines.pins.is_down("stop"), lines.pins.is_down("start")) == (False, False)
    stop.drive_high()
    assert lines.pins.is_down("stop")
    stop.drive_low()
    start.drive_low()
    assert lines.pins.is_down("start")
    assert lines.heard == [("stop", True), ("stop", False), ("start", True)]
    start.drive_high()
    lines.heard.clear()
    lines.pins.tap("stop")
    lines.pins.tap("start")
    assert lines.heard == [("stop", True), ("stop", False), ("start", True), ("start", False)]
    lines.pins.close()


@pytest.mark.slow
def test_a_stop_that_closes_is_up_while_its_contact_is_open(lines: Lines) -> None:
    assert not lines.pins.is_down("stop")
    lines.pins._factory.pin(22).drive_low()
    assert lines.pins.is_down("stop")


def test_a_tap_is_long_enough_to_count(lines: Lines) -> None:
    assert pins.TAP_S * 1000 >= 2 * FirmPress.CLOSED_MS


def test_lines_that_cannot_be_had_are_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def taken(folder: Path) -> Any:
        factory = pins._mock_factory()
        factory.pin = None
        return factory

    monkeypatch.setattr(pins, "_gpio_factory", taken)
    settings = parse({"kit": {"pins": "gpio"}}, "kit.toml")
    with pytest.raises(SettingsError, match=r"the pins cannot be driven \(TypeError: .*\)"):
        Pins(settings, tmp_path, lambda button, down: None)


def test_a_look_at_the_driver_touches_no_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Driver:
        """Has no lines to give, only an end."""

        closed = 0

        def close(self) -> None:
            self.closed += 1

    driver = Driver()
    monkeypatch.setattr(pins, "_gpio_factory", lambda folder: driver)
    check_driver(parse({"kit": {"pins": "gpio"}}, "kit.toml"), tmp_path)
    assert driver.closed == 1
    check_driver(MOCK, tmp_path)
    assert driver.closed == 1


def test_a_stuck_whistle_is_silenced(
    lines: Lines, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(whistle, "GUARD_S", 0.001)
    lines.pins.whistle(True)
    stuck = SimpleNamespace(on_since=time.monotonic_ns() - 5 * NS)
    assert whistle._attend(cast(Any, stuck), queue.SimpleQueue(), lines.pins, queue.SimpleQueue(), 3000) == 1
    assert lines.levels() == (0, 0, 0)
    assert "stuck" in caplog.text
