"""``python -m tests.vm``: build the machine, boot it, and prove one thing after the other, a line each.

With ``--build`` it only builds the machine, which the next run finds.
"""

import signal
import sys
import time
from collections.abc import Callable
from types import FrameType

from tests.vm import faults, host, image, installing, rounds
from tests.vm.ground import Failed, NotCarried
from tests.vm.machine import Machine
from tests.vm.trial import Trial

PROOFS: tuple[tuple[str, Callable[[Trial], str]], ...] = (
    ("units come up", rounds.comes_up),
    ("start button", rounds.starts_by_button),
    ("USB hoop", rounds.counts_at_a_hoop),
    ("whistle line", rounds.sounds_on_time),
    ("referee killed", faults.outlives_its_referee),
    ("whistle killed", faults.is_silent_without_its_whistle),
    ("both killed", faults.closes_without_both),
    ("hangs", faults.heals_hangs),
    ("power cut", faults.survives_a_power_cut),
    ("switched off", faults.is_switched_off),
    ("install and undo", installing.can_be_taken_back),
)
LIMIT_S = 1500
"""After so long this has failed, whatever it was at."""
TOLD_LAST = 60
"""How many lines of the guest's own log are shown after a failure."""


def main() -> int:
    """Return the exit code: 0 also where the package archive does not carry what the machine is built of."""
    signal.signal(signal.SIGTERM, _end)
    signal.signal(signal.SIGALRM, _late)
    signal.alarm(LIMIT_S)
    began = time.monotonic()
    try:
        if (refusal := host.refusal()) is not None:
            print(refusal, file=sys.stderr)
            return 2
        with host.alone():
            host.prepare()
            made = image.image()
            _say(f"built in {time.monotonic() - began:.0f} s: {made.name}")
            if "--build" in sys.argv:
                return 0
            proved = _prove(Machine(made))
    except NotCarried as lack:
        _say(f"not run: the package archive does not carry what the machine is built of: {lack}")
        return 0
    except Failed as failure:
        _say(f"FAIL  {failure}")
        return 1
    except KeyboardInterrupt:
        _say("interrupted")
        return 130
    finally:
        signal.alarm(0)
    _say(f"{proved} of {len(PROOFS)} proved in {time.monotonic() - began:.0f} s")
    return 0 if proved == len(PROOFS) else 1


def _prove(machine: Machine) -> int:
    """Prove one thing after the other up to the first that does not come out; how many did."""
    with machine, Trial(machine) as trial:
        for proved, (name, proof) in enumerate(PROOFS):
            began = time.monotonic()
            try:
                said, well = proof(trial), True
            except Failed as failure:
                said, well = str(failure), False
            _say(f"{'ok   ' if well else 'FAIL '} {name} ({time.monotonic() - began:.1f} s): {said}")
            if not well:
                _say("\n".join(machine.log(TOLD_LAST)))
                return proved
    return len(PROOFS)


def _say(line: str) -> None:
    print(line, flush=True)


def _end(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _late(number: int, frame: FrameType | None) -> None:
    raise Failed(f"not done after {LIMIT_S} s")


if __name__ == "__main__":
    sys.exit(main())
