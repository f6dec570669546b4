"""The number of a start: four hex digits, new each time, so that no frame is taken for an old one."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

FILE = "starts.txt"


def next_start(chance: "Callable[[int], int]", board: str, path: str = FILE) -> str:
    """One more than at the last start, kept on the board; where none is kept, a number by chance.

    What was kept on another `board`, and copied with its files, is no start of this one: two nodes with the
    same numbers could not be told apart.
    """
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
