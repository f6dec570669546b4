"""The dry run of a real whistle process: every edge is timed, on a line that is not the siren's."""

import pytest

from fieldkit.clock import MS
from fieldkit.settings import Settings, Whistle
from hardware.whistle import dry_run

pytestmark = pytest.mark.process


def test_each_edge_of_each_blast_is_timed_and_none_is_early() -> None:
    late = dry_run.lateness(Settings(), "mock", 2)
    assert len(late) == 20
    assert min(late) >= 0
    assert max(late) < 1000 * MS


def test_a_whole_loop_back_wire_is_felt() -> None:
    assert dry_run.loops_back(Settings(whistle=Whistle(loopback=5)), "mock") is True


def test_the_siren_and_the_lamp_change_places(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    monkeypatch.setattr(dry_run, "_toml", lambda tables: seen.append(tables) or "no = ")
    monkeypatch.setattr(dry_run, "PATIENCE_S", 0.0)
    with pytest.raises(dry_run.FieldkitError, match="gives no answer"):
        dry_run.lateness(Settings(), "mock")
    (tables,) = seen
    assert (tables["whistle"]["gpio"], tables["lamps"]["round"]) == (23, 17)
