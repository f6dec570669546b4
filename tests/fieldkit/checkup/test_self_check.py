"""What the running kit finds out about itself: each fail made to happen, and nothing disturbed."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from fieldkit.checkup import doctor, self_check
from fieldkit.checkup.finding import Finding
from fieldkit.service.supervisor import locked
from fieldkit.settings import JournalFile, Link, Power, Settings

HEALTH: Mapping[str, Any] = {"whistle": "ok", "hoops": {"h1": "silent"}, "screens": 1}
LINKED = (Link(port="/dev/nothing", protocol="hk1"),)


def looked(
    data: Path,
    settings: Settings = Settings(links=LINKED),  # noqa: B008 - a frozen value
    health: Mapping[str, Any] = HEALTH,
    said: Mapping[str, str] | None = None,
    lan: str = "192.168.1.7",
) -> dict[str, Finding]:
    """Return the findings by their names."""

    def run(command: Sequence[str]) -> str | None:
        return (said or {}).get(" ".join(command))

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(self_check, "lan_address", lambda host: lan)
        found = self_check.look_inside(settings, data, 8080, ("h1", "h2"), "gpio", health, run)
    assert [finding.check for finding in found][-1] == "address"
    assert all(bool(finding.do) == (finding.grade != "pass") for finding in found)
    return {finding.check: finding for finding in found}


def test_kit_that_is_well(tmp_path: Path) -> None:
    settings = Settings(links=LINKED, journal=JournalFile(copy_to=str(tmp_path)))
    said = {"timedatectl show": "NTPSynchronized=yes\n", "vcgencmd get_throttled": "throttled=0x0\n"}
    with locked(tmp_path / "whistle.lock", "taken"):
        found = looked(tmp_path, settings, said=said)
    assert "hoop h1" not in found
    assert {finding.check for finding in found.values() if finding.grade == "fail"} == set()
    assert found["whistle"].says == "connected to the referee's process"
    assert found["address"].says == (
        "the referee's page is http://192.168.1.7:8080/referee, the spectators' http://192.168.1.7:8080/"
    )


@pytest.mark.parametrize(
    ("check", "given"),
    [
        ("whistle", {"health": {**HEALTH, "whistle": "away"}}),
        ("disk", {"settings": Settings(journal=JournalFile(path="/proc/self/journal"))}),
        ("second copy", {"settings": Settings(journal=JournalFile(copy_to="/proc/self"))}),
        (
            "battery",
            {
                "settings": Settings(links=LINKED, power=Power(ina219=True)),
                "health": {**HEALTH, "battery": {"state": "empty", "volts": 11.5}},
            },
        ),
        ("power", {"said": {"vcgencmd get_throttled": "throttled=0x50005\n"}}),
    ],
)
def test_each_fail(tmp_path: Path, check: str, given: Any) -> None:
    assert looked(tmp_path)[check].grade != "fail"
    assert looked(tmp_path, **given)[check].grade == "fail"


@pytest.mark.parametrize(
    ("name", "text"), [("tags.toml", "[tags"), ("spares.toml", '[takes]\nspare1 = "h77"')]
)
def test_file_that_was_edited_wrongly_fails_before_it_keeps_the_kit_from_starting(
    tmp_path: Path, name: str, text: str
) -> None:
    (tmp_path / name).write_text(text)
    found = looked(tmp_path)["tags"]
    assert found.grade == "fail"
    assert found.says.startswith(f"{tmp_path / name}: ")


def test_damaged_journal_and_a_full_disk_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "journal.sqlite3").write_bytes(b"no journal at all " * 500)
    assert looked(tmp_path)["journal"].grade == "fail"
    monkeypatch.setattr(doctor, "TOO_LITTLE_MB", 1 << 60)
    assert looked(tmp_path)["space"].grade == "fail"


def test_what_is_only_not_as_good_as_it_could_be_is_a_warning(tmp_path: Path) -> None:
    found = looked(tmp_path, Settings(), {**HEALTH, "screens": 0}, lan="127.0.0.1")
    warned = {finding.check for finding in found.values() if finding.grade == "warn"}
    assert warned >= {"hoops", "second copy", "clock", "scoreboard", "address"}
    assert found["address"].says.startswith("on this machine only: the referee's page http://127.0.0.1")
