"""A part of pytest: what a machine lacks is left out by name and count, and one line tells how to get it.

With FIELDKIT_TEST_ALL=1 nothing may be left out: whatever skips then fails, for any reason.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

import pytest

from tests.support.machine import NEEDS, all_wanted, cures, missing

NEEDED_BY_FIXTURE = {"browser": "browser", "playwright": "browser", "x_screen": "screen"}
"""What a test needs because it uses one of these fixtures, without a mark of its own."""
PROPERTY = "needs"
lacks = cache(lambda name: bool(missing([name])))
"""Whether the machine lacks this need; asked once in a run."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs something by its fixtures, so that ``-m needs`` finds all that do."""
    for item in items:
        for fixture, need in NEEDED_BY_FIXTURE.items():
            if fixture in getattr(item, "fixturenames", ()):
                item.add_marker(pytest.mark.needs(need))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what this machine cannot run, before any fixture is made."""
    named = dict.fromkeys(name for mark in item.iter_markers("needs") for name in mark.args)
    lacking = [name for name in named if lacks(name)]
    if lacking:
        item.user_properties += [(PROPERTY, name) for name in lacking]
        pytest.skip(f"this machine lacks: {', '.join(lacking)}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Where all is wanted, a test that skips has failed."""
    report: pytest.TestReport = yield  # type: ignore[assignment]
    if report.skipped and all_wanted() and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"left out, though FIELDKIT_TEST_ALL=1 wants all: {_reason(report)}"
    return report  # type: ignore[return-value]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell what was left out, and how to get it."""
    skipped = terminalreporter.stats.get("skipped", [])
    if skipped:
        terminalreporter.section(f"left out on this machine: {len(skipped)} tests")
        for line in told(skipped):
            terminalreporter.write_line(line)


def told(skipped: Iterable[pytest.TestReport]) -> list[str]:
    """Each thing that is missing with its tests, counted by file, and the line that installs it all."""
    files: Mapping[str, Counter[str]] = defaultdict(Counter)
    needs: set[str] = set()
    for report in skipped:
        lacking = [str(value) for name, value in report.user_properties if name == PROPERTY]
        needs.update(lacking)
        for what in lacking or [_reason(report)]:
            files[what][report.nodeid.partition("::")[0]] += 1
    lines = []
    for what, counts in sorted(files.items()):
        brings = f" ({NEEDS[what].brings})" if what in needs else ""
        lines.append(f"{what}{brings}: {counts.total()} tests")
        lines += [f"    {count:4} in {file}" for file, count in sorted(counts.items())]
    return lines + cures([name for name in NEEDS if name in needs])


def _reason(report: pytest.TestReport) -> str:
    """Why a test was skipped."""
    where = report.longrepr
    said = where[2] if isinstance(where, tuple) else str(where)
    return said.removeprefix("Skipped: ")
