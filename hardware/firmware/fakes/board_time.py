"""MicroPython's `time` on the simulated board's clock; its counter wraps as a real one does."""

import machine

PERIOD = 1 << 30


def ticks_ms() -> int:
    """Return the board's counter of ms."""
    return machine.board.clock() % PERIOD


def ticks_diff(later: int, earlier: int) -> int:
    """Return how much later the one is, also over a wrap."""
    return (later - earlier + PERIOD // 2) % PERIOD - PERIOD // 2


def sleep_ms(ms: int) -> None:
    """Let time pass."""
    machine.board.sleep(ms)
