"""The coloured buttons: a press counts once it was held for 20 ms, with the moment at which it began.

A post that is run over shakes its contacts shut for some ms at a time. That is nobody's ball.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import Pin

HOLD_MS = 20
"""So long a contact must be closed without a break; a hand holds it for 60 ms at least."""
SETTLE_MS = 30
"""So long a button must be open before it can be pressed again: contacts bounce for some 5 ms."""


class Button:
    """One button, told its level over and over."""

    def __init__(self) -> None:
        self._armed = False
        self._first: int | None = None
        self._closed_since: int | None = None
        self._open_since: int | None = None

    def pressed(self, down: bool, now: int) -> int | None:
        """Take note of the level at a moment (ms); return its first edge when this makes it a press."""
        if not down:
            self._closed_since = None
            if self._open_since is None:
                self._open_since = now
            if now - self._open_since >= SETTLE_MS:
                self._armed = True
                self._first = None
            return None
        if self._first is None:
            self._first = now
        if self._closed_since is None:
            self._closed_since = now
        self._open_since = None
        if not self._armed or now - self._closed_since < HOLD_MS:
            return None
        self._armed = False
        return self._first


class NodeButtons:
    """The buttons of a node: `pins` by the number that the frame carries; low is pressed."""

    def __init__(self, pins: "dict[str, Pin]") -> None:
        self._buttons = [(name, pins[name], Button()) for name in sorted(pins)]

    def look(self, now: int) -> list[tuple[str, int]]:
        """Return the numbers of the buttons pressed since the last look, each with its moment."""
        found = []
        for name, pin, button in self._buttons:
            at = button.pressed(pin.value() == 0, now)
            if at is not None:
                found.append((name, at))
        return found
