"""What moves on the screen tells what changed, and never in place of the truth."""

import itertools
import json
from typing import Any

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldkit.games.full_contact.scoreboard.scenes import Moment
from hardware.scoreboard import scenes
from hardware.scoreboard.stage import (
    FLIGHT_S,
    GLOW_S,
    MAX_MOTIONS,
    MAX_SHADES,
    Animator,
    Flight,
    Gain,
    Glow,
    Motion,
    Picture,
    Stage,
    way,
)
from hardware.scoreboard.theme import SUN
from tests.support.scoreboard_views import NOW, URL, board

pytestmark = pytest.mark.slow

WOOD = {"hoop": "h2", "team": "blue", "kind": "wood", "at_clock": 5_000, "by": "hoop"}
ORE = {"hoop": "h6", "team": "yellow", "kind": "ore", "at_clock": 4_000, "by": "tablet"}
HELD = {"state": "held", "remaining": 5_300, "total": 8_000}
SIZE = (800, 480)


def picture(clock: dict[str, Any] | None = None, **changes: Any) -> Picture:
    view = board(**({} if clock is None else {"clock": clock})) | changes
    return scenes.read(json.dumps(view).encode(), "Field 1", URL).picture


def with_points(team: str, vp: int) -> list[dict[str, Any]]:
    return [each | ({"vp": vp} if each["id"] == team else {}) for each in board()["teams"]]


def moves(before: Picture, after: Picture) -> list[object]:
    """Return what starts to move between two pictures."""
    motion = Motion()
    motion.see(before, after, 1.0)
    return [move for move, _ in motion.under_way(1.0)]


class Screen:
    """A show on a surface, frame by frame at times the test says."""

    def __init__(self) -> None:
        self.surface = pygame.Surface(SIZE, 0, 32)
        self.show = Animator(Stage(SUN))

    def draw(self, picture: Picture, at: float, linked: bool = True) -> list[pygame.Rect] | None:
        return self.show.draw(self.surface, picture, linked, NOW, at)

    def pixels(self) -> bytes:
        return pygame.image.tobytes(self.surface, "RGB")


def test_a_counted_ball_flies_from_its_hoop_to_its_teams_card() -> None:
    assert moves(picture(counted=[WOOD]), picture(counted=[WOOD, ORE])) == [
        Flight("ore", "hoop h6", "yellow ore")
    ]


def test_two_like_balls_are_two_flights_and_a_struck_one_is_none() -> None:
    assert len(moves(picture(), picture(counted=[WOOD, WOOD]))) == 2
    assert moves(picture(counted=[WOOD, ORE]), picture(counted=[ORE])) == []


def test_points_won_rise_and_points_lost_sink() -> None:
    five, six, four = (picture(teams=with_points("red", vp)) for vp in (5, 6, 4))
    assert moves(five, six) == [Gain(1, "red beside")]
    assert moves(five, four) == [Gain(-1, "red beside")]
    rooms = {"red beside": pygame.Rect(100, 100, 60, 120)}
    canvas = Stage(SUN).whole(pygame.Surface(SIZE, 0, 32), five, NOW, True, {})
    canvas.places = rooms
    for points, later in ((2, -1), (-2, 1)):
        ways = [Gain(points, "red beside").draw(canvas, share) for share in (0.1, 0.9)]
        assert (ways[1].y - ways[0].y) * later > 0  # type: ignore[union-attr]
        assert all(rooms["red beside"].contains(each) for each in ways if each)


@pytest.mark.parametrize(
    "change", [{"phase": "grace"}, {"round": 8}, {"match": "m2"}], ids=lambda change: next(iter(change))
)
def test_nothing_flies_between_two_scenes(change: dict[str, Any]) -> None:
    assert moves(picture(), picture(counted=[WOOD], **change)) == []
    motion = Motion()
    motion.see(picture(), picture(counted=[WOOD]), 1.0)
    motion.see(picture(counted=[WOOD]), picture(counted=[WOOD], **change), 1.1)
    assert motion.under_way(1.1) == []


def test_the_newest_are_shown_when_too_much_comes_at_once() -> None:
    many = [WOOD | {"at_clock": number} for number in range(30)]
    assert len(moves(picture(), picture(counted=many))) == MAX_MOTIONS


@given(share=st.floats(-1, 2), x=st.integers(0, 2000), y=st.integers(0, 2000), lift=st.integers(0, 100))
def test_a_way_leads_from_start_to_end_and_rises_no_higher_than_said(
    share: float, x: int, y: int, lift: int
) -> None:
    start, end = (300, 900), (x, y)
    at = way(start, end, share, lift)
    assert min(300, x) <= at[0] <= max(300, x)
    assert min(900, y) - lift - 1 <= at[1] <= max(900, y)
    assert way(start, end, min(0.0, share), lift) == start
    assert way(start, end, max(1.0, share), lift) == end


def test_a_way_is_steady() -> None:
    xs = [way((0, 0), (1000, 0), share / 20, 0)[0] for share in range(21)]
    assert xs == sorted(xs)
    assert max(b - a for a, b in itertools.pairwise(xs)) < 80


def test_a_flight_takes_less_than_half_a_second() -> None:
    motion = Motion()
    motion.see(picture(), picture(counted=[WOOD]), 1.0)
    assert [share for _, share in motion.under_way(1.0 + FLIGHT_S / 2)] == [pytest.approx(0.5)]
    assert motion.under_way(1.5) == []


def test_the_figures_are_the_newest_from_the_first_frame_on() -> None:
    """The frame of a new view is the still picture of it, with the ball laid over at its hoop."""
    before = picture(clock=HELD)
    teams = [each | {"resources": each["resources"] | {"wood": 9}} for each in board()["teams"]]
    after = picture(clock=HELD, counted=[WOOD], teams=teams)
    screen, still = Screen(), pygame.Surface(SIZE, 0, 32)
    screen.draw(before, 1.0)
    assert screen.draw(after, 2.0) is None
    Stage(SUN).whole(still, after, NOW, True, dict.fromkeys((f"{id} wood" for id in _IDS), 1.0))
    drawn = Stage(SUN).whole(pygame.Surface(SIZE, 0, 32), after, NOW, True, {})
    hoop = drawn.places["hoop h2"].inflate(40, 40)
    different = [
        (x, y)
        for x in range(0, SIZE[0], 2)
        for y in range(0, SIZE[1], 2)
        if screen.surface.get_at((x, y)) != still.get_at((x, y))
    ]
    assert different
    assert all(hoop.collidepoint(point) for point in different)


_IDS = ("red", "blue", "green", "yellow")


def test_a_ball_leaves_no_trace_and_what_stands_still_is_not_drawn() -> None:
    after = picture(clock=HELD, counted=[WOOD])
    screen, plain = Screen(), Screen()
    screen.draw(picture(clock=HELD), 1.0)
    screen.draw(after, 2.0)
    seen = {screen.pixels()}
    for frame in range(1, 12):
        screen.draw(after, 2.0 + frame * 0.04)
        seen.add(screen.pixels())
        assert screen.show.moving(2.0 + frame * 0.04)
    assert len(seen) == 12
    assert screen.draw(after, 2.5)
    assert screen.draw(after, 2.54) == []
    assert not screen.show.moving(2.54)
    plain.draw(after, 1.0)
    assert screen.pixels() == plain.pixels()


def test_a_ball_is_drawn_on_its_way_only_where_it_was_and_is() -> None:
    after = picture(clock=HELD, counted=[WOOD])
    screen = Screen()
    screen.draw(picture(clock=HELD), 1.0)
    screen.draw(after, 2.0)
    before = screen.surface.copy()
    areas = screen.draw(after, 2.2)
    assert areas
    assert sum(area.width * area.height for area in areas) < SIZE[0] * SIZE[1] / 4
    for x in range(0, SIZE[0], 2):
        for y in range(0, SIZE[1], 2):
            if screen.surface.get_at((x, y)) != before.get_at((x, y)):
                assert any(area.collidepoint((x, y)) for area in areas)


def test_what_came_while_the_link_was_away_does_not_fly() -> None:
    screen, still = Screen(), Screen()
    after = picture(clock=HELD, counted=[WOOD])
    screen.draw(picture(clock=HELD), 1.0)
    screen.draw(picture(clock=HELD), 5.0, linked=False)
    screen.draw(after, 6.0)
    still.draw(after, 6.0)
    assert screen.pixels() == still.pixels()
    assert not screen.show.moving(6.0)


def test_a_ball_from_a_hoop_that_is_not_drawn_does_not_fly() -> None:
    screen = Screen()
    screen.draw(picture(clock=HELD), 1.0)
    assert screen.draw(picture(clock=HELD, counted=[WOOD | {"hoop": "h77"}]), 2.0) is None


def test_a_change_glows_for_a_moment_and_settles() -> None:
    glow = Glow()
    glow.see({"red points": 5}, 10.0)
    assert glow.levels(10.0) == {}
    glow.see({"red points": 6, "blue points": 1}, 11.0)
    assert glow.levels(11.0) == {"red points": 1.0}
    assert 0 < glow.levels(11.0 + GLOW_S / 2)["red points"] < 1
    assert glow.levels(11.0 + GLOW_S) == {}


def test_a_glow_costs_no_more_whole_pictures_than_it_has_shades() -> None:
    screen = Screen()
    screen.draw(picture(clock=HELD), 1.0)
    after = picture(clock=HELD, teams=with_points("red", 6))
    whole = [screen.draw(after, 2.0 + frame / 30) is None for frame in range(60)]
    assert MAX_SHADES - 1 <= sum(whole) <= MAX_SHADES + 1


def with_team(team: str, **changes: Any) -> list[dict[str, Any]]:
    return [each | (changes if each["id"] == team else {}) for each in board()["teams"]]


def test_what_a_team_builds_buys_or_plays_is_a_moment() -> None:
    def cried(**changes: Any) -> list[str]:
        found = moves(picture(target=8), picture(target=8, **changes))
        return [str(move.said) for move in found if isinstance(move, Moment)]

    hoops = [each | ({"building": "city"} if each["id"] == "h9" else {}) for each in board()["hoops"]]
    assert cried(hoops=hoops) == ["CITY for Otters!"]
    free = [
        each | ({"team": "red", "building": "settlement"} if each["id"] == "h7" else {}) for each in hoops
    ]
    assert cried(hoops=free) == ["SETTLEMENT for Foxes!", "CITY for Otters!"]
    assert cried(teams=with_team("blue", knights=2)) == ["KNIGHT for Herons!"]
    assert cried(teams=with_team("blue", used_cards=["robber"])) == ["Herons: Robber!"]
    assert cried(teams=with_team("yellow", vp=8)) == ["Badgers: 8 POINTS!"]
    assert cried(teams=with_team("yellow", vp=5)) == []


def test_a_moment_covers_the_events_for_two_seconds_and_nothing_else() -> None:
    teams = with_team("blue", knights=2)
    after, screen, plain = picture(clock=HELD, teams=teams), Screen(), Screen()
    screen.draw(picture(clock=HELD), 1.0)
    screen.draw(after, 2.0)
    plain.draw(after, 2.0)
    canvas = Stage(SUN).whole(pygame.Surface(SIZE, 0, 32), after, NOW, True, {})
    screen.draw(after, 3.9)
    assert screen.show.moving(3.9)
    different = [
        (x, y)
        for x in range(0, SIZE[0], 3)
        for y in range(0, SIZE[1], 3)
        if screen.surface.get_at((x, y)) != plain.surface.get_at((x, y))
    ]
    assert different
    assert all(canvas.places["events"].collidepoint(point) for point in different)
    screen.draw(after, 4.1)
    assert screen.pixels() == plain.pixels()
    assert not screen.show.moving(4.1)


def test_a_picture_that_stands_still_is_drawn_again_from_time_to_time_for_its_minutes() -> None:
    show, surface = Animator(Stage(SUN)), pygame.Surface(SIZE, 0, 32)
    held = picture(phase="break", clock={"state": "held", "remaining": 1_000, "total": 60_000})
    drawn = [show.draw(surface, held, True, NOW + late, late / 1000) for late in (0, 1_000, 20_000, 21_000)]
    assert drawn == [None, [], None, []]
