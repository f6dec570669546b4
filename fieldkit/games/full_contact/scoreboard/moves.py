"""The moves between two successive boards of one scene of Full-Contact Catan."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pygame import Rect

from fieldkit.games.full_contact.cards import CARDS
from fieldkit.games.full_contact.scoreboard.board import Board, buildings, team_of
from fieldkit.games.full_contact.shapes import TeamBoard
from fieldkit.phrases import N_, Message, Term
from hardware.scoreboard.draw import Canvas
from hardware.scoreboard.fonts import Face
from hardware.scoreboard.scene import after_icon
from hardware.scoreboard.stage import Flight, Gain, Move

MOMENT_S = 2.0
"""Seconds that an event stands across the others."""
EVENTS = "events"
"""The place of the last events."""


@dataclass(frozen=True, slots=True)
class Moment:
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
        words = after_icon(canvas, f"mark-{self.team['mark']}", inner, size, canvas.px(0.02), colour)
        canvas.text(canvas.translate(self.said), words, 0.085, theme.ink, Face.BLACK)
        return rect


def moves(before: Board, after: Board) -> Sequence[Move]:
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
        then, now = _things(before, was), _things(after, team)
        found += [Moment(team, Message(said, named)) for said in _GOT if now[said] > then[said]]
        used = (Counter(team["used_cards"]) - Counter(was["used_cards"])).elements()
        said = N_("{team}: {card}!")
        cards = [Term(CARDS[card].name) for card in used if card in CARDS]
        found += [Moment(team, Message(said, named | {"card": card})) for card in cards]
        if was["vp"] < after["target"] <= team["vp"]:
            won.append(Moment(team, Message("{team}: {n} POINTS!", named | {"n": team["vp"]})))
    return found + won


_GOT = (N_("KNIGHT for {team}!"), N_("SETTLEMENT for {team}!"), N_("CITY for {team}!"))


def _things(board: Board, team: TeamBoard) -> dict[str, int]:
    """Return a team's number of each thing by the sentence for one more."""
    counts = (team["knights"], *(buildings(board, team["id"], each) for each in ("settlement", "city")))
    return dict(zip(_GOT, counts, strict=True))
