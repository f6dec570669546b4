"""A match over a bad network, in its short form and a process of its own: it enters other networks."""

import subprocess
import sys

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.process, pytest.mark.needs("browser", "namespaces")]


def test_nothing_is_lost_or_doubled_over_a_bad_network() -> None:
    tried = subprocess.run(
        [sys.executable, "-m", "tests.faults", "--only", "network", "--short"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=240,
        check=False,
    )
    assert tried.returncode == 0, tried.stdout
    assert "confirmed on the page and not in the journal" in tried.stdout
