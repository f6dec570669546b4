"""FC-31 to FC-33: points, the winner, ends of a match, corrections."""

from pathlib import Path
from typing import Any

import pytest

from fieldkit.errors import Rejected
from tests.support.page_files import FOLDERS
from web.language import lists

from .driver import REFUSALS, Bench, refused, rested

PAGES = Path(__file__).parents[4] / "web"


def level(*, red: int, blue: int, green: int = 3, **options: Any) -> Bench:
    """Return a match in its first break with these points, target 6; nobody was at the target in play."""
    bench = rested(options={"target": 6} | options)
    points(bench, red=red, blue=blue, green=green)
    return bench


def points(bench: Bench, **wanted: int) -> None:
    """Give teams these points by bonus points; each has 3 by its city and its knight."""
    for name, score in wanted.items():
        bench.order("correct", team=name, set={"bonus_vp": score - 3}, reason="set up")


def result(bench: Bench) -> tuple[set[str], bool] | None:
    """Return who is first, and whether that is final."""
    found = bench.view["result"]
    return None if found is None else (set(found["winners"]), found["final"])


def test_fc_31_points() -> None:
    """FC-31: settlement 1, city 2, knight 1, a used point card 1, and FC-6."""
    teams = [{"id": name, "players": 3, "start_hoop": f"h{n}"} for n, name in enumerate(("red", "blue"), 1)]
    teams.append({"id": "green", "players": 4, "start_hoop": "h3"})
    bench = Bench().create(teams, options={"deck": "paper", "target": 30})
    assert bench.score == {"red": 4, "blue": 4, "green": 3}
    bench.play()
    for hoop, building in (("h5", "settlement"), ("h6", "city"), ("h7", "city")):
        bench.build(hoop, building, "red")
    assert bench.score["red"] == 1 + 2 + 1 + 1 + 2 + 2
    bench.order("correct", team="red", set={"knights": 3, "settlements_in_hand": 2}, reason="set up")
    assert bench.score["red"] == 11
    bench.order("correct", team="red", set={"cards": ["victory_point", "robber"]}, reason="set up")
    assert bench.score["red"] == 11
    bench.order("use_card", team="red", card="victory_point")
    bench.order("use_card", team="red", card="robber")
    assert bench.score["red"] == 12
    assert bench.score["blue"] == 4


def test_fc_32_nobody_at_the_target() -> None:
    """FC-32: there is no result and nothing to confirm."""
    bench = level(red=5, blue=5)
    assert result(bench) is None
    refused(bench, "FC-32", "confirm_result", teams_done=True)
    assert not bench.view["can"].get("confirm_result")


def test_fc_32_who_is_at_the_target_leads_until_it_is_confirmed() -> None:
    """FC-32: no round starts, all else stays legal; who drops below is out of it; confirmed is final."""
    bench = level(red=6, blue=5)
    assert result(bench) == ({"red"}, False)
    refused(bench, "FC-32", "start_round")
    can = bench.view["can"]
    assert not can.get("start_round")
    assert can["confirm_result"]
    bench.grant("blue", ore=2, wood=1)
    bench.order("buy", team="blue", item="knight")
    assert result(bench) == ({"red", "blue"}, False)
    points(bench, red=5)
    assert result(bench) == ({"blue"}, False)
    bench.order("confirm_result", teams_done=True)
    assert bench.phase == "over"
    assert result(bench) == ({"blue"}, True)
    assert bench.game.stamp(bench.state).stage == "over"


def test_fc_32_who_drops_below_frees_the_next_round() -> None:
    """FC-32: when nobody is at the target any more, play goes on."""
    bench = level(red=6, blue=5)
    points(bench, red=5)
    assert result(bench) is None
    bench.order("start_round")


@pytest.mark.parametrize(
    ("tie", "red", "blue", "winners"),
    [
        ("shared", 6, 6, {"red", "blue"}),
        ("shared", 7, 6, {"red", "blue"}),
        ("most_vp", 7, 6, {"red"}),
        ("most_vp", 6, 6, {"red", "blue"}),
        ("extra_round", 7, 5, {"red"}),
    ],
)
def test_fc_32_ties(tie: str, red: int, blue: int, winners: set[str]) -> None:
    """FC-32: who wins where several are at the target."""
    bench = level(red=red, blue=blue, tie=tie)
    assert result(bench) == (winners, False)
    bench.order("confirm_result", teams_done=True)
    assert result(bench) == (winners, True)


@pytest.mark.parametrize(("red", "blue"), [(6, 6), (7, 6)])
def test_fc_32_an_extra_round(red: int, blue: int) -> None:
    """FC-32: two or more play on; after an extra round the one ahead wins, equals play on."""
    bench = level(red=red, blue=blue, tie="extra_round")
    refused(bench, "FC-32", "confirm_result", teams_done=True)
    assert bench.view["can"]["start_round"] is True
    bench.play()
    points(bench, red=7, blue=7)
    refused(bench, "FC-32", "confirm_result", teams_done=True)
    bench.play()
    points(bench, red=7, blue=8)
    assert result(bench) == ({"blue"}, False)
    refused(bench, "FC-32", "start_round")
    bench.order("confirm_result", teams_done=True)
    assert result(bench) == ({"blue"}, True)


def test_fc_32_not_while_the_round_runs() -> None:
    """FC-32: the result is confirmed between two rounds."""
    bench = level(red=5, blue=5)
    bench.open()
    points(bench, red=6)
    with pytest.raises(Rejected):
        bench.order("confirm_result", teams_done=True)
    bench.rest()
    bench.order("confirm_result", teams_done=True)


def test_fc_32_ended_for_the_weather() -> None:
    """FC-32: the most points win, also below the target, also in the middle of a round."""
    bench = level(red=5, blue=4)
    bench.open()
    with pytest.raises(REFUSALS):
        bench.order("end_match")  # a reason is wanted
    bench.order("end_match", reason="thunder")
    assert bench.phase == "over"
    assert result(bench) == ({"red"}, True)
    assert bench.game.next_deadline(bench.state) is None


def test_fc_32_abandoned() -> None:
    """FC-32: an abandoned match has no result."""
    bench = level(red=6, blue=4)
    bench.order("abandon_match", reason="thunder")
    assert bench.phase == "over"
    assert result(bench) is None


def test_once_over_nothing_changes() -> None:
    """FC-32: confirmed is final: every command is refused, every ball too."""
    bench = level(red=6, blue=4)
    bench.order("confirm_result", teams_done=True)
    for kind, fields in (
        ("start_round", {}),
        ("stop_round", {}),
        ("deposit", {"hoop": "h1", "kind": "wood"}),
        ("correct", {"team": "red", "set": {"knights": 2}, "reason": "x"}),
        ("note", {"text": "x"}),
        ("buy", {"team": "red", "item": "knight"}),
        ("end_match", {"reason": "x"}),
        ("abandon_match", {"reason": "x"}),
        ("confirm_result", {"teams_done": True}),
    ):
        before = bench.view
        with pytest.raises(Rejected):
            bench.order(kind, **fields)
        assert bench.view == before
    assert bench.sight("h1", "wood") == "refused"
    assert bench.game.refuses(bench.state) is not None
    assert bench.view["can"].keys() <= {"create_match"}


def test_fc_33_a_correction_changes_only_what_it_names() -> None:
    """FC-33: absolute values; all else stays as it was."""
    bench = level(red=3, blue=3)
    bench.grant("red", wood=2, ore=3)
    before = bench.view
    bench.order("correct", team="red", set={"resources": {"ore": 1}}, reason="miscounted")
    assert bench.stock("red") == {"wood": 2, "ore": 1}
    bench.order("correct", team="red", set={"resources": {"ore": 3}}, reason="counted again")
    after = bench.view
    for view in (before, after):
        view.pop("recent", None)
    assert after == before


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"resources": {"wood": 13}}, "FC-13"),
        ({"knights": 4}, "FC-20"),
        ({"players": 2, "knights": 3}, "FC-20"),
        ({"resources": {"wood": -1}}, None),
        ({"knights": -1}, None),
        ({"target": 0}, None),
        ({"cards": ["earthquake"]}, None),
        ({"hoop": {"id": "h99", "building": "city", "team": "red"}}, None),
        ({"hoop": {"id": "h5", "building": "castle", "team": "red"}}, None),
        ({"balls": {"wood": -1}}, None),
    ],
)
def test_fc_33_what_no_correction_can_do(change: dict[str, Any], rule: str | None) -> None:
    """FC-33: FC-13 and FC-20 hold, and nothing becomes negative or unheard of."""
    bench = level(red=3, blue=3)
    before = bench.view
    with pytest.raises(REFUSALS) as refusal:
        bench.order("correct", team="red", set=change, reason="x")
    if rule is not None:
        assert isinstance(refusal.value, Rejected)
        assert refusal.value.rule == rule
    assert bench.view == before


def test_fc_33_fewer_balls_than_before() -> None:
    """FC-33: the balls that exist can be corrected, not below what teams have."""
    bench = level(red=3, blue=3)
    bench.grant("red", wood=4)
    refused(bench, "FC-13", "correct", set={"balls": {"wood": 3}}, reason="lost")
    bench.order("correct", set={"balls": {"wood": 4}}, reason="lost")
    assert bench.view["field"]["wood"] == 0
    bench.open()
    assert bench.sight("h1", "wood") == "held"


def test_fc_33_a_debt_can_be_corrected() -> None:
    """FC-33: what is owed, up to what the team has."""
    bench = level(red=3, blue=3)
    bench.grant("blue", wood=4)
    bench.order("correct", team="blue", set={"owed": 3}, reason="the robber was not written down")
    assert [(d["team"], d["discard"]) for d in bench.view["owed"]] == [("blue", 3)]
    refused(bench, "FC-27", "start_round")
    bench.order("correct", team="blue", set={"owed": 0}, reason="it was")
    bench.order("start_round")


def test_the_tablet_is_told_every_number_of_a_team_that_may_be_corrected() -> None:
    """FC-33: all of `TeamFix`, each with its word on the tablet and what the team has now."""
    shown = Bench().create().view
    assert shown["corrections"] == ["players", "knights", "bonus_vp", "settlements_in_hand", "owed"]
    words = lists(FOLDERS["full_contact/"] / "words.json")["words.js"]
    assert [name for name in shown["corrections"] if f"fix_{name}" not in words] == []
    assert set(shown["corrections"]) - set(shown["teams"][0]) == {"owed"}


def test_fc_33_a_reason_is_given() -> None:
    """FC-33: each correction has its reason."""
    bench = level(red=3, blue=3)
    with pytest.raises(REFUSALS):
        bench.order("correct", team="red", set={"knights": 2})


def test_fc_33_fouls_are_noted() -> None:
    """FC-33: a note changes nothing but the record."""
    bench = level(red=3, blue=3)
    before = bench.view
    bench.order("note", team="red", player=2, text="sent off")
    assert bench.view == before
    assert bench.game.describe(bench.state, bench.record[-1].events) is not None
