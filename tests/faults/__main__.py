"""``python -m tests.faults [--short] [--only NAME] [--report FILE]``: every part, then a table of figures."""

import argparse
import importlib
import signal
import sys
import traceback
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.faults.figures import Figure, not_run, table, timed
from tests.faults.kits import abandon
from tests.support.machine import NEEDS, missing

PARTS = (
    "kills", "power", "damage", "crowds", "network", "hangs", "disks", "lines", "clocks", "hub", "hub_kills",
    "soak",
)  # fmt: skip
"""In the order in which they are run, and stand in the table."""
PATIENT = ("hangs", "disks", "lines", "clocks", "hub_kills", "soak")
"""What waits most of the time: these run beside each other."""
ALONE = ("crowds", "network")
"""What measures times also in the short form, in which all others run beside each other."""
AT_ONCE = 4


def main(arguments: Sequence[str]) -> int:
    """Return the exit code: 1 if anything was not well, 2 for an unknown name."""
    parser = argparse.ArgumentParser(prog="tests.faults", description=__doc__)
    parser.add_argument("--short", action="store_true", help="the form of CI: under a minute in all")
    parser.add_argument("--only", action="append", choices=PARTS, help="this part alone; may be given again")
    parser.add_argument("--report", type=Path, help="also write the table to this file")
    asked = parser.parse_args(arguments)
    found = _all(asked.only or PARTS, asked.short)
    figures = [figure for each in found.values() for figure in each]
    lines = table(figures)
    print(*lines, sep="\n", flush=True)
    if asked.report:
        asked.report.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return int(any(each.well is False for each in figures))


def _all(names: Sequence[str], short: bool) -> dict[str, list[Figure]]:
    """Run the parts, and return what each has found, in their order."""
    together = [name for name in names if name in PATIENT or (short and name not in ALONE)]
    found = {name: _tried(name, short) for name in names if name not in together}
    with ThreadPoolExecutor(AT_ONCE) as pool:
        found |= zip(together, pool.map(lambda name: _tried(name, short), together), strict=True)
    return {name: found[name] for name in names}


def _tried(name: str, short: bool) -> list[Figure]:
    try:
        part = importlib.import_module(f"tests.faults.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"tests.faults.{name}":
            raise
        return [not_run(name, "there is no such part yet")]
    if lacking := missing(part.NEEDS):
        return [not_run(name, f"this machine lacks {', '.join(NEEDS[each].brings for each in lacking)}")]
    try:
        figures, took = timed(part.run, short)
    except Exception as error:  # noqa: BLE001
        # One part that breaks must not hide what the others have found.
        traceback.print_exc()
        return [Figure(name, f"{type(error).__name__}: {error}", well=False)]
    said = [f"== {name} ({took:.0f} s)", *(f"   {each.what}: {each.seen}" for each in figures)]
    print("\n".join(said), flush=True)
    return figures


if __name__ == "__main__":
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, abandon)
    sys.exit(main(sys.argv[1:]))
