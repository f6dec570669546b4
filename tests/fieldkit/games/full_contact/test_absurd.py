"""Absurd requests and sightings: a game raises a refusal or nothing."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldkit.errors import Misread, Rejected
from fieldkit.messages import BareRound, Deadline, DelayedOpening, GameCommand, Interruption, Sighting

from .driver import MORNING, REFUSALS, THREE, Bench, full_contact, seconds

pytestmark = pytest.mark.slow

WORDS = """
red blue green yellow violet h1 h2 h5 h6 h99 wood ore sheep victory_point monopoly robber barbarians
settlement city knight card none kit red/1 {0} {wood} ß
"""
NAMES = st.sampled_from((*WORDS.split(), "", "x" * 70_000, "\x00"))
NUMBERS = st.sampled_from((0, 1, 2, 3, 4, 8, 12, -1, 10**9, 10**30, 0.5, -0.5, 1e308, 1e-300))
HEAPS = st.dictionaries(NAMES, NUMBERS, max_size=4)
ATOMS = st.one_of(NAMES, NUMBERS, st.booleans(), st.none())
VALUES = st.one_of(
    ATOMS,
    HEAPS,
    st.lists(NAMES, max_size=4),
    st.fixed_dictionaries({"id": NAMES, "building": NAMES, "team": NAMES}),
)
LIKELY: dict[str, Any] = {
    "team": NAMES,
    "a": NAMES,
    "b": NAMES,
    "hoop": NAMES,
    "kind": NAMES,
    "card": NAMES,
    "victim": NAMES,
    "item": NAMES,
    "pending": NAMES,
    "reason": NAMES,
    "text": NAMES,
    "pay": HEAPS,
    "kinds": HEAPS,
    "a_gives": HEAPS,
    "b_gives": HEAPS,
    "seconds": NUMBERS,
    "accept": st.booleans(),
    "by_lot": st.booleans(),
    "gift": st.booleans(),
    "hold": st.booleans(),
}
CHANGES: dict[str, Any] = {
    "resources": HEAPS,
    "balls": HEAPS,
    "knights": NUMBERS,
    "players": NUMBERS,
    "bonus_vp": NUMBERS,
    "settlements_in_hand": NUMBERS,
    "owed": NUMBERS,
    "target": NUMBERS,
    "cards": st.lists(NAMES, max_size=4),
    "hoop": st.fixed_dictionaries(
        {"id": NAMES, "building": st.sampled_from(("none", "settlement", "city", ""))},
        optional={"team": NAMES},
    ),
}
OPTIONS = """
round_seconds grace_seconds break_seconds head_start_seconds target kinds deck balls_per_kind gifts
reshuffle_used tie auto_start seed rain
"""
MOMENTS = st.sampled_from((0, 1, MORNING, MORNING + seconds(3), MORNING + seconds(100), -1, 2**63))


def fields(kind: type) -> st.SearchStrategy[dict[str, Any]]:
    """Return fields for a command: of the right name, of a likely type more often than not."""
    given = {
        field.name: st.fixed_dictionaries({}, optional=CHANGES)
        if field.name == "set"
        else st.one_of(LIKELY.get(field.name, VALUES), LIKELY.get(field.name, VALUES), VALUES)
        for field in msgspec.structs.fields(kind)
    }
    return st.fixed_dictionaries({}, optional=given)


COMMANDS = {name: kind for name, kind in full_contact().commands.items() if name != "create_match"}
ORDERS = st.sampled_from(sorted(COMMANDS)).flatmap(
    lambda name: st.tuples(st.just(name), fields(COMMANDS[name]))
)
ROLES = st.sampled_from(("ball", "marker", "player", "unknown"))
FACTS = st.one_of(
    st.builds(Sighting, NAMES, MOMENTS, MOMENTS, ROLES, NAMES, st.one_of(st.none(), NAMES)),
    st.builds(Deadline, MOMENTS),
    st.builds(Interruption, MOMENTS, MOMENTS, st.booleans()),
    st.builds(BareRound, NAMES, MOMENTS, MOMENTS, st.one_of(st.none(), MOMENTS)),
    st.builds(DelayedOpening, MOMENTS, MOMENTS),
)


def sound(bench: Bench) -> None:
    """Hold what is true even after the strangest of inputs; the driver holds that the state is not broken."""
    view = bench.view
    assert min(view["field"].values()) >= 0
    for team in view["teams"]:
        assert min(team["resources"].values()) >= 0
        assert 0 <= team["knights"] <= team["players"]
        assert team["settlements_in_hand"] >= 0
    assert msgspec.json.encode(view)
    assert bench.game.board(bench.state, bench.game.view(bench.state))
    assert bench.game.describe(bench.state, bench.record[-1].events) is None or str(
        bench.game.describe(bench.state, bench.record[-1].events)
    )


def attempt(bench: Bench, thing: Any) -> str:
    """Ask or tell it, and return the sentence of a refusal."""
    try:
        if isinstance(thing, tuple):
            bench.order(thing[0], **thing[1])
        else:
            bench.give(thing)
    except (Rejected, Misread, msgspec.ValidationError) as refusal:
        return str(refusal)
    return "accepted"


def warm(phase: str) -> Bench:
    """Return a match in a phase, with something in every team's bag."""
    bench = Bench().create(THREE, options={"deck": "paper"})
    if phase == "ready":
        return bench
    bench.play(*((f"h{n}", dict.fromkeys(("wood", "wheat", "brick", "ore"), 3)) for n in (1, 2, 3)))
    bench.order("correct", team="red", set={"cards": ["robber", "monopoly", "barbarians"]}, reason="x")
    bench.order("correct", team="red", set={"settlements_in_hand": 2}, reason="x")
    if phase != "break":
        bench.open()
    if phase == "grace":
        bench.close()
    if phase == "stopped":
        bench.order("stop_round")
    assert bench.phase == phase
    return bench


@pytest.mark.parametrize("phase", ["ready", "round", "grace", "stopped", "break"])
@given(st.lists(st.one_of(ORDERS, ORDERS, FACTS), max_size=12))
def test_nothing_but_a_refusal_is_raised(phase: str, things: list[Any]) -> None:
    """DESIGN: a request may be refused, a sighting set aside or misread; anything else is a bug."""
    bench = warm(phase)
    for thing in things:
        said = attempt(bench, thing)
        assert said
        assert "{" not in said.replace("{0}", "").replace("{wood}", ""), said
        sound(bench)
        for cue in bench.game.whistle.cues(bench.state):
            assert isinstance(cue.due, int)


@given(
    teams=st.lists(
        st.fixed_dictionaries(
            {"id": NAMES, "players": st.one_of(NUMBERS, st.just(3), st.just(4)), "start_hoop": NAMES},
            optional={"name": NAMES},
        ),
        max_size=5,
    ),
    options=st.dictionaries(st.sampled_from(OPTIONS.split()), st.one_of(VALUES, st.just([])), max_size=4),
    seed=ATOMS,
    good=st.booleans(),
)
def test_no_set_up_raises_anything_else(
    teams: list[dict[str, Any]], options: dict[str, Any], seed: object, good: bool
) -> None:
    """A set-up that makes no match is refused; one that makes a match plays a round."""
    bench = Bench()
    try:
        bench.create(list(THREE) if good else teams, options=options, seed=seed)
    except REFUSALS:
        return
    sound(bench)
    bench.open()
    bench.rest()
    sound(bench)


def test_the_commands_of_another_match_are_not_taken() -> None:
    """create_match in the middle of a match is refused by the game too."""
    bench = warm("break")
    command: object = msgspec.convert(
        {"game": "full_contact", "teams": THREE}, bench.game.commands["create_match"]
    )
    with pytest.raises(Rejected):
        bench.game.decide(bench.state, GameCommand(command, bench.now, "tablet"), lambda n: 0)
