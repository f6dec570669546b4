"""The hardware's tests; all of them on real pseudo-terminals, sockets and processes."""

import time
from collections.abc import Callable

BOUND_S = 15.0
"""The longest that a test waits for anything."""


def until(true: Callable[[], object], bound_s: float = BOUND_S) -> None:
    """Wait for something that must come soon."""
    end = time.monotonic() + bound_s
    while not true():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.002)
