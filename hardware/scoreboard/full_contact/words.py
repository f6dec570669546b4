"""What the scenes of Full-Contact Catan say: the words of the top bar, and what players must know now."""

from __future__ import annotations

from fieldkit.phrases import N_, Language, MessageList, Term
from hardware.scoreboard.full_contact.board import Board
from hardware.scoreboard.full_contact.field import hoop_name
from hardware.scoreboard.scene import Bar

MAX_NAME_CHARS = 13
"""Letters of a team's name in a notice."""


def bar_words(board: Board, translate: Language) -> Bar:
    """The words of the top bar in every phase but a head start."""
    title, line = {
        "ready": (translate(Term("GET READY")), translate(Term("the first round starts soon"))),
        "round": _round(board, translate),
        "grace": (_round(board, translate)[0], translate(Term("late balls are being judged"))),
        "break": (translate(Term("BREAK")), _break(board, translate)),
        "stopped": (translate(Term("STOPPED")), translate(Term("stay where you are: the referee decides"))),
        "over": (
            translate(Term("THE MATCH IS OVER")),
            translate.number("after {n} round", "after {n} rounds", board.round),
        ),
    }.get(board.phase, ("", ""))
    points = translate.number("{n} point", "{n} points", board.target)
    return Bar(title, line, translate(Term("first to")), points, practice(board, translate))


def practice(board: Board, translate: Language) -> str:
    """The plate of a practice match, empty for a real one."""
    return translate(Term("PRACTICE")) if board.practice else ""


def _round(board: Board, translate: Language) -> tuple[str, str]:
    title = translate.sentence("ROUND {n}", n=board.round)
    if board.clock.head_start_team:
        first = board.named(board.clock.head_start_team)
        return title, translate.sentence("{team} had the head start", team=first)
    return title, translate(Term("started at the button")) if board.bare else ""


def _break(board: Board, translate: Language) -> str:
    if board.result is not None:
        return translate(Term("the referee confirms the result"))
    if board.clock.state == "held":
        return translate(Term("the referee holds the clock"))
    return translate.sentence("round {n} is next", n=board.round + 1)


def notices(board: Board, translate: Language) -> list[str]:
    """What players must know now, the most urgent first; names are cut so that the news stays.

    Nothing once the match is over, and nothing of a next round while a result waits to be confirmed.
    """
    if board.phase == "over":
        return []

    def short(id: str) -> str:
        name = board.named(id)
        return name if len(name) <= MAX_NAME_CHARS else f"{name[: MAX_NAME_CHARS - 1].rstrip()}…"

    said = [
        translate.sentence("{team} must discard {n}", team=short(owed.team), n=owed.discard)
        for owed in board.owed
        if owed.discard
    ]
    if board.supremacy is not None:
        said.append(translate.sentence("Only {team} are knights", team=short(board.supremacy)))
    if board.extra_round:
        said.append(translate(Term("Extra round: a tie")))
    if board.tied:
        said.append(translate(Term("A tie: an extra round comes")))
    if board.result is not None and not board.result.final:
        there = MessageList([short(winner) for winner in board.result.winners], N_("and"))
        said.append(translate.sentence("At the target: {teams}", teams=there))
    if board.result is None and board.next_round.foresight is not None:
        said.append(
            translate.sentence("{team} start first next round", team=short(board.next_round.foresight))
        )
    if board.result is None and board.next_round.supremacy is not None:
        said.append(
            translate.sentence("Next: only {team} are knights", team=short(board.next_round.supremacy))
        )
    silent = [hoop_name(hoop.id) for hoop in board.hoops if hoop.link == "silent"]
    if silent:
        one = translate.sentence("Hoop {hoop} is silent: tell the referee", hoop=silent[0])
        all_of_them = translate.sentence("{n} hoops are silent: tell the referee", n=len(silent))
        said.append(one if len(silent) == 1 else all_of_them)
    return said
