"""Runs all checks on a board's Python and prints what became of them."""

import sys

import check_bench
import check_kept
import check_main
import check_node
import check_parts
import check_radio
import check_settings
import noisy_line

MODULES = (check_parts, check_settings, check_main, check_kept, check_node, check_radio, noisy_line)


def checks():
    """All checks by name."""
    found = {}
    for module in MODULES:
        for name in dir(module):
            if name.startswith("check_") and callable(getattr(module, name)):
                found[module.__name__ + "." + name] = getattr(module, name)
    return found


def main(root):
    """Run them for the project at `root`; the last lines say under which version, and how many have held."""
    check_bench.ROOT[0] = root
    held = 0
    for name, check in sorted(checks().items()):
        try:
            check()
            held += 1
        except Exception as error:
            print(f"{name} failed: {error!r}")
    print(".".join([str(part) for part in sys.implementation.version[:3]]))
    print(f"{held} of {len(checks())} checks held")
