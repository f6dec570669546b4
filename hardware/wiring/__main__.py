"""Make everything again from its source: drawings, parts list, and the tables of the pages."""

from hardware.wiring.drawings import FOLDER, SHEETS
from hardware.wiring.guide import FILLED, PARTS, filled, parts_list


def main() -> None:
    """Write all that is made."""
    for sheet in (make() for make in SHEETS):
        (FOLDER / f"{sheet.name}.svg").write_text(sheet.finish().svg(), encoding="utf-8")
    PARTS.write_text(parts_list(), encoding="utf-8")
    for page in FILLED:
        page.write_text(filled(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
