"""`make lint`: check the pages' scripts; a machine without npm does without and is told so."""

import sys

from tests.page_types.check import describe_kit, mistakes
from tests.support.machine import TSC


def main() -> str | None:
    """Return what is wrong, if anything is."""
    if not TSC.exists():
        print("left out: the pages' scripts are not type-checked without npm and its registry")
        return None
    describe_kit()
    return mistakes() or None


sys.exit(main())
