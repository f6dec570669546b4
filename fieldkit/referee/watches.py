"""Watchers that raise and withdraw alarms: scoreboards, hoop nodes, the wall clock, guessed PINs."""

import logging
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping

from fieldkit.clock import NS
from fieldkit.messages import HoopStatus, LineTrouble
from fieldkit.phrases import N_
from fieldkit.referee.alarms import Alarm, Alarms

LOG = logging.getLogger(__name__)
GONE_S = 5.0
"""A scoreboard that is away for a shorter time (s) has only been restarted."""
FORGOTTEN_S = 600.0
"""A scoreboard that is away for a longer time (s) was switched off on purpose."""
STRAY_S = 60.0
"""The alarm of a place that serves no hoop stands for so long (s) after a reading there."""
GUESSES_S = 600.0
"""Wrong guesses count for so long (s)."""
MIN_GUESSES = 5
"""This many wrong guesses within that time are no typing mistakes."""
MAX_GUESSES = 1000
"""The most that are remembered: more than the web's throttle allows within that time."""
_JUMP_NS = 2 * NS
_JUMP_SHOWN_NS = 60 * NS


class Scoreboards:
    """Watches the number of scoreboards: one that was connected and is gone stands dark at the sideline."""

    def __init__(self) -> None:
        self._here = 0
        self._short_since: float | None = None

    def watch(self, alarms: Alarms, count: int) -> None:
        """Raise the alarm ``screen`` while fewer listen than before."""
        now = time.monotonic()
        away = 0.0 if self._short_since is None else now - self._short_since
        if count >= self._here or away > FORGOTTEN_S:
            self._here, self._short_since = count, None
            alarms.set("screen", None)
            return
        if self._short_since is None:
            self._short_since = now
        if away > GONE_S:
            one, other = N_("The scoreboard is not connected."), N_("A scoreboard is not connected.")
            text = one if self._here == 1 else other
            alarms.set("screen", Alarm(text, N_("Check its power and network. It reconnects by itself.")))


class UnassignedNodes:
    """Watches places that serve no hoop of the field and are used anyway, such as a spare node."""

    def __init__(self) -> None:
        self._seen: dict[str, float] = {}

    def note(self, place: str) -> None:
        """Note a reading at a place."""
        self._seen[place] = time.monotonic()

    def watch(self, alarms: Alarms, links: Mapping[str, HoopStatus], crowded: bool) -> None:
        """Raise the alarm ``strays`` for a while; ``crowded``: more nodes are heard than the kit can know."""
        now = time.monotonic()
        self._seen = {place: at for place, at in self._seen.items() if now - at <= STRAY_S and place in links}
        alarms.set("strays", self._alarm(crowded))

    def _alarm(self, crowded: bool) -> Alarm | None:
        if crowded:
            text = N_("More nodes are heard than the kit can know: spare nodes may find no room.")
            cure = N_("Switch off nodes that do not belong to this field. Its own hoops count as always.")
            return Alarm(text, cure)
        if not self._seen:
            return None
        if len(self._seen) > 1:
            text = N_("{count} nodes serve no hoop yet: their balls are not counted.")
            cure = N_("Assign them to hoops on the kit page, or switch them off.")
            return Alarm(text, cure, {"count": len(self._seen)})
        text = N_("Node {node} serves no hoop yet: its balls are not counted.")
        cure = N_("Assign it to a hoop on the kit page, or switch it off.")
        return Alarm(text, cure, {"node": next(iter(self._seen))})


class NodeMixUps:
    """Watches nodes that cannot be told from another node, or from a replayed recording."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    def watch(self, alarms: Alarms, trouble: LineTrouble) -> None:
        """Raise an alarm for each of them, and withdraw the others."""
        found = {f"step-{name}": Alarm(*_OUT_OF_STEP, {"node": name}) for name in trouble.out_of_step}
        found |= {f"twins-{name}": Alarm(*_RADIO_TWINS, {"node": name}) for name in trouble.radio_twins}
        found |= {f"twins-{name}": Alarm(*_TWINS, {"node": name}) for name in trouble.twins}
        for id in self._told - found.keys():
            alarms.set(id, None)
        for id, alarm in found.items():
            alarms.set(id, alarm)
        self._told = set(found)


_TWINS = (
    N_("Two nodes call themselves {node}: both count for one hoop."),
    N_("Switch one of them off, and give it another name."),
)
_RADIO_TWINS = (
    N_("Two radio nodes call themselves {node}: only the paired one counts."),
    N_("Switch off the one that blinks slowly, and give it another name."),
)
_OUT_OF_STEP = (
    N_("Node {node} is not counted: it has lost the number of its last start."),
    N_("Pair it again: hold two of its buttons while switching it on, then use the kit page, Spares."),
)


class WallClock:
    """Watches the wall clock against the monotonic one: a jump only spoils labels."""

    def __init__(self) -> None:
        self._apart = self._difference()
        self._shown_until = 0

    def watch(self, alarms: Alarms) -> None:
        """Raise the alarm ``clock`` for a minute after a jump of more than 2 s."""
        apart, now = self._difference(), time.monotonic_ns()
        if abs(jump := apart - self._apart) > _JUMP_NS:
            self._apart, self._shown_until = apart, now + _JUMP_SHOWN_NS
            cure = N_("Nothing to do: the match has its own clock; only the times on the record jump.")
            text = N_("The machine's clock jumped by {seconds} s.")
            alarms.set("clock", Alarm(text, cure, {"seconds": f"{jump / NS:.0f}"}))
        elif now >= self._shown_until:
            alarms.set("clock", None)

    @staticmethod
    def _difference() -> int:
        return time.time_ns() - time.monotonic_ns()


class Guesses:
    """Watches wrong guesses at PIN and codes. From any thread; ``seconds`` gives the time."""

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        self._wrong: deque[tuple[float, str]] = deque(maxlen=MAX_GUESSES)
        self._told = ""

    def note(self, address: str) -> None:
        """Note a wrong guess from an address."""
        with self._lock:
            self._wrong.append((self._seconds(), address))

    def watch(self, alarms: Alarms) -> None:
        """Raise the alarm ``guesses`` while there were many, with the address that most of them came from."""
        with self._lock:
            since = self._seconds() - GUESSES_S
            while self._wrong and self._wrong[0][0] <= since:
                self._wrong.popleft()
            found = Counter(address for _, address in self._wrong)
        if found.total() < MIN_GUESSES:
            self._told = ""
            alarms.set("guesses", None)
            return
        [(address, _)] = found.most_common(1)
        alone = N_("Somebody is guessing the PIN ({address}).")
        text = alone if len(found) == 1 else N_("Somebody is guessing the PIN (mostly {address}).")
        cure = N_(
            "Logged-in devices stay in, and your tablets can log in again. Take that device off the Wi-Fi."
        )
        alarms.set("guesses", Alarm(text, cure, {"address": address}))
        if self._told != address:
            LOG.warning("wrong PINs again and again, most of them from %s", address)
            self._told = address
