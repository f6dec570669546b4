"""What the scenes of Full-Contact Catan say: the words of the top bar, and what players must know now."""

from __future__ import annotations

from hardware.scoreboard.full_contact_board import Board
from hardware.scoreboard.full_contact_field import hoop_name
from hardware.scoreboard.scene import Bar

SHORT = 13
"""Letters of a team's name in a notice."""


def bar_words(board: Board) -> Bar:
    """The words of the top bar in every phase but a head start."""
    title, line = {
        "ready": ("GET READY", "the first round starts soon"),
        "round": _round(board),
        "grace": (_round(board)[0], "late balls are being judged"),
        "break": ("BREAK", _break(board)),
        "stopped": ("STOPPED", "stay where you are: the referee decides"),
        "over": ("THE MATCH IS OVER", f"after {board.round} {'round' if board.round == 1 else 'rounds'}"),
    }.get(board.phase, ("", ""))
    points = "1 point" if board.target == 1 else f"{board.target} points"
    return Bar(title, line, "first to", points, "PRACTICE" if board.practice else "")


def _round(board: Board) -> tuple[str, str]:
    title = f"ROUND {board.round}"
    if board.clock.head_start_team:
        return title, f"{board.named(board.clock.head_start_team)} had the head start"
    return title, "started at the button" if board.bare else ""


def _break(board: Board) -> str:
    if board.result is not None:
        return "the referee confirms the result"
    if board.clock.state == "held":
        return "the referee holds the clock"
    return f"round {board.round + 1} is next"


def notices(board: Board) -> list[str]:
    """What players must know now, the most urgent first; names are cut so that the news stays."""

    def short(id: str) -> str:
        name = board.named(id)
        return name if len(name) <= SHORT else f"{name[: SHORT - 1].rstrip()}…"

    said = [f"{short(owed.team)} must discard {owed.discard}" for owed in board.owed if owed.discard]
    if board.supremacy is not None:
        said.append(f"Only {short(board.supremacy)} are knights")
    if board.extra_round:
        said.append("Extra round: a tie")
    if board.tied:
        said.append("A tie: an extra round comes")
    if board.result is not None and not board.result.final and board.phase != "over":
        said.append(f"At the target: {' and '.join(short(winner) for winner in board.result.winners)}")
    if board.next_round.foresight is not None:
        said.append(f"{short(board.next_round.foresight)} start first next round")
    if board.next_round.supremacy is not None:
        said.append(f"Next: only {short(board.next_round.supremacy)} are knights")
    silent = [hoop_name(hoop.id) for hoop in board.hoops if hoop.link == "silent"]
    if silent:
        which = f"Hoop {silent[0]} is" if len(silent) == 1 else f"{len(silent)} hoops are"
        said.append(f"{which} silent: tell the referee")
    return said
