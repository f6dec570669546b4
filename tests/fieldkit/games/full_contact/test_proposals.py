"""Captains propose, the referee decides (FC-15, FC-18, FC-21, FC-24, FC-27)."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fieldkit.errors import Rejected, Unknown
from fieldkit.games.full_contact.proposals import MAX_CLOSED, MAX_OPEN
from fieldkit.journal.record import Codec
from fieldkit.phrases import ENGLISH

from .driver import Bench
from .hall import Hall

RICH = {"wood": 4, "wheat": 3, "brick": 2, "ore": 2}


def in_break(bench: Bench | None = None, **options: Any) -> Bench:
    """Return a break in which red has something of everything, and blue a little."""
    bench = bench or Bench()
    bench.create(options={"break_seconds": 300, **options})
    bench.play()
    bench.order("correct", team="red", set={"resources": RICH}, reason="x")
    bench.order("correct", team="blue", set={"resources": {"ore": 1}}, reason="x")
    return bench


def propose(bench: Bench, team: str, type: str, **fields: Any) -> str:
    """Propose something as a captain, and return its id."""
    bench.by = f"captain/{team}"
    try:
        bench.order("propose", command={"type": type, **fields})
    finally:
        bench.by = "tablet"
    return str(bench.state.proposals[-1].id)


def answer(bench: Bench, by: str, proposal: str, accept: bool, **more: Any) -> int:
    bench.by = by
    try:
        return bench.order("answer_proposal", proposal=proposal, accept=accept, **more)
    finally:
        bench.by = "tablet"


def texts(bench: Bench) -> list[str]:
    return [one["text"] for one in bench.view["proposals"]]


def test_a_proposal_says_what_it_is_and_what_it_costs() -> None:
    bench = in_break()
    bench.build("h5", "settlement", "red")
    bench.build("h6", "settlement", "blue")
    bench.order(
        "correct", team="red", set={"cards": ["year_of_plenty", "barbarians", "monopoly"]}, reason="x"
    )
    propose(bench, "red", "buy", item="city")
    propose(bench, "red", "buy", item="knight", pay={"ore": 2, "wheat": 1})
    propose(bench, "red", "trade", a="red", b="blue", a_gives={"wood": 1}, b_gives={"ore": 1})
    propose(bench, "blue", "trade", a="blue", b="red", a_gives={"ore": 1}, gift=True)
    assert texts(bench) == [
        "Red: city in hoop 5 for 3 wood, 3 wheat, 1 ore",
        "Red: knight for 2 ore, 1 wheat",
        "Red give 1 wood, Blue give 1 ore",
        "Blue give 1 ore, Red give nothing",
    ]
    for one in bench.view["proposals"][:2]:
        answer(bench, "tablet", one["id"], accept=False)
    propose(bench, "red", "use_card", card="year_of_plenty", kinds={"brick": 4})
    propose(bench, "red", "use_card", card="monopoly", kind="ore")
    propose(bench, "red", "use_card", card="barbarians", hoop="h6")
    assert texts(bench)[2:] == [
        "Red: use Year of Plenty for 4 brick",
        "Red: use Monopoly on ore",
        "Red: use Barbarians on hoop 6",
    ]


def test_what_is_left_open_is_settled_when_it_is_proposed() -> None:
    bench = in_break()
    propose(bench, "red", "buy", item="settlement")
    (shown,) = bench.view["proposals"]
    assert shown == {
        "id": "p1",
        "team": "red",
        "by": "captain/red",
        "command": {"type": "buy", "team": "red", "item": "settlement", "pay": {"wood": 3, "wheat": 2}},
        "text": "Red: settlement for 3 wood, 2 wheat",
        "refused": None,
        "waits_for": None,
    }
    assert bench.view["can"]["answer_proposal"] == ["p1"]


def test_the_answer_carries_the_command_out_as_the_referees_own() -> None:
    bench = in_break()
    before = bench.seq
    knight = propose(bench, "red", "buy", item="knight")
    assert bench.seq == before, "a proposal is no decision"
    assert bench.record[-1].seq is None
    assert answer(bench, "tablet", knight, accept=True) == before + 1
    assert bench.team("red")["knights"] == 2
    line = bench.game.describe(bench.state, bench.record[-1].events)
    assert line is not None
    assert ENGLISH(line).startswith("Red bought a knight")
    bench.order("correct", team="red", set={"settlements_in_hand": 1}, reason="x")
    bench.open()
    place = propose(bench, "red", "place", hoop="h5")
    answer(bench, "button", place, accept=True)
    placed = bench.record[-1].events[0]
    assert (placed.hoop, placed.by) == ("h5", "button")


@pytest.mark.parametrize("by", ["tablet", "script", "captain/violet", "crew"])
def test_only_the_captain_of_a_team_that_plays_proposes(by: str) -> None:
    bench = in_break()
    bench.by = by
    with pytest.raises(Rejected) as refused:
        bench.order("propose", command={"type": "buy", "team": "red", "item": "knight"})
    assert refused.value.code == ("unknown_team" if by.endswith("violet") else "not_yours")
    assert not bench.view["proposals"]


@pytest.mark.parametrize(
    "command",
    [
        {"type": "buy"},
        {"type": "buy", "item": "castle"},
        {"type": "buy", "item": "knight", "kind": "ore"},
        {"type": "trade", "a": "red"},
        {"type": "trade", "a": "red", "b": "violet", "a_gives": {"ore": 1}},
        {"type": "place", "hoop": "h99"},
        {"type": "use_card"},
        {"type": "discard", "kinds": {"gold": 1}},
    ],
)
def test_what_makes_no_sense_is_unknown(command: dict[str, Any]) -> None:
    bench = in_break()
    bench.by = "captain/red"
    with pytest.raises(Unknown):
        bench.order("propose", command=command)


@pytest.mark.parametrize("type", ["start_round", "correct", "strike", "propose", "refilled", ""])
def test_nothing_else_can_be_proposed(type: str) -> None:
    bench = in_break()
    bench.by = "captain/red"
    with pytest.raises(msgspec.ValidationError):
        bench.order("propose", command={"type": type})


def test_one_that_can_no_longer_be_done_is_gone_with_its_reason() -> None:
    bench = in_break()
    knight, card = propose(bench, "red", "buy", item="knight"), propose(bench, "red", "buy", item="card")
    bench.order("buy", team="red", item="knight")
    assert [one["id"] for one in bench.view["proposals"]] == [card]
    own = {one["id"]: one for one in bench.own("red")["proposals"]}
    assert (own[knight]["fate"], own[knight]["why"]) == ("gone", "Red need 2 more ore for a knight")
    bench.grant("red", **RICH)
    own = {one["id"]: one for one in bench.own("red")["proposals"]}
    assert (own[knight]["fate"], own[knight]["why"]) == ("gone", "It can no longer be done"), "for good"
    with pytest.raises(Rejected, match="no longer open"):
        answer(bench, "tablet", knight, accept=True)
    with pytest.raises(Unknown, match="no proposal p99"):
        answer(bench, "tablet", "p99", accept=True)


def test_the_end_of_the_match_and_a_void_leave_none() -> None:
    bench = in_break()
    propose(bench, "red", "buy", item="knight")
    bench.open()
    assert bench.state.proposals == ()
    bench.cancel()
    assert (bench.phase, bench.state.proposals) == ("break", ())
    assert propose(bench, "red", "buy", item="knight") == "p2", "an id is never used again"
    bench.order("end_match", reason="dark")
    assert [one.fate for one in bench.state.proposals] == ["gone"]
    bench.by = "captain/red"
    with pytest.raises(Rejected, match="The match is over"):
        bench.order("propose", command={"type": "buy", "item": "knight"})


def test_as_many_as_a_captain_likes_leave_a_bounded_list() -> None:
    bench = in_break()
    for _ in range(3 * MAX_CLOSED):
        answer(bench, "captain/red", propose(bench, "red", "buy", item="knight"), accept=False)
    answer(
        bench,
        "captain/blue",
        propose(bench, "blue", "trade", a="blue", b="red", a_gives={"ore": 1}, gift=True),
        False,
    )
    assert len(bench.state.proposals) == MAX_CLOSED + 1
    for _ in range(MAX_OPEN):
        propose(bench, "red", "buy", item="knight")
    with pytest.raises(Rejected, match="wait already") as refused:
        propose(bench, "red", "buy", item="knight")
    assert refused.value.code == "too_many_proposals"
    assert not bench.own("red")["can"]["propose"]
    assert bench.own("blue")["can"]["propose"]


def test_with_a_paper_deck_the_referee_names_the_card_that_was_drawn() -> None:
    bench = in_break(deck="paper")
    card = propose(bench, "red", "buy", item="card")
    with pytest.raises(Rejected, match="which card was drawn"):
        answer(bench, "tablet", card, accept=True)
    answer(bench, "tablet", card, accept=True, card="robber")
    assert bench.team("red")["cards"] == ["robber"]


def test_a_trade_waits_for_the_other_team() -> None:
    bench = in_break()
    offer = propose(bench, "red", "trade", a="red", b="blue", a_gives={"wood": 1}, b_gives={"ore": 1})
    assert bench.view["proposals"][0]["waits_for"] == "blue"
    assert bench.own("red")["proposals"][0]["waits_for"] == "blue"
    (offered,) = bench.own("blue")["trades"]
    assert offered == {
        "id": offer,
        "team": "red",
        "text": "Red give 1 wood, Blue give 1 ore",
        "agreed": False,
    }
    assert bench.own("green")["trades"] == bench.own("red")["trades"] == []
    answer(bench, "captain/blue", offer, accept=True)
    answer(bench, "captain/blue", offer, accept=True)  # twice is once
    assert bench.view["proposals"][0]["waits_for"] is None
    assert bench.own("blue")["trades"][0]["agreed"] is True
    answer(bench, "captain/blue", offer, accept=False)  # and may still be declined
    assert bench.view["proposals"] == []
    assert bench.own("red")["proposals"][0]["fate"] == "declined"


def test_a_captain_sees_what_the_own_team_has_and_may_do() -> None:
    bench = in_break()
    bench.order("correct", team="red", set={"cards": ["monopoly"]}, reason="x")
    own = bench.own("red")
    assert own["cards"] == ["monopoly"]
    assert own["resources"] == RICH
    assert own["can"]["buy"] == bench.view["can"]["buy"]["red"]
    assert own["can"]["buy"]["city"]["refused"]
    assert own["can"]["use_card"] == {"monopoly": True}
    assert own["can"]["trade"] == ["blue", "green"]
    assert (own["can"]["discard"], own["can"]["place"]) == (0, [])
    assert own["prices"] == bench.view["prices"]
    bench.order("correct", team="red", set={"owed": 2}, reason="x")
    owing = bench.own("red")
    assert (owing["owed"], owing["can"]["discard"], owing["can"]["trade"]) == (2, 2, [])
    assert bench.own("blue")["can"]["trade"] == ["green"]


@pytest.mark.parametrize("who", ["", "tablet", "crew", "screen", "seat/red", "captain/violet", "captain/"])
def test_nobody_else_is_told_what_a_team_holds(who: str) -> None:
    bench = in_break()
    with pytest.raises(Rejected) as refused:
        bench.game.ask(bench.state, who, {"own": ""})
    assert refused.value.code == "not_yours"
    with pytest.raises(Unknown):
        bench.game.ask(bench.state, who, {})


def test_no_public_view_or_export_tells_of_a_proposed_card() -> None:
    bench = in_break()
    bench.order("correct", team="red", set={"cards": ["monopoly"]}, reason="x")
    propose(bench, "red", "use_card", card="monopoly", kind="ore")
    board = bench.game.board(bench.state, bench.game.view(bench.state))
    assert "monopoly" not in json.dumps(board).replace('"deck"', "")
    codec = Codec(bench.game)
    events = bench.record[-1].events
    assert "command" not in codec.told(events, codec.plain_events(events), is_over=False)[0]
    assert codec.told(events, codec.plain_events(events), is_over=True)[0]["command"]["card"] == "monopoly"


@pytest.fixture
def hall(tmp_path: Path) -> Any:
    hall = Hall(tmp_path / "journal.sqlite3")
    in_break(hall)
    yield hall
    hall.referee.close()


@pytest.mark.slow
@pytest.mark.parametrize("by", ["captain/red", "crew", "screen", "seat/red"])
def test_each_role_sends_its_own_commands_alone(hall: Hall, by: str) -> None:
    """Every command of the game and of the kit, on the real referee; a dry run is no way round it."""
    mine = {"captain/red": {"propose", "answer_proposal"}, "crew": {"refilled", "markers_set"}}.get(by, set())
    before = hall.view["seq"]
    for kind in (*hall.game.commands, "strike", "call_words"):
        for more in ({}, {"dry_run": True}):
            answer = hall.referee.submit({"id": f"{kind}{more}", "type": kind, **more}, by)
            hall.referee.turn(0)
            found = answer.result(0)
            theirs = kind in mine or (by == "seat/red" and kind == "call_words")
            assert (found.status == 403) is not theirs, (kind, found)
            assert theirs or found.body["error"]["code"] == "not_yours"
    assert hall.view["seq"] == before


@pytest.mark.slow
def test_a_captain_stops_no_round(hall: Hall) -> None:
    hall.open()
    sounded = len(hall._whistle.sounded)
    answer = hall.referee.submit({"id": "s", "type": "stop_round"}, "captain/red")
    hall.referee.turn(0)
    assert answer.result(0).status == 403
    assert len(hall._whistle.sounded) == sounded
    assert hall.view["phase"] == "round"


@pytest.mark.slow
def test_what_captains_propose_is_there_after_a_restart(hall: Hall) -> None:
    knight = propose_at(hall, {"type": "buy", "item": "knight"})
    assert [one["id"] for one in hall.view["proposals"]] == [knight]
    hall.restart()
    assert [one["text"] for one in hall.view["proposals"]] == ["Red: knight for 2 ore, 1 wood"]
    assert hall.public.get("proposals") is None
    hall.order("answer_proposal", proposal=knight, accept=True)
    assert hall.view["recent"][0]["text"].startswith("Red bought a knight")
    assert hall.view["recent"][0]["can_strike"]


@pytest.mark.slow
def test_who_has_no_part_in_a_game_asks_as_anybody(hall: Hall) -> None:
    assert hall.referee.ask("captain/red", {"own": ""}).status == 200
    for who in ("screen", "", "crew", "tablet"):
        assert hall.referee.ask(who, {"own": ""}).status == 403


def propose_at(hall: Hall, command: dict[str, Any]) -> str:
    hall.by = "captain/red"
    try:
        hall.order("propose", command=command)
    finally:
        hall.by = "tablet"
    return str(hall.view["proposals"][-1]["id"])
