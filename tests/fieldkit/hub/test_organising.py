"""What organisers decide: teams, schedule, results, lots; what cannot be is refused and changes nothing."""

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from fieldkit.errors import Rejected, Unknown
from fieldkit.event.documents import PlannedMatch, Result, Team
from fieldkit.event.finals import blocking
from fieldkit.event.state import ScheduleDecision
from fieldkit.event.teams import read, write
from fieldkit.hub import admitting, confirming, organising
from fieldkit.hub.access import Person
from fieldkit.hub.confirming import CorrectedSide
from fieldkit.hub.desk import has_odd_places
from fieldkit.hub.hub import Hub
from fieldkit.hub.live import FieldView
from fieldkit.hub.organising import (
    Back,
    CallOff,
    CallOn,
    Clear,
    LateEntry,
    Move,
    NextFree,
    NoShow,
    Plan,
    PutBreak,
    SlotMinutes,
    Start,
)
from tests.support.hubs import SCHEDULE, SIDES, TEAMS, hub, plan, play, send, settings

ANN = Person("p-ann", "organiser", "Ann")
BEN = Person("p-ben", "referee", "Ben", "north")
CLEO = Person("p-cleo", "referee", "Cleo", "south")


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Hub]:
    with hub(f"sqlite:///{tmp_path / 'hub.sqlite3'}", tmp_path) as running:
        plan(running)
        yield running


@pytest.fixture
def of_two(tmp_path: Path) -> Iterator[Hub]:
    """Yield a hub whose results two people have to confirm."""
    with hub(f"sqlite:///{tmp_path / 'hub.sqlite3'}", tmp_path, settings(confirm=2)) as running:
        plan(running)
        yield running


def refused(code: str, act: Callable[[], object]) -> str:
    """Return the sentence with which something is refused."""
    with pytest.raises(Rejected) as found:
        act()
    assert found.value.code == code, str(found.value)
    return str(found.value)


def recorded(
    of: Hub,
    path: Path,
    field: str = "north",
    scheduled: str = "1",
    teams: tuple[str, ...] = ("foxes", "herons", "otters"),
    points: tuple[int, ...] = (3, 2, 1),
    end: bool = True,
) -> str:
    """Let a field play a match and send it; the match's id there."""
    match = play(path / field, teams, points, scheduled, end)
    send(of, field, path / field)
    of.follow()
    return match


def result(of: Hub, id: str = "1") -> Result:
    return of.facts().results[id]


def newest(of: Hub, id: str = "1") -> str:
    return result(of, id).versions[-1].id


def entered(of: Hub, id: str, *teams: str) -> None:
    """Enter a result by hand: places in this order."""
    scores = [CorrectedSide(team, 10 - place, place) for place, team in enumerate(teams, 1)]
    confirming.correct(of, id, scores, "from the paper", ANN)


def without(id: str) -> tuple[Team, ...]:
    return tuple(team for team in TEAMS if team.id != id)


# Teams


def test_teams_are_put_as_a_whole_and_refused_with_every_mistake(made: Hub) -> None:
    version = made.state.teams.version
    told = admitting.put_teams(made, (*TEAMS, Team("newts", "Newts", colour="red")), "Ann")
    assert (told.version, told.teams[-1].name) == (version + 1, "Newts")
    said = refused("teams", lambda: admitting.put_teams(made, (Team("a", ""), Team("a", "B;")), "Ann"))
    assert "team 1" in said
    assert "team 2" in said
    assert made.state.teams == told


def test_a_table_of_teams_goes_out_and_comes_in_again(made: Hub) -> None:
    before = made.state.teams.teams
    assert admitting.put_teams(made, read(write(before)), "Ann").teams == before


def test_a_team_in_the_schedule_is_not_left_out_of_the_list(made: Hub) -> None:
    said = refused("team_planned", lambda: admitting.put_teams(made, without("moles"), "Ann"))
    assert "Moles" in said
    organising.change(made, Clear(), "Ann")
    assert len(admitting.put_teams(made, without("moles"), "Ann").teams) == 5


def test_a_team_that_has_played_stays_in_the_list(made: Hub) -> None:
    entered(made, "2", "badgers", "larks", "moles")
    said = refused("team_played", lambda: admitting.put_teams(made, without("moles"), "Ann"))
    assert said == "The list lacks Moles: a team that has played stays in it."


def test_a_team_is_added_with_an_id_of_its_name(made: Hub) -> None:
    assert admitting.add_team(made, Team("", "Red Newts"), "Ann").id == "red-newts"
    assert admitting.add_team(made, Team("", "Newts", club="TSV"), "Ann") == Team(
        "newts", "Newts", club="TSV"
    )
    assert "needs a name" in refused("teams", lambda: admitting.add_team(made, Team("", " "), "Ann"))
    assert "line 10" in refused("teams", lambda: admitting.add_team(made, Team("", "newts"), "Ann"))
    assert len(made.state.teams.teams) == 8


def test_teams_check_in_and_out(made: Hub) -> None:
    admitting.check_in(made, "foxes", True, "Cy")
    admitting.check_in(made, "moles", True, "Cy")
    admitting.check_in(made, "foxes", False, "Cy")
    assert made.state.here == {"moles"}
    refused("unknown_team", lambda: admitting.check_in(made, "newts", True, "Cy"))


# The schedule


def test_balanced_rounds_are_made_of_the_teams_that_are_there(made: Hub) -> None:
    organising.change(made, NoShow("moles"), "Ann")
    told = organising.make_schedule(made, Plan(rounds=2, size=3, start="09:30", slot_minutes=15), "Ann")
    assert (told.start, told.slot_minutes, told.fields) == ("09:30", 15, ("north", "south"))
    assert {team for match in told.matches for team in match.teams} == {team.id for team in without("moles")}
    assert told.absent == ("moles",)


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        (Plan(rounds=11), "rounds"),
        (Plan(size=5), "size"),
        (Plan(fields=("west",)), "field"),
        (Plan(stage="final", size=8), "size"),
        (Plan(stage="final", size=6, advance=3), "advance"),
    ],
)
def test_a_schedule_that_cannot_be_is_refused(made: Hub, wanted: Plan, code: str) -> None:
    before = made.state.schedule
    refused(code, lambda: organising.make_schedule(made, wanted, "Ann"))
    assert made.state.schedule == before


def test_once_a_match_has_begun_no_other_schedule_is_made(made: Hub, tmp_path: Path) -> None:
    recorded(made, tmp_path, end=False)
    refused("begun", lambda: organising.make_schedule(made, Plan(rounds=2, size=3), "Ann"))
    refused("begun", lambda: organising.change(made, Clear(), "Ann"))
    refused("begun", lambda: organising.change(made, Move("1", 4, "south"), "Ann"))
    refused("begun", lambda: organising.change(made, CallOff("1"), "Ann"))
    refused("begun", lambda: organising.change(made, Start("11:00"), "Ann"))
    assert made.state.schedule.version == 1


def test_a_schedule_is_changed_again_and_again(made: Hub) -> None:
    for wanted in (Start("11:00"), PutBreak(1, 30), SlotMinutes(25), Move("3", 3, "south"), CallOff("2")):
        organising.change(made, wanted, "Ann")
    now = made.state.schedule
    assert (now.start, now.slot_minutes, now.breaks[0].minutes) == ("11:00", 25, 30)
    assert now.match("3") == PlannedMatch("3", 3, "south", ("foxes", "badgers", "larks"))
    assert [match.id for match in now.matches if match.called_off] == ["2"]
    organising.change(made, PutBreak(1, 0), "Ann")
    assert made.state.schedule.breaks == ()


def test_the_next_match_goes_to_the_field_that_is_free(made: Hub) -> None:
    refused("same", lambda: organising.change(made, NextFree("north"), "Ann"))
    entered(made, "1", "foxes", "herons", "otters")
    organising.change(made, CallOff("3"), "Ann")
    organising.change(made, NextFree("north"), "Ann")
    match = made.state.schedule.match("2")
    assert match is not None
    assert match.field == "north"


def test_a_match_that_was_called_off_is_played_after_all(made: Hub) -> None:
    organising.change(made, CallOff("2"), "Ann")
    organising.change(made, CallOn("2"), "Ann")
    assert made.state.schedule.match("2") == SCHEDULE.match("2")
    refused("not_called_off", lambda: organising.change(made, CallOn("2"), "Ann"))
    refused("match", lambda: organising.change(made, CallOn("9"), "Ann"))


def test_a_match_that_comes_back_finds_another_slot_where_its_own_is_taken(made: Hub) -> None:
    organising.change(made, CallOff("2"), "Ann")
    taken = PlannedMatch("4", 0, "south", ("moles", "larks", "badgers"))
    schedule = made.state.schedule
    more = msgspec.structs.replace(schedule, matches=(*schedule.matches, taken))
    made.decide(lambda state: ScheduleDecision(more), "Ann")
    organising.change(made, CallOn("2"), "Ann")
    back = made.state.schedule.match("2")
    # Badgers and Larks play in the slot after that too.
    assert back is not None
    assert (back.slot, back.field, back.called_off) == (2, "south", False)


def test_a_late_team_enters_and_an_absent_one_is_told_by_its_name(made: Hub) -> None:
    refused("unknown_team", lambda: organising.change(made, LateEntry("newts"), "Ann"))
    newts = admitting.add_team(made, Team("", "Newts"), "Ann")
    assert any(
        "newts" in match.teams for match in organising.change(made, LateEntry(newts.id), "Ann").matches
    )
    organising.change(made, NoShow("moles"), "Ann")
    said = refused("absent", lambda: organising.change(made, NoShow("moles"), "Ann"))
    assert said == "Moles is marked as absent already."
    organising.change(made, Back("moles"), "Ann")
    assert made.state.schedule.absent == ()


def test_a_field_that_joined_later_gets_matches(made: Hub) -> None:
    admitting.new_field(made, "west", "West", "Ann")
    told = organising.change(made, Move("3", 1, "west"), "Ann")
    assert told.fields == ("north", "south", "west")
    said = refused("field", lambda: organising.change(made, Move("3", 1, "east"), "Ann"))
    assert said == "There is no field east."


def test_a_field_that_plays_is_not_free(made: Hub, tmp_path: Path) -> None:
    recorded(made, tmp_path, end=False)
    said = refused("busy", lambda: organising.change(made, NextFree("north"), "Ann"))
    assert said == "North plays match 1: it is not free."


def test_a_result_that_counts_takes_the_place_of_what_its_field_shows(made: Hub, tmp_path: Path) -> None:
    match = recorded(made, tmp_path)
    sides = [{"id": side, "name": side, "score": 3} for side in SIDES[:3]]
    made.show(
        "north", FieldView("b", 1, 1.0, {"match": match, "stage": "over", "title": "Over", "sides": sides})
    )

    def shown() -> tuple[object, list[int]]:
        made.follow()
        document = made.files.get(made.event.id)
        assert document is not None
        frame = msgspec.json.decode(document.plain)["fields"][0]["frame"]
        return frame.get("official"), [side["score"] for side in frame["sides"]]

    assert shown() == (None, [3, 3, 3])
    places = [CorrectedSide("foxes", 1, 3), CorrectedSide("herons", 9, 1), CorrectedSide("otters", 4, 2)]
    confirming.correct(made, "1", places, "a ball was counted twice", ANN)
    assert shown() == (True, [1, 9, 4])
    made.show(
        "north", FieldView("b", 2, 1.0, {"match": "m2", "stage": "ready", "title": "Next", "sides": sides})
    )
    assert shown() == (None, [3, 3, 3])


# Rooms and finals


def all_entered(of: Hub) -> None:
    entered(of, "1", "foxes", "herons", "otters")
    entered(of, "2", "badgers", "larks", "moles")
    entered(of, "3", "foxes", "badgers", "larks")


def test_rooms_are_made_by_the_standings_once_they_are_settled(made: Hub) -> None:
    pytest.importorskip("scipy")
    entered(made, "1", "foxes", "herons", "otters")
    said = refused("unsettled", lambda: organising.make_schedule(made, Plan(stage="room"), "Ann"))
    assert said == "Rooms are made by the standings: confirm or call off 2, 3 first."
    all_entered(made)
    for name in ("Newts", "Owls"):
        admitting.add_team(made, Team("", name), "Ann")
    told = organising.make_schedule(made, Plan(stage="room"), "Ann")
    new = [match for match in told.matches if match.stage == "room"]
    everybody = sorted(team.id for team in made.state.teams.teams)
    assert sorted(team for match in new for team in match.teams) == everybody
    assert told.matches[:3] == SCHEDULE.matches
    assert {match.round for match in new} == {2}


def test_finals_are_filled_in_as_their_teams_become_known(made: Hub) -> None:
    organising.make_schedule(made, Plan(stage="final", size=4), "Ann")
    final = made.facts().schedule.match("F1")
    assert final is not None
    assert final.teams == ("place:1", "place:2", "place:3", "place:4")
    all_entered(made)
    for group in made.facts().standings.undrawn:
        confirming.draw_lots(made, group, "Ann")
    now = made.facts()
    final = now.schedule.match("F1")
    assert final is not None
    assert final.teams == tuple(row.team for row in now.standings.rows[:4])
    # What was decided keeps the places, so a corrected result moves the right team up.
    assert made.state.schedule.match("F1") != final
    entered(made, "3", "larks", "badgers", "foxes")
    again = made.facts()
    assert again.schedule.version > now.schedule.version
    assert again.schedule.matches[-1].teams != final.teams


def test_a_final_waits_for_the_lots_only_of_those_of_whom_not_all_play_it(made: Hub) -> None:
    organising.make_schedule(made, Plan(stage="final", size=3, advance=1), "Ann")
    for id, teams in (("1", ("foxes", "herons", "otters")), ("2", ("badgers", "larks", "moles"))):
        entered(made, id, *teams)
    organising.change(made, CallOff("3"), "Ann")
    level = made.facts().standings.undrawn
    assert level == (("badgers", "foxes"), ("herons", "larks"), ("moles", "otters"))
    now = made.facts()
    assert now.schedule.matches[-1].teams == ("badgers", "foxes", "place:3")
    assert blocking(now.schedule, now.results, now.standings) == [("herons", "larks")]
    organising.make_schedule(made, Plan(stage="final", size=4), "Ann")
    now = made.facts()
    assert set(now.schedule.matches[-1].teams) == {"foxes", "badgers", "herons", "larks"}
    assert blocking(now.schedule, now.results, now.standings) == []
    organising.make_schedule(made, Plan(stage="final", size=3, advance=1), "Ann")
    confirming.draw_lots(made, ("herons", "larks"), "Ann")
    first, _ = made.state.draws[-1].order
    assert made.facts().schedule.matches[-1].teams == ("badgers", "foxes", first)


def test_finals_are_made_again_until_one_has_begun(made: Hub) -> None:
    organising.make_schedule(made, Plan(stage="final", size=4), "Ann")
    told = organising.make_schedule(made, Plan(stage="final", size=3, advance=1), "Ann")
    assert [match.id for match in told.matches] == ["1", "2", "3", "F1"]
    all_entered(made)
    entered(made, "F1", *made.facts().schedule.matches[-1].teams)
    refused("begun", lambda: organising.make_schedule(made, Plan(stage="final", size=4), "Ann"))
    refused("begun", lambda: organising.change(made, organising.TakeOutFinals(), "Ann"))
    refused("finals", lambda: organising.make_schedule(made, Plan(stage="room"), "Ann"))


def test_a_plan_says_what_it_would_come_to_and_finals_can_be_taken_out(made: Hub) -> None:
    before = made.state
    told = organising.outlook(made, Plan(stage="final", size=6, start=None), "Ann")
    assert [each.id for each in told.matches] == ["F1", "F2", "F3"]
    assert told.matches[0].teams == ("place:1", "place:4", "place:5")
    assert (told.starts, told.ends) == (("11:00", "11:00", "11:40"), "12:00")
    assert told.idle == {"north": 1, "south": 2}
    assert made.state == before
    organising.make_schedule(made, Plan(stage="final", size=6), "Ann")
    assert organising.change(made, organising.TakeOutFinals(), "Ann").matches == SCHEDULE.matches


# Results


def test_a_result_counts_once_it_is_confirmed(made: Hub, tmp_path: Path) -> None:
    recorded(made, tmp_path)
    assert not result(made).confirmed
    assert confirming.confirm(made, "1", newest(made), BEN).confirmed
    assert made.facts().counts("1") == newest(made)
    said = refused("confirmed", lambda: confirming.confirm(made, "1", newest(made), ANN))
    assert said == "Match 1 is confirmed already."


def test_a_confirmation_is_taken_back_until_a_match_that_follows_has_begun(made: Hub, tmp_path: Path) -> None:
    recorded(made, tmp_path)
    refused("not_confirmed", lambda: confirming.take_back(made, "1", ANN))
    confirming.confirm(made, "1", newest(made), ANN)
    refused("other_person", lambda: confirming.take_back(made, "1", BEN))
    confirming.take_back(made, "1", ANN)
    assert not result(made).confirmed
    assert made.facts().sayers("1", newest(made)) == set()
    confirming.confirm(made, "1", newest(made), BEN)
    organising.make_schedule(made, Plan(stage="final", size=3, advance=1), "Ann")
    entered(made, "2", "badgers", "larks", "moles")
    entered(made, "3", "foxes", "badgers", "larks")
    entered(made, "F1", *made.facts().schedule.matches[-1].teams)
    refused("begun", lambda: confirming.take_back(made, "1", ANN))


def test_a_referee_confirms_only_what_their_field_played(made: Hub, tmp_path: Path) -> None:
    recorded(made, tmp_path)
    said = refused("other_field", lambda: confirming.confirm(made, "1", newest(made), CLEO))
    assert said == "That was played on North: its own referee or an organiser confirms it."
    entered(made, "1", "otters", "foxes", "herons")
    number = made.state.corrections["1"][0]
    refused("other_field", lambda: confirming.confirm(made, "1", f"corrected.{number}", CLEO))


def test_a_referee_does_not_confirm_a_match_that_was_planned_on_another_field(
    made: Hub, tmp_path: Path
) -> None:
    """A field that says it has played another's match is believed by an organiser alone."""
    recorded(made, tmp_path, "south")
    said = refused("other_field", lambda: confirming.confirm(made, "1", newest(made), CLEO))
    assert said == "Match 1 was planned on North: an organiser confirms it."
    assert confirming.confirm(made, "1", newest(made), ANN).confirmed


def test_nor_a_correction_of_it(made: Hub, tmp_path: Path) -> None:
    recorded(made, tmp_path, "south")
    (version,) = made.shown.results["1"].versions
    places = [
        confirming.CorrectedSide(each.team, each.score, at) for at, each in enumerate(version.scores, 1)
    ]
    confirming.correct(made, "1", places, "they told us", ANN)
    said = refused(
        "other_field", lambda: confirming.confirm(made, "1", f"corrected.{made.facts().state.n}", CLEO)
    )
    assert said == "Match 1 was planned on North: an organiser confirms it."


def test_a_winner_with_fewer_points_is_pointed_out(made: Hub, tmp_path: Path) -> None:
    recorded(made, tmp_path, "north")
    before = made.facts().results["1"].versions[0]
    scores = [msgspec.structs.replace(one, score=one.place) for one in before.scores]
    odd = msgspec.structs.replace(before, scores=tuple(scores))
    assert (has_odd_places(before), has_odd_places(odd)) == (False, True)


def test_where_two_have_to_confirm_a_person_counts_once(of_two: Hub, tmp_path: Path) -> None:
    recorded(of_two, tmp_path)
    assert not confirming.confirm(of_two, "1", newest(of_two), BEN).confirmed
    said = refused("same_person", lambda: confirming.confirm(of_two, "1", newest(of_two), BEN))
    assert said == "You have confirmed match 1 already: a second person must do it too."
    assert confirming.confirm(of_two, "1", newest(of_two), ANN).confirmed


def test_a_correction_is_a_confirmation_of_who_makes_it(of_two: Hub) -> None:
    entered(of_two, "1", "foxes", "herons", "otters")
    id = f"corrected.{of_two.state.corrections['1'][0]}"
    assert not result(of_two).confirmed
    refused("same_person", lambda: confirming.confirm(of_two, "1", id, ANN))
    assert confirming.confirm(of_two, "1", id, BEN).confirmed
    refused("unknown_version", lambda: confirming.confirm(of_two, "1", "corrected.1", BEN))


def test_what_was_confirmed_stays_when_a_field_sends_something_else(made: Hub, tmp_path: Path) -> None:
    recorded(made, tmp_path)
    confirming.confirm(made, "1", newest(made), ANN)
    recorded(made, tmp_path, points=(1, 2, 3))
    assert result(made).disputed
    assert [score.team for score in result(made).scores] == ["foxes", "herons", "otters"]
    confirming.confirm(made, "1", newest(made), ANN)
    assert [score.team for score in result(made).scores] == ["otters", "herons", "foxes"]


def test_only_a_version_that_there_is_can_be_confirmed(made: Hub, tmp_path: Path) -> None:
    recorded(made, tmp_path)
    refused("unknown_version", lambda: confirming.confirm(made, "1", "north.1.m1.00000000", ANN))
    refused("unknown_match", lambda: confirming.confirm(made, "9", newest(made), ANN))
    before = made.state.n
    refused("unknown_version", lambda: confirming.confirm(made, "2", newest(made), ANN))
    assert made.state.n == before


def test_a_correction_lies_above_and_can_be_taken_back(made: Hub, tmp_path: Path) -> None:
    recorded(made, tmp_path)
    first = newest(made)
    entered(made, "1", "otters", "foxes", "herons")
    first_now = result(made).scores[0]
    assert (first_now.team, first_now.side) == ("otters", "green")
    refused("corrected", lambda: confirming.confirm(made, "1", first, ANN))
    confirming.correct(made, "1", [], "it was right", ANN)
    assert not result(made).confirmed
    refused("not_corrected", lambda: confirming.correct(made, "1", [], "again", ANN))
    assert confirming.confirm(made, "1", first, ANN).confirmed


@pytest.mark.parametrize(
    ("scores", "reason", "code"),
    [
        ([("foxes", 3, 1), ("herons", 2, 2), ("otters", 1, 3)], " ", "reason"),
        ([("foxes", 3, 1), ("herons", 2, 2)], "so", "teams"),
        ([("foxes", 3, 1), ("herons", 2, 2), ("moles", 1, 3)], "so", "teams"),
        ([("foxes", 3, 1), ("herons", 2, 2), ("herons", 1, 3)], "so", "teams"),
        ([("foxes", 3, 1), ("herons", 2, 1), ("otters", 1, 2)], "so", "places"),
        ([("foxes", 3, 0), ("herons", 2, 1), ("otters", 1, 2)], "so", "places"),
        ([("foxes", 10**7, 1), ("herons", 2, 2), ("otters", 1, 3)], "so", "score"),
    ],
)
def test_a_correction_that_cannot_be_is_refused(
    made: Hub, scores: list[tuple[str, int, int]], reason: str, code: str
) -> None:
    given = [CorrectedSide(*each) for each in scores]
    refused(code, lambda: confirming.correct(made, "1", given, reason, ANN))
    assert "1" not in made.state.corrections


def test_places_may_be_shared(made: Hub) -> None:
    given = [CorrectedSide("foxes", 5, 1), CorrectedSide("herons", 5, 1), CorrectedSide("otters", 1, 3)]
    found = confirming.correct(made, "1", given, "a tie", ANN)
    assert found is not None
    assert [score.place for score in found.scores] == [1, 1, 3]


def test_a_match_that_was_called_off_has_no_result(made: Hub) -> None:
    organising.change(made, CallOff("2"), "Ann")
    refused("called_off", lambda: entered(made, "2", "badgers", "larks", "moles"))


# Matches that were not scheduled


def test_a_match_is_attached_and_taken_off_again(made: Hub, tmp_path: Path) -> None:
    match = recorded(made, tmp_path, scheduled="")
    sides = {"red": "foxes", "blue": "herons", "green": "otters"}
    confirming.attach(made, "north", match, "1", sides, "Ann")
    assert [score.team for score in result(made).scores] == ["foxes", "herons", "otters"]
    confirming.attach(made, "north", match, "", {}, "Ann")
    assert "1" not in made.facts().results
    confirming.attach(made, "north", match, "1", sides, "Ann")
    confirming.confirm(made, "1", newest(made), ANN)
    said = refused("confirmed", lambda: confirming.attach(made, "north", match, "", {}, "Ann"))
    assert said == "It is confirmed as the result of match 1: correct that match instead."


@pytest.mark.parametrize(
    ("match", "scheduled", "sides", "code"),
    [
        ("m1", "9", {"red": "foxes", "blue": "herons", "green": "otters"}, "unknown_match"),
        ("m9", "1", {"red": "foxes", "blue": "herons", "green": "otters"}, "no_match"),
        ("m1", "1", {"red": "foxes", "blue": "herons"}, "sides"),
        ("m1", "1", {"red": "foxes", "blue": "herons", "green": "herons"}, "sides"),
        ("m1", "1", {"red": "foxes", "blue": "herons", "green": "newts"}, "unknown_team"),
    ],
)
def test_a_match_is_attached_only_as_it_can_have_been(
    made: Hub, tmp_path: Path, match: str, scheduled: str, sides: dict[str, str], code: str
) -> None:
    assert recorded(made, tmp_path, scheduled="") == "m1"
    refused(code, lambda: confirming.attach(made, "north", match, scheduled, sides, "Ann"))
    assert made.facts().results == {}


# Lots


def test_lots_are_drawn_once_among_teams_that_are_level(made: Hub) -> None:
    entered(made, "1", "foxes", "herons", "otters")
    entered(made, "2", "badgers", "larks", "moles")
    said = refused("not_level", lambda: confirming.draw_lots(made, ["foxes", "herons"], "Ann"))
    assert said == "Foxes, Herons are not level on everything: there is nothing to draw."
    drawn = confirming.draw_lots(made, ["foxes", "badgers"], "Ann")
    assert sorted(drawn.order) == ["badgers", "foxes"]
    rows = made.facts().standings.rows
    assert [row.team for row in rows[:2]] == list(drawn.order)
    refused("drawn", lambda: confirming.draw_lots(made, ["badgers", "foxes"], "Ann"))
    refused("unknown_team", lambda: confirming.draw_lots(made, ["newts", "foxes"], "Ann"))


# Fields, people, screens


def test_a_field_gets_keys_of_its_own(made: Hub) -> None:
    key = admitting.new_field(made, "west", "West", "Ann")
    assert made.access.is_key(key, "west")
    assert not made.access.is_key(key, "north")
    more = admitting.new_key(made, "west")
    (first, _) = [one for one in made.access.listed() if one.field == "west"]
    admitting.revoke(made, first.id)
    assert [made.access.is_key(each, "west") for each in (key, more)].count(True) == 1
    refused("revoked", lambda: admitting.revoke(made, first.id))
    refused("unknown_access", lambda: admitting.revoke(made, "k-none"))


@pytest.mark.parametrize(
    ("id", "name", "code"),
    [("north", "Other", "field_taken"), ("west", "north", "field_taken"), ("We st", "West", "bad_id"),
     ("west", " ", "bad_name")],
)  # fmt: skip
def test_a_field_that_cannot_be_is_refused(made: Hub, id: str, name: str, code: str) -> None:
    refused(code, lambda: admitting.new_field(made, id, name, "Ann"))
    assert list(made.state.fields) == ["north", "south"]


def test_an_event_has_at_most_32_fields(made: Hub) -> None:
    for n in range(3, 33):
        admitting.new_field(made, f"f{n}", f"Field {n}", "Ann")
    refused("too_many", lambda: admitting.new_field(made, "west", "West", "Ann"))
    assert len(made.state.fields) == 32


def test_another_kit_takes_over_a_field(made: Hub, tmp_path: Path) -> None:
    recorded(made, tmp_path)
    assert admitting.new_kit(made, "north", "the card broke", "Ann") == 2
    other = tmp_path / "other"
    play(other, ("foxes", "badgers", "larks"), (3, 2, 1), "3")
    send(made, "north", other)
    made.follow()
    assert set(made.facts().results) == {"1", "3"}
    refused("reason", lambda: admitting.new_kit(made, "north", " ", "Ann"))
    refused("no_field", lambda: admitting.new_kit(made, "west", "so", "Ann"))


def test_people_get_pins_and_a_referee_a_field(made: Hub) -> None:
    id, pin = admitting.new_person(made, "referee", "Ben", "north")
    assert made.access.made(pin) == replace(BEN, id=id)
    refused("no_field", lambda: admitting.new_person(made, "referee", "Dan", ""))
    refused("unknown_role", lambda: admitting.new_person(made, "crew", "Dan", "north"))
    refused("unknown_role", lambda: admitting.new_person(made, "king", "Dan"))
    listed = {one["name"]: one for one in admitting.keys(made)}
    assert listed["Ben"]["role"] == "referee"
    assert not any("secret" in one or pin in one.values() for one in listed.values())


def test_screens_that_nobody_needs_make_room(made: Hub) -> None:
    for number in range(admitting.MAX_SCREENS):
        at = f"2026-01-01T00:{number % 60:02}:00+00:00"
        made.store.set_screen(made.event.id, f"gone-{number:03}", name="gone", at=at)
    admitting.assign_screen(made, "gone-000", "queue")
    assert admitting.meet_screen(made, "hall", "Hall") == ""
    left = {one["id"] for one in admitting.screens(made)}
    assert len(left) == admitting.MAX_SCREENS
    assert {"gone-000", "hall"} <= left
    assert "gone-060" not in left


def test_made_up_screens_keep_no_true_one_out(made: Hub) -> None:
    admitting.meet_screen(made, "tv", "TV", "venue")
    admitting.meet_screen(made, "hall", "Hall", "bad")
    admitting.assign_screen(made, "hall", "queue")
    for number in range(admitting.MAX_SCREENS):
        admitting.meet_screen(made, f"fake-{number}", "fake", "bad")
    admitting.meet_screen(made, "foyer", "Foyer", "venue")
    left = {one["id"] for one in admitting.screens(made)}
    assert len(left) == admitting.MAX_SCREENS
    assert {"tv", "hall", "foyer"} <= left


def test_screens_say_that_they_are_there_and_show_what_they_are_told(made: Hub) -> None:
    assert admitting.meet_screen(made, "hall", "Hall, left") == ""
    admitting.assign_screen(made, "hall", "field:south")
    assert admitting.meet_screen(made, "hall", "Hall, left") == "field:south"
    assert admitting.screens(made) == [
        {"id": "hall", "name": "Hall, left", "show": "field:south", "here": True}
    ]
    with pytest.raises(Unknown):
        admitting.assign_screen(made, "hall", "field:west")
    with pytest.raises(Unknown):
        admitting.assign_screen(made, "foyer", "queue")
    with pytest.raises(Rejected):
        admitting.meet_screen(made, "Hall 1", "x")
