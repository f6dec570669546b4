"""The thread for what may take long."""

import threading

import pytest

from fieldkit.errors import NotStored, Rejected
from fieldkit.service.worker import Worker


def test_jobs_are_done_in_their_order_and_tell_what_came_of_them() -> None:
    worker = Worker("worker")
    done: list[int] = []
    for number in range(3):
        worker.do(lambda number=number: done.append(number))
    worker.start()
    assert worker.wait(lambda: len(done)) == 3
    with pytest.raises(Rejected, match="no"):
        worker.wait(lambda: _refuse())
    worker.close()
    assert done == [0, 1, 2]


def _refuse() -> None:
    raise Rejected("no", "no")


def test_nobody_waits_for_ever() -> None:
    worker, free = Worker("worker"), threading.Event()
    worker.start()
    try:
        with pytest.raises(NotStored, match="does not answer"):
            worker.wait(lambda: free.wait(10), 0.01)
        worker.close(0.01)
    finally:
        free.set()


def test_one_that_never_began_ends() -> None:
    Worker("worker").close()
