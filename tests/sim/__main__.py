"""Plays seeds (``python -m tests.sim --seeds 200``), or one with all that happens (``… 17``)."""

import argparse
import gc
import multiprocessing
import os
import sys
import time
import traceback
from functools import partial
from pathlib import Path

from tests.sim.play import Played, play

KEPT = Path(__file__).parent / "seeds.txt"
"""The seeds that once found something, each with what it was; they are played before all others."""
STORY = 25
"""The last sentences of a story that are printed."""


def main() -> int:
    """Play what the command line asks for; return 1 if a law was broken."""
    if os.environ.get("PYTHONHASHSEED") != "0":
        # The order of a set must not differ from one time to the next.
        os.execve(
            sys.executable,
            [sys.executable, "-m", "tests.sim", *sys.argv[1:]],
            os.environ | {"PYTHONHASHSEED": "0"},
        )
    parser = argparse.ArgumentParser(prog="python -m tests.sim", description=__doc__)
    parser.add_argument("seed", type=int, nargs="*", help="play these seeds; a single one with its log")
    parser.add_argument("--seeds", type=int, default=0, help="play this many seeds")
    parser.add_argument("--begin", type=int, default=1, help="the first of them")
    parser.add_argument("--seconds", type=float, help="let things go wrong for this long")
    parser.add_argument("--first", action="store_true", help="end with the first law that is broken")
    parser.add_argument("--digest", action="store_true", help="print only the digest of its journal")
    parser.add_argument("--shrink", action="store_true", help="find fewer faults that still break a law")
    given = parser.parse_args()
    if given.shrink:
        return shrink(given.seed[0])
    if given.digest:
        print(play(given.seed[0]).digest)
        return 0
    if len(given.seed) == 1:
        return told(play(given.seed[0], seconds=given.seconds, loud=True))
    seeds = given.seed or list(dict.fromkeys([*kept(), *range(given.begin, given.begin + given.seeds)]))
    return many(seeds, given.seconds, given.first)


def kept() -> list[int]:
    """Return the seeds that once found something."""
    lines = KEPT.read_text(encoding="utf-8").splitlines()
    return [int(line.split()[0]) for line in lines if not line.startswith("#")]


def many(seeds: list[int], seconds: float | None, first: bool) -> int:
    """Play seeds on all cores; return 1 if a law was broken in one of them."""
    began, broken, lived, spent = time.perf_counter(), 0, 0.0, 0.0
    with multiprocessing.get_context("fork").Pool(os.cpu_count()) as pool:
        for number, (played, cpu) in enumerate(
            pool.imap_unordered(partial(timed, seconds=seconds), seeds), 1
        ):
            lived, spent = lived + played.seconds, spent + cpu
            if played.broken:
                broken += 1
                print("\r", end="")
                told(played)
                if first:
                    return 1
            if sys.stderr.isatty():
                share = number * 40 // len(seeds)
                print(f"\r[{'#' * share}{'.' * (40 - share)}] {number}/{len(seeds)}", end="", file=sys.stderr)
    took = time.perf_counter() - began
    speed = lived / max(spent, 1e-9)
    print(
        f"\n{len(seeds)} seeds, {lived:.0f} s of life in {took:.0f} s, each {speed:.0f} times as fast as life"
    )
    print(f"{len(seeds) - broken} passed, {broken} failed")
    return 1 if broken else 0


def timed(seed: int, seconds: float | None) -> tuple[Played, float]:
    """Play one seed; return how it ended, and the processor time (s) that it took."""
    began = time.process_time()
    # A world is small: what it leaves behind is looked through once, at its end.
    gc.disable()
    try:
        played = play(seed, seconds=seconds)
    except Exception:  # noqa: BLE001 - a crash of the world itself is told like any other
        played = Played(seed, 0, 0, 0, "", [], traceback.format_exc())
    gc.collect()
    return played, time.process_time() - began


def told(played: Played) -> int:
    """Print how a world ended, with the end of its story if a law was broken."""
    if not played.broken:
        counts = f"{len(played.faults)} faults, {played.records} records"
        print(f"seed {played.seed}: {played.seconds:.0f} s, {counts}: all well")
        return 0
    for at, sentence in played.story[-STORY:]:
        print(f"    {at / 1e9:10.3f}  {sentence}")
    print(f"seed {played.seed}, {played.seconds:.3f} s: {played.broken}")
    print(
        f"    again: python -m tests.sim {played.seed}    shorter: python -m tests.sim {played.seed} --shrink"
    )
    return 1


def shrink(seed: int) -> int:
    """Leave out faults, half of those that are left at a time, as long as the same law breaks."""
    worst = play(seed)
    if not worst.broken:
        return told(worst)
    seconds = worst.seconds
    numbers = [int(fault.split()[0]) for fault in worst.faults]
    without: frozenset[int] = frozenset()
    size = len(numbers)
    while size:
        for start in range(0, len(numbers), size):
            tried = without | set(numbers[start : start + size])
            if tried == without:
                continue
            played = play(seed, tried, seconds)
            if _kind(played.broken) == _kind(worst.broken):
                worst, without = played, tried
        size //= 2
    print(f"{len(numbers) - len(without)} of {len(numbers)} faults are left: {', '.join(worst.faults)}")
    return told(worst)


def _kind(broken: str) -> str:
    """Return what was broken, without its numbers."""
    return "".join(sign for sign in broken[:60] if not sign.isdigit())


if __name__ == "__main__":
    sys.exit(main())
