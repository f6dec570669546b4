"""The led practice: each step's trouble, what is right, and how ten slips and more are named."""

from collections.abc import Callable, Mapping

import pytest

from fieldkit.clock import NS
from fieldkit.games.full_contact.ball_events import DepositCounted
from fieldkit.games.full_contact.lesson import MISTAKE, SLIPS, STEPS
from fieldkit.messages import Interruption

from .driver import Bench

Act = Callable[[Bench], None]


def led() -> Bench:
    """Return a practice that has been set up."""
    return Bench().create(lesson=True)


def settle(accept: bool) -> Act:
    """Return what judges the ball that waits."""

    def act(bench: Bench) -> None:
        bench.order("settle", pending=bench.view["pending"][0]["id"], accept=accept)

    return act


def answer(accept: bool) -> Act:
    """Return what answers the proposal that waits."""

    def act(bench: Bench) -> None:
        bench.order("answer_proposal", proposal=bench.view["proposals"][0]["id"], accept=accept)

    return act


def note(team: str, foul: str = "two_balls") -> Act:
    """Return what notes a foul."""
    return lambda bench: void(bench.order("note", team=team, foul=foul))


def buy(team: str, item: str) -> Act:
    """Return what sells something."""
    return lambda bench: void(bench.order("buy", team=team, item=item))


def count(kind: str) -> Act:
    """Return what counts a ball at the silent hoop by hand."""
    return lambda bench: void(bench.order("deposit", hoop="h2", kind=kind))


def undo(bench: Bench) -> None:
    """Undo the ball that nobody threw."""
    found = [
        entry.seq
        for entry in bench.record
        for event in entry.events
        if isinstance(event, DepositCounted) and event.tag == MISTAKE and entry.seq
    ]
    bench.strike(found, "a tap too many")


def void(_: int) -> None:
    """Forget a number."""


def nothing(bench: Bench) -> None:
    """Do nothing."""


def order(kind: str) -> Act:
    """Return what gives a plain command."""
    return lambda bench: void(bench.order(kind))


def break_out(bench: Bench) -> None:
    """Let the clock of the break run out."""
    bench.wait(61)


DONE: Mapping[str, Act] = {
    "stop": order("stop_round"),
    "void": order("void_round"),
    "late": settle(accept=False),
    "foul": note("blue"),
    "mistake": undo,
    "flying": settle(accept=True),
    "trade": answer(accept=True),
    "knight": buy("green", "knight"),
    "whole_break": break_out,
    "silent": count("ore"),
    "unwanted": answer(accept=False),
    "late_alone": settle(accept=False),
    "foul_alone": note("green"),
    "card_alone": buy("red", "card"),
}
"""The right answer to each step."""
SLIPPED: Mapping[str, tuple[str, Act]] = {
    "not_stopped": ("stop", nothing),
    "not_cancelled": ("void", order("resume_round")),
    "late_accepted": ("late", settle(accept=True)),
    "flying_refused": ("flying", settle(accept=False)),
    "late_left": ("flying", nothing),
    "foul_missed": ("foul", nothing),
    "foul_wrong": ("foul", note("red")),
    "mistake_left": ("mistake", nothing),
    "trade_refused": ("trade", answer(accept=False)),
    "trade_left": ("trade", nothing),
    "purchase_left": ("knight", nothing),
    "bought_other": ("knight", buy("red", "card")),
    "started_early": ("whole_break", nothing),
    "not_counted": ("silent", nothing),
    "counted_wrong": ("silent", count("wood")),
    "unwanted_accepted": ("unwanted", answer(accept=True)),
    "unwanted_left": ("unwanted", nothing),
}
"""The step of each slip, and what is done there in place of the right answer."""


def play(acts: Mapping[str, Act]) -> Bench:
    """Play a practice to its end: an act for each step as soon as it is posed."""
    bench, done = led(), set[str]()
    for _ in range(12):
        bench.order("start_round", refuse_pending=True)
        if bench.phase == "over":
            return bench
        while bench.phase in ("round", "grace", "stopped"):
            bench.wait(0.1)
            act(bench, acts, done)
        for _ in range(6):
            if bench.phase == "break":
                bench.wait(0.1)
                act(bench, acts, done)
    raise AssertionError(f"the practice does not end: {done}")


def act(bench: Bench, acts: Mapping[str, Act], done: set[str]) -> None:
    """Do what the steps want that were posed since the last look; a stop that nobody answers goes on."""
    for event in bench.state.lesson:
        step = getattr(event, "step", None)
        if step in acts and step not in done and not event.skipped:
            done.add(step)
            acts[step](bench)


def marks(bench: Bench) -> dict[str, str]:
    """Return the text of each mark that is no praise, by its step."""
    return {mark["step"]: mark["text"] for mark in bench.view["led"]["marks"] if not mark["right"]}


def test_a_practice_without_a_slip_gets_full_marks() -> None:
    bench = play(DONE)
    found = bench.view["led"]["marks"]
    assert [mark["step"] for mark in found] == [step.name for step in STEPS]
    assert marks(bench) == {}
    assert bench.view["practice"]
    assert bench.view["result"] is None


@pytest.mark.parametrize("slip", SLIPPED)
def test_each_slip_is_named_with_its_rule(slip: str) -> None:
    step, wrong = SLIPPED[slip]
    bench = play({**DONE, step: wrong})
    text, rule = SLIPS[slip]
    found = next(mark for mark in bench.view["led"]["marks"] if mark["step"] == step)
    assert (found["text"], found["rule"], found["right"]) == (text, rule, False)
    assert set(marks(bench)) == {step}


def test_every_slip_has_a_case_and_a_sentence() -> None:
    assert set(SLIPPED) == set(SLIPS)
    assert {step.missed for step in STEPS} <= set(SLIPS)
    assert set(DONE) == {step.name for step in STEPS}


def test_who_does_nothing_at_all_comes_to_the_end_too() -> None:
    bench = play({})
    assert len(marks(bench)) == len(STEPS) - 1
    assert "void" not in marks(bench)


def test_a_decision_that_is_undone_and_made_right_is_right() -> None:
    def settled_twice(bench: Bench) -> None:
        settle(accept=True)(bench)
        bench.strike([bench.seq], "the other one")
        settle(accept=False)(bench)

    assert marks(play({**DONE, "late": settled_twice})) == {}


def test_one_sentence_at_a_time_and_none_of_help_when_alone() -> None:
    bench = led()
    assert bench.view["led"]["says"] == "The teams are ready. Tap START."
    bench.open()
    bench.wait(3.5)
    assert (bench.view["led"]["says"], bench.view["led"]["help"]) == (STEPS[0].says, "Tap STOP.")
    assert [step.name for step in STEPS if not step.help] == ["late_alone", "foul_alone", "card_alone"]


def test_the_hoop_that_lost_its_link_is_silent_until_the_next_start() -> None:
    silent = []

    def look(bench: Bench) -> None:
        silent.extend(hoop["id"] for hoop in bench.view["hoops"] if hoop.get("link") == "silent")
        count("ore")(bench)

    bench = play({**DONE, "silent": look})
    assert silent == ["h2"]
    assert all("link" not in hoop for hoop in bench.view["hoops"])


def test_another_match_knows_nothing_of_lessons() -> None:
    bench = Bench().create(practice=True)
    bench.play()
    assert bench.view["led"] is None
    assert bench.state.lesson is None


def test_a_practice_goes_on_after_the_machine_was_off() -> None:
    """Its clock begins again far below the last moment of the lesson; a step decided so soon is left out."""
    bench = led()
    bench.open()
    bench.wait(3.5)
    bench.order("stop_round")
    bench.order("end_round")
    assert bench.phase == "break"
    last, bench.now = bench.now, NS
    bench.give(Interruption(last, bench.now, same_clock=False))
    bench.order("start_round")
    bench.wait(9.5)
    assert bench.view["led"]["help"] == "Refuse it."
