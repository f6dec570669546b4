"""The table of what faults leave: nothing that was not well, or not run, may hide in it."""

import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.faults import __main__ as runner
from tests.faults import clocks
from tests.faults.figures import Figure, not_run, table
from tests.support import machine


def part(name: str, monkeypatch: pytest.MonkeyPatch, figures: list[Figure], *needs: str) -> None:
    """Let the runner's only part be one of that name that finds these figures."""
    made = ModuleType(f"tests.faults.{name}")
    made.NEEDS = needs  # type: ignore[attr-defined]
    made.run = lambda short: figures  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, made.__name__, made)
    monkeypatch.setattr(runner, "PARTS", (name,))


@pytest.mark.parametrize(("well", "code", "word"), [(True, 0, "yes"), (False, 1, "NO"), (None, 0, "not run")])
def test_the_exit_code_and_the_report_tell_what_is_not_well(
    well: bool | None,
    code: int,
    word: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    part("storms", monkeypatch, [Figure("storms", "3 of 3 weathered", "all", well)])
    report = tmp_path / "report.md"
    assert runner.main(["--short", "--report", str(report)]) == code
    assert report.read_text(encoding="utf-8") in capsys.readouterr().out
    last = report.read_text(encoding="utf-8").splitlines()[-1]
    assert [cell.strip() for cell in last.split("|")[1:-1]] == ["storms", "3 of 3 weathered", "all", word]


def test_a_part_that_this_machine_cannot_try_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(machine.NEEDS, "moon", machine.Need("low gravity", lambda: False, {}, "fly"))
    part("storms", monkeypatch, [Figure("storms", "never asked")], "moon")
    assert runner.main([]) == 0
    said = capsys.readouterr().out
    assert "low gravity" in said
    assert "not run" in said
    assert "never asked" not in said


def test_a_part_that_breaks_is_not_well_and_hides_no_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    part("storms", monkeypatch, [])
    monkeypatch.setattr(sys.modules["tests.faults.storms"], "run", lambda short: 1 // 0)
    assert runner.main([]) == 1
    assert "ZeroDivisionError" in capsys.readouterr().out


def test_a_table_keeps_its_columns() -> None:
    lines = table([Figure("a|b", "two\nlines"), not_run("c", "no disk")])
    assert len({len(line) for line in lines}) == 1
    assert [line.count("|") for line in lines] == [5, 5, 5, 5]


@pytest.mark.process
@pytest.mark.needs("clock")
def test_the_time_of_day_may_jump_in_a_round() -> None:
    wrong = [each for each in clocks.stepped(("-6h", "@1970-01-01 00:00:10", "+366d")) if not each.well]
    assert not wrong
