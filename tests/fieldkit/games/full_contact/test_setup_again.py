"""The set-up changed before the first start, names and lengths later, corrections from what to what."""

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from fieldkit.errors import Rejected
from fieldkit.games.full_contact.corrections import LENGTHS
from fieldkit.games.full_contact.field import scaled
from fieldkit.games.full_contact.state import Pile
from tests.support.full_contact_match import TEAMS, FullContactMatch

from .driver import REFUSALS, THREE, Bench, in_round, refused, rested, team

OTHERS = [team("red", 4, "h2"), team("blue", 4, "h1"), team("yellow", 3, "h3")]


def said(bench: Bench) -> str:
    """Return the newest line of the record."""
    return str(bench.game.describe(bench.state, bench.record[-1].events))


def edit(bench: Bench, **more: Any) -> None:
    """Set the match up again."""
    bench.order("edit_setup", game="full_contact", **({"teams": OTHERS} | more))


def test_fc_1_the_set_up_can_be_changed_before_the_first_start() -> None:
    """FC-1 to FC-6: by the same rules as a new one; it begins again, with the seed it has."""
    bench = Bench().create(seed=7)
    bench.order("deposit", hoop="h1", kind="wood")
    assert bench.view["can"]["edit_setup"] is True
    edit(bench, full_game=True, options={"balls_per_kind": 20})
    assert [one["id"] for one in bench.view["teams"]] == ["red", "blue", "yellow"]
    assert (bench.hoop("h1")["team"], bench.view["target"]) == ("blue", 9)
    assert bench.view["field"] == dict.fromkeys(("wood", "wheat", "brick", "ore"), 20)
    assert bench.score == {"red": 4, "blue": 4, "yellow": 5}
    assert bench.state.options.seed == 7
    assert said(bench) == "Set-up changed"
    edit(bench, seed=8)
    assert bench.state.options.seed == 8
    bench.open()


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"teams": OTHERS[:2]}, "FC-1"),
        ({"teams": [OTHERS[0], OTHERS[1] | {"start_hoop": "h2"}, OTHERS[2]]}, "FC-4"),
        ({"options": {"round_seconds": 2}}, None),
        ({"options": {"kinds": ["wood"]}}, "FC-2"),
    ],
)
def test_fc_4_an_impossible_set_up_changes_nothing(change: dict[str, Any], rule: str | None) -> None:
    """FC-1, FC-2, FC-4."""
    bench = Bench().create()
    before = bench.view
    with pytest.raises(Rejected) as refusal:
        edit(bench, **change)
    assert refusal.value.rule == rule
    assert bench.view == before


def test_fc_1_not_once_a_round_was_started() -> None:
    """FC-1, FC-33: not even when it was cancelled: then things are corrected."""
    bench = in_round()
    for _ in range(2):
        assert "edit_setup" not in bench.view["can"]
        with pytest.raises(Rejected):
            edit(bench)
        if bench.phase == "round":
            bench.cancel()
    assert bench.phase == "ready"
    bench.order("end_match", reason="dark")
    with pytest.raises(Rejected):
        edit(bench)


def test_the_record_of_a_match_goes_on_after_its_set_up_was_changed(tmp_path: Path) -> None:
    """FC-1: same match, same record; nothing of it can be struck, and it reads back the same."""
    with closing(FullContactMatch(tmp_path / "journal.sqlite3")) as match:
        match.do("create_match", game="full_contact", teams=TEAMS, seed=1)
        before = match.view
        seq = match.do("edit_setup", game="full_contact", teams=OTHERS)
        assert (match.view["match"], match.view["seq"]) == (before["match"], seq)
        assert "seed" not in match.view["options"]
        assert match.view["undo"] is None
        match.play(h1="1")
        told = [line["text"] for line in match.view["recent"]]
        assert told[-3:] == ["Round 1", "Set-up changed", "Match set up"]
        after = match.view
    with closing(FullContactMatch(tmp_path / "journal.sqlite3", "second")) as again:
        assert again.view["teams"] == after["teams"]
        assert again.view["counted"] == after["counted"]


def test_a_seed_given_later_is_the_seed_of_the_match(tmp_path: Path) -> None:
    """FC-24: the kit draws the same cards as if it had been given at once; without one the first stays."""

    def drawn(name: str, first: int, then: int | None) -> list[list[str]]:
        with closing(FullContactMatch(tmp_path / name)) as match:
            match.do("create_match", game="full_contact", teams=TEAMS, seed=first)
            match.do("edit_setup", game="full_contact", teams=TEAMS, seed=then)
            match.play(h1="1")
            for team in ("red", "blue", "green"):
                match.do("correct", team=team, set={"resources": {"brick": 2, "wood": 1}}, reason="x")
                match.do("buy", team=team, item="card")
            return [team["cards"] for team in match.view["teams"]]

    kept = drawn("kept.sqlite3", 5, None)
    assert kept == drawn("same.sqlite3", 5, 5) == drawn("given.sqlite3", 9, 5)
    assert any(drawn(f"{seed}.sqlite3", 5, seed) != kept for seed in (6, 7, 8))


def test_fc_6_the_page_of_the_set_up_says_what_a_missing_player_is_worth() -> None:
    """FC-6."""
    assert Bench().game.setup_view()["short_team_vp"] == 1


@pytest.mark.parametrize("name", LENGTHS)
def test_fc_7_lengths_are_changed_between_rounds_on_the_record(name: str) -> None:
    """FC-7: within the same bounds as at the set-up, and told from what to what."""
    bench = Bench().create()
    asked = {each["name"]: each for each in bench.game.setup_view()["fields"]}[name]
    was = bench.view["options"][name]
    bench.order("correct", set={name: asked["most"]}, reason="larger field")
    assert bench.view["options"][name] == asked["most"]
    assert said(bench).endswith(f" from {was:g} to {asked['most']} (larger field)")
    refused(bench, "FC-7", "correct", set={name: asked["most"] + 1}, reason="x")
    refused(bench, "FC-7", "correct", set={name: asked["least"] - 1}, reason="x")
    bench.open()
    refused(bench, "FC-7", "correct", set={name: asked["least"]}, reason="x")
    bench.order("stop_round")
    refused(bench, "FC-7", "correct", set={name: asked["least"]}, reason="x")


def test_fc_7_a_new_length_counts_from_the_next_round_on() -> None:
    """FC-7."""
    bench = rested()
    bench.order("correct", set={"round_seconds": 12.5, "break_seconds": 90}, reason="larger field")
    assert said(bench) == "seconds of a round from 8 to 12.5, seconds of a break from 60 to 90 (larger field)"
    opened = bench.open()
    assert bench.close() - opened == 12.5 * 10**9
    bench.rest()
    assert bench.view["clock"]["total"] == 90_000


def test_fc_33_a_name_is_corrected_at_any_time() -> None:
    """FC-33: on the record under its new name, kept when the round is cancelled."""
    bench = in_round((THREE[0] | {"name": "Foxse"}, *THREE[1:]))
    bench.order("correct", team="red", set={"name": " Foxes "}, reason="misspelt")
    assert (bench.team("red")["name"], said(bench)) == ("Foxes", "Foxes: name from Foxse to Foxes (misspelt)")
    bench.cancel()
    assert bench.team("red")["name"] == "Foxes"
    for wrong in ("x" * 25, "Fox\nes"):
        refused(bench, None, "correct", team="red", set={"name": wrong}, reason="x")
    with pytest.raises(REFUSALS):
        bench.order("correct", set={"name": "Foxes"}, reason="whose?")


@pytest.mark.parametrize(
    ("of", "change", "text"),
    [
        ("red", {"resources": {"wood": 3, "ore": 0}}, "Red: wood from 1 to 3 (counted)"),
        (
            "red",
            {"knights": 2, "bonus_vp": 1},
            "Red: knights from 1 to 2, extra points from 0 to 1 (counted)",
        ),
        ("red", {"cards": ["robber", "monopoly"]}, "Red: cards from 0 to 2 (counted)"),
        ("red", {"knights": 1}, "Correction for Red: counted"),
        (None, {"target": 9}, "points to win from 8 to 9 (counted)"),
        (None, {"balls": {"wood": 11}}, "wood balls in all from 12 to 11 (counted)"),
        (
            None,
            {"hoop": {"id": "h5", "building": "city", "team": "red"}},
            "hoop 5 from free to city of Red (counted)",
        ),
        (None, {"hoop": {"id": "h1", "building": "none"}}, "hoop 1 from city of Red to free (counted)"),
    ],
)
def test_fc_33_a_correction_is_told_from_what_to_what(
    of: str | None, change: dict[str, Any], text: str
) -> None:
    """FC-33: in words, with its reason; cards only by their number, since all can read it."""
    bench = Bench().create(options={"deck": "paper"})
    bench.grant("red", wood=1)
    bench.order("correct", team=of, set=change, reason="counted")
    assert said(bench) == text


def test_fc_11_a_start_asks_before_it_refuses_what_waits() -> None:
    """FC-11: 409 ``pending`` with how many; each has its line when refused, as the button always does."""
    bench = in_round()
    bench.close()
    bench.wait(0.3)
    for hoop, kind in (("h1", "wood"), ("h2", "brick")):
        assert bench.sight(hoop, kind) == "held"
    assert [entry["reason"] for entry in bench.view["pending"]] == [
        "had it left the hand by the whistle?"
    ] * 2
    bench.rest()
    assert bench.view["waiting_balls"] == 2
    before = bench.view
    with pytest.raises(Rejected) as refusal:
        bench.order("start_round")
    assert (refusal.value.code, refusal.value.rule) == ("pending", "FC-11")
    assert str(refusal.value) == "Late balls wait (2): judge them, or start and refuse them"
    assert bench.view == before
    bench.order("start_round", refuse_pending=True)
    lines = [str(line) for line in bench.game.also(bench.state, bench.record[-1].events)]
    assert said(bench) == "Round 2"
    assert lines == [
        "wood at hoop 1 refused: not judged before round 2",
        "brick at hoop 2 refused: not judged before round 2",
    ]
    assert [entry["reason"] for entry in bench.view["refused"]] == ["not judged before round 2"] * 2
    assert bench.game.whistle.buttons["start"].refuse_pending is True
    bench.cancel()
    assert bench.view["waiting_balls"] == 2, "they wait again"
    bench.order("settle", pending=bench.view["pending"][1]["id"], accept=False)
    assert said(bench) == "brick at hoop 2 refused for Blue"
    assert (
        "Refused balls are laid just outside their hoops and must be brought in again"
        in bench.view["warnings"]
    )


def test_each_refused_ball_has_its_line_on_the_real_record(tmp_path: Path) -> None:
    """FC-11: also after the kit was started again."""
    with closing(FullContactMatch(tmp_path / "journal.sqlite3")) as match:
        match.do("create_match", game="full_contact", teams=TEAMS)
        match.begin()
        match.wait(8)
        match.bring(h1="1", h2="3")
        match.wait(3)
        match.do("start_round", refuse_pending=True)
        told = [line["text"] for line in match.view["recent"][:3]]
        assert told == [
            "brick at hoop 2 refused: not judged before round 2",
            "wood at hoop 1 refused: not judged before round 2",
            "Round 2",
        ]
        assert [line["text"] for line in match.board["recent"][:3]] == told
    with closing(FullContactMatch(tmp_path / "journal.sqlite3", "second")) as again:
        assert [line["text"] for line in again.view["recent"] if "not judged" in line["text"]] == told[:2]


def pile(id: str, kind: str, capacity: int, row: int) -> Pile:
    """Return a pile somewhere."""
    return Pile(id, kind, capacity, 0.0, 0.0, row)


@pytest.mark.parametrize("balls", range(4, 61))
def test_fc_3_piles_always_add_up(balls: int) -> None:
    """FC-3: to the balls of each kind, spread as evenly as the field spreads them; the default field too."""
    even = [pile("a", "wood", 4, 1), pile("b", "wood", 4, 2), pile("c", "wood", 4, 3)]
    odd = [pile("d", "ore", 6, 1), pile("e", "ore", 2, 3)]
    sizes = {one.id: one.capacity for one in scaled([*even, *odd], balls)}
    assert sizes["a"] + sizes["b"] + sizes["c"] == sizes["d"] + sizes["e"] == balls
    assert max(sizes[id] for id in "abc") - min(sizes[id] for id in "abc") <= 1
    assert sizes["a"] >= sizes["b"] >= sizes["c"], "what does not divide lies low"
    assert abs(sizes["d"] - balls * 3 / 4) < 1
    shown = Bench().create(options={"balls_per_kind": balls}).view["piles"]
    for kind in ("wood", "wheat", "brick", "ore"):
        assert sum(one["capacity"] for one in shown if one["kind"] == kind) == balls


def test_fc_25_the_crew_fetches_for_year_of_plenty_from_the_lowest_piles() -> None:
    """FC-25: until the next round starts."""
    bench = rested(options={"deck": "paper"})
    bench.order("correct", team="red", set={"cards": ["year_of_plenty"]}, reason="x")
    bench.order("use_card", team="red", card="year_of_plenty", kinds={"ore": 3, "wood": 1})
    rows = {one["id"]: one["y"] for one in bench.view["piles"]}
    fetched = {row["kind"]: row for row in bench.view["fetch"]}
    assert {kind: row["count"] for kind, row in fetched.items()} == {"ore": 3, "wood": 1}
    heights = [rows[id] for id in fetched["ore"]["piles"]]
    assert heights == sorted(heights)
    bench.order("start_round")
    assert bench.view["fetch"] == []


def test_fc_18_before_the_first_round_each_refusal_says_when() -> None:
    """FC-18, FC-21, FC-24, FC-32: and who stands at the target is named."""
    bench = Bench().create()
    for kind, fields, text in (
        ("buy", {"team": "red", "item": "knight"}, "Teams buy after the first round"),
        ("trade", {"a": "red", "b": "blue", "a_gives": {"ore": 1}}, "Teams trade after the first round"),
        ("use_card", {"team": "red", "card": "robber"}, "Cards are used after the first round"),
    ):
        with pytest.raises(Rejected) as refusal:
            bench.order(kind, **fields)
        assert str(refusal.value) == text
    bench.order("correct", set={"target": 3}, reason="x")
    with pytest.raises(Rejected, match=r"^Red, Blue and Green are at the target: confirm the result$"):
        bench.order("start_round")


def test_fc_29_a_ball_of_a_head_start_has_no_moment_of_the_rounds_clock() -> None:
    """FC-29: neither one that was seen nor one counted by hand."""
    bench = rested(options={"deck": "paper"})
    bench.order("correct", team="red", set={"cards": ["foresight"]}, reason="x")
    bench.order("use_card", team="red", card="foresight")
    bench.order("start_round")
    bench.until(bench.moment("head_start") + 10**9)
    assert bench.sight("h1", "wood") == "counted"
    bench.order("deposit", hoop="h1", kind="wood")
    refused(bench, "FC-29", "deposit", hoop="h2", kind="wood")
    bench.until(bench.moment("open"))
    bench.order("deposit", hoop="h2", kind="wood")
    assert [entry["at_clock"] for entry in bench.view["counted"]] == [None, None, 8000]


def test_fc_32_the_page_is_told_who_wins_and_when() -> None:
    """FC-32: in one sentence, in every phase and every sort of tie."""
    bench = Bench().create(options={"target": 4, "tie": "extra_round"})
    assert bench.view["confirming"] is None
    bench.play()
    fix = {"team": "red", "set": {"bonus_vp": 1}, "reason": "x"}
    bench.order("correct", **fix)
    told = bench.view["confirming"]
    assert (told["teams"], told["ready"]) == (["red"], False)
    assert told["says"].startswith("Red are at the target: confirm when the break is over")
    assert bench.view["at_target"] == ["red"]
    bench.wait(61)
    told = bench.view["confirming"]
    assert (told["ready"], told["says"]) == (True, "Red are at the target: confirm the result")
    bench.order("correct", **fix | {"team": "blue"})
    told = bench.view["confirming"]
    assert (told["teams"], told["ready"]) == ([], False)
    assert told["says"] == "Red and Blue are at the target: they play an extra round"
    bench.open()
    assert bench.view["confirming"]["says"] == "Red and Blue are at the target: they play an extra round"
    bench.order("correct", **fix | {"set": {"bonus_vp": 2}})
    told = bench.view["confirming"]
    assert (told["teams"], told["ready"]) == (["red"], False)
    assert told["says"] == "Red and Blue are at the target: the result is confirmed in the break"
