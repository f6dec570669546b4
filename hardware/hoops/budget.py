"""A limit to the frames of a node: more than people can press, no more than the kit can decide."""

from __future__ import annotations

FRAMES_AT_ONCE = 128
"""A node brings the 64 that it kept while the kit was away, and some more."""
FRAMES_A_SECOND = 40


class Budget:
    """Refills with time; ``second`` is a real one in ns of the kit's clock."""

    def __init__(self, second: int) -> None:
        self._second = second
        self._left = float(FRAMES_AT_ONCE)
        self._at = 0

    def allows(self, now: int) -> bool:
        """Take one frame at the moment ``now`` (ns), if there is room for it."""
        more = (now - self._at) / self._second * FRAMES_A_SECOND
        self._left, self._at = min(FRAMES_AT_ONCE, self._left + more), now
        if self._left < 1:
            return False
        self._left -= 1
        return True
