"""A whole match by simulated people over the kit's real edges, and its sums."""

import re
import shlex
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from fieldkit.cli.commands import main

pytestmark = pytest.mark.process


def test_a_match_to_its_end(tmp_path: Path) -> None:
    command = [
        "demo",
        "--speed",
        "20",
        "--seed",
        "3",
        "--teams",
        "3",
        "--until-over",
        "--data",
        str(tmp_path),
    ]
    played = subprocess.run(
        [sys.executable, "-m", "fieldkit", *command], capture_output=True, text=True, timeout=120, check=False
    )
    assert played.returncode == 0, played.stdout + played.stderr
    assert "Traceback" not in played.stderr
    assert re.search(r"^Winner: (Red|Blue|Green)", played.stdout, re.MULTILINE)
    rounds = re.findall(r"^Round (\d+): ", played.stdout, re.MULTILINE)
    assert rounds == [str(number) for number in range(1, len(rounds) + 1)]
    sums = re.search(r"sent (\d+), counted (\d+), held (\d+), refused (\d+)", played.stdout)
    assert sums is not None
    sent, counted, held, refused = map(int, sums.groups())
    assert sent == counted + held + refused > 20
    with closing(sqlite3.connect(tmp_path / "journal.sqlite3")) as journal:
        verdicts = dict(journal.execute("SELECT verdict, count(*) FROM frames GROUP BY verdict"))
    assert {"counted": counted, "held": held, "refused": refused} == {
        "counted": 0,
        "held": 0,
        "refused": 0,
    } | verdicts
    late = re.search(r"over (\d+) blasts, ms: p50 ([\d.]+), p99 ([\d.]+), max ([\d.]+)", played.stdout)
    assert late is not None
    assert int(late[1]) >= 2 * len(rounds)
    kept = re.search(
        r"^The record is kept\. Its report: fieldkit (report m1 .*)$", played.stdout, re.MULTILINE
    )
    assert kept is not None
    report = subprocess.run(
        [sys.executable, "-m", "fieldkit", *shlex.split(kept[1])], cwd=tmp_path, timeout=60, check=False
    )
    assert report.returncode == 0
    assert "Round by round" in (tmp_path / "m1.html").read_text(encoding="utf-8")


def test_a_match_that_nobody_wins_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("fieldkit.games.full_contact.demo.MAX_ROUNDS", 1)
    assert main(["demo", "--speed", "20", "--until-over"]) == 1
    said = capfd.readouterr()
    assert said.err.endswith("Nobody had won after 1 rounds.\n")
    assert "Winner" not in said.out
