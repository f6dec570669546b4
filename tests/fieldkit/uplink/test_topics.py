"""The small topics: what a lamp, an LED wall or an overlay reads without knowing the kit."""

import math
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from fieldkit import uplink
from fieldkit.colours import SIDES
from fieldkit.games import Stage
from fieldkit.messages import Blast
from fieldkit.uplink.session import EXPIRES_S, KEEPALIVE_S, REFRESH_S
from fieldkit.uplink.topics import LATE_MS, Blasts, BoardExtract, CueExtract, Small, next_s

WALL = 1_800_000_000.0


def shown(**more: Any) -> BoardExtract:
    """Return a board as the kit sends it, as far as these topics need one."""
    return msgspec.convert({"recent": [], "can": {}} | more, BoardExtract)


def clock(**more: Any) -> BoardExtract:
    return shown(clock={"state": "running", "total": 600_000, "tenths": False} | more)


def topics(board: BoardExtract, now_ms: float = 0.0) -> dict[str, str]:
    return Small().topics(board, now_ms, WALL)


def test_a_board_becomes_plain_words() -> None:
    board = shown(
        match="m3",
        game="toy",
        stage="play",
        phase="round",
        number=2,
        title="Runde 2",
        subtitle="Füchse führen",
        clock={"state": "running", "total": 600_000, "ends_at": 300_000},
        sides=[
            {"id": "red", "name": "Füchse", "colour": "red", "mark": "sun", "score": 7},
            {"id": "blue", "name": "鷺", "colour": "blue", "mark": "moon", "score": -1},
        ],
    )
    assert topics(board, 1_000) == {
        "match": "m3",
        "game": "toy",
        "stage": "play",
        "phase": "round",
        "number": "2",
        "title": "Runde 2",
        "subtitle": "Füchse führen",
        "clock/state": "running",
        "clock/seconds": "299",
        "clock/text": "4:59",
        "clock/total": "600",
        "clock/ends_at": str(int(WALL) + 299),
        "scores": "2",
        "scores/1": "7",
        "scores/1/name": "Füchse",
        "scores/1/colour": "red",
        "scores/2": "-1",
        "scores/2/name": "鷺",
        "scores/2/colour": "blue",
    }


def test_a_kit_without_a_match_says_so_with_empty_words() -> None:
    said = topics(shown(match=None, game=None, clock={"state": "idle", "remaining": 0, "total": 0}))
    assert (said["match"], said["game"], said["stage"], said["scores"]) == ("", "", "setup", "0")
    assert (said["clock/state"], said["clock/seconds"], said["clock/ends_at"]) == ("idle", "0", "")


@pytest.mark.parametrize(
    ("left", "total", "seconds", "text"),
    [
        (600_000, 600_000, "600", "10:00"),
        (5_001, 600_000, "6", "0:06"),
        (5_000, 600_000, "5", "0:05"),
        (99_000, 90_000, "99", "99"),
        (1, 60_000, "1", "1"),
        (-5_000, 60_000, "0", "0"),
    ],
)
def test_the_clock_reads_as_on_the_scoreboard(left: int, total: int, seconds: str, text: str) -> None:
    said = topics(clock(total=total, ends_at=10_000 + left), 10_000)
    assert (said["clock/seconds"], said["clock/text"]) == (seconds, text)


def test_a_held_clock_stands() -> None:
    held = clock(state="held", remaining=61_200)
    assert topics(held, 5_000)["clock/seconds"] == topics(held, 50_000)["clock/seconds"] == "62"
    assert next_s(held, 5_000) == math.inf


def test_the_end_of_the_clock_does_not_flicker_and_follows_the_time_of_day() -> None:
    small, board = Small(), clock(ends_at=100_000)
    ends = {small.topics(board, now, WALL + now / 1000 + off)["clock/ends_at"] for now, off in FLICKER}
    assert ends == {str(int(WALL) + 100)}
    year = 31_536_000
    assert small.topics(board, 9_000, WALL + 9 + year)["clock/ends_at"] == str(int(WALL) + 100 + year)
    assert small.topics(clock(ends_at=101_000), 9_000, WALL + 9)["clock/ends_at"] == str(int(WALL) + 101)


FLICKER = [(0, 0.0), (1_000, 0.49), (2_000, 0.51), (3_000, -0.51), (4_000, 1.4)]


def test_a_demonstration_that_runs_faster_ends_sooner() -> None:
    fast = clock(ends_at=100_000, rate=20.0)
    assert topics(fast)["clock/ends_at"] == str(int(WALL) + 5)
    assert next_s(fast, 0) == pytest.approx(1 / 20)


@pytest.mark.parametrize(("left", "wait"), [(5_000, 1.0), (5_001, 0.001), (4_999, 0.999), (250, 0.25)])
def test_the_next_word_is_due_when_a_second_is_over(left: int, wait: float) -> None:
    assert next_s(clock(ends_at=left), 0) == pytest.approx(wait)


def test_the_next_word_is_due_when_a_blast_is() -> None:
    board = shown(cues=[{"id": "a", "blast": "open", "at": 300}, {"id": "b", "blast": "warn", "at": 90}])
    assert next_s(board, 100) == pytest.approx(0.2)
    assert next_s(board, 400) == math.inf


def cue(id: str, at: int, blast: str = "open") -> CueExtract:
    return CueExtract(id, blast, at)


def test_a_blast_is_told_once_when_its_moment_has_come() -> None:
    blasts, cues = Blasts(), [cue("a", 100), cue("b", 200, "warn")]
    assert [blasts.due(cues, now, 1.0) for now in (99, 100, 150, 260)] == [[], ["open"], [], ["warn"]]
    assert blasts.count == 2


def test_a_blast_that_is_long_past_is_not_told_late() -> None:
    blasts = Blasts()
    assert blasts.due([cue("a", 0)], LATE_MS + 1, 1.0) == []
    assert blasts.due([cue("a", 0), cue("b", 0)], LATE_MS, 1.0) == ["open"]
    assert blasts.due([cue("c", 0)], LATE_MS * 20, 20.0) == ["open"]
    assert blasts.count == 2


def test_a_blast_that_was_called_off_or_put_off_is_told_at_no_other_moment() -> None:
    blasts = Blasts()
    assert blasts.due([cue("a", 100)], 50, 1.0) == []
    assert blasts.due([cue("a", 200)], 150, 1.0) == []
    assert blasts.due([], 250, 1.0) == []
    assert blasts.count == 0


def test_the_page_names_every_topic_and_every_word() -> None:
    page = (Path(uplink.__file__).parent / "README.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([\w/<>]+)` \| (.+) \|$", page.split("\n## MQTT\n")[1], re.MULTILINE))
    made = {topic.replace("/1", "/<n>") for topic in topics(shown(sides=[{}]))}
    assert rows.keys() == made | {"status", "board", "whistle", "whistle/count", "alarm"}
    assert re.findall(r"`(\w+)`", rows["stage"]) == list(get_args(Stage))
    assert re.findall(r"`(\w+)`", rows["whistle"]) == list(get_args(Blast))
    assert re.findall(r"`(\w+)`", rows["scores/<n>/colour"]) == list(SIDES)
    assert f"expires after {EXPIRES_S} s" in page.replace("\n", " ")
    assert f"every {REFRESH_S:.0f} s" in page


def test_a_view_outlives_the_word_that_its_field_is_gone_and_two_lost_refreshes() -> None:
    assert EXPIRES_S > 1.5 * KEEPALIVE_S
    assert EXPIRES_S >= 3 * REFRESH_S
