"""The words of the scenes of Full-Contact Catan: the top bar, and what players must know now."""

from __future__ import annotations

from dataclasses import dataclass

from fieldkit.games.full_contact.scoreboard.board import (
    Board,
    extra_round,
    match_points,
    named,
    resting,
    team_of,
    tied,
)
from fieldkit.games.full_contact.scoreboard.field import hoop_name
from fieldkit.games.full_contact.shapes import TeamBoard
from fieldkit.phrases import N_, Language, MessageList, Term
from hardware.scoreboard.scene import Bar

MAX_NAME_CHARS = 13
"""Letters of a team's name in a notice."""


@dataclass(frozen=True, slots=True)
class News:
    """A sentence that players must know now, and the team it is about, if any."""

    text: str
    team: TeamBoard | None = None


def bar_words(board: Board, translate: Language, now_ms: float, day: str) -> Bar:
    """Return the words of the top bar in every phase but a head start.

    ``now_ms`` is the moment on the kit's clock, ``day`` the time of day, empty where nobody knows it.
    """
    title, line = {
        "ready": (translate(Term("GET READY")), translate(Term("the first round starts soon"))),
        "round": _round(board, translate),
        "grace": (_round(board, translate)[0], translate(Term("late balls are being judged"))),
        "break": (translate(Term("BREAK")), _break(board, translate)),
        "stopped": (translate(Term("STOPPED")), translate(Term("stay where you are: the referee decides"))),
        "over": (
            translate(Term("THE MATCH IS OVER")),
            translate.number("after {n} round", "after {n} rounds", board["round"]),
        ),
    }.get(board["phase"], ("", ""))
    points = translate.number("{n} point", "{n} points", board["target"])
    shown = (_played(board, translate, now_ms), "" if board["phase"] == "stopped" else day)
    times = " · ".join(filter(None, shown)) if resting(board) else ""
    return Bar(title, line, translate(Term("first to")), points, practice(board, translate), times)


def _played(board: Board, translate: Language, now_ms: float) -> str:
    """Return the length of the match so far, in whole minutes."""
    began_at = board.get("began_at")
    if began_at is None or board["phase"] == "over":
        return ""
    return translate.sentence("{n} min", n=max(0, int(now_ms - began_at) // 60_000))


def practice(board: Board, translate: Language) -> str:
    """Return the plate of a practice match, empty for a real one."""
    return translate(Term("PRACTICE")) if board["practice"] else ""


def _round(board: Board, translate: Language) -> tuple[str, str]:
    title = translate.sentence("ROUND {n}", n=board["round"])
    if board["clock"].get("head_start_team"):
        first = named(board, board["clock"].get("head_start_team"))
        return title, translate.sentence("{team} had the head start", team=first)
    return title, translate(Term("started at the button")) if board["bare"] else ""


def _break(board: Board, translate: Language) -> str:
    if board["result"] is not None:
        return translate(Term("the referee confirms the result"))
    if board["clock"]["state"] == "held":
        return translate(Term("the referee holds the clock"))
    return translate.sentence("round {n} is next", n=board["round"] + 1)


def notices(board: Board, translate: Language) -> list[News]:
    """Return what players must know now, the most urgent first; names are cut so that the news stays.

    Nothing once the match is over, and nothing of a next round while a result waits to be confirmed.
    """
    if board["phase"] == "over":
        return []
    said = [
        _about(board, translate, N_("{team} must discard {n}"), owed["team"], n=owed["discard"])
        for owed in board["owed"]
        if owed["discard"]
    ]
    if board["supremacy"] is not None:
        said.append(_about(board, translate, N_("Only {team} are knights"), board["supremacy"]))
    if extra_round(board):
        said.append(News(translate(Term("Extra round: a tie"))))
    if tied(board):
        said.append(News(translate(Term("A tie: an extra round comes"))))
    if board["result"] is not None and not board["result"]["final"]:
        there = MessageList([_short(board, winner) for winner in board["result"]["winners"]], N_("and"))
        said.append(News(translate.sentence("At the target: {teams}", teams=there)))
    if board["result"] is None:
        said += _ahead(board, translate)
    silent = [hoop_name(hoop["id"]) for hoop in board["hoops"] if hoop.get("link") == "silent"]
    if silent:
        one = translate.sentence("Hoop {hoop} is silent: tell the referee", hoop=silent[0])
        all_of_them = translate.sentence("{n} hoops are silent: tell the referee", n=len(silent))
        said.append(News(one if len(silent) == 1 else all_of_them))
    return said


def _ahead(board: Board, translate: Language) -> list[News]:
    """Return what the next round brings, and who needs one point more."""
    said = []
    if board["next_round"]["foresight"] is not None:
        said.append(
            _about(board, translate, N_("{team} start first next round"), board["next_round"]["foresight"])
        )
    if board["next_round"]["supremacy"] is not None:
        said.append(
            _about(board, translate, N_("Next: only {team} are knights"), board["next_round"]["supremacy"])
        )
    if near := match_points(board):
        names = MessageList([_short(board, team["id"]) for team in near], N_("and"))
        said.append(
            News(translate.sentence("Match point: {teams}", teams=names), near[0] if len(near) == 1 else None)
        )
    return said


def _about(board: Board, translate: Language, sentence: str, team: str, **more: object) -> News:
    """News about one team, which has its mark."""
    return News(translate.sentence(sentence, team=_short(board, team), **more), team_of(board, team))


def _short(board: Board, id: str) -> str:
    name = named(board, id)
    return name if len(name) <= MAX_NAME_CHARS else f"{name[: MAX_NAME_CHARS - 1].rstrip()}…"
