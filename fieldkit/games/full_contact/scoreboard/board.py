"""The public board of Full-Contact Catan as a screen reads it, and what it says in words."""

from collections.abc import Mapping
from functools import cache
from types import UnionType
from typing import Any, Literal, NamedTuple, NotRequired, get_args, get_origin, get_type_hints, is_typeddict

import msgspec
from msgspec import UNSET

from fieldkit.errors import Misread
from fieldkit.games.full_contact.shapes import BoardView, TeamBoard
from fieldkit.games.full_contact.state import IN_ROUND, STAGES
from fieldkit.games.full_contact.words import hoop_label
from fieldkit.phrases import N_, Language, MessageList, Term
from fieldkit.referee.view import BoardFrame
from hardware.scoreboard.scene import Bar


class Board(BoardFrame, BoardView):
    """The whole view."""


def decode(body: bytes) -> Board:
    """Return the board of a view (JSON), also of an older kit; raises Misread."""
    try:
        board = msgspec.convert(_complete(msgspec.json.decode(body), Board), Board)
        if board["phase"] not in STAGES or board["round"] < 0:
            raise msgspec.ValidationError(f"no round {board['round']} in phase {board['phase']}")
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Misread(f"a view that makes no sense: {error}") from None
    return board


def _complete(value: Any, shape: Any) -> Any:
    """Return a value of a shape with an empty one in each field that an older kit does not send yet."""
    kind = get_origin(shape) or shape
    if is_typeddict(kind) and (value is UNSET or isinstance(value, dict)):
        sent = {} if value is UNSET else value
        return sent | {name: _complete(sent.get(name, UNSET), each) for name, each in _fields(kind).items()}
    if kind is list and isinstance(value, list):
        return [_complete(each, get_args(shape)[0]) for each in value]
    if value is not UNSET:
        return value
    return None if kind in (UnionType, Literal) else kind()


@cache
def _fields(shape: type) -> Mapping[str, Any]:
    """Return the types of the fields that are always there in a shape, by their names."""
    types = get_type_hints(shape)
    marked = get_type_hints(shape, include_extras=True)
    return {name: types[name] for name in types if get_origin(marked[name]) is not NotRequired}


def team_of(board: Board, id: str | None) -> TeamBoard | None:
    """Return the team of that id or None."""
    return next((team for team in board["teams"] if team["id"] == id), None)


def named(board: Board, id: str | None) -> str:
    """Return a team's name, its id where no such team plays."""
    team = team_of(board, id)
    return (id or "") if team is None else team["name"]


def colours(board: Board) -> Mapping[str, str]:
    """Return the colour of the balls of each kind by its name (FC-0); older matches have none."""
    return board["options"].get("colours") or {}


def ready_line(board: Board) -> str:
    """Return what bodies do, while there is time to read it."""
    return board["get_ready"] if board["phase"] in ("ready", "break") and board["result"] is None else ""


def extra_round(board: Board) -> bool:
    """Return True in a round that teams which tied at the target play on in (FC-32)."""
    began = board["statistics"]["points"][-2:-1] if board["phase"] in IN_ROUND else []
    return any(sum(points >= board["target"] for points in each.values()) > 1 for each in began)


def tied(board: Board) -> bool:
    """Return True in a break where teams stand at the target and none has won: they will play on (FC-32)."""
    there = sum(team["vp"] >= board["target"] for team in board["teams"])
    return board["phase"] == "break" and board["result"] is None and there > 1 and board["target"] > 0


def leaders(board: Board) -> list[str]:
    """Return who stands first, nobody while all stand alike."""
    points = {team["id"]: team["vp"] for team in board["teams"]}
    if board["phase"] in ("ready", "over") or len(set(points.values())) < 2:
        return []
    return [id for id, vp in points.items() if vp == max(points.values())]


def match_points(board: Board) -> list[TeamBoard]:
    """Return who lacks one point to the target, while nobody is there."""
    teams, target = board["teams"], board["target"]
    if board["phase"] in ("ready", "over") or any(team["vp"] >= target for team in teams):
        return []
    return [team for team in teams if team["vp"] == target - 1]


def record_address(board: Board, address: str) -> str:
    """Return where the record of a match that is over is shown, else ""; ``address`` is the kit's."""
    over = board["phase"] == "over" and board["match"] is not None and bool(address)
    return f"{address.rstrip('/')}/matches/{board['match']}" if over else ""


def buildings(board: Board, team: str, building: str) -> int:
    """Return how many hoops hold such a building of the team."""
    return sum(hoop["team"] == team and hoop["building"] == building for hoop in board["hoops"])


MAX_NAME_CHARS = 13
"""Letters of a team's name in a notice."""


class News(NamedTuple):
    """A sentence that players must know now, and the mark and id of the team it is about, if any."""

    text: str
    mark: str = ""
    team: str = ""


def bar_words(board: Board, translate: Language, now_ms: float, day: str) -> Bar:
    """Return the words of the top bar in every phase but a head start; ``day`` is the time of day."""
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
    times = []
    began_at = board.get("began_at")
    # While nobody plays there is time to look at more than clock and points.
    if began_at is not None and board["phase"] in ("ready", "break", "stopped"):
        times.append(translate.sentence("{n} min", n=max(0, int(now_ms - began_at) // 60_000)))
    if day and board["phase"] in ("ready", "break", "over"):
        times.append(day)
    plate = practice(board, translate)
    return Bar(title, line, translate(Term("first to")), points, plate, " · ".join(times))


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
    """Return what players must know now, the most urgent first; names are cut so that the news stays."""
    if board["phase"] == "over":
        return []
    must = N_("{team} must discard {n}")
    owing = [(owed["team"], owed["discard"]) for owed in board["owed"] if owed["discard"]]
    said = [_about(board, translate, must, team, n=count) for team, count in owing]
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
    if silent := [hoop_label(hoop["id"]) for hoop in board["hoops"] if hoop.get("link") == "silent"]:
        many = N_("{n} hoops are silent: tell the referee")
        text = N_("Hoop {hoop} is silent: tell the referee") if len(silent) == 1 else many
        said.append(News(translate.sentence(text, hoop=silent[0], n=len(silent))))
    return said


def _ahead(board: Board, translate: Language) -> list[News]:
    """Return what the next round brings, and who needs one point more."""
    rights = (
        (N_("{team} start first next round"), board["next_round"]["foresight"]),
        (N_("Next: only {team} are knights"), board["next_round"]["supremacy"]),
    )
    said = [_about(board, translate, text, team) for text, team in rights if team is not None]
    if near := match_points(board):
        names = MessageList([_short(board, team["id"]) for team in near], N_("and"))
        text = translate.sentence("Match point: {teams}", teams=names)
        said.append(News(text, near[0]["mark"], near[0]["id"]) if len(near) == 1 else News(text))
    return said


def _about(board: Board, translate: Language, sentence: str, team: str, **more: object) -> News:
    """News about one team, which has its mark."""
    about = team_of(board, team)
    text = translate.sentence(sentence, team=_short(board, team), **more)
    return News(text, about["mark"], team) if about else News(text)


def _short(board: Board, id: str) -> str:
    name = named(board, id)
    return name if len(name) <= MAX_NAME_CHARS else f"{name[: MAX_NAME_CHARS - 1].rstrip()}…"
