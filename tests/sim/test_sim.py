"""The world itself: the same for the same seed, and laws that can fail."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from fieldkit.journal.database import Journal
from fieldkit.referee import turn
from fieldkit.referee.cues import Cues
from hardware.whistle.whistler import Whistler
from tests.sim.disk import Connection
from tests.sim.play import play

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
TRIES = 40


def sim(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.sim", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)


def test_one_seed_gives_one_journal_byte_for_byte() -> None:
    first, again, other = (sim(seed, "--digest").stdout.strip() for seed in ("7", "7", "8"))
    assert len(first) == 64
    assert first == again
    assert first != other


def forgets(self: Connection, disk: object) -> object:
    """Say that a commit is done, and undo it."""
    return self.execute("ROLLBACK")


BREAKS: dict[str, tuple[str, object, str, Callable[..., object]]] = {
    "a killed whistle forgets the round": ("not closed|cut short", Whistler, "resume", lambda *_: None),
    "a start is taken however late": ("wanted until", turn, "check_age", lambda *_: None),
    "an answer is not remembered": ("answer|once", Journal, "answer", lambda *_: None),
    "a commit is not one": ("stored|record", Connection, "_commit", forgets),
    "a stop is not ordered again": ("not closed", Cues, "stop_again", lambda *_: []),
}


FIRST = {"a stop is not ordered again": 140}
"""The seed to begin with, where the first one that finds a break comes late."""


@pytest.mark.parametrize("what", BREAKS)
def test_the_world_finds(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    law, where, name, broken = BREAKS[what]
    first = FIRST.get(what, 1)
    monkeypatch.setattr(where, name, broken)
    said = (play(seed, seconds=120).broken for seed in range(first, first + TRIES))
    assert any(re.search(law, broken) for broken in said)
