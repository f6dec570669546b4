"""Catan Big Game on the hall's screens: every scene at every size, what it says, and its clock."""

import json
from typing import Any

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect

from fieldkit.errors import Misread
from fieldkit.games.big_game.scoreboard.board import places
from fieldkit.games.big_game.scoreboard.parts import WARN_MS, panel_parts
from fieldkit.games.big_game.scoreboard.scenes import HallPicture, read
from fieldkit.games.big_game.scoreboard.shapes import GROUNDS
from fieldkit.games.big_game.state import STAGES
from hardware.scoreboard import scenes
from hardware.scoreboard.draw import Canvas
from hardware.scoreboard.stage import Animator, Stage
from hardware.scoreboard.theme import SUN, contrast
from tests.hardware.scoreboard.test_scenes import clashes, figures, outside, words
from tests.support.hall_views import HALL_SCENES, LONG_NAME, WIDE_NAME, hall, hall_board, won
from tests.support.scoreboard_views import NOW, SIZES, URL, draw

pytestmark = pytest.mark.slow

HALL_SIZES = (*SIZES, (640, 360))
CUT = {"hall_over_wide"}
"""A name and a club of 32 Ws may be cut on the smallest screens."""


def picture(view: dict[str, Any]) -> HallPicture:
    """Return the picture of a board."""
    return read(json.dumps(view).encode(), URL)


def said(view: dict[str, Any], stages: dict[str, Stage], size: tuple[int, int] = (1920, 1080)) -> str:
    """All words and numbers on the screen, in the order they were drawn."""
    canvas = draw(view, size, stage=stages["sun"])
    return " | ".join(box.what for box in canvas.boxes if box.sort in ("text", "figure"))


def test_there_is_a_scene_of_every_phase() -> None:
    assert {view["phase"] for view in HALL_SCENES.values()} == set(STAGES)


@pytest.mark.parametrize("scene", HALL_SCENES)
def test_nothing_is_cut_too_small_on_another_or_off_the_screen(
    stages: dict[str, Stage], scene: str, sizes: dict[str, int]
) -> None:
    """Each scene at each size; the themes, which move nothing, take turns."""
    for turn, size in enumerate(HALL_SIZES, list(HALL_SCENES).index(scene)):
        canvas = draw(HALL_SCENES[scene], size, stage=stages[("sun", "dusk")[turn % 2]])
        assert canvas.boxes
        assert not clashes(canvas), size
        assert not outside(canvas), size
        shown = words(canvas)
        assert scene in CUT or not [word for word in shown if "…" in word], size
        assert not {word: sizes[word] for word in shown if sizes[word] < canvas.unit / 30}, size


@pytest.mark.parametrize("scene", HALL_SCENES)
def test_without_a_link_the_banner_covers_nothing(stages: dict[str, Stage], scene: str) -> None:
    for size in ((1280, 720), (1080, 1920), (640, 360)):
        canvas = draw(HALL_SCENES[scene], size, stage=stages["sun"], linked=False)
        assert "No link to the kit" in words(canvas)[0]
        assert not clashes(canvas), size
        assert not outside(canvas), size


def test_the_line_of_fair_dice_has_its_place_below_all(stages: dict[str, Stage]) -> None:
    fair = {"fair": {"hash": "3f9a22c1" * 8, "version": 1, "words": "", "used": 4}}
    for scene in ("hall_sun", "hall_robbers_moved", "hall_over"):
        for size in HALL_SIZES:
            canvas = draw(HALL_SCENES[scene] | fair, size, stage=stages["sun"])
            assert words(canvas)[0].startswith("Fair dice: 3f9a"), size
            assert not clashes(canvas), size
            assert not outside(canvas), size


@pytest.mark.parametrize("number", range(2, 13))
@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (640, 360)])
def test_the_sum_is_more_than_half_as_high_as_the_screen(
    stages: dict[str, Stage], number: int, size: tuple[int, int]
) -> None:
    """BG-3: one roll for everybody, read from 60 m."""
    dice = (max(1, number - 6), min(6, number - 1))
    canvas = draw(hall_board(hall(dice=dice)), size, stage=stages["sun"])
    giant = max(figures(canvas), key=lambda box: box.rect.height)
    assert giant.what == str(number)
    assert giant.rect.height >= size[1] * 0.54
    assert places(canvas).centre.contains(giant.rect)
    assert {f"die {dice[0]}", f"die {dice[1]}"} <= {box.what for box in canvas.boxes}


SAID = {
    "hall_registration": ("WELCOME", "874", "of 1098 seats are taken", "224", "free seats", URL, "steward"),
    "hall_rehearsal": ("REHEARSAL", "nothing of it counts"),
    "hall_sun": (
        "SUN",
        "trades, builds",
        "Moon deals out",
        "TURN 17",
        "41",
        "25",
        "Moon, turn 18",
        "both on the 8",
    ),
    "hall_moon": ("MOON", "Sun deals out", "TURN 18", "Sun, turn 19"),
    "hall_all": ("ALL", "trade, build", "each deals out", "18", "next | Turn 6"),
    "hall_seven": ("8 cards or more:", "discard half", "DISCARD", "both in their deserts"),
    "hall_robbers": ("8 cards or more:", "discard half", "DISCARD", "both on the 5"),
    "hall_robbers_moved": ("ROBBERS", "MOVE", "one on the 12,", "the other in its desert"),
    "hall_held": ("Clock stopped", "23", "hands off", "the boards"),
    "hall_ended": ("TIME", "IS UP", "Moon is next", "turn is over"),
    "hall_judging": ("CLAIMS ARE", "BEING JUDGED", "2 claims", "hands off"),
    "hall_won": ("A CLAIM IS", "CONFIRMED", "hands off", "the boards"),
    "hall_break": ("BREAK", "12:34", "then Sun, turn 19"),
    "hall_break_open": ("BREAK", "then Sun, turn 19"),
    "hall_final": ("TIME", "IS UP", "The best claim form wins", "A claim is being judged"),
    "hall_over": (
        "Winner",
        "WINS",
        "for Sun",
        "Mara Lind",
        "31 A Sun",
        "25",
        "61",
        "turns",
        "1096 players at 549 boards",
    ),
    "hall_over_nobody": ("The hall is over", "nobody has won"),
}


@pytest.mark.parametrize("scene", SAID)
@pytest.mark.parametrize("size", [(1920, 1080), (1080, 1920)])
def test_each_phase_says_what_everybody_must_know(
    stages: dict[str, Stage], scene: str, size: tuple[int, int]
) -> None:
    """BG-3 to BG-6 and BG-12, without a word of anybody."""
    shown = said(HALL_SCENES[scene], stages, size)
    assert not [words for words in SAID[scene] if words not in shown], shown


def test_no_clock_runs_on_the_screens_before_the_discards_are_done(stages: dict[str, Stage]) -> None:
    """BG-5: on a 7 the clock waits for the conductor."""
    for scene in ("hall_seven", "hall_robbers", "hall_robbers_moved"):
        assert not picture(HALL_SCENES[scene]).running
        canvas = draw(HALL_SCENES[scene], (1920, 1080), stage=stages["sun"])
        around = panel_parts(canvas, places(canvas).panel)[1]
        assert not [box for box in figures(canvas) if around.contains(box.rect)]


@pytest.mark.parametrize("size", HALL_SIZES)
def test_names_of_any_width_are_held(stages: dict[str, Stage], size: tuple[int, int]) -> None:
    for name in (LONG_NAME, WIDE_NAME, "ÀÇ¿" * 8, "g"):
        for step in ("ended", "over"):
            canvas = draw(hall_board(won(name, name, step)), size, stage=stages["sun"])
            assert not clashes(canvas), name
            assert not outside(canvas), name
    assert LONG_NAME in " ".join(words(draw(hall_board(won(LONG_NAME)), size, stage=stages["sun"])))


def test_only_the_robbers_strip_of_a_move_that_is_news_is_bright(stages: dict[str, Stage]) -> None:
    """BG-6: the sentence stands in its place in every phase of a turn."""
    for scene, view in HALL_SCENES.items():
        if view["phase"] in ("registration", "over", "alarm"):
            continue
        canvas = draw(view, (1280, 720), stage=stages["sun"])
        strip = places(canvas).strip
        ground = tuple(canvas.surface.get_at((strip.right - 3, strip.bottom - 3))[:3])
        assert ground == (SUN.plate_edge if view["robbers"]["moved"] else SUN.plate), scene
        sentence = [box for box in canvas.boxes if box.what == view["robbers"]["text"]]
        assert len(sentence) == 1
        assert strip.contains(sentence[0].rect), scene


def test_a_groups_word_never_lies_on_its_colour(stages: dict[str, Stage]) -> None:
    for scene in ("hall_sun", "hall_moon", "hall_all", "hall_over", "hall_break"):
        for size in ((1920, 1080), (1080, 1920)):
            canvas = draw(HALL_SCENES[scene], size, stage=stages["sun"])
            ground = places(canvas).ground
            on_it = [box for box in canvas.boxes if box.sort != "icon" and ground.colliderect(box.rect)]
            assert not on_it, scene


def test_the_ground_and_the_caps_tell_whose_turn_it_was(stages: dict[str, Stage]) -> None:
    """BG-3: Sun and Moon alternate; with the variant of all both are on each."""
    for scene, marks in (("hall_sun", {"sun"}), ("hall_moon", {"moon"}), ("hall_all", {"sun", "moon"})):
        canvas = draw(HALL_SCENES[scene], (1920, 1080), stage=stages["dusk"])
        at = places(canvas)
        corners = (at.ground.topleft, (at.ground.right - 1, at.ground.bottom - 1))
        seen = {tuple(canvas.surface.get_at(corner)[:3]) for corner in corners}
        assert seen == {GROUNDS[group] for group in marks}  # type: ignore[index]
        assert {box.what for box in canvas.boxes if at.ground.contains(box.rect)} == marks
        caps = [box.what for box in canvas.boxes if at.rolls.contains(box.rect) and box.sort == "icon"]
        expected = ["mark-sun", "mark-moon"] * 5 if len(marks) == 2 else caps
        assert caps == expected
        assert caps[-1].removeprefix("mark-") in marks


def test_this_turns_bar_alone_is_in_ink(stages: dict[str, Stage]) -> None:
    canvas = draw(HALL_SCENES["hall_moon"], (1920, 1080), stage=stages["sun"])
    room = places(canvas).sums
    labels = {box.what: box.rect for box in canvas.boxes if box.sort == "text" and room.contains(box.rect)}
    assert list(labels) == [str(number) for number in range(2, 13)]
    row = min(label.top for label in labels.values()) - canvas.px(0.014)
    inked = [
        number
        for number, label in labels.items()
        if tuple(canvas.surface.get_at((label.centerx, row))[:3]) == SUN.ink
    ]
    assert inked == ["11"]


def ring_of(canvas: Canvas) -> Rect:
    """Where the ring of the clock is."""
    return panel_parts(canvas, places(canvas).panel)[1]


def test_the_clock_is_told_from_its_end_also_without_a_link(stages: dict[str, Stage]) -> None:
    """BG-5: no word of the kit is needed while it runs."""
    view = HALL_SCENES["hall_sun"]
    surface, shown = pygame.Surface((1280, 720), 0, 32), picture(view)
    show = Animator(Stage(SUN))
    assert show.draw(surface, shown, True, NOW, 0.0) is None
    assert show.draw(surface, shown, False, NOW + 20_000, 20.0) is None
    before = surface.copy()
    areas = show.draw(surface, shown, False, NOW + 33_000, 33.0)
    assert areas
    ring = areas[0]
    drawn = [pygame.image.tobytes(each.subsurface(ring), "RGB") for each in (before, surface)]
    assert drawn[0] != drawn[1]
    canvas = Stage(SUN).whole(pygame.Surface((1280, 720), 0, 32), shown, NOW + 40_300, False, {})
    assert [box.what for box in figures(canvas) if ring_of(canvas).contains(box.rect)] == ["1"]
    canvas = Stage(SUN).whole(pygame.Surface((1280, 720), 0, 32), shown, NOW + 90_000, False, {})
    assert [box.what for box in figures(canvas) if ring_of(canvas).contains(box.rect)] == ["0"]


def test_the_last_ten_seconds_fill_the_ring(stages: dict[str, Stage]) -> None:
    shown = picture(HALL_SCENES["hall_sun"])
    ends = shown.board["clock"].get("ends_at", 0)
    grounds = []
    for left in (WARN_MS + 100, WARN_MS):
        canvas = Stage(SUN).whole(pygame.Surface((1920, 1080), 0, 32), shown, ends - left, True, {})
        around = ring_of(canvas)
        beside = (around.left + around.width // 5, around.centery + around.height // 8)
        grounds.append(tuple(canvas.surface.get_at(beside)[:3]))
    assert grounds == [SUN.bar, SUN.clock]
    assert contrast(SUN.clock, SUN.plate_ink) >= 12
    assert contrast(SUN.clock, SUN.bar) >= 12


@pytest.mark.parametrize(("left", "spots"), [(55, "yyyy"), (41, "yyyn"), (20, "ynnn"), (0, "nnnn")])
def test_the_ring_empties_clockwise(left: int, spots: str) -> None:
    canvas = Stage(SUN).whole(
        pygame.Surface((1920, 1080), 0, 32), picture(hall_board(hall(left=left))), NOW, True, {}
    )
    around = ring_of(canvas)
    rim = around.width * 0.455
    offsets = [
        (rim * 0.7, -rim * 0.7),
        (rim * 0.7, rim * 0.7),
        (-rim * 0.7, rim * 0.7),
        (-rim * 0.7, -rim * 0.7),
    ]
    seen = [
        tuple(canvas.surface.get_at((round(around.centerx + x), round(around.centery + y)))[:3]) == SUN.clock
        for x, y in offsets
    ]
    assert "".join("y" if is_there else "n" for is_there in seen) == spots


def test_a_break_counts_down_in_the_middle(stages: dict[str, Stage]) -> None:
    shown = picture(HALL_SCENES["hall_break"])
    assert shown.running
    canvas = Stage(SUN).whole(pygame.Surface((1920, 1080), 0, 32), shown, NOW + 700_000, True, {})
    assert "0:54" in [box.what for box in figures(canvas)]
    assert not picture(HALL_SCENES["hall_break_open"]).running


def test_a_roll_glows_and_nothing_flies() -> None:
    one, other = picture(HALL_SCENES["hall_sun"]), picture(HALL_SCENES["hall_moon"])
    assert one.figures() != other.figures()
    assert other.moves(one) == ()
    assert picture(HALL_SCENES["hall_ended"]).figures() == {}


def test_the_game_is_found_by_its_name_and_rubbish_is_misread() -> None:
    assert scenes.scenes_of("big_game") is read
    for wrong in ({"phase": "dancing"}, {"dice": [0, 9]}, {"sum": 13}, {"turn": {"group": "stars"}}):
        with pytest.raises(Misread):
            picture(HALL_SCENES["hall_sun"] | wrong)


@st.composite
def views(draw: st.DrawFn) -> dict[str, Any]:
    """Boards of a hall with odd counts, names and sentences."""
    view = dict(HALL_SCENES[draw(st.sampled_from(sorted(HALL_SCENES)))])
    counts, many = st.integers(0, 99), st.integers(0, 99_999)
    names = st.one_of(st.text(max_size=40), st.sampled_from(["", " ", "i", WIDE_NAME, LONG_NAME]))
    group = st.sampled_from([None, "sun", "moon"])
    for name in ("turn", "next"):
        view[name] = {"number": draw(st.integers(0, 999)), "group": draw(group), "deals": draw(group)}
    view["target"], view["boards"] = draw(counts), draw(st.integers(0, 9_999))
    view["players"], view["open"] = draw(many), draw(counts)
    view["robbers"] = {"place": None, "moved": draw(st.booleans()), "text": draw(st.text(max_size=90))}
    view["robber_dice"] = draw(st.sampled_from([None, [1, 6]]))
    view["rehearsal"] = draw(st.booleans())
    labels = st.sampled_from(["", "31 A Sun", "549 C Moon", "1500 C Sonne"])
    called = st.sampled_from(["", "Sun", "Moon", "Sonne", "Mond", WIDE_NAME])
    view["sides"] = [side | {"name": draw(called)} for side in view["sides"]]
    view["sums"] = draw(st.lists(counts, max_size=11))
    view["rolls"] = draw(
        st.lists(
            st.fixed_dictionaries({"turn": counts, "group": group, "sum": st.integers(2, 12)}), max_size=9
        )
    )
    winner: dict[str, Any] = {"seat": draw(st.sampled_from(["31-sun", "2-moon", "?"])), "label": draw(labels)}
    winner |= {"name": draw(names), "club": draw(names), "points": draw(st.integers(0, 99))}
    view["winner"] = draw(st.sampled_from([None, winner]))
    total = draw(st.sampled_from([0, 40_000, 900_000, 14_400_000]))
    view["clock"] = {
        "state": "running",
        "ends_at": NOW + draw(st.integers(-5_000, 9_000_000)),
        "total": total,
        "tenths": draw(st.booleans()),
    }
    return view


@given(view=views(), size=st.sampled_from(HALL_SIZES), linked=st.booleans())
def test_odd_views_are_drawn_within_their_places(
    view: dict[str, Any], size: tuple[int, int], linked: bool
) -> None:
    canvas = draw(view, size, linked=linked)
    assert not outside(canvas)
    assert not clashes(canvas)


@given(
    width=st.integers(100, 2600), height=st.integers(100, 2600), scene=st.sampled_from(sorted(HALL_SCENES))
)
def test_odd_screens_are_drawn_without_an_error(width: int, height: int, scene: str) -> None:
    canvas = draw(HALL_SCENES[scene], (width, height))
    assert canvas.surface.get_size() == (width, height)
