"""The kit's processes hang, all at the same time and in a round: the supervisor's watchdog heals them."""

import signal
import time

from tests.faults.figures import Figure
from tests.faults.kills import BESIDE, closings, let_end
from tests.faults.kits import folder, in_play, running, wait_for_answer
from tests.process.conftest import until

NEEDS: tuple[str, ...] = ()
HEALED_S = 45.0
"""The longest watchdog of the units is 20 s; then what hangs must end, and start on a busy machine."""


def run(short: bool) -> list[Figure]:
    """Stop them in a round, and wait for others in their place; in the short form the whistle alone."""
    with folder() as place, running(place) as played:
        kit = played.kit
        names = [name for name in ("whistle", "referee", *BESIDE) if kit.pid(name)]
        with in_play(played, name="h"):
            kit.phase("round")
            # What is still starting is given longer.
            wait_for_answer(kit.spectators)
            began = time.monotonic()
            hung = {name: kit.signal(name, signal.SIGSTOP) for name in (names[:1] if short else names)}
            took: dict[str, float] = {}
            while len(took) < len(hung):
                fresh = [name for name in hung if name not in took and kit.pid(name) not in (0, hung[name])]
                took |= dict.fromkeys(fresh, time.monotonic() - began)
                if time.monotonic() - began > 2 * HEALED_S:
                    break
                time.sleep(0.1)
            wait_for_answer(kit.port)
            until(lambda: kit.view["kit"]["whistle"] == "ok", HEALED_S, "the whistle")
        let_end(played)
        wrong = played.wrong()
        _, left_open = closings(played.journal, kit.trace)
    missing = [f"{name} not" for name in hung if name not in took]
    healed = ", ".join([f"{name} in {seconds:.1f} s" for name, seconds in took.items()] + missing)
    return [
        Figure(
            "hangs: healed",
            f"{healed}; {left_open} rounds left open",
            f"each within {HEALED_S:.0f} s, none left open",
            not missing and max(took.values()) <= HEALED_S and not left_open,
        ),
        Figure(
            "hangs: books",
            f"{played.books}; {'; '.join(wrong) or 'all there once, chain whole'}",
            "each answered thing there, once",
            not wrong,
        ),
    ]
