"""The kit page's power: the battery, and switching the machine off."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fieldkit.messages import Battery
from fieldkit.phrases import Message
from fieldkit.settings import Settings, Web
from tests.support.kit_table import KitTable, kit_table


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the referee's own folder, as systemd makes it."""
    made = tmp_path / "run"
    made.mkdir()
    return made


@pytest.fixture
def kit(tmp_path: Path, folder: Path) -> Iterator[KitTable]:
    environ = {"RUNTIME_DIRECTORY": str(folder), "NOTIFY_SOCKET": "/run/systemd/notify"}
    with kit_table(tmp_path, environ=environ) as made:
        yield made


def test_the_battery_is_shown_once_it_is_measured(kit: KitTable) -> None:
    assert kit.view["power"]["battery"] is None
    kit.battery = Battery("low", 12.4)
    assert kit.view["power"]["battery"] == {"state": "low", "volts": 12.4, "why": ""}


def test_why_it_cannot_be_measured_is_said_in_the_kits_language(tmp_path: Path) -> None:
    with kit_table(tmp_path, settings=Settings(web=Web(language="de"))) as kit:
        kit.battery = Battery("away", why=Message("the kit may not use {device}", {"device": "/dev/i2c-1"}))
        battery = kit.view["power"]["battery"]
        assert battery is not None
        assert (battery["volts"], battery["why"]) == (None, "das Kit darf /dev/i2c-1 nicht benutzen")


def test_switching_off_asks_systemd_by_a_file_in_the_referees_own_folder(kit: KitTable, folder: Path) -> None:
    assert kit.view["power"]["off"] == "can"
    assert kit.order("off")["power"]["off"] == "under_way"
    assert [(file.name, file.stat().st_mode & 0o777) for file in folder.iterdir()] == [("off", 0o600)]


def test_a_machine_that_is_still_on_a_minute_later_says_so_and_may_be_asked_again(
    kit: KitTable, folder: Path
) -> None:
    kit.order("off")
    kit.moment += 59.9
    assert kit.view["power"]["off"] == "under_way"
    kit.moment += 0.1
    assert kit.view["power"]["off"] == "failed"
    assert list(folder.iterdir()) == [], "nothing that looks there later switches off in a round"
    assert kit.order("off")["power"]["off"] == "under_way"


def test_nothing_is_switched_off_while_a_round_runs(kit: KitTable, folder: Path) -> None:
    kit.create()
    kit.press("start", "p1")
    assert kit.match["phase"] == "round"
    answer = kit.page.do({"do": "off"})
    assert (answer.status, answer.body["error"]["code"]) == (409, "round_runs")
    assert list(folder.iterdir()) == []
    assert kit.view["power"]["off"] == "can"


def test_in_a_break_it_may_be_switched_off(kit: KitTable) -> None:
    kit.create()
    kit.run_a_round()
    kit.clock.jump(3600)
    kit.referee.turn(0)
    assert kit.view["stage"] != "play"
    assert kit.order("off")["power"]["off"] == "under_way"


@pytest.mark.parametrize(
    "environ", [{}, {"RUNTIME_DIRECTORY": "/run/fieldkit-referee"}, {"NOTIFY_SOCKET": "/run/systemd/notify"}]
)
def test_a_kit_that_is_no_service_says_that_it_cannot(tmp_path: Path, environ: dict[str, str]) -> None:
    with kit_table(tmp_path, environ=environ) as kit:
        assert kit.view["power"]["off"] == "cannot"
        assert kit.refused("off") == (409, "cannot_switch_off")


def test_a_folder_that_takes_no_file_is_one_sentence(kit: KitTable, folder: Path) -> None:
    folder.rmdir()
    assert kit.refused("off") == (503, "not_stored")
    assert kit.view["power"]["off"] == "can"
