"""Whole matches by simulated players, and what holds at every moment of them."""

import json
from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from fieldkit.errors import Rejected, Unknown
from fieldkit.games.dice_extra import commands as co
from fieldkit.games.dice_extra import events as ev
from fieldkit.games.dice_extra.demo import choice
from fieldkit.games.dice_extra.kinds import KINDS
from fieldkit.games.dice_extra.state import winners
from fieldkit.games.people import PlayerSetup
from fieldkit.journal.record import Codec
from fieldkit.language.catalogue import load_language
from fieldkit.messages import Deadline, GameCommand
from fieldkit.referee.match import refolded
from fieldkit.referee.view import Views

from .boards import SIDES, game
from .match import Played


def sit_down(players: int = 2, seed: int = 1, **options: Any) -> Played:
    return Played([PlayerSetup(id) for id in SIDES[:players]], options, seed)


def command(plain: dict[str, Any]) -> object:
    """Return a command as it comes over the wire."""
    fields = {name: value for name, value in plain.items() if name != "type"}
    return msgspec.convert(fields, game().commands[plain["type"]])


def step(match: Played, rng: Random) -> tuple[Any, ...]:
    return match.do(command(choice(match.game.view(match.state), rng)), match.state.side)


def finished(players: int, seed: int, **options: Any) -> Played:
    """Return a match that simulated players have played to its end."""
    match, rng = sit_down(players, seed, **options), Random(seed)
    for _ in range(5000):
        if match.state.phase == "over":
            return match
        step(match, rng)
    raise AssertionError("nobody won")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_match_comes_to_its_end(players: int) -> None:
    """DX-1, DX-8: with two, three and four; the winner has the points on the own turn."""
    match = finished(players, players, castles=players == 4)
    winner = match.state.side
    assert winners(match.state) == (winner,)
    assert match.state.score(winner) >= 10
    assert all(match.state.score(side) < 10 for side in SIDES[:players] if side != winner)
    assert match.game.stamp(match.state).stage == "over"


@pytest.mark.parametrize("unknown", ["", ',"island":"own"'], ids=["now", "before islands were an option"])
def test_the_record_alone_gives_the_same_match(unknown: str) -> None:
    """Folded again, and through the journal's text forms and back."""
    match, codec = finished(3, 5), Codec(game())
    assert refolded(match.match).state == match.state
    state: Any = None
    for entry in match.match.past():
        assert codec.given(codec.input_text(entry.given)) == entry.given
        text = msgspec.json.encode(codec.plain_events(entry.events)).decode()
        for event in codec.events(text.replace(unknown, "")):
            state = game().evolve(state, event)
    assert replace(state, options=match.state.options) == match.state
    assert state.options.island == ("" if unknown else "own")


def test_a_roll_that_is_undone_shows_the_same_dice() -> None:
    """DX-3: also with other dice kept, a die that is rolled shows what it would have shown."""
    match = sit_down()
    match.do(co.StartRoad(0))
    match.do(co.StartRoad(80))
    match.do(co.Roll())
    first = match.state.dice
    match.undo()
    assert match.state.dice == ()
    match.do(co.Roll())
    assert match.state.dice == first
    match.do(co.Roll(["d1"]))
    second = match.state.dice
    match.undo()
    match.do(co.Roll(["d2"]))
    assert match.state.dice[2].kind == second[2].kind
    assert match.state.dice[1].kind == first[1].kind


def test_each_turn_may_be_taken_back_to_its_beginning() -> None:
    """Undoing everything leads back to where the match was."""
    match, rng = sit_down(2, 9), Random(9)
    for _ in range(40):
        step(match, rng)
    match.do(co.EndMatch("rain"))
    assert match.game.refuses(match.state) is not None
    again, rng = sit_down(2, 9), Random(9)
    states = [again.state]
    for _ in range(30):
        step(again, rng)
        states.append(again.state)
    for state in reversed(states[:-1]):
        again.undo()
        assert again.state == state


def test_each_decision_has_a_line_so_that_it_can_be_taken_back() -> None:
    """What is not in the list of last actions cannot be undone by tapping; stopping too early is a slip."""
    match, rng, seen = sit_down(3, 8), Random(8), set()
    while match.state.phase != "over":
        events = step(match, rng)
        told = match.match.recent[0]
        assert told.seq == match.match.seq
        assert told.text
        seen.add(type(events[0]).__name__)
    assert seen == set(game().events) - {"MatchCreated", "MatchEnded"}


def test_rolling_goes_on_when_a_stop_is_taken_back() -> None:
    """DX-3: with the rolls that were left."""
    match = sit_down()
    for road in (0, 80):
        match.do(co.StartRoad(road))
    match.do(co.Roll())
    match.do(co.StopRolling())
    assert match.match.recent[0].text == "Red stopped rolling"
    match.undo()
    assert match.state.rolls_left == 2


@pytest.mark.parametrize("reason", ["", "  ", "x" * 101])
def test_a_match_is_ended_with_a_reason_that_screens_can_show(reason: str) -> None:
    """DX-8: a thousand screens carry it."""
    match = sit_down()
    with pytest.raises(Rejected, match="Give a reason of 1 to 100 characters"):
        match.do(co.EndMatch(reason))
    match.do(co.EndMatch(" it\trains "))
    assert match.state.ended == "it rains"


def test_nothing_tells_the_secret() -> None:
    """What is shown of two matches that differ in their secret alone is the same."""
    one, other = sit_down(2, 1), sit_down(2, 2)
    shown = [m.game.view(m.state) | m.game.headline(m.state) for m in (one, other)]
    assert one.state.seed != other.state.seed
    assert shown[0] == shown[1]
    codec = Codec(game())
    entry = one.match.past()[0]
    told = codec.told(entry.events, codec.plain_events(entry.events), is_over=False)
    assert one.state.seed not in json.dumps(told)


def test_kit_dice_are_fair_enough_and_all_are_counted() -> None:
    """DX-3: every face comes up, and the statistics know each die that was rolled."""
    match = finished(4, 11)
    rolled: Counter[str] = Counter()
    for entry in match.match.past():
        for event in entry.events:
            if isinstance(event, ev.Rolled):
                rolled.update(face for n, face in enumerate(event.faces, 1) if f"d{n}" not in event.kept)
    told = match.game.view(match.state)["statistics"]["rolled"]
    assert {kind: sum(each[n] for each in told.values()) for n, kind in enumerate(KINDS)} == dict(rolled)
    most, least = max(rolled.values()), min(rolled.values())
    assert most < 2 * least


def test_a_match_that_is_over_can_be_played_again() -> None:
    """DX-2: the same players by one command, and the next of them starts."""
    match = finished(3, 4)
    again = match.game.view(match.state)["again"]
    order = GameCommand(command(again), 0, "tablet")
    events = match.game.start(order, Random(1).randrange)
    assert [player.id for player in events[0].players] == ["blue", "green", "red"]
    assert "again" not in sit_down().game.view(sit_down().state)


@pytest.mark.parametrize(
    ("made", "code", "rule"),
    [
        (co.CreateMatch([PlayerSetup("red")]), "player_count", "DX-1"),
        (co.CreateMatch([PlayerSetup("red")] * 2), "same_colour", "DX-1"),
        (co.CreateMatch([PlayerSetup("red", "Ada"), PlayerSetup("blue", "ada ")]), "same_name", None),
        (co.CreateMatch([PlayerSetup("red", "Blue"), PlayerSetup("blue")]), "same_name", None),
        (co.CreateMatch([PlayerSetup("pink"), PlayerSetup("red")]), "unknown_player", "DX-1"),
        (co.CreateMatch([PlayerSetup("red", "x" * 25), PlayerSetup("blue")]), "player_name", None),
        (
            co.CreateMatch([PlayerSetup("red"), PlayerSetup("blue")], options={"speed": 1}),
            "unknown_option",
            None,
        ),
        (
            co.CreateMatch([PlayerSetup("red"), PlayerSetup("blue")], options={"castles": 1}),
            "option_value",
            None,
        ),
        (
            co.CreateMatch([PlayerSetup("red"), PlayerSetup("blue")], options={"dice": "x"}),
            "option_value",
            None,
        ),
        (
            co.CreateMatch([PlayerSetup("red"), PlayerSetup("blue")], options={"target": 3}),
            "option_value",
            None,
        ),
        (
            co.CreateMatch([PlayerSetup("red"), PlayerSetup("blue")], options={"target": "4"}),
            "option_value",
            None,
        ),
    ],
)
def test_an_impossible_set_up_is_refused(made: co.CreateMatch, code: str, rule: str | None) -> None:
    with pytest.raises(Rejected) as caught:
        game().start(GameCommand(made, 0, "tablet"), Random(1).randrange)
    assert (caught.value.code, caught.value.rule) == (code, rule)


@pytest.mark.parametrize(
    "wrong",
    [
        co.StartRoad(999),
        co.Roll(["d9"]),
        co.Build("road", -1),
        co.Build("settlement", 999),
        co.Build("city", 999),
        co.Build("knight", 99),
        co.Build("castle", 4),
        co.Build("bridge", 4),  # type: ignore[arg-type]
        co.Build("road", 1, ["d9"]),
        co.UseKnight(99, "d1"),
    ],
)
def test_what_the_island_has_not_is_unknown(wrong: object) -> None:
    match = sit_down(dice="real")
    if not isinstance(wrong, co.StartRoad):
        match.do(co.StartRoad(0))
        match.do(co.StartRoad(80))
        match.do(co.Roll(faces=["brick", "lumber", "ore"]))
    with pytest.raises(Unknown):
        match.do(wrong)


def test_nobody_acts_on_another_turn_and_the_tablet_always_may() -> None:
    match = sit_down()
    with pytest.raises(Rejected) as caught:
        match.do(co.StartRoad(0), "blue")
    assert (caught.value.code, str(caught.value)) == ("not_yours", "It is Red's turn.")
    match.do(co.StartRoad(0), "red")
    match.do(co.StartRoad(80))
    with pytest.raises(Rejected, match="A match is on"):
        match.do(co.CreateMatch([]))
    assert match.game.decide(match.state, Deadline(1), Random(1).randrange) == ()


def test_every_command_that_is_offered_is_legal_and_no_other_piece_is() -> None:
    """The lists of `can` and the game agree at every moment of a match."""
    match, rng = sit_down(3, 8, castles=True), Random(8)
    while match.state.phase != "over":
        can = match.game.headline(match.state)["can"]
        for piece, places in can.get("build", {}).items():
            for at in places:
                assert match.game.decide(
                    match.state, GameCommand(co.Build(piece, at), 0, "tablet"), rng.randrange
                )
        for name, made in (
            ("roll", co.Roll()),
            ("stop_rolling", co.StopRolling()),
            ("end_turn", co.EndTurn()),
        ):
            try:
                match.game.decide(match.state, GameCommand(made, 0, "tablet"), rng.randrange)
            except Rejected:
                assert name not in can
            else:
                assert name in can
        step(match, rng)


@pytest.mark.slow
def test_the_public_board_stays_small_in_long_matches() -> None:
    """A thousand screens take it at every change: 4 KB, with four long names, in the kit's other language."""
    players = [PlayerSetup(id, f"Wilhelmine von Lippe {id[:3]}") for id in SIDES]
    games, german = {"dice_extra": game()}, load_language("de")
    views, largest = Views(games, 1.0, german), 0
    for seed in (1, 6):
        match, rng = Played(players, {"castles": True, "target": 14}, seed), Random(seed)
        for _ in range(900):
            if match.state.phase == "over":
                break
            _, board = views.match_view(match.match, {}, [], {})
            largest = max(largest, len(json.dumps(board, separators=(",", ":"), ensure_ascii=False).encode()))
            step(match, rng)
    assert 3000 < largest <= 4096


def test_a_roll_that_is_taken_out_of_the_middle_gives_its_numbers_to_no_other() -> None:
    """DX-3: what was drawn once is known, so nothing later is drawn from it again."""
    match, rng = sit_down(2, 3), Random(3)
    while len([e for e in match.match.past() if isinstance(e.events[0], ev.Rolled)]) < 3:
        step(match, rng)
    first = next(e.seq for e in match.match.past() if isinstance(e.events[0], ev.Rolled))
    assert first is not None
    assert refolded(match.match, frozenset({first})).state.used == match.state.used
