"""Public boards of Catan Big Game as the feed sends them, for tests and pictures of the hall's screens."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from fieldkit.clock import MS, NS
from fieldkit.games.big_game import view
from fieldkit.games.big_game.game import BigGame
from fieldkit.games.big_game.state import (
    STAGES,
    Claim,
    Clock,
    Form,
    Options,
    Person,
    Roll,
    State,
    seat_id,
    seconds_of_turn,
)
from fieldkit.phrases import ENGLISH, Language
from tests.support.scoreboard_views import NOW

BOARDS = 549
NAMES = {
    "31-sun": ("Mara Lind", "Spielekreis Nord"),
    "12-moon": ("Jonas Weber", ""),
    "58-sun": ("Aylin Kaya", ""),
}
LONG_NAME = "Wilhelmina Wunderwaldner"
WIDE_NAME = "W" * 32
WON = Form(settlements=4, cities=7, bonuses=2, vp_cards=1, route=True, grain=3, ore=1)
_DICE = ((5, 3), (2, 2), (6, 4), (1, 3), (4, 2), (6, 3), (5, 5), (2, 1), (3, 3), (4, 4), (1, 5), (6, 2))


def rolls(count: int, last: tuple[int, int], robbers: tuple[int, int] | None = None) -> tuple[Roll, ...]:
    """Return the rolls of ``count`` turns, the last of them as told."""
    before = [Roll(turn, _DICE[turn * 5 % len(_DICE)], turn * 60 * NS) for turn in range(1, count)]
    return (*before, Roll(count, last, count * 60 * NS, robbers)) if count else ()


def people(names: Mapping[str, tuple[str, str]] = NAMES) -> dict[str, Person]:
    """Return a hall with a few free seats."""
    seats = [seat_id(board, group) for board in range(1, BOARDS + 1) for group in ("sun", "moon")][:1096]
    ordered = dict.fromkeys([*names, *seats])
    return {
        seat: Person(seat, *names.get(seat, (f"Player {place}", "")), number=place)
        for place, seat in enumerate(ordered, 1)
    }


def hall(
    step: str = "turn",
    turn: int = 17,
    dice: tuple[int, int] = (3, 5),
    left: float = 41,
    options: Options | None = None,
    **changes: Any,
) -> State:
    """Return a hall in a turn with ``left`` seconds on its clock; ``changes`` replace whole fields."""
    options = options or Options()
    total = seconds_of_turn(options, turn) * NS
    runs = step in ("turn", "break")
    left_ns = round(left * NS)
    clock = Clock("c", total, NOW * MS + left_ns if runs else None, 0 if runs else left_ns)
    whole = State(
        options=options,
        boards=BOARDS,
        seed="",
        rehearsal=False,
        people=people(),
        registered=1096,
        step=step,  # type: ignore[arg-type]
        turn=turn,
        clock=clock,
        rolls=rolls(turn, dice),
    )
    return replace(whole, **changes)


def hall_board(state: State, translate: Language = ENGLISH) -> dict[str, Any]:
    """Return the public board of a hall with what the kit puts around it."""
    headline = view.headline(state, translate)
    frame = {
        "match": "m1",
        "game": "big_game",
        "seq": 41,
        "rev": 97,
        "now": NOW,
        "stage": STAGES[state.phase],
        "phase": state.phase,
        "number": state.turn,
        "round": state.turn,
        "urgent": False,
        "recent": [],
        "fair": None,
    }
    return (
        BigGame({}, {}).board(state, view.board(state, translate))
        | frame
        | {name: headline[name] for name in ("title", "subtitle", "clock", "sides")}
    )


def claims(*standings: str, turn: int = 17) -> tuple[Claim, ...]:
    """Return a claim of each standing, from the seats that have names."""
    return tuple(
        Claim(place, seat, turn, WON, standing)  # type: ignore[arg-type]
        for place, (seat, standing) in enumerate(zip(NAMES, standings, strict=False), 1)
    )


def won(
    name: str = "Mara Lind", club: str = "Spielekreis Nord", step: str = "over", seat: str = "31-sun"
) -> State:
    """Return a hall that somebody has won."""
    named = {**NAMES, seat: (name, club)}
    claimed = (Claim(1, seat, 61, WON, "confirmed"),)
    winner = seat if step == "over" else None
    given: dict[str, Any] = {"people": people(named), "claims": claimed, "winner": winner, "clock": None}
    return hall(step, 61, (6, 5), 0, **given)


BREAK = Clock("b", 15 * 60 * NS, NOW * MS + 754 * NS)
STATES: dict[str, State] = {
    "hall_registration": hall("registration", 0, clock=None, people=dict(list(people().items())[:874])),
    "hall_rehearsal": hall("registration", 0, clock=None, people={}, rehearsal=True),
    "hall_sun": hall(robbers=8),
    "hall_moon": hall(turn=18, dice=(5, 6), left=8, robbers=8),
    "hall_first": hall(turn=1, dice=(6, 6), left=40),
    "hall_all": hall(turn=5, dice=(6, 4), left=30, options=Options(groups="all", target=18)),
    "hall_seven": hall("seven", 9, (3, 4), 40),
    "hall_robbers": hall("seven", 17, (2, 5), 55, robbers=5),
    "hall_robbers_moved": hall("seven", 17, (1, 6), 55, rolls=rolls(17, (1, 6), (6, 6)), robbers=12),
    "hall_held": hall("held", 18, (4, 4), 23),
    "hall_ended": hall("ended", 17, (3, 5), 0, robbers=10),
    "hall_taken": hall("ended", 16, (3, 5), 0, taken=11),
    "hall_alarm": hall("held", 17, (3, 5), 23, alarm=Clock("a", 0, NOW * MS)),
    "hall_judging": hall("ended", 17, (3, 5), 0, claims=claims("open", "open", "rejected")),
    "hall_won": won(step="ended"),
    "hall_break": hall("break", 18, (4, 4), clock=BREAK),
    "hall_break_open": hall("break", 18, (4, 4), clock=Clock("b", 0, None)),
    "hall_final": hall("final", 40, (4, 2), claims=claims("open", turn=40)),
    "hall_final_empty": hall("final", 40, (4, 2)),
    "hall_over": won(),
    "hall_over_long": won(LONG_NAME, "Brettspielfreunde Castrop", seat="549-moon"),
    "hall_over_wide": won(WIDE_NAME, WIDE_NAME, seat="549-moon"),
    "hall_over_nobody": hall("over", 40, clock=None),
}
HALL_SCENES: dict[str, dict[str, Any]] = {name: hall_board(state) for name, state in STATES.items()}
