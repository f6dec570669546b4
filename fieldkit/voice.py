"""Says aloud what a game wants said: a thread that runs one command, a line at a time.

Only the newest line counts. One that waits is replaced, one that is being said is broken off, and what was on
when the kit started is not said again. Nothing that the command does or fails to do holds up the match.
"""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Sequence
from typing import IO

from fieldkit.games import Spoken
from fieldkit.phrases import N_, Message

LOG = logging.getLogger(__name__)
MAX_LINE_S = 20.0
"""The longest that one line may take; then its command is ended."""
ENDING_S = 1.0
"""How long a command that is told to end may go on before it is killed."""
POLL_S = 0.05
"""How often a running command is looked at."""
MAX_TOLD = 200
"""How much of what a failed command complains of is shown (characters)."""


class Voice:
    """The voice of a kit; without a ``command`` it is silent.

    In the words of ``command`` ``{text}`` stands for the line and ``{language}`` for the kit's language.
    `say` belongs to one thread; ``wrong`` may be read by any.
    """

    def __init__(self, command: Sequence[str] = (), language: str = "en") -> None:
        self._command = command
        self._language = language
        self._change = threading.Condition()
        self._waiting: str | None = None
        self._closing = False
        self._begun = False
        self._said: tuple[str, str] | None = None
        self._thread = threading.Thread(target=self._run, name="voice", daemon=True)
        self.wrong: Message | None = None
        """Why the last line was not said; None when all is well."""

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
            self._thread.join(2 * ENDING_S)

    def say(self, match: str, spoken: Spoken | None) -> None:
        """Tell what a match (its id) wants said now; it is said if its key is a new one. Never blocks.

        What the first call tells was on before this start, so it is not said.
        """
        told = self._said if spoken is None else (match, spoken.key)
        if self._begun and spoken is not None and told != self._said:
            with self._change:
                self._waiting = spoken.text
                self._change.notify()
        self._begun, self._said = True, told

    def _run(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(self._is_wanted)
                if self._closing:
                    return
                text, self._waiting = self._waiting or "", None
            try:
                wrong = self._speak(text)
            except (OSError, ValueError) as error:
                why = getattr(error, "strerror", None) or error
                wrong = Message(N_("{program}: {why}"), {"program": self._command[0], "why": why})
            if wrong is not None and self.wrong is None:
                LOG.error("the voice does not speak: %s", wrong)
            self.wrong = wrong

    def _is_wanted(self) -> bool:
        return self._closing or self._waiting is not None

    def _speak(self, text: str) -> Message | None:
        """Run the command for one line; returns why it failed, and if it was broken off why the last one did.

        Raises OSError or ValueError if it cannot be run.
        """
        words = [word.replace("{language}", self._language).replace("{text}", text) for word in self._command]
        until = time.monotonic() + MAX_LINE_S
        with tempfile.TemporaryFile() as complaints:
            # A session of its own: a shell is ended with all that it has started.
            process = subprocess.Popen(
                words,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=complaints,
                start_new_session=True,
            )
            with self._change:
                while process.poll() is None and not self._is_wanted() and time.monotonic() < until:
                    self._change.wait(POLL_S)
            if process.poll() is None:
                _end(process)
                if time.monotonic() < until:
                    return self.wrong
                return Message(N_("a line took longer than {seconds} s"), {"seconds": round(MAX_LINE_S)})
            return _failure(process.returncode, complaints)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a command and all that it has started."""
    for how in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, how)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(ENDING_S)
            return


def _failure(status: int, complaints: IO[bytes]) -> Message | None:
    """What a command that has ended says of itself: None if it did well."""
    if status == 0:
        return None
    complaints.seek(0)
    told = complaints.read(64 * MAX_TOLD).decode(errors="replace").strip()
    if not told:
        return Message(N_("its command ended with {status}"), {"status": status})
    return Message(N_("{why}"), {"why": told.splitlines()[-1][:MAX_TOLD]})
