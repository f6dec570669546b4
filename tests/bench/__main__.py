"""Runs every measurement of this folder, or those named: ``python -m tests.bench [NAME…]``."""

import importlib
import pkgutil
import sys
from collections.abc import Sequence
from pathlib import Path


def main(names: Sequence[str]) -> int:
    """Run them one after the other, since each wants the machine for itself; 2 for an unknown name."""
    known = sorted(module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)]))
    known.remove("__main__")
    if unknown := set(names) - set(known):
        print(
            f"no such measurement: {', '.join(sorted(unknown))}; there are {', '.join(known)}",
            file=sys.stderr,
        )
        return 2
    for name in names or known:
        module = importlib.import_module(f"tests.bench.{name}")
        if hasattr(module, "run"):
            print(f"== {name}", flush=True)
            for line in module.run():
                print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
