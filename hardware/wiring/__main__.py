"""Make everything again from its source: drawings, parts list, and the tables of the pages."""

from __future__ import annotations

import sys

from hardware.wiring.drawings import FOLDER, draw_all
from hardware.wiring.guide import FILLED, PARTS, filled, parts_list


def main() -> int:
    """Write all that is made."""
    FOLDER.mkdir(exist_ok=True)
    for name, svg in draw_all().items():
        (FOLDER / f"{name}.svg").write_text(svg, encoding="utf-8")
    PARTS.write_text(parts_list(), encoding="utf-8")
    for page in FILLED:
        page.write_text(filled(page.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
