"""The scenes of Full-Contact Catan, and what moves between two boards of one scene."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pygame import Rect

from fieldkit.colours import BALLS
from fieldkit.games.declared import Value
from fieldkit.games.full_contact.cards import CARDS
from fieldkit.games.full_contact.scoreboard import board as bo
from fieldkit.games.full_contact.scoreboard.board import Board, buildings, named, team_of
from fieldkit.games.full_contact.scoreboard.over import draw_over
from fieldkit.games.full_contact.scoreboard.parts import EVENTS, draw_break, draw_cards, draw_foot, has_side
from fieldkit.games.full_contact.shapes import TeamBoard
from fieldkit.phrases import N_, Message, Term
from hardware.scoreboard import scene as shared
from hardware.scoreboard.draw import Canvas, rounded
from hardware.scoreboard.fonts import Face
from hardware.scoreboard.stage import Flight, Gain, Move, Picture
from hardware.scoreboard.theme import rgb


def read(body: bytes, address: str) -> FullContact:
    """Return the picture of a public board (JSON); ``address`` is the spectators' page. Raises Misread."""
    return FullContact(bo.decode(body), address)


_TWO_DIGITS_MS = 10_000


@dataclass(frozen=True, slots=True)
class FullContact(Picture):
    """One public board, ready to be drawn."""

    board: Board
    address: str

    @property
    def running(self) -> bool:
        """True while the clock runs on this scene."""
        return self.board["clock"]["state"] == "running" and self._has_clock

    @property
    def _has_clock(self) -> bool:
        return self.board["phase"] in ("head_start", "round", "grace", "break")

    @property
    def scene(self) -> object:
        """Match, phase and round: between others things jump, and nothing flies."""
        return self.board["match"], self.board["phase"], self.board["round"]

    def moves(self, before: Picture) -> Sequence[Move]:
        """Return the balls counted since ``before``, and points won or lost."""
        return _moves(before.board, self.board) if isinstance(before, FullContact) else ()

    def figures(self) -> Mapping[str, object]:
        """Return the counts on the cards."""
        shown: dict[str, object] = {}
        for team in self.board["teams"]:
            id, counts = team["id"], dict(team["resources"])
            counts |= {b: buildings(self.board, id, b) for b in ("city", "settlement")}
            counts |= {"knight": team["knights"], "card": team["cards"], "points": team["vp"]}
            shown |= {f"{id} {name}": count for name, count in counts.items()}
        return shown

    def still(self, canvas: Canvas) -> None:
        """Draw the whole scene but its clock."""
        chosen = {kind: rgb(BALLS[name]) for kind, name in bo.colours(self.board).items() if name in BALLS}
        canvas.theme = replace(canvas.theme, kinds={**canvas.theme.kinds, **chosen})
        canvas.surface.fill(canvas.theme.paper, canvas.area)
        if self.board["phase"] == "head_start":
            _draw_head_start(canvas, self.board)
        else:
            ground = canvas.theme.stop if self.board["phase"] == "stopped" else None
            words = bo.bar_words(self.board, canvas.translate, canvas.now_ms, canvas.day)
            shared.draw_bar(canvas, words, ground, self._has_clock)
        margin, gap = canvas.px(0.038), canvas.px(0.022)
        top = shared.bar_rect(canvas).bottom + gap
        bottom = canvas.area.bottom - canvas.px(0.02) - canvas.px(0.187 if canvas.wide else 0.33)
        room = Rect(canvas.area.left + margin, top, canvas.area.width - 2 * margin, bottom - gap - top)
        foot = Rect(room.left, bottom, room.width, canvas.area.bottom - canvas.px(0.02) - bottom)
        if self.board["phase"] == "break" and has_side(canvas, self.board, room):
            room.height = foot.bottom - room.top
            draw_break(canvas, self.board, room, self.address)
            return
        joined = self.board["phase"] == "ready" and canvas.wide
        if joined:
            room.width -= canvas.px(0.46)
            join = Rect(room.right + gap, top, canvas.px(0.46) - gap, room.height)
            canvas.plate(join, canvas.theme.card, canvas.theme.line)
            shared.draw_join(canvas, self.address, join.inflate(-canvas.px(0.03), -canvas.px(0.03)))
        if self.board["phase"] == "over":
            draw_over(canvas, self.board, room)
        else:
            draw_cards(canvas, self.board, room, gap)
        draw_foot(canvas, self.board, foot, "" if joined else self.address)

    def clock_areas(self, canvas: Canvas) -> Sequence[Rect]:
        """Return the clock's part of the bar, and the bar that empties below it."""
        if not self._has_clock:
            return ()
        return shared.bar_parts(canvas)[1], _strip(canvas)

    def moving(self, canvas: Canvas, now_ms: float) -> None:
        """Draw the clock; in a head start and a break also the bar that empties."""
        board = self.board
        if not self._has_clock:
            return
        left, total = shared.left_ms(board["clock"], now_ms), board["clock"]["total"] or 0.0
        fine = board["phase"] != "break"
        if board["phase"] == "grace":
            left, total = 0.0, 0.0
        colour = canvas.theme.bar_soft if board["phase"] == "grace" else canvas.theme.clock
        text, longest = (shared.clock_text(ms, total, fine, canvas.translate) for ms in (left, total))
        if board["phase"] == "head_start" and left < _TWO_DIGITS_MS:
            longest = text
        last = board["warn_seconds"] * 1000
        if board["phase"] == "break" and board["result"] is None and left <= last < total:
            _draw_turned_plate(canvas)
            longest, colour = text, canvas.theme.bar
        shared.draw_clock(canvas, text, longest, colour)
        if board["phase"] in ("head_start", "break") and total:
            lead = canvas.theme.team(board["clock"].get("head_start_team") or "")
            colour = lead if board["phase"] == "head_start" else canvas.theme.clock
            canvas.bar(_strip(canvas), left / total, colour, canvas.theme.bar)


def _draw_turned_plate(canvas: Canvas) -> None:
    """Draw the ground of the clock in the last seconds of a break."""
    middle = shared.bar_parts(canvas)[1]
    plate = Rect(0, middle.top + canvas.px(0.005), canvas.px(0.5), 0)
    plate.centerx, plate.height = middle.centerx, _strip(canvas).top - canvas.px(0.002) - plate.top
    rounded(canvas.surface, canvas.theme.clock, plate, canvas.px(0.012))


def _strip(canvas: Canvas) -> Rect:
    bar = shared.bar_rect(canvas)
    tall = canvas.px(0.016)
    return Rect(bar.left, bar.bottom - tall + canvas.px(0.006), bar.width, tall)


def _draw_head_start(canvas: Canvas, board: Board) -> None:
    """Draw the bar filled with the marks of the team that starts first (FC-29)."""
    team = team_of(board, board["clock"].get("head_start_team"))
    name = named(board, board["clock"].get("head_start_team")) or canvas.translate(Term("One team"))
    shared.draw_bar(canvas, shared.Bar("", "", plate=bo.practice(board, canvas.translate)))
    left, _, right = shared.bar_parts(canvas)
    tall = min(canvas.px(0.16), left.width // 3, left.height * 9 // 10)
    words = Rect(left)
    if team is not None:
        colour = canvas.theme.team(team["id"])
        mark = Rect(left.left, left.top + (left.height - tall) // 2, tall, tall)
        canvas.icon(f"mark-{team['mark']}", mark, colour, on_bar=True)
        words.left, words.width = mark.right + canvas.px(0.02), left.right - mark.right - canvas.px(0.02)
        for cell in shared.columns(_marks_room(canvas, board, right), max(1, right.width // tall), 0):
            canvas.icon(f"mark-{team['mark']}", cell.inflate(0, tall - cell.height), colour, on_bar=True)
    first, second = ((0.16, 0.58), (0.58, 0.82)) if canvas.wide else ((0.13, 0.5), (0.64, 1))
    canvas.text(name.upper(), shared.band(words, *first), 0.094, canvas.theme.bar_ink, Face.BLACK)
    canvas.text(Term("start first"), shared.band(words, *second), 0.055, canvas.theme.bar_ink)


def _marks_room(canvas: Canvas, board: Board, right: Rect) -> Rect:
    """Return the right part of the bar, less the place of the plate of a practice match."""
    if not board["practice"]:
        return right
    return shared.band(right, 0, 0.7) if canvas.wide else shared.shares(right, [0.5, 0.5], canvas.px(0.02))[1]


MOMENT_S = 2.0
"""Seconds that an event stands across the others."""


class Moment(Value):
    """An event of a team for everybody to see, told large where the last events stand."""

    team: TeamBoard
    said: Message
    seconds: float = MOMENT_S

    def draw(self, canvas: Canvas, share: float) -> Rect | None:
        """Draw it where it stands still for its time."""
        if EVENTS not in canvas.places:
            return None
        theme, rect = canvas.theme, canvas.places[EVENTS]
        colour = theme.team(self.team["id"])
        canvas.plate(rect, theme.card, theme.ink)
        stripe = canvas.px(0.018)
        half = stripe // 2
        canvas.surface.fill(colour, Rect(rect.left + half, rect.top + half, stripe, rect.height - stripe))
        inner = rect.inflate(-4 * stripe, -stripe)
        size = min(canvas.px(0.09), inner.height, inner.width // 4)
        words = shared.after_icon(canvas, f"mark-{self.team['mark']}", inner, size, canvas.px(0.02), colour)
        canvas.text(self.said, words, 0.085, theme.ink, Face.BLACK)
        return rect


def _moves(before: Board, after: Board) -> Sequence[Move]:
    """Return the flights of balls counted meanwhile, from hoop to card, and the gains that rise there."""
    new = _balls(after) - _balls(before)
    flown = [Flight(kind, f"hoop {hoop}", f"{team} {kind}") for hoop, team, kind, _ in new.elements()]
    points = {team["id"]: team["vp"] for team in before["teams"]}
    more = {team["id"]: team["vp"] - points.get(team["id"], team["vp"]) for team in after["teams"]}
    gained = [Gain(gain, f"{id} beside") for id, gain in more.items() if gain]
    return [*flown, *gained, *_moments(before, after)]


def _balls(board: Board) -> Counter[tuple[str, str, str, int | None]]:
    return Counter((ball["hoop"], ball["team"], ball["kind"], ball["at_clock"]) for ball in board["counted"])


def _moments(before: Board, after: Board) -> list[Move]:
    """Return what teams built, bought and played, the greatest last: it covers the others."""
    found: list[Move] = []
    won: list[Move] = []
    for team in after["teams"]:
        if (was := team_of(before, team["id"])) is None:
            continue
        named = {"team": team["name"]}
        then, now = _counts(before, was), _counts(after, team)
        found += [Moment(team, Message(said, named)) for said in _GOT if now[said] > then[said]]
        used = (Counter(team["used_cards"]) - Counter(was["used_cards"])).elements()
        said = N_("{team}: {card}!")
        cards = [Term(CARDS[card].name) for card in used if card in CARDS]
        found += [Moment(team, Message(said, named | {"card": card})) for card in cards]
        if was["vp"] < after["target"] <= team["vp"]:
            won.append(Moment(team, Message("{team}: {n} POINTS!", named | {"n": team["vp"]})))
    return found + won


_GOT = (N_("KNIGHT for {team}!"), N_("SETTLEMENT for {team}!"), N_("CITY for {team}!"))


def _counts(board: Board, team: TeamBoard) -> dict[str, int]:
    """Return a team's number of each thing by the sentence for one more."""
    counts = (team["knights"], *(buildings(board, team["id"], each) for each in ("settlement", "city")))
    return dict(zip(_GOT, counts, strict=True))
