"""The number of a start: four hex digits, new each time, so that no frame is taken for an old one."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

FILE = "starts.txt"


def next_start(chance: "Callable[[int], int]", path: str = FILE) -> str:
    """One more than at the last start, kept on the board; where none is kept, a number by chance."""
    try:
        with open(path) as file:
            number = int(file.read(), 16) + 1
    except (OSError, ValueError):
        number = chance(0x10000)
    start = "%04X" % (number & 0xFFFF)
    try:
        with open(path, "w") as file:
            file.write(start)
    except OSError:
        pass
    return start
