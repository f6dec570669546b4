"""For all tests: how much the property tests try, and the figures that a run has measured.

The properties try the same cases every time in CI, new ones on a developer's machine.
"""

import os
from collections.abc import Callable, Iterator

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "here",
    max_examples=25,
    stateful_step_count=40,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.register_profile("ci", settings.get_profile("here"), derandomize=True)
settings.register_profile("long", settings.get_profile("here"), max_examples=1_000, stateful_step_count=80)
settings.load_profile(os.environ.get("FIELDKIT_HYPOTHESIS") or ("ci" if os.environ.get("CI") else "here"))

pytest_plugins = ["tests.support.together", "tests.support.left_out"]


@pytest.fixture(autouse=True)
def _own_modes() -> Iterator[None]:
    """Restore the modes of new files after a test: a command that it calls keeps its files to itself."""
    before = os.umask(0o022)
    os.umask(before)
    yield
    os.umask(before)


@pytest.fixture
def figures(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Return a function that takes a sentence with what a test has measured, shown at the end of the run."""
    return lambda sentence: record_property("figure", sentence)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show what was measured."""
    measured = [
        sentence
        for report in terminalreporter.getreports("passed")
        for name, sentence in report.user_properties
        if name == "figure"
    ]
    if measured:
        terminalreporter.section("figures")
        for sentence in measured:
            terminalreporter.write_line(sentence)
