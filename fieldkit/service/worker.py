"""A thread for slow work: a disk that hangs must hold up only those who wait for it."""

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from fieldkit.errors import NotStored

T = TypeVar("T")
FILE_S = 2.0
"""Seconds for which a caller waits for a file to be written."""


class Worker:
    """Does one job after the other in a daemon thread."""

    def __init__(self, name: str) -> None:
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin with the jobs that wait."""
        self._thread.start()

    def close(self, patience: float = 2.0) -> None:
        """Do the jobs that wait, and end (s at most)."""
        self._jobs.put(None)
        if self._thread.ident is not None:
            self._thread.join(patience)

    def do(self, job: Callable[[], T]) -> Future[T]:
        """Queue a job; the future has its result or exception."""
        future: Future[T] = Future()

        def run() -> None:
            try:
                future.set_result(job())
            except Exception as error:  # noqa: BLE001 - the one who waits is told
                future.set_exception(error)

        self._jobs.put(run)
        return future

    def wait(self, job: Callable[[], T], seconds: float = FILE_S) -> T:
        """Queue a job and return or raise as it does. Raises NotStored if it takes too long."""
        try:
            return self.do(job).result(seconds)
        except TimeoutError:
            raise NotStored("The disk does not answer; check in a moment whether it was done.") from None

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()
