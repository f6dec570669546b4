"""The signs of LED and buzzer. Pure: moments in, levels out; a pattern has the ms of on, off, on ..."""

PRESSED = (40, 60)
VERDICTS = {
    "counted": (400, 200),
    "held": (150, 100, 150, 200),
    "refused": (60, 60, 60, 60, 60, 60, 60, 60, 60, 200),
}
"""One long: counted. Two: the referee decides. Five fast: refused."""
AWAY = (500, 500)
"""Blinks slowly over and over while the kit does not answer."""
PAIRING = (150, 150)
"""Blinks quickly while a bridge gives keys to nodes."""
UNUSABLE = (60, 60, 60, 60, 60, 700)
"""Three fast over and over: the settings file cannot be used."""
QUEUE = 3
"""The number of verdicts that wait for the one that shows; of a quick series the newest are worth most."""


def is_on(pattern: tuple[int, ...], passed: int) -> bool | None:
    """Return whether a pattern is on so long (ms) after it began; None when it is over."""
    on = True
    for length in pattern:
        if passed < length:
            return on
        passed -= length
        on = not on
    return None


class Signals:
    """Says at each moment whether the LED and the buzzer are on."""

    def __init__(self) -> None:
        self._verdicts: list[tuple[int, ...]] = []
        self._began: int | None = None
        self._pressed: int | None = None

    def verdict(self, verdict: str) -> None:
        """Show `counted`, `held` or `refused`, after those that still show."""
        first, waiting = self._verdicts[:1], self._verdicts[1:]
        self._verdicts = first + (waiting + [VERDICTS[verdict]])[-QUEUE:]

    def press(self, now: int) -> None:
        """Show a short blink: the node has noticed it, whatever the kit will say."""
        self._pressed = now

    def levels(self, now: int, away: bool) -> tuple[bool, bool]:
        """LED and buzzer at this moment (ms)."""
        while self._verdicts:
            if self._began is None:
                self._began = now
            on = is_on(self._verdicts[0], now - self._began)
            if on is not None:
                return on, on
            self._verdicts.pop(0)
            self._began = None
        if self._pressed is not None:
            on = is_on(PRESSED, now - self._pressed)
            if on is not None:
                return on, False
            self._pressed = None
        return away and bool(is_on(AWAY, now % sum(AWAY))), False
