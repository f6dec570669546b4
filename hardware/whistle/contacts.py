"""The contacts of the Pi's own buttons: when an edge is a press. Moments are in ns, spans in real time."""

from fieldkit.clock import MS


class Debounce:
    """STOP: the first edge of a press counts; what follows soon on it or on another edge is a bounce."""

    HOLD_MS = 250
    SETTLE_MS = 50

    def __init__(self, rate: float = 1.0) -> None:
        self._hold = int(self.HOLD_MS * MS * rate)
        self._settle = int(self.SETTLE_MS * MS * rate)
        self._press: int | None = None
        self._edge: int | None = None

    def accept(self, at: int, pressed: bool) -> bool:
        """Return True if this edge (``at`` in ns, down or up) is a new press."""
        last_edge, self._edge = self._edge, at
        if not pressed or (last_edge is not None and at - last_edge < self._settle):
            return False
        if self._press is not None and at - self._press < self._hold:
            return False
        self._press = at
        return True


class FirmPress:
    """START: a press counts after 20 ms closed without a bounce, with the moment of its first edge."""

    CLOSED_MS = 20
    BOUNCE_MS = 10

    def __init__(self, rate: float = 1.0) -> None:
        self._closed_span = int(self.CLOSED_MS * MS * rate)
        self._bounce = int(self.BOUNCE_MS * MS * rate)
        self._again = int(Debounce.HOLD_MS * MS * rate)
        self._first = 0
        self._closed: int | None = None
        self._opened: int | None = None
        self._has_counted = False
        self._last: int | None = None

    @property
    def due(self) -> int | None:
        """Return when the press that has begun will count; None where none has."""
        return None if self._closed is None or self._has_counted else self._closed + self._closed_span

    def edge(self, at: int, pressed: bool) -> int | None:
        """Take an edge of the line; as `counts`, up to this edge."""
        if not pressed:
            counted = self.counts(at)
            if self._closed is not None:
                self._closed, self._opened = None, at
            return counted
        if self._closed is None:
            if self._opened is None or at - self._opened >= self._bounce:
                self._first = at
                self._has_counted = self._last is not None and at - self._last < self._again
            self._closed = at
        return None

    def counts(self, now: int) -> int | None:
        """Return the moment of the first edge of a press that counts by now, once."""
        if self.due is None or now < self.due:
            return None
        self._has_counted = True
        self._last = self._first
        return self._first


class ButtonState:
    """The state of a button: down at its first edge at once, and until its contact was up for 50 ms."""

    UP_MS = 50

    def __init__(self, rate: float = 1.0) -> None:
        self.down = False
        self._span = int(self.UP_MS * MS * rate)
        self._up: int | None = None

    @property
    def due(self) -> int | None:
        """Return when it will be up; None where nothing changes by itself."""
        return None if self._up is None else self._up + self._span

    def edge(self, at: int, pressed: bool) -> None:
        """Take an edge of the line."""
        if pressed:
            self.down, self._up = True, None
        elif self.down and self._up is None:
            self._up = at

    def settle(self, now: int) -> None:
        """Let go what was up for long enough."""
        if self.due is not None and self.due <= now:
            self.down, self._up = False, None
