"""The kit's voice: a thread that says the lines of a game aloud, one at a time, clear of the blasts.

A line is said once, as soon as it fits before the next blast; else it waits, or is left out if that is too
late. One that a game no longer names, or that comes near a blast, is broken off. Lines of before the kit's
start are not said again, and nothing that the command does holds up the match.
"""

import contextlib
import logging
import os
import re
import signal
import subprocess
import tempfile
import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from typing import IO

from fieldkit.clock import MS, NS, Clock
from fieldkit.games import Spoken
from fieldkit.messages import BLAST_MS, Cue
from fieldkit.phrases import N_, Message

LOG = logging.getLogger(__name__)
MAX_LINE_S = 20.0
"""The longest that one line may take; then its command is ended."""
ENDING_S = 0.05
"""Seconds that a command may take to end before it is killed: a round opens in 90 ms."""
POLL_S = 0.05
"""Seconds between two looks at a running command."""
CLEAR_MS = 200
"""The silence between a line and a blast, before it and after it."""
BEGIN_S, CHARACTER_S, DIGIT_S = 0.8, 0.09, 0.45
"""The most seconds until a voice speaks, and for a character and a digit; most voices need 0.07 s."""
MAX_SHOWN = 200
"""The most characters of a failed command's complaint that are shown."""
MAX_KNOWN = 256
"""This many lines are remembered by their keys."""

_APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"
_OBEYED = re.compile(r"[^\w .,:!?\u2019-]|(?<!\w)-|-(?!\w)")
"""Characters that a shell may obey: all but letters, digits, a dash in a word and a few marks."""

_Id = tuple[str, str]


class Announcer:
    """The voice of a kit, silent without a ``command``; `say` belongs to one thread, ``wrong`` to any."""

    def __init__(self, command: Sequence[str] = (), language: str = "en", clock: Clock | None = None) -> None:
        self._command = command
        self._language = language
        self._clock = clock or Clock()
        self._change = threading.Condition()
        self._told: dict[_Id, Spoken] = {}
        self._waiting: list[_Id] = []
        self._known: OrderedDict[_Id, None] = OrderedDict()
        self._blasts: tuple[tuple[int, int], ...] = ()
        self._closing = False
        self._begun = False
        self._thread = threading.Thread(target=self._run, name="voice", daemon=True)
        self.wrong: Message | None = None
        """The reason that the last line was not said; None when all is well."""

    @property
    def speaks(self) -> bool:
        """False for a kit without a voice."""
        return bool(self._command)

    def start(self) -> None:
        """Begin to listen to `say`."""
        if self.speaks:
            self._thread.start()

    def close(self) -> None:
        """Break off what is being said, and end."""
        with self._change:
            self._closing = True
            self._change.notify()
        if self._thread.ident is not None:
            self._thread.join(2.0)

    def say(self, match: str, lines: Sequence[Spoken], blasts: Sequence[Cue] = ()) -> None:
        """Take all lines that a match wants said, and its blasts; of the first call only what is to come."""
        told = {(match, line.key): line for line in lines}
        clear = int(CLEAR_MS * MS * self._clock.rate)
        spans = ((cue.due - clear, cue.due + BLAST_MS[cue.blast] * MS + clear) for cue in blasts)
        around = tuple(sorted(spans))
        if told == self._told and around == self._blasts and self._begun:
            return
        now = self._clock.now()
        with self._change:
            self._told, self._blasts = told, around
            self._waiting = [id for id in self._waiting if id in told]
            for id, line in told.items():
                if id not in self._known and (self._begun or (line.at is not None and line.at > now)):
                    self._waiting.append(id)
                self._known[id] = None
            while len(self._known) > MAX_KNOWN:
                self._known.popitem(last=False)
            self._begun = True
            self._change.notify()

    def _run(self) -> None:
        while (id := self._next()) is not None:
            try:
                wrong = self._speak(id)
            except (OSError, ValueError) as error:
                why = getattr(error, "strerror", None) or error
                wrong = Message(N_("{program}: {why}"), {"program": self._command[0], "why": why})
            if wrong is not None and self.wrong is None:
                LOG.error("the voice does not speak: %s", wrong)
            self.wrong = wrong

    def _next(self) -> _Id | None:
        """Wait for a line that can be said now; None at the end."""
        with self._change:
            while not self._closing:
                now = self._clock.now()
                begins = {id: self._begins(self._told[id], now) for id in self._waiting}
                self._waiting = [id for id in self._waiting if begins[id] is not None]
                moments = {id: at for id, at in begins.items() if at is not None}
                for id, at in moments.items():
                    if at <= now:
                        self._waiting.remove(id)
                        return id
                wake = min(moments.values(), default=None)
                self._change.wait(None if wake is None else self._clock.seconds_until(wake) + 0.001)
        return None

    def _begins(self, line: Spoken, now: int) -> int | None:
        """Return the first moment at which a line is clear of all blasts; None if that is too late for it."""
        digits = sum(map(str.isdigit, line.text))
        seconds = BEGIN_S + CHARACTER_S * (len(line.text) - digits) + DIGIT_S * digits
        length = int(seconds * NS * self._clock.rate)
        begins = now if line.at is None else max(now, line.at)
        for first, last in self._blasts:
            if first < begins + length and begins < last:
                begins = last
        return begins if line.before is None or begins + length <= line.before else None

    def _speak(self, id: _Id) -> Message | None:
        """Run the command for one line; return why it failed. Raises OSError and ValueError."""
        with self._change:
            line = self._told.get(id)
        if line is None:
            return self.wrong
        # A team may be called "-h": what begins like that is an option to most programs.
        text = f" {line.text}" if line.text.startswith("-") else line.text
        said = [(word.replace("{language}", self._language), _within(word, text)) for word in self._command]
        words = [word.replace("{text}", fitting) for word, fitting in said]
        until = time.monotonic() + MAX_LINE_S
        with tempfile.TemporaryFile() as complaints:
            # A session of its own: a shell is ended with all that it has started.
            null = subprocess.DEVNULL
            process = subprocess.Popen(
                words, stdin=null, stdout=null, stderr=complaints, start_new_session=True
            )
            with self._change:
                while process.poll() is None and self._may_go_on(id, line) and time.monotonic() < until:
                    self._change.wait(POLL_S)
            if process.poll() is None:
                _end(process)
                if time.monotonic() < until:
                    return self.wrong
                return Message(N_("a line took longer than {seconds} s"), {"seconds": round(MAX_LINE_S)})
            return _failure(process.returncode, complaints)

    def _may_go_on(self, id: _Id, line: Spoken) -> bool:
        """Return True while a line that is being said is still wanted, and no blast is near."""
        now = self._clock.now()
        is_near = any(first <= now < last for first, last in self._blasts)
        is_over = line.before is not None and now >= line.before
        return not (self._closing or is_near or is_over or id not in self._told)


def _within(word: str, text: str) -> str:
    """Return a line for a word of the command; within a longer word it loses what a shell would obey."""
    return text if word == "{text}" else _OBEYED.sub(" ", text.replace("'", _APOSTROPHE))


def _end(process: subprocess.Popen[bytes]) -> None:
    for how in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, how)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(ENDING_S)
            return


def _failure(status: int, complaints: IO[bytes]) -> Message | None:
    if status == 0:
        return None
    complaints.seek(0)
    told = complaints.read(64 * MAX_SHOWN).decode(errors="replace").strip()
    if not told:
        return Message(N_("its command ended with {status}"), {"status": status})
    return Message(N_("{why}"), {"why": told.splitlines()[-1][:MAX_SHOWN]})
