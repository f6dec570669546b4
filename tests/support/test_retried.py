"""What CI asks a second time is counted, and a third time is refused."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from tests.support.retried import FILE, MAX_RETRIES, TOO_MANY, asked_twice, failed, note, read, shown, write

SHAKY = 'tests/test_a.py::test_b["quoted", \\ and ö]'


class Suite:
    """A suite whose runs end as they are told to; the first leaves a list of what is red."""

    def __init__(self, folder: Path, red: Sequence[str], *codes: int) -> None:
        self.file, self.cache = folder / "retried.toml", folder / "lastfailed"
        self._red, self._codes = red, list(codes)
        self.commands: list[str] = []

    def run(self, command: Sequence[str]) -> int:
        self.commands.append(command[1])
        self.cache.write_text(json.dumps(dict.fromkeys(self._red, True)), encoding="utf-8")
        return self._codes.pop(0)

    def ask(self) -> int:
        return asked_twice(self.run, self.file, self.cache)


def test_a_green_run_is_asked_once_and_leaves_no_trace(tmp_path: Path) -> None:
    suite = Suite(tmp_path, [], 0)
    assert suite.ask() == 0
    assert suite.commands == ["test"]
    assert read(suite.file) == {}


def test_what_fails_once_is_asked_again_and_counted(tmp_path: Path) -> None:
    suite = Suite(tmp_path, [SHAKY], 2, 0)
    assert suite.ask() == 0
    assert suite.commands == ["test", "test-failed"]
    assert read(suite.file) == {SHAKY: 1}


def test_what_fails_twice_is_red(tmp_path: Path) -> None:
    assert Suite(tmp_path, [SHAKY], 2, 1).ask() == 1


def test_the_third_time_is_refused(tmp_path: Path) -> None:
    for _ in range(MAX_RETRIES):
        assert Suite(tmp_path, [SHAKY], 2, 0).ask() == 0
    suite = Suite(tmp_path, [SHAKY, "another"], 2, 0)
    assert suite.ask() == 2
    assert suite.commands == ["test"]
    assert read(suite.file) == {SHAKY: MAX_RETRIES + 1, "another": 1}


def test_a_broken_suite_is_not_asked_again(tmp_path: Path) -> None:
    suite = Suite(tmp_path, [f"t{n}" for n in range(TOO_MANY + 1)], 2)
    assert suite.ask() == 2
    assert read(suite.file) == {}


def test_a_run_that_could_not_begin_is_not_asked_again(tmp_path: Path) -> None:
    assert Suite(tmp_path, [], 4).ask() == 4
    assert failed(tmp_path / "nothing") == []


def test_another_step_of_ci_is_counted_the_same_way(tmp_path: Path) -> None:
    file = tmp_path / "retried.toml"
    assert [note(file, ["make vm"]) for _ in range(3)] == [[], [], ["make vm"]]


def test_it_is_shown_by_name_and_count(tmp_path: Path) -> None:
    assert shown({}) == "Nothing had to be asked a second time."
    assert shown({"b": 2, "a": 1}).splitlines()[1:] == ["    1 times: a", "    2 times: b"]


def test_the_list_of_the_project_can_be_read_and_holds_nothing_that_is_refused() -> None:
    assert FILE.is_file()
    assert all(count <= MAX_RETRIES for count in read(FILE).values())


def test_the_list_is_sorted_and_says_what_it_is(tmp_path: Path) -> None:
    write(tmp_path / "list", {"b": 1, "a": 2})
    text = (tmp_path / "list").read_text(encoding="utf-8")
    assert text.startswith("# Tests that CI had to ask a second time")
    assert text.endswith('"a" = 2\n"b" = 1\n')
