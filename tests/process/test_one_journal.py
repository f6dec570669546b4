"""One kit writes a journal: a second one on the same file gets one sentence, whatever its data folder."""

import subprocess
import sys
from pathlib import Path

import pytest

from fieldkit.cli.opening import only_journal
from fieldkit.errors import FieldkitError


@pytest.mark.parametrize("command", ["run", "referee"])
def test_a_second_kit_on_one_journal_is_refused_with_a_sentence(tmp_path: Path, command: str) -> None:
    journal, settings = tmp_path / "journal.sqlite3", tmp_path / "kit.toml"
    (tmp_path / "linked.sqlite3").symlink_to(journal)
    settings.write_text(f'[journal]\npath = "{tmp_path / "linked.sqlite3"}"\n', encoding="utf-8")
    with only_journal(journal):
        arguments = ["--settings", str(settings), "--data", str(tmp_path / "other"), "--port", "0"]
        asked = [sys.executable, "-m", "fieldkit", command, *arguments]
        told = subprocess.run(asked, capture_output=True, text=True, timeout=60)
    assert told.returncode == 1
    assert (
        told.stderr.strip()
        .splitlines()[-1]
        .endswith(
            f"Another kit already writes the journal {journal}; end it, or name another [journal] path."
        )
    )
    assert "Traceback" not in told.stderr
    assert not journal.exists()


def test_the_lock_goes_with_its_kit_and_a_folder_that_is_not_there_needs_none(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite3"
    for _ in range(2):
        with only_journal(journal), pytest.raises(FieldkitError, match="Another kit"), only_journal(journal):
            pass
    with only_journal(tmp_path / "nowhere" / "journal.sqlite3"):
        pass
