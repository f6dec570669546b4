"""The public board of a hall as its screens read it, and the fixed places of a screen."""

from pygame import Rect

from fieldkit.games import Clock
from fieldkit.games.big_game.forms import Group
from fieldkit.games.big_game.shapes import HallBoard, HallTurn
from fieldkit.games.big_game.state import Phase
from fieldkit.games.declared import Value
from hardware.scoreboard.draw import Canvas
from hardware.scoreboard.scene import ScreenFrame


class HallScreen(ScreenFrame, HallBoard):
    """The public board with what the screens show of the frame."""

    phase: Phase
    clock: Clock


def named(board: HallScreen, group: Group | None) -> str:
    """Return a group's name in the kit's language."""
    return next((side["name"] for side in board["sides"] if side["id"] == group), (group or "").title())


def following(board: HallScreen) -> HallTurn:
    """Return the turn after this one; an empty one when the hall is over."""
    return board["next"] or {"number": 0, "group": None, "deals": None}


def shown(board: HallScreen) -> HallTurn:
    """Return the turn that the sides of the screen tell of: a roll that is taken back comes again (BG-5)."""
    return following(board) if is_taken(board) else board["turn"]


def is_taken(board: HallScreen) -> bool:
    """Tell if boards undo what a roll brought that is taken back (BG-5)."""
    return board["phase"] == "ended" and board["taken"] > 0


class Places(Value):
    """The parts of the screen: they fill it without a gap.

    ``ground`` has the group's drawing, ``plate`` its word; ``centre`` the sum; ``panel`` turn and clock;
    ``rolls``, ``sums`` and ``next`` lie side by side or below each other; ``strip`` has one sentence.
    """

    ground: Rect
    plate: Rect
    centre: Rect
    panel: Rect
    rolls: Rect
    sums: Rect
    next: Rect
    strip: Rect

    @property
    def wide_centre(self) -> Rect:
        """The middle of the screen with the place of the clock."""
        return self.centre.union(self.panel)

    @property
    def record(self) -> Rect:
        """The whole card between centre and strip."""
        return self.rolls.union(self.sums).union(self.next)


def places(canvas: Canvas) -> Places:
    """Return the places on the canvas' area."""
    return _landscape(canvas.area) if canvas.wide else _portrait(canvas.area)


def _landscape(area: Rect) -> Places:
    column, sky = round(area.width * 0.229), round(area.height * 0.574)
    strip, record = round(area.height * 0.102), round(area.height * 0.165)
    main = area.height - strip - record
    wide = area.width - column
    rolls, sums = round(wide * 0.455), round(wide * 0.305)
    left, top = area.left + column, area.top + main
    return Places(
        ground=Rect(area.left, area.top, column, sky),
        plate=Rect(area.left, area.top + sky, column, area.height - sky),
        centre=Rect(left, area.top, wide - column, main),
        panel=Rect(area.right - column, area.top, column, main),
        rolls=Rect(left, top, rolls, record),
        sums=Rect(left + rolls, top, sums, record),
        next=Rect(left + rolls + sums, top, wide - rolls - sums, record),
        strip=Rect(left, top + record, wide, strip),
    )


def _portrait(area: Rect) -> Places:
    rows = [round(area.height * share) for share in (0.165, 0.385, 0.2, 0.085, 0.085)]
    tops = [area.top + sum(rows[:at]) for at in range(len(rows) + 1)]
    sky, sums = round(area.width * 0.42), round(area.width * 0.56)
    return Places(
        ground=Rect(area.left, area.top, sky, rows[0]),
        plate=Rect(area.left + sky, area.top, area.width - sky, rows[0]),
        centre=Rect(area.left, tops[1], area.width, rows[1]),
        panel=Rect(area.left, tops[2], area.width, rows[2]),
        rolls=Rect(area.left, tops[3], area.width, rows[3]),
        sums=Rect(area.left, tops[4], sums, rows[4]),
        next=Rect(area.left + sums, tops[4], area.width - sums, rows[4]),
        strip=Rect(area.left, tops[5], area.width, area.bottom - tops[5]),
    )
