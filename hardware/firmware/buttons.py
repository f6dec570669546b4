"""The coloured buttons: a press counts at its first edge, whatever the contact does after it."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import Pin

SETTLE_MS = 30
"""So long a button must be open before it can be pressed again: contacts bounce for some 5 ms."""


class Button:
    """One button, told its level over and over: pressed at the first True after it was open for 30 ms."""

    def __init__(self) -> None:
        self._armed = False
        self._open_since: int | None = None

    def pressed(self, down: bool, now: int) -> bool:
        """Take note of the level at a moment (ms); True when this is a press.

        A button held at the start, or stuck, is no press until it was open.
        """
        if not down:
            if self._open_since is None:
                self._open_since = now
            self._armed = self._armed or now - self._open_since >= SETTLE_MS
            return False
        press = self._armed
        self._armed = False
        self._open_since = None
        return press


class Buttons:
    """All buttons of a node: `pins` by the number that the frame carries; low is pressed."""

    def __init__(self, pins: "dict[str, Pin]") -> None:
        self._buttons = [(name, pins[name], Button()) for name in sorted(pins)]

    def look(self, now: int) -> list[str]:
        """The numbers of the buttons pressed since the last look."""
        return [name for name, pin, button in self._buttons if button.pressed(pin.value() == 0, now)]
