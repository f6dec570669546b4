"""A UHF reader's band and power: set, read back, and only then does it transmit.

The page of this room tells the law and the order of the questions.
"""

from collections.abc import Generator, Iterator

from fieldkit.messages import RadioDoubt
from fieldkit.settings import UhfRegion
from hardware.hoops.pollers import START_INVENTORY, STOP_INVENTORY, Ask, Cycle, encode_r200, r200_answers

SET_REGION, GET_REGION, SET_POWER, GET_POWER = 0x07, 0x08, 0xB6, 0xB7
REGIONS: dict[UhfRegion, int] = {"CN": 1, "US": 2, "EU": 3, "CN800": 4, "KR": 6}
"""The bands by the numbers that the readers give them."""

CHECK_S = 2.0
"""For so long a reader looks for tags until it is asked again: it may have lost its power in between."""
STOP_S = 0.02
WAIT_S = 0.01
ANSWER_WAITS = 25
"""An answer may take this many times `WAIT_S`; a reader gives it within 20 ms."""
MIN_RETRY_S = 0.5
MAX_RETRY_S = 16.0
MUTE_TRIES = 2
"""After this many rounds of questions without an answer it is told of."""


def power_steps(dbm: float) -> int:
    """Return a power in dBm as readers count it, in steps of 0.01 dBm."""
    return round(dbm * 100)


def set_region(region: UhfRegion) -> bytes:
    """Return the command to use a band."""
    return encode_r200(0, SET_REGION, bytes([REGIONS[region]]))


def set_power(dbm: float) -> bytes:
    """Return the command to transmit with a power."""
    return encode_r200(0, SET_POWER, power_steps(dbm).to_bytes(2, "big"))


_NAMES = {code: name for name, code in REGIONS.items()}
ASK_REGION = encode_r200(0, GET_REGION)
ASK_POWER = encode_r200(0, GET_POWER)


class RadioGuard:
    """The questions and orders for one UHF reader, over and over; `hear` is called from another thread.

    ``doubt`` is set from the first answer that differs, or the second in a row that is missing, until both
    are right.
    """

    def __init__(self, region: UhfRegion, power_dbm: float) -> None:
        self.doubt: RadioDoubt | None = None
        self._region = region
        self._power_dbm = power_dbm
        self._answers = r200_answers()
        self._told: dict[int, bytes] = {}
        self._missed = 0

    def hear(self, batch: bytes) -> None:
        """Bytes from the reader."""
        for command, body in self._answers.feed(batch, 0):
            self._told[command] = body

    def asks(self) -> Iterator[Ask]:
        """Yield what the reader is sent from an opening of the port on, for ever."""
        retry = MIN_RETRY_S
        while True:
            yield Ask(STOP_INVENTORY, STOP_S)
            yield from self._answered(SET_REGION, set_region(self._region))
            yield from self._answered(SET_POWER, set_power(self._power_dbm))
            while (yield from self._agrees()):
                retry = 0.0
                yield Ask(START_INVENTORY, CHECK_S)
                yield Ask(STOP_INVENTORY, STOP_S)
            yield Ask(b"", retry)
            retry = min(max(2 * retry, MIN_RETRY_S), MAX_RETRY_S)

    def _agrees(self) -> Generator[Ask, None, bool]:
        """Ask for both; True if they are what the settings say."""
        region = yield from self._answered(GET_REGION, ASK_REGION)
        power = yield from self._answered(GET_POWER, ASK_POWER)
        if region == REGIONS[self._region] and power == power_steps(self._power_dbm):
            self.doubt, self._missed = None, 0
            return True
        differs = region not in (None, REGIONS[self._region])
        differs |= power not in (None, power_steps(self._power_dbm))
        self._missed = MUTE_TRIES if differs else self._missed + 1
        if self._missed >= MUTE_TRIES:
            told = None if region is None else _NAMES.get(region, f"band {region}")
            dbm = None if power is None else power / 100
            self.doubt = RadioDoubt(self._region, self._power_dbm, told, dbm)
        return False

    def _answered(self, command: int, line: bytes) -> Generator[Ask, None, int | None]:
        """Send a command and wait for its answer; its number, None where none comes."""
        self._told.pop(command, None)
        yield Ask(line, WAIT_S)
        for _ in range(ANSWER_WAITS):
            if (body := self._told.get(command)) is not None:
                return int.from_bytes(body, "big") if body else None
            yield Ask(b"", WAIT_S)
        return None


Poller = Cycle | RadioGuard
"""Asks one reader: one thread runs `asks`, another calls `hear`; ``doubt`` is why no tag is asked for now."""
