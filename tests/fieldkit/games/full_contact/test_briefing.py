"""The views beside the accounts: colours, where points come from, fouls, markers, get ready."""

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from fieldkit.clock import NS
from fieldkit.colours import BALLS
from fieldkit.errors import Rejected, SettingsError, Unknown
from fieldkit.games.loading import load_games, settings_tables
from fieldkit.messages import Interruption
from fieldkit.settings.reading import parse
from tests.support.full_contact_match import TEAMS, FullContactMatch

from .driver import REFUSALS, Bench, refused, rested

USUAL = {"wood": "brown", "wheat": "yellow", "brick": "orange", "ore": "grey"}


def board(bench: Bench) -> dict[str, Any]:
    """Return the game's own fields on the public board."""
    return bench.game.board(bench.state, bench.game.view(bench.state))


def long_match() -> Bench:
    """Return a long match in its first break."""
    return rested(options={"deck": "paper", "target": 30})


def test_fc_0_each_kind_has_the_colour_of_its_balls() -> None:
    """FC-0: as the set-up says, else as usual; for the kinds in play, and on the board too."""
    assert Bench().create().view["options"]["colours"] == USUAL
    bench = Bench().create(options={"colours": {"wood": "green", "ore": "black"}})
    assert bench.view["options"]["colours"] == USUAL | {"wood": "green", "ore": "black"}
    assert board(bench)["options"]["colours"] == bench.view["options"]["colours"]


def test_fc_0_two_kinds_never_share_a_colour() -> None:
    """FC-0: unless one of them is not in play."""
    with pytest.raises(Rejected) as refusal:
        Bench().create(options={"colours": {"wood": "yellow"}})
    assert (refusal.value.code, refusal.value.rule) == ("same_ball_colour", "FC-0")
    assert str(refusal.value) == "Balls of wood and of wheat cannot both be yellow"
    Bench().create(options={"colours": {"wood": "yellow", "wheat": "brown"}})
    Bench().create(options={"colours": {"wood": "white"}})
    with pytest.raises(Rejected):
        Bench().create(options={"colours": {"wood": "white"}, "kinds": [*USUAL, "sheep"]})


@pytest.mark.parametrize("wrong", [{"wood": "gold"}, {"straw": "red"}, ["red"], "red", {"wood": 3}])
def test_fc_0_a_colour_or_kind_that_there_is_not_is_unknown(wrong: object) -> None:
    """FC-0."""
    with pytest.raises(REFUSALS) as refusal:
        Bench().create(options={"colours": wrong})
    assert isinstance(refusal.value, Unknown)


def test_fc_0_the_settings_may_name_some_colours() -> None:
    """FC-0: a kind that they do not name keeps its colour; two alike are refused before anything starts."""
    games = load_games(parse({"rules": {"colours": {"wood": "red"}}}, "kit.toml", settings_tables()))
    assert games["full_contact"].setup_view()["options"]["colours"] == USUAL | {
        "wood": "red",
        "sheep": "white",
    }
    with pytest.raises(
        SettingsError, match=r"^\[rules\] colours: Balls of wood and of ore cannot both be grey$"
    ):
        load_games(parse({"rules": {"colours": {"wood": "grey"}}}, "kit.toml", settings_tables()))
    with pytest.raises(SettingsError, match=r"^\[rules\] colours: No gold balls: white, yellow"):
        load_games(parse({"rules": {"colours": {"wood": "gold"}}}, "kit.toml", settings_tables()))


def test_the_tablet_is_told_how_to_ask_for_colours() -> None:
    """FC-0."""
    fields = {each["name"]: each for each in Bench().game.setup_view()["fields"]}
    kinds = ["wood", "wheat", "brick", "ore", "sheep"]
    assert fields["colours"] == {
        "name": "colours",
        "title": "Colours of the balls",
        "sort": "colours",
        "kinds": kinds,
        "of": list(BALLS),
    }


def test_fc_31_points_are_told_by_where_they_come_from() -> None:
    """FC-31: their sum is what a team has; the board leaves them out while a round is on."""
    bench = long_match()
    for hoop, building in (("h5", "settlement"), ("h6", "city")):
        bench.build(hoop, building, "red")
    bench.order("correct", team="red", set={"cards": ["victory_point"], "bonus_vp": 2}, reason="x")
    bench.order("use_card", team="red", card="victory_point")
    red = bench.team("red")
    assert red["made"] == {"cities": 4, "settlements": 1, "knights": 1, "cards": 1, "extra": 2}
    assert red["buildings"] == {"settlements": 1, "cities": 2}
    assert all(sum(team["made"].values()) == team["vp"] for team in bench.view["teams"])
    assert board(bench)["teams"][0]["made"] == red["made"]
    bench.open()
    assert "made" not in board(bench)["teams"][0]
    assert board(bench)["teams"][0]["buildings"] == red["buildings"]


def test_a_match_tells_since_when_it_runs() -> None:
    """From the first opening blast on, whatever is cancelled later; after another boot by the new clock."""
    bench = Bench().create()
    assert bench.view["began_at"] is None
    first = bench.open()
    bench.wait(1)
    bench.cancel()
    assert bench.view["began_at"] is None
    again = bench.open()
    assert first < again
    assert bench.view["began_at"] == again // 1_000_000
    bench.rest()
    bench.open()
    assert bench.view["began_at"] == again // 1_000_000
    run = bench.now - again
    bench.give(Interruption(bench.now, 500 * NS, same_clock=False))
    assert bench.view["began_at"] == (500 * NS - run) // 1_000_000


def test_bodies_are_told_what_to_get_ready_in_every_phase() -> None:
    """FC-29, FC-30: who plays alone, and who alone are knights."""
    bench = Bench().create(options={"deck": "paper"})
    told = {bench.phase: bench.view["get_ready"]}
    bench.open()
    told[bench.phase] = bench.view["get_ready"]
    bench.order("stop_round")
    told[bench.phase] = bench.view["get_ready"]
    bench.order("resume_round")
    bench.close()
    told[bench.phase] = bench.view["get_ready"]
    bench.rest()
    cards = ["foresight", "military_supremacy"]
    bench.order("correct", team="red", set={"cards": cards}, reason="x")
    bench.order("use_card", team="red", card="foresight")
    told[bench.phase] = bench.view["get_ready"]
    bench.order("use_card", team="red", card="military_supremacy")
    assert bench.view["get_ready"].endswith("only Red wear the band on the head")
    bench.order("start_round")
    told[bench.phase] = bench.view["get_ready"]
    assert told["head_start"].startswith("Red play;")
    assert told["ready"] == told["break"]
    assert set(told) == {"ready", "round", "stopped", "grace", "break", "head_start"}
    assert all(told.values())
    assert board(bench)["get_ready"] == told["head_start"]
    bench.order("end_match", reason="dark")
    assert bench.view["get_ready"] == ""


def test_fc_33_a_foul_of_the_list_is_noted_with_one_tap_and_counted() -> None:
    """FC-33: by team and by player, in words; kept when the round is cancelled, gone when it is struck."""
    bench = long_match()
    listed = {each["id"]: each["text"] for each in bench.view["fouls_list"]}
    assert len(listed) == 9
    bench.open()
    bench.order("note", team="red", player=2, foul="bad_tag")
    again = bench.order("note", team="red", foul="rough", text="twice")
    bench.order("note", team="red", player=2, foul="sent_off")
    assert bench.team("red")["fouls"] == {"count": 2, "sent_off": 1, "players": {"2": 2}}
    assert bench.team("blue")["fouls"] == {"count": 0, "sent_off": 0, "players": {}}
    assert "fouls" not in board(bench)["teams"][0]
    bench.cancel()
    assert bench.team("red")["fouls"]["count"] == 2
    lines = [str(bench.game.describe(bench.state, entry.events)) for entry in bench.record[-5:-2]]
    assert lines == [f"Red 2: {listed['bad_tag']}", f"Red: {listed['rough']} (twice)", "Red 2: sent off"]
    bench.strike([again], "another team")
    assert bench.team("red")["fouls"]["count"] == 1


def test_fc_33_what_is_no_foul_is_refused() -> None:
    """FC-33: one that the list does not have, one of nobody, and words that are not there."""
    bench = long_match()
    with pytest.raises(Unknown):
        bench.order("note", team="red", foul="sneezing")
    refused(bench, "FC-33", "note", foul="rough")
    with pytest.raises(Rejected, match="Say what happened, or tap one above"):
        bench.order("note", team="red", text="  ")


def test_fc_19_and_fc_28_the_crew_is_told_of_markers() -> None:
    """FC-19: a second marker for a city; FC-28: what Barbarians take; until they are ticked off."""
    bench = long_match()
    for hoop, owner in (("h5", "red"), ("h6", "blue"), ("h7", "blue")):
        building = "city" if hoop == "h7" else "settlement"
        bench.build(hoop, building, owner)
    bench.grant("red", wood=3, wheat=3, ore=1)
    bench.order("correct", team="green", set={"cards": ["barbarians"]}, reason="x")
    bench.order("buy", team="red", item="city")
    assert bench.view["markers"] == [{"hoop": "h5", "team": "red", "do": "add", "building": "city"}]
    assert "The crew has markers to change" in bench.view["warnings"]
    assert board(bench)["markers"] == bench.view["markers"]
    bench.order("use_card", team="green", card="barbarians", hoop="h7")
    added, taken = bench.view["markers"]
    assert taken == {"hoop": "h7", "team": "blue", "do": "remove", "building": "city"}
    refused(bench, "FC-19", "markers_set", hoops=["h6"])
    refused(bench, "FC-19", "markers_set", hoops=[])
    with pytest.raises(Unknown):
        bench.order("markers_set", hoops=["h99"])
    bench.order("markers_set", hoops=["h7"])
    assert bench.view["markers"] == [added]
    bench.open()
    bench.order("markers_set", hoops=["h5"])
    assert not bench.view["can"].get("markers_set")
    bench.cancel()
    assert bench.view["markers"] == [], "the crew has put it down, whatever becomes of the round"


def test_fc_28_a_city_that_falls_before_its_marker_is_down_needs_none() -> None:
    """FC-28: nothing is left to do."""
    bench = long_match()
    bench.build("h5", "settlement", "red")
    bench.grant("red", wood=3, wheat=3, ore=1)
    bench.order("correct", team="green", set={"cards": ["barbarians"]}, reason="x")
    bench.order("buy", team="red", item="city")
    bench.order("use_card", team="green", card="barbarians", hoop="h5")
    assert bench.hoop("h5")["building"] == "settlement"
    assert bench.view["markers"] == []


def test_fc_22_the_crew_is_told_up_to_what_size_each_pile_is_filled() -> None:
    """FC-22: higher piles first; the board tells it between rounds."""
    bench = long_match()
    bench.grant("red", ore=2, wood=1)
    bench.order("buy", team="red", item="knight")
    row = next(row for row in bench.view["refill"] if row["kind"] == "ore")
    sizes = {pile["id"]: pile["capacity"] for pile in bench.view["piles"]}
    assert [each["pile"] for each in row["fill"]] == row["piles"]
    assert [each["upto"] for each in row["fill"]] == [sizes[pile] for pile in row["piles"]]
    public = next(row for row in board(bench)["refill"] if row["kind"] == "ore")
    assert public == {"kind": "ore", "count": 2, "fill": row["fill"]}
    size = bench.view["field_size"]
    assert all(0 < pile["x"] < size["w"] and 0 < pile["y"] < size["h"] for pile in bench.view["piles"])


def test_fc_12_a_settlement_without_a_free_hoop_is_sold_after_a_warning() -> None:
    """FC-12."""
    bench = long_match()
    bench.grant("red", wood=3, wheat=2)
    assert "warn" not in bench.view["can"]["buy"]["red"]["settlement"]
    for number in range(4, 11):
        bench.build(f"h{number}", "settlement", "blue")
    assert bench.view["can"]["buy"]["red"]["settlement"]["warn"].startswith("No hoop is free")
    bench.order("buy", team="red", item="settlement")


def test_a_counted_ball_has_the_number_that_takes_it_back(tmp_path: Path) -> None:
    """FC-33: on the real referee, also after others were struck; the last that can be taken back is told."""
    with closing(FullContactMatch(tmp_path / "journal.sqlite3")) as match:
        match.do("create_match", game="full_contact", teams=TEAMS)
        assert match.view["undo"] is None
        match.begin()
        match.bring(h1="12", h2="3")
        one, two, three = match.view["counted"]
        assert one["seq"] < two["seq"] < three["seq"] == match.view["undo"]["seq"]
        match.do("strike", seq=two["seq"], reason="a slip")
        assert match.view["counted"] == [one, three]
        assert match.view["undo"] == {
            "seq": three["seq"],
            "text": "Blue brought brick to hoop 2",
            "team": "blue",
        }


def test_the_clock_of_the_break_is_the_referees_own_matter(tmp_path: Path) -> None:
    """FC-17: that it was held or lengthened stands in no public list."""
    with closing(FullContactMatch(tmp_path / "journal.sqlite3")) as match:
        match.do("create_match", game="full_contact", teams=TEAMS)
        match.play(h1="1")
        match.do("break_clock", hold=True)
        match.do("break_clock", seconds=30)
        told = [line["text"] for line in match.view["recent"]]
        assert told[:2] == ["Break held", "Break held"]
        assert [line["text"] for line in match.board["recent"]] == told[2:7]
        assert match.view["undo"]["text"] == "Red brought wood to hoop 1"
