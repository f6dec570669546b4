"""Settings saved on the kit's page, in a kit as people run it: what restarts, and what goes on."""

import pytest

from tests.process.conftest import Kit, until

pytestmark = pytest.mark.process


def test_a_restart_from_the_page_keeps_the_match_and_changes_every_process(new_kit: Kit) -> None:
    new_kit.start()
    match = new_kit.create()["match"]
    tables = {
        "kit": {"name": "Bolzplatz"},
        "web": {"language": "de"},
        "scoreboard": {"theme": "dusk"},
        "rules": {"break_seconds": 45},
    }
    before = {part: new_kit.pid(part) for part in ("whistle", "referee", "scoreboard")}
    status, view = new_kit.ask("POST", "/api/kit", {"do": "save_settings", "tables": tables})
    assert (status, view["settings"]["waits"], view["settings"]["restarts"]) == (200, True, True)
    assert view["settings"]["games"]["full_contact"]["fixed"] == ["round_seconds", "grace_seconds"]
    status, _ = new_kit.ask("POST", "/api/kit", {"do": "restart"})
    assert status == 200
    shown = new_kit.wait(lambda view: view["kit"]["name"] == "Bolzplatz")
    assert (shown["match"], shown["phase"]) == (match, "ready")
    for part in ("referee", "scoreboard"):
        until(lambda part=part: new_kit.pid(part) not in (0, before[part]), 15, f"another {part}")  # type: ignore[misc]
    assert new_kit.pid("whistle") == before["whistle"]
    status, view = new_kit.ask("GET", "/api/kit")
    assert (view["settings"]["waits"], view["settings"]["tables"]["web"]["language"]) == (False, "de")
    assert new_kit.open()["round"] == 1
    assert new_kit.ask("POST", "/api/kit", {"do": "restart"})[0] == 409


def test_saved_files_that_are_broken_never_keep_a_kit_from_starting(new_kit: Kit) -> None:
    (new_kit.data / "kit.toml").write_text("[kit", encoding="utf-8")
    (new_kit.data / "field.toml").write_text("hoops = 3", encoding="utf-8")
    new_kit.start()
    alarm = new_kit.wait(lambda view: any(each["id"] == "saved" for each in view["alarms"]))["alarms"]
    assert any("kit.toml is not used: is not TOML" in each["text"] for each in alarm)
    assert new_kit.line("field.toml is not used: [field] file: [[hoops]] must be a list of tables")
    assert new_kit.create()["phase"] == "ready"
