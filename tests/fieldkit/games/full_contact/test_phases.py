"""The table of phases in README is what the game does (FC-7, FC-16, FC-17, FC-29, FC-32)."""

from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest

from fieldkit.clock import NS
from fieldkit.errors import Rejected
from fieldkit.games import Stage
from fieldkit.games.full_contact.points import winners
from fieldkit.games.full_contact.state import STAGES, Phase, State
from fieldkit.messages import BareRound, Deadline, GameCommand, Input, Interruption

from .driver import MORNING, NEXT, Bench, follows, full_contact, rows

GAME = full_contact()
ROUND = 8 * NS
TABLE = {
    (phase, given, after) for phase, moves in NEXT.items() for given, ends in moves.items() for after in ends
}
END_OF_PRACTICE = ("break", "start_round", "over")
"""The one move that no other match has; `test_practice.py` makes it."""
COMMANDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("start_round", {}),
    ("stop_round", {}),
    ("resume_round", {}),
    ("end_round", {}),
    ("void_round", {}),
    ("break_clock", {"seconds": 5}),
    ("break_clock", {"hold": True}),
    ("confirm_result", {}),
    ("confirm_result", {"teams_done": True}),
    ("end_match", {"reason": "dark"}),
    ("abandon_match", {"reason": "rain"}),
    # All teams begin with three points: with a target of 3 they are there, with 8 none is.
    ("correct", {"set": {"target": 3}, "reason": "there"}),
    ("correct", {"set": {"target": 8}, "reason": "not there"}),
    ("correct", {"team": "red", "set": {"cards": ["foresight"]}, "reason": "a card"}),
    ("use_card", {"team": "red", "card": "foresight"}),
)


def inputs(state: State, now: int) -> Iterator[tuple[str, Input]]:
    """Yield everything that can be given in a state, by the table's name for it."""
    for kind, fields in COMMANDS:
        yield kind, GameCommand(msgspec.convert(fields, GAME.commands[kind]), now, "tablet")
    due = GAME.next_deadline(state)
    if due is not None:
        yield "clock", Deadline(due)
    own = state.round.bare if state.round else None
    for id in {f"bare-{now}-{state.starts}", own or ""} - {""}:
        for stopped in (None, now + NS):
            yield "whistle", BareRound(id, now, now + ROUND, stopped)
    for same_clock in (True, False):
        yield "interrupted", Interruption(now, now, same_clock)


def kind_of(state: State) -> tuple[object, ...]:
    """Return a key that is the same for two states as far as phases go."""
    current, before = state.round, state.before
    return (
        state.phase,
        before and before.phase,
        before and before.foresight,
        state.foresight,
        current and (current.bare is not None, current.head_left > 0, current.clock_lost),
        bool(winners(state)),
        state.busy,
        "foresight" in state.team("red").cards,
        GAME.next_deadline(state) is None,
    )


def every_move(auto_start: bool) -> set[tuple[str, str, str]]:
    """Return each change of the phase that any input can make, in any kind of state that can be reached."""
    start = Bench().create(options={"auto_start": auto_start}).state
    todo, seen = [(start, MORNING)], {kind_of(start)}
    moves = set()
    while todo:
        state, now = todo.pop()
        for name, given in inputs(state, now):
            try:
                events = GAME.decide(state, given, lambda n: n - 1)
            except Rejected:
                continue
            after = state
            for event in events:
                after = GAME.evolve(after, event)
            if after.phase != state.phase:
                moves.add((state.phase, name, after.phase))
            if kind_of(after) not in seen:
                seen.add(kind_of(after))
                todo.append((after, given.at if isinstance(given, Deadline) else now))
    return moves


@pytest.mark.slow
def test_every_input_in_every_phase_leads_where_the_table_says() -> None:
    """And nothing stands in the table that no input does."""
    assert every_move(auto_start=False) | every_move(auto_start=True) | {END_OF_PRACTICE} == TABLE


def test_every_phase_has_its_moves_and_a_stage() -> None:
    assert {phase: stage for phase, stage, _ in rows("Phases")} == STAGES
    assert set(STAGES) == set(get_args(Phase))
    assert set(STAGES.values()) == set(get_args(Stage)) - {"setup"}


def test_a_match_that_leaves_the_table_is_found() -> None:
    """Every bench holds its match to the table."""
    follows("ready", "start_round", "round")
    follows("break", "buy", "break")
    for before, given, after in (("over", "start_round", "round"), ("ready", "buy", "break")):
        with pytest.raises(AssertionError, match=f"{given} led from {before} to {after}"):
            follows(before, given, after)
