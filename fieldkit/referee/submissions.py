"""The counter where commands are handed in and their answers wait."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any

from fieldkit.answers import Answer
from fieldkit.clock import Clock
from fieldkit.phrases import ENGLISH, Language
from fieldkit.referee.commands import BadCommand, ask, bad_command
from fieldkit.referee.cues import Cues
from fieldkit.referee.inputs import CommandInput
from fieldkit.referee.match import Match


class Submissions:
    """Accepts commands of any thread. The same id twice at once is one command with one answer."""

    def __init__(
        self, clock: Clock, cues: Cues, match: Callable[[], Match | None], translate: Language = ENGLISH
    ) -> None:
        self._clock, self._cues, self._match, self._translate = clock, cues, match, translate
        self._lock = threading.Lock()
        self._waiting: dict[str, Future[Answer]] = {}

    def submit(self, raw: Mapping[str, Any], by: str) -> tuple[Future[Answer], CommandInput | None, bool]:
        """A command's future, what to put into the inbox (None: it is there already or answered), and
        False when a stop should have sounded but the whistle is away.
        """
        future: Future[Answer] = Future()
        # One of several who wait for it must not be able to cancel it for the others.
        future.set_running_or_notify_cancel()
        try:
            asked = ask(raw, by, self._clock.now())
        except BadCommand as wrong:
            future.set_result(bad_command(wrong))
            return future, None, True
        if asked.dry_run:
            return future, CommandInput(asked, future.set_result, self._translate), True
        with self._lock:
            if joined := self._waiting.get(asked.id):
                return joined, None, True
            asked, here = self._cues.stop(self._match(), asked)
            self._waiting[asked.id] = future

        def answered(answer: Answer) -> None:
            with self._lock:
                self._waiting.pop(asked.id, None)
            future.set_result(answer)

        return future, CommandInput(asked, answered, self._translate), here
