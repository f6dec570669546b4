"""The voice, with real commands: what they were told, in a file, and what becomes of those that fail."""

import logging
import os
import stat
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import fieldkit.voice
from fieldkit.clock import NS, Clock
from fieldkit.games import Spoken
from fieldkit.messages import BLAST_MS, Blast, Cue
from fieldkit.voice import Announcer
from hardware.whistle.blasts import PATTERNS
from tests.process.conftest import until

pytestmark = pytest.mark.slow

SPEAKER = """#!/bin/sh
# Writes down the language and the line, and that it has come to its end.
echo "$1: $2" >> "{told}"
[ "$2" = "${{2#slow}}" ] || exec tail -f "{told}"
[ "$2" = "${{2#stubborn}}" ] || {{ trap '' TERM; tail -f "{told}"; }}
[ "$2" = "${{2#bad}}" ] || {{ echo "one thing" >&2; echo "no sound card" >&2; exit 3; }}
echo "said $2" >> "{told}"
"""


class Speaker:
    """A small script as the voice of a kit."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "told"
        self.file.touch()
        self.script = folder / "speak"
        self.script.write_text(SPEAKER.format(told=self.file), encoding="utf-8")
        self.script.chmod(self.script.stat().st_mode | stat.S_IXUSR)
        self.made: list[Announcer] = []

    @property
    def lines(self) -> list[str]:
        """What it was told, and what it has said to the end."""
        return self.file.read_text("utf-8").splitlines()

    def voice(self, *command: str) -> Announcer:
        """Return a voice that has been told what was on at its start."""
        words = command or (str(self.script), "{language}", "{text}")
        voice = Announcer(words, "de")
        self.made.append(voice)
        voice.start()
        voice.say("m1", (Spoken("turn-1", "before the start"),))
        return voice

    def hears(self, line: str) -> None:
        """Wait until it was told or has said this."""
        until(lambda: line in self.lines, 15, f"{line} among {self.lines}")


@pytest.fixture
def speaker(tmp_path: Path) -> Iterator[Speaker]:
    made = Speaker(tmp_path)
    yield made
    for voice in made.made:
        voice.close()
        assert not voice._thread.is_alive()


@pytest.mark.parametrize("quoted", ["'{text}'", '"{text}"', "{text}"])
def test_no_team_can_give_a_shell_orders(speaker: Speaker, quoted: str) -> None:
    voice = speaker.voice("sh", "-c", f"echo {quoted} >> {speaker.file}")
    name = "x';echo orders;\"`echo orders`$(echo orders)\n& echo orders -n"
    voice.say("m1", (Spoken("1", f"{name} 3:5, Zoë's turn-out!"),))
    until(lambda: speaker.lines, 15, "a line")
    heard = " ".join(speaker.lines[0].replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").split())
    assert heard == "x' echo orders echo orders echo orders echo orders n 3:5, Zoë's turn-out!"
    assert len(speaker.lines) == 1


def test_a_new_key_is_said_once_in_the_kits_language(speaker: Speaker) -> None:
    voice = speaker.voice()
    voice.say("m1", (Spoken("turn-1", "another text of what was on before"),))
    voice.say("m1", (Spoken("turn-2", 'Turn 2: "3 and 4", $HOME; {language}'),))
    speaker.hears('said Turn 2: "3 and 4", $HOME; {language}')
    for _ in range(3):
        voice.say("m1", ())
        voice.say("m1", (Spoken("turn-2", "another text"),))
    voice.say("m1", (Spoken("turn-3", "Turn 3"),))
    speaker.hears("said Turn 3")
    voice.say("m2", (Spoken("turn-3", "Another match"),))
    speaker.hears("said Another match")
    assert [line for line in speaker.lines if line.startswith("de: ")] == [
        'de: Turn 2: "3 and 4", $HOME; {language}',
        "de: Turn 3",
        "de: Another match",
    ]
    assert voice.wrong is None


def test_a_name_like_an_option_is_said_and_no_option(speaker: Speaker) -> None:
    voice = speaker.voice()
    voice.say("m1", (Spoken("turn-2", "--version start first."),))
    speaker.hears("de:  --version start first.")


def test_the_first_match_of_a_start_is_announced(speaker: Speaker) -> None:
    voice = Announcer((str(speaker.script), "{language}", "{text}"))
    speaker.made.append(voice)
    voice.start()
    voice.say("", ())
    voice.say("m1", (Spoken("registration", "Welcome"),))
    speaker.hears("en: Welcome")


def test_a_newer_line_breaks_off_the_one_that_is_being_said(speaker: Speaker) -> None:
    voice = speaker.voice()
    voice.say("m1", (Spoken("2", "slow one"),))
    speaker.hears("de: slow one")
    voice.say("m1", (Spoken("3", "quick one"),))
    speaker.hears("said quick one")
    assert "said slow one" not in speaker.lines
    assert voice.wrong is None


def test_a_shower_of_lines_ends_with_the_last_and_piles_nothing_up(speaker: Speaker) -> None:
    voice = speaker.voice()
    voice.say("m1", (Spoken("first", "slow first"),))
    speaker.hears("de: slow first")
    for n in range(50):
        voice.say("m1", (Spoken(f"n{n}", f"slow {n}" if n < 49 else "the last"),))
        time.sleep(0.02)
    speaker.hears("said the last")
    told = [line for line in speaker.lines if line.startswith("de: ")]
    assert told[-1] == "de: the last"
    assert len(told) <= 51
    assert len(set(told)) == len(told)
    assert not any(line.startswith("said slow") for line in speaker.lines)
    assert voice.wrong is None
    until(lambda: not running(speaker.file.parent), 5, "the end of all that was started")


def test_the_newest_of_those_that_wait_is_said(speaker: Speaker) -> None:
    voice = speaker.voice()
    voice.say("m1", (Spoken("first", "stubborn first"),))
    speaker.hears("de: stubborn first")
    # It takes a second to get rid of that one.
    for n in range(20):
        voice.say("m1", (Spoken(f"n{n}", f"line {n}"),))
    speaker.hears("said line 19")
    told = [line for line in speaker.lines if line.startswith("de: ")]
    assert told == ["de: stubborn first", "de: line 19"]


def test_a_command_that_hangs_is_ended_with_all_it_started(
    speaker: Speaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fieldkit.voice, "MAX_LINE_S", 1.0)
    voice = speaker.voice()
    voice.say("m1", (Spoken("2", "stubborn line"),))
    until(lambda: voice.wrong, 15, "the complaint")
    assert str(voice.wrong) == "a line took longer than 1 s"
    until(lambda: not running(speaker.file.parent), 5, "the end of all that was started")
    voice.say("m1", (Spoken("3", "Turn 3"),))
    speaker.hears("said Turn 3")
    until(lambda: voice.wrong is None, 5, "that it is well again")


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (lambda folder: (str(folder / "missing"), "{text}"), "missing: No such file or directory"),
        (lambda folder: (str(folder), "{text}"), ": Permission denied"),
        (lambda folder: (str(folder / "speak"), "{language}", "bad {text}"), "no sound card"),
        (lambda folder: ("false", "{text}"), "its command ended with 1"),
        (lambda folder: ("echo", "\0{text}"), "echo: embedded null byte"),
    ],
)
def test_what_fails_is_told_once_and_holds_up_nobody(
    speaker: Speaker,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    command: Callable[[Path], tuple[str, ...]],
    why: str,
) -> None:
    with caplog.at_level(logging.ERROR, "fieldkit.voice"):
        voice = speaker.voice(*command(tmp_path))
        for n in range(3):
            voice.say("m1", (Spoken(f"n{n}", f"Turn {n}"),))
            until(lambda: voice.wrong is not None and not voice._waiting, 10, "the failure")
    assert str(voice.wrong).endswith(why)
    assert len(caplog.records) == 1
    assert caplog.records[0].getMessage().startswith("the voice does not speak: ")


def test_a_kit_without_a_voice_is_silent() -> None:
    voice = Announcer()
    before = threading.active_count()
    voice.start()
    voice.say("m1", (Spoken("1", "a"),))
    voice.say("m1", (Spoken("2", "b"),))
    voice.close()
    assert threading.active_count() == before
    assert not voice.speaks


def test_the_end_of_the_kit_breaks_off_a_line(speaker: Speaker) -> None:
    voice = speaker.voice()
    voice.say("m1", (Spoken("2", "slow line"),))
    speaker.hears("de: slow line")
    voice.close()
    assert not voice._thread.is_alive()
    assert not running(speaker.file.parent)


def running(folder: Path) -> list[int]:
    """Return the processes whose command line names the folder: the script, and what it has started."""
    found = []
    for each in filter(str.isdigit, os.listdir("/proc")):
        try:
            if str(folder).encode() in Path("/proc", each, "cmdline").read_bytes():
                found.append(int(each))
        except OSError:
            continue
    return found


class ManualClock(Clock):
    """A kit's clock that a test moves."""

    at = 100 * NS
    __slots__ = ()

    def now(self) -> int:
        return ManualClock.at


def begins(line: Spoken, *blasts: Cue) -> float | None:
    """When the voice would say a line at 100 s (s), with these blasts."""
    voice = Announcer(("say", "{text}"), clock=ManualClock())
    voice.say("m1", (), ())
    voice.say("m1", (line,), blasts)
    found = voice._begins(line, 100 * NS)
    return None if found is None else found / NS


def blast(name: Blast, second: float) -> Cue:
    return Cue(f"{name}/{second}", name, int(second * NS))


TEN = Spoken("ten", "10 seconds.", at=105 * NS, before=115 * NS)


def test_every_blast_has_its_length() -> None:
    lengths = {name: sum(on + off for on, off in parts) for name, parts in PATTERNS.items()}
    assert lengths == dict(BLAST_MS)


def test_a_line_waits_for_its_moment_and_for_the_end_of_a_blast() -> None:
    assert begins(TEN) == 105
    assert begins(TEN, blast("warn", 105)) == 105 + 1.0 + 0.2
    assert begins(Spoken("now", "Foxes start first."), blast("close", 99.5)) == 99.5 + 1.45 + 0.2
    assert begins(Spoken("now", "Foxes start first."), blast("close", 90)) == 100


def test_a_line_that_might_meet_a_blast_waits_until_after_it_or_is_left_out() -> None:
    line = Spoken("points", "Foxes 5, Herons 3.", before=109 * NS)
    assert begins(line, blast("warn", 105)) == 100
    assert begins(line, blast("warn", 102)) == 103.2
    assert begins(line, blast("warn", 102), blast("ready", 104)) == 104.8
    assert begins(line, blast("warn", 106), blast("ready", 108)) == 100
    assert begins(line, blast("open", 102), blast("close", 105)) is None
    assert begins(Spoken("ten", "10 seconds.", at=105 * NS, before=106 * NS)) is None


def test_what_is_still_to_come_when_the_kit_starts_is_said_and_what_was_is_not(speaker: Speaker) -> None:
    voice = Announcer((str(speaker.script), "{language}", "{text}"))
    speaker.made.append(voice)
    voice.start()
    soon = Clock().now() + NS // 5
    voice.say("m1", (Spoken("points", "Foxes 5"), Spoken("ten", "Ten", at=soon)))
    speaker.hears("said Ten")
    assert [line for line in speaker.lines if line.startswith("en: ")] == ["en: Ten"]


def test_a_line_that_is_no_longer_told_is_dropped_or_broken_off(speaker: Speaker) -> None:
    voice = speaker.voice()
    later = Spoken("later", "later", at=Clock().now() + 60 * NS)
    voice.say("m1", (Spoken("one", "slow one"), Spoken("two", "two"), later))
    speaker.hears("de: slow one")
    voice.say("m1", (Spoken("two", "two"),))
    speaker.hears("said two")
    assert "said slow one" not in speaker.lines
    assert voice._waiting == []
    assert voice.wrong is None


def test_lines_are_said_one_after_the_other_in_their_order(speaker: Speaker) -> None:
    voice = speaker.voice()
    voice.say("m1", (Spoken("a", "first"), Spoken("b", "second"), Spoken("c", "third")))
    speaker.hears("said third")
    assert [line for line in speaker.lines if line.startswith("said")] == [
        "said first",
        "said second",
        "said third",
    ]


def test_a_line_that_takes_too_long_is_broken_off_before_the_blast(speaker: Speaker) -> None:
    voice = speaker.voice()
    due = Clock().now() + 3 * NS
    voice.say("m1", (Spoken("a", "slow"),), (Cue("w", "warn", due),))
    speaker.hears("de: slow")
    until(lambda: not running(speaker.file.parent), 15, "the end of the line")
    assert Clock().now() < due
    assert voice.wrong is None
