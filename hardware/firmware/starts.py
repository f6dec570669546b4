"""The number of a start: four hex digits, new each time, so that no frame is taken for an old one."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

FILE = "starts.txt"


def next_start(chance: "Callable[[int], int]", board: str, path: str = FILE) -> str:
    """Return one more than at the last start on this `board`; where none is kept, a number by chance."""
    try:
        with open(path) as file:
            kept, own = file.read().split(" ")
        number = int(kept, 16) + 1 if own == board else chance(0x10000)
    except (OSError, ValueError):
        number = chance(0x10000)
    start = "%04X" % (number & 0xFFFF)
    try:
        with open(path, "w") as file:
            file.write(start + " " + board)
    except OSError:
        pass
    return start
