"""What the scenes of Full-Contact Catan say: the words of the top bar, and what players must know now."""

from __future__ import annotations

from fieldkit.phrases import Several, Tongue, Word
from hardware.scoreboard.full_contact.board import Board
from hardware.scoreboard.full_contact.field import hoop_name
from hardware.scoreboard.scene import Bar

SHORT = 13
"""Letters of a team's name in a notice."""


def bar_words(board: Board, say: Tongue) -> Bar:
    """The words of the top bar in every phase but a head start."""
    title, line = {
        "ready": (say(Word("GET READY")), say(Word("the first round starts soon"))),
        "round": _round(board, say),
        "grace": (_round(board, say)[0], say(Word("late balls are being judged"))),
        "break": (say(Word("BREAK")), _break(board, say)),
        "stopped": (say(Word("STOPPED")), say(Word("stay where you are: the referee decides"))),
        "over": (
            say(Word("THE MATCH IS OVER")),
            say.number("after {n} round", "after {n} rounds", board.round),
        ),
    }.get(board.phase, ("", ""))
    points = say.number("{n} point", "{n} points", board.target)
    return Bar(title, line, say(Word("first to")), points, practice(board, say))


def practice(board: Board, say: Tongue) -> str:
    """The plate of a practice match, empty for a real one."""
    return say(Word("PRACTICE")) if board.practice else ""


def _round(board: Board, say: Tongue) -> tuple[str, str]:
    title = say.sentence("ROUND {n}", n=board.round)
    if board.clock.head_start_team:
        first = board.named(board.clock.head_start_team)
        return title, say.sentence("{team} had the head start", team=first)
    return title, say(Word("started at the button")) if board.bare else ""


def _break(board: Board, say: Tongue) -> str:
    if board.result is not None:
        return say(Word("the referee confirms the result"))
    if board.clock.state == "held":
        return say(Word("the referee holds the clock"))
    return say.sentence("round {n} is next", n=board.round + 1)


def notices(board: Board, say: Tongue) -> list[str]:
    """What players must know now, the most urgent first; names are cut so that the news stays.

    Nothing once the match is over, and nothing of a next round while a result waits to be confirmed.
    """
    if board.phase == "over":
        return []

    def short(id: str) -> str:
        name = board.named(id)
        return name if len(name) <= SHORT else f"{name[: SHORT - 1].rstrip()}…"

    said = [
        say.sentence("{team} must discard {n}", team=short(owed.team), n=owed.discard)
        for owed in board.owed
        if owed.discard
    ]
    if board.supremacy is not None:
        said.append(say.sentence("Only {team} are knights", team=short(board.supremacy)))
    if board.extra_round:
        said.append(say(Word("Extra round: a tie")))
    if board.tied:
        said.append(say(Word("A tie: an extra round comes")))
    if board.result is not None and not board.result.final:
        there = Several([short(winner) for winner in board.result.winners], "and")
        said.append(say.sentence("At the target: {teams}", teams=there))
    if board.result is None and board.next_round.foresight is not None:
        said.append(say.sentence("{team} start first next round", team=short(board.next_round.foresight)))
    if board.result is None and board.next_round.supremacy is not None:
        said.append(say.sentence("Next: only {team} are knights", team=short(board.next_round.supremacy)))
    silent = [hoop_name(hoop.id) for hoop in board.hoops if hoop.link == "silent"]
    if silent:
        one = say.sentence("Hoop {hoop} is silent: tell the referee", hoop=silent[0])
        all_of_them = say.sentence("{n} hoops are silent: tell the referee", n=len(silent))
        said.append(one if len(silent) == 1 else all_of_them)
    return said
