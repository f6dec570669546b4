"""The whistle's line as the guest's kernel saw it, held against the deadlines that the kit had for it.

The kernel's own tracing notes each switching of the line with its moment on CLOCK_MONOTONIC, the kit's clock:
it costs nothing, misses nothing, and does not believe what the whistle says of itself.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from fieldkit.clock import MS, NS
from fieldkit.messages import Blast
from hardware.whistle.blasts import edges
from tests.vm.ground import must, until
from tests.vm.machine import Machine

WHISTLE, START = 17, 27
"""The pins, as the settings have them."""
CHIP = "/sys/devices/platform/gpio-sim.0/gpiochip0"
TOLD = "/var/lib/fieldkit/edges"
"""Where the whistle writes down its own edges."""
BUTTON_S = 0.1
SILENT_S = 20.0
"""How long a dead whistle's line may stay on: until systemd has started what silences it."""
_TRACING = "/sys/kernel/tracing"
_WATCH = f"""
set -e
cd {_TRACING}
echo mono >trace_clock
pin=$(($(cat /sys/class/gpio/gpiochip*/base) + {WHISTLE}))
echo "get == 0 && gpio == $pin" >events/gpio/gpio_value/filter
echo 1 >events/gpio/gpio_value/enable
"""
_SEEN = re.compile(r"-(\d+)\s+\[\d+\]\s+\S+\s+(\d+)\.(\d{6}): gpio_value: \d+ set ([01])$", re.MULTILINE)
_LONGEST_ON = 3 * NS
LATE_MS = 250.0
"""How late an edge may be: the guest's processor is some ten times slower than a Pi's, and never alone."""

Edge = tuple[int, bool]
"""A moment (ns) and whether the whistle is on from then."""


@dataclass(frozen=True, slots=True)
class Sounded:
    """Blasts against their deadlines: how late the first edge of each was, and the worst of all (ms)."""

    late_ms: tuple[float, ...]
    worst_ms: float


def watch(machine: Machine) -> None:
    """Have the kernel note the line's switching from now on, until the machine is switched off."""
    machine.shell(_WATCH)


def is_on(machine: Machine) -> bool:
    """Whether the line is on now."""
    return machine.shell(f"cat {CHIP}/sim_gpio{WHISTLE}/value").strip() == "1"


def press_start(machine: Machine) -> None:
    """Press and let go the start button: its contact pulls its line to ground."""
    pull = f"{CHIP}/sim_gpio{START}/pull"
    machine.shell(f"echo pull-down >{pull}; sleep {BUTTON_S}; echo pull-up >{pull}")


def seen(machine: Machine, since: int = 0) -> list[Edge]:
    """Return the line's edges after a moment (ns), as the kernel noted them; to the microsecond."""
    return _changes([(at, on) for at, on, _ in _switched(machine)], since)


def went_off(machine: Machine, since: int) -> tuple[int, int]:
    """When (ns) the line was first switched off after a moment, and by which process. Raises Failed."""
    until(lambda: not is_on(machine), SILENT_S, "silence")
    return next((at, pid) for at, on, pid in _switched(machine) if at > since and not on)


def told(machine: Machine, since: int = 0) -> list[Edge]:
    """Return the same as the whistle itself wrote them down."""
    found = [line.split() for line in machine.shell(f"cat {TOLD}").splitlines()]
    return _changes([(int(at), on == "1") for at, on in found], since)


def sounded(
    machine: Machine, due: Sequence[tuple[Blast, int]], seconds: float = 10.0
) -> tuple[list[Edge], Sounded]:
    """Return the edges of due blasts (ns), within ``seconds``. Raises Failed if others came, or late."""
    wanted = [(edge, blast) for blast, at in due for edge in edges(blast, at, _LONGEST_ON)]
    since = wanted[0][0][0] - NS
    found = until(lambda: _all_of(seen(machine, since), len(wanted)), seconds, f"{len(wanted)} edges", 0.5)
    must(
        [on for _, on in found] == [on for (_, on), _ in wanted],
        f"the line's edges are not those of {' and '.join(blast for blast, _ in due)}: {found}",
    )
    late = [(at - wanted_at) / MS for (at, _), ((wanted_at, _), _) in zip(found, wanted, strict=True)]
    must(all(-1 <= each <= LATE_MS for each in late), f"edges are not on time (ms): {late}")
    first = {blast: late[i] for i, (_, blast) in reversed([*enumerate(wanted)])}
    return found, Sounded(tuple(first[blast] for blast, _ in due), max(late, key=abs))


def _switched(machine: Machine) -> list[tuple[int, bool, int]]:
    """Each switching: the moment (ns), on or off, and the process that did it."""
    found = _SEEN.findall(machine.shell(f"cat {_TRACING}/trace"))
    return [(int(s) * NS + int(us) * 1000, on == "1", int(pid)) for pid, s, us, on in found]


def _all_of(found: list[Edge], count: int) -> list[Edge]:
    return found if len(found) >= count else []


def _changes(switched: Sequence[Edge], since: int) -> list[Edge]:
    """Return what was switched after a moment, less what switched to where the line already was."""
    found: list[Edge] = []
    on = False
    for at, now_on in switched:
        if now_on != on and at > since:
            found.append((at, now_on))
        on = now_on
    return found
