"""The scenes of a hub at every size: nothing is cut, nothing lies on anything else, all can be read."""

import json
from typing import Any

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldkit.errors import Misread
from fieldkit.phrases import Language
from hardware.scoreboard.draw import Canvas
from hardware.scoreboard.event.board import read_index
from hardware.scoreboard.event.fields import AllFields, OneField, OwnScene
from hardware.scoreboard.event.parts import SceneHead
from hardware.scoreboard.event.rotation import own_board
from hardware.scoreboard.stage import Animator, Stage
from hardware.scoreboard.theme import THEMES
from tests.hardware.scoreboard.test_scenes import clashes, figures, outside, words
from tests.support.hub_views import (
    FIELDS,
    HUB,
    LONG,
    NOW,
    TEAMS,
    all_scenes,
    document,
    draw,
    frame,
    heard,
    index,
    scene,
)
from tests.support.scoreboard_views import SIZES

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def stages(_fonts: None) -> dict[str, Stage]:
    return {name: Stage(theme, day=lambda: "14:32") for name, theme in THEMES.items()}


SHOWN = sorted(all_scenes(TEAMS))


def whole_unit(canvas: Canvas) -> float:
    """Return the unit of the whole screen: a scene may have given a part of it away."""
    width, height = canvas.surface.get_size()
    return min(height, width / 1.6) if width >= height else min(width, height / 1.75)


@pytest.mark.parametrize("name", SHOWN)
@pytest.mark.parametrize("away", ["", "14:32"], ids=["linked", "away"])
def test_nothing_is_cut_too_small_on_another_or_off_the_screen(
    stages: dict[str, Stage], name: str, away: str, sizes: dict[str, int]
) -> None:
    """With names as long as a team's may be; the themes, which move nothing, take turns."""
    shown = all_scenes(LONG, away)[name]
    for turn, size in enumerate(SIZES, SHOWN.index(name)):
        canvas = draw(shown, size, stage=stages[("sun", "dusk")[turn % 2]])
        said = words(canvas)
        assert not clashes(canvas), size
        assert not outside(canvas), size
        assert not [word for word in said if "…" in word], size
        assert not {word: sizes[word] for word in said if sizes[word] < int(canvas.unit / 30)}, size
        assert "Spring Cup" in said
        assert "PRACTICE" not in said


@pytest.mark.parametrize("name", SHOWN)
def test_every_scene_names_the_event_large_and_says_that_it_is_practice(name: str) -> None:
    shown = all_scenes(TEAMS, name="The Great Autumn Cup of Three Valleys", practice=True)[name]
    for size in SIZES[::2]:
        canvas = draw(shown, size)
        named = next(box for box in canvas.boxes if box.what == "The Great Autumn Cup of Three Valleys")
        assert named.rect.height >= whole_unit(canvas) / 30
        assert "PRACTICE" in words(canvas)
        assert not clashes(canvas), size
        assert not outside(canvas), size


def test_the_name_of_an_event_is_the_largest_word_where_there_is_room(stages: dict[str, Stage]) -> None:
    for name in ("3 fields", "forty teams", "queue", "schedule"):
        canvas = draw(all_scenes(TEAMS)[name], (1280, 720), stage=stages["sun"])
        tall = {box.what: box.rect.height for box in canvas.boxes if box.sort == "text"}
        assert tall["Spring Cup"] == max(tall.values())
        assert tall["Spring Cup"] >= 720 / 15


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("sides", [2, 4, 6])
@pytest.mark.parametrize("away", ["", "14:32"], ids=["linked", "away"])
def test_points_of_one_field_are_a_fifth_of_the_height_and_the_clock_is_large(
    sides: int, size: tuple[int, int], away: str
) -> None:
    told = index(1, sides, LONG)
    for number, side in enumerate(told["fields"][0]["frame"]["sides"]):
        side["score"] = (0, 7, 10, 11, 48, 60)[number]
    canvas = draw(scene(heard(told), "field:north", away), size)
    points = [box for box in figures(canvas) if box.what.isdigit()]
    assert len(points) == sides
    assert min(box.rect.height for box in points) >= (canvas.unit if away else whole_unit(canvas)) / 5
    clock = [box.rect.height for box in figures(canvas) if box.what == "5.3"]
    assert [tall >= canvas.unit / 5 for tall in clock] == ([] if away else [True])


def test_a_field_that_is_silent_or_a_hub_that_is_away_shows_no_clock() -> None:
    told = index(3)
    shown = scene(heard(told), "fields")
    canvas = draw(shown, (1280, 720))
    assert {"5.3", "42", "5.5"} <= {box.what for box in figures(canvas)}
    assert shown.running
    assert len(shown.clock_areas(canvas)) == 3

    told["fields"][0]["online"] = False
    canvas = draw(scene(heard(told), "fields"), (1280, 720))
    assert "5.3" not in {box.what for box in figures(canvas)}
    assert any(word.startswith("No link since ") for word in words(canvas))
    alone = scene(heard(told), "field:north")
    assert not alone.running
    assert not alone.clock_areas(draw(alone, (1280, 720)))

    for show in ("fields", "field:north", "field:south"):
        shown = scene(heard(index(3)), show, "14:32")
        canvas = draw(shown, (1280, 720))
        assert "No link to the hub since 14:32: nothing here is live" in words(canvas)
        assert not {"5.3", "42", "5.5"} & {box.what for box in figures(canvas)}
        assert not shown.running
        assert not shown.clock_areas(canvas)


def test_between_two_matches_a_field_says_what_comes_next_and_how_late_it_is() -> None:
    said = words(draw(scene(heard(index(4)), "field:west"), (1280, 720)))
    assert "NO MATCH AT THE MOMENT" in said
    assert "Next at 10:40: Match 12 · 12 min late" in said
    assert [name for name in said if name in TEAMS] == ["Lynxes", "Ravens", "Hares", "Adders"]
    said = words(draw(scene(heard(index(4)), "fields"), (1280, 720)))
    assert "Next at 10:40: Match 12 12 min late" in " ".join(said)


def test_the_queue_says_now_next_and_then_and_how_late_each_field_is() -> None:
    said = words(draw(scene(heard(index(4)), "queue"), (1280, 720)))
    assert [word for word in said if word in ("Now", "Next", "Then")] == ["Now", "Next", "Then"] * 4
    assert {"on time", "4 min late", "2 min early", "12 min late"} <= set(said)
    assert {"10:20 · Match 1", "10:40 · Match 9", "11:00 · Match 17", "nobody plays"} <= set(said)


def test_the_next_match_stands_out_and_where_there_is_none_nothing_does() -> None:
    told = index(1)
    for has_next in (True, False):
        if not has_next:
            told["fields"][0] |= {"next": None, "after": None}
        canvas = draw(scene(heard(told), "queue"), (1280, 720))
        assert words(canvas).count("no more matches") == (0 if has_next else 2)
        pixels = {tuple(canvas.surface.get_at((640, y))[:3]) for y in range(200, 720)}
        assert (THEMES["sun"].plate in pixels) is has_next


def test_finals_whose_teams_are_not_known_yet_say_where_these_come_from() -> None:
    said = words(draw(all_scenes(TEAMS)["finals"], (1280, 720)))
    assert {"Winner of F1", "Second of F1", "Place 3 in the standings", "Semi-final 1"} <= set(said)


def test_what_the_hub_owns_is_told_as_it_is_told() -> None:
    canvas = draw(all_scenes(TEAMS)["twelve teams"], (1280, 720))
    assert "34½" in {box.what for box in figures(canvas)}
    assert words(canvas).count("TuS Eichholz 1906") == 4
    assert [box.what for box in figures(canvas) if box.rect.left < 100][:5] == ["1", "2", "3", "3", "5"]


class _Marked(dict[str, str]):
    """Sentences of a language that is English with a mark before each."""

    def get(self, key: str, default: Any = None) -> Any:
        return f"¤{key}"


@pytest.mark.parametrize("name", SHOWN)
def test_every_word_of_the_screens_own_can_be_translated(name: str) -> None:
    """All others are names, the kit's own sentences and times."""
    titles = {
        frame(stage, 4, TEAMS, n)["title"] for stage in ("play", "rest", "ready", "over") for n in range(8)
    }
    told = {"Spring Cup", "SV Nord", "TuS Eichholz 1906", "First to 8 points", "10:20", "Semi-final 1"}
    told |= (
        titles
        | {title.upper() for title in titles}
        | {*TEAMS, *FIELDS}
        | {team.split()[-1] for team in TEAMS}
    )
    canvas = draw(all_scenes(TEAMS, "14:32")[name], (1920, 1080), translate=Language("xx", _Marked()))
    told |= {f"{team} {number}" for team in TEAMS for number in (2, 3, 4)} | {"Wild"}
    plain = {word for word in words(canvas) if "¤" not in word} - told
    # What goes on in the next row has its mark in the one before.
    assert not plain - {"Match 12"}


# The whole board of a game


@pytest.mark.parametrize("size", SIZES)
def test_a_field_is_shown_by_its_games_own_scene_under_the_events_name(size: tuple[int, int]) -> None:
    shown = scene(heard(index(3), own=("north",)), "field:north")
    assert isinstance(shown, OwnScene)
    canvas = draw(shown, size)
    said = words(canvas)
    assert {"Spring Cup", "North", "ROUND 7", "8 points"} <= set(said)
    assert "5.3" in {box.what for box in figures(canvas)}
    assert not clashes(canvas)
    assert not outside(canvas)
    assert shown.running


def test_the_generic_scene_stands_in_where_that_board_is_not_known_or_not_live() -> None:
    known = heard(index(3), own=("north",))
    assert isinstance(scene(known, "field:south"), OneField)
    assert isinstance(scene(known, "field:north", "14:32"), OneField)
    silent = index(3)
    silent["fields"][0]["online"] = False
    assert isinstance(scene(heard(silent, own=("north",)), "field:north"), OneField)
    other = index(3)
    other["fields"][0]["frame"]["match"] = "m4"
    assert isinstance(scene(heard(other, own=("north",)), "field:north"), OneField)


def test_a_board_without_a_scene_of_its_own_is_none() -> None:
    told = index(3)
    field = read_index(json.dumps(told).encode()).fields[0]

    def board_of(**changes: Any) -> object:
        return own_board(json.dumps(document(told, "north", **changes)).encode(), field, HUB)

    assert board_of() is not None
    assert board_of(game="chess") is None
    assert board_of(game="event") is None
    assert board_of(stage="setup") is None
    fair = {"hash": "3f9a" * 16, "version": 1, "words": "", "used": 0}
    assert board_of(fair=fair) is not None
    assert board_of(game="chess", fair=fair) is None
    assert own_board(json.dumps(told["fields"][0] | {"board": None}).encode(), field, HUB) is None
    for wrong in (b"", b"[]", b"\xff", b'{"board":7}'):
        with pytest.raises(Misread):
            own_board(wrong, field, HUB)


def test_a_moment_of_a_kits_own_clock_is_not_told_as_a_time_of_day() -> None:
    told = index(3)
    told["fields"][0]["frame"] |= {"stage": "rest", "phase": "break"}
    for began, minutes in ((NOW - 34 * 60_000, True), (120_000, False)):
        field = read_index(json.dumps(told).encode()).fields[0]
        body = json.dumps(document(told, "north", phase="break", stage="rest", began_at=began)).encode()
        own = own_board(body, field, HUB)
        assert own is not None
        said = words(draw(OwnScene(own.picture, SceneHead("Spring Cup"), "North"), (1280, 720)))
        assert ("34 min" in " ".join(said)) is minutes
        assert minutes or not [word for word in said if " min" in word]


def test_the_figures_of_one_field_do_not_make_those_of_another_glow() -> None:
    known = heard(index(3), own=("north", "south"))
    north, south = (scene(known, f"field:{id}") for id in ("north", "south"))
    assert not set(north.figures()) & set(south.figures())
    show = Animator(Stage(THEMES["sun"]))
    surface = pygame.Surface((640, 360), 0, 32)
    show.draw(surface, north, True, NOW, 0.0)
    held = index(3)
    held["fields"][0]["frame"]["sides"][0]["score"] = 12
    changed = document(held, "north")
    changed["board"]["teams"][0]["vp"] = 9
    field = read_index(json.dumps(held).encode()).fields[0]
    own = own_board(json.dumps(changed).encode(), field, HUB)
    assert own is not None
    show.draw(surface, OwnScene(own.picture, SceneHead("Spring Cup"), "North"), True, NOW, 1.0)
    assert show._glow.levels(1.1) == {"North: red points": 1.0}
    canvas = show._canvas
    assert canvas is not None
    assert canvas.glow == {"red points": 1.0}


def test_points_that_change_glow_on_the_card_of_their_field() -> None:
    before, after = index(3), index(3)
    after["fields"][1]["frame"]["sides"][2]["score"] += 1
    show = Animator(Stage(THEMES["sun"]))
    surface = pygame.Surface((640, 360), 0, 32)
    show.draw(surface, scene(heard(before), "fields"), True, NOW, 0.0)
    show.draw(surface, scene(heard(after), "fields"), True, NOW, 1.0)
    assert show._glow.levels(1.1) == {"south green": 1.0}


def test_only_the_clocks_are_drawn_again_while_they_run() -> None:
    shown = scene(heard(index(8)), "fields")
    show = Animator(Stage(THEMES["sun"]))
    surface = pygame.Surface((1280, 720), 0, 32)
    assert show.draw(surface, shown, True, NOW, 0.0) is None
    areas = show.draw(surface, shown, True, NOW + 100, 0.1)
    assert areas is not None
    assert len(areas) == 6
    assert sum(area.width * area.height for area in areas) < 1280 * 720 / 10
    assert show.moving(0.1)


# What nobody expects


odd = st.one_of(st.text(max_size=40), st.sampled_from(["", " ", "W" * 60, "i", "À¿Ç", "\x07"]))
said = st.sampled_from(["", "Round 7", "First to 8 points", "W" * 60])
"""What a kit says itself: words of its game."""
count = st.integers(-(2**40), 2**40)


@st.composite
def indexes(draw: st.DrawFn) -> dict[str, Any]:
    """Indexes with odd names, counts and clocks."""
    told = index(draw(st.integers(1, 8)), draw(st.integers(1, 6)))
    told["event"] |= {"name": draw(odd), "practice": draw(st.booleans())}
    for field in told["fields"]:
        field |= {"name": draw(odd), "online": draw(st.booleans()), "lag": draw(st.integers(-999, 999))}
        field["last_contact"] = draw(st.none() | count)
        if draw(st.booleans()):
            field["now"] = None
        shown = field["frame"]
        shown |= {"title": draw(said), "subtitle": draw(said)}
        for side in shown["sides"]:
            side |= {"name": draw(odd), "score": draw(st.integers(-9, 999)), "mark": draw(odd)}
        if shown["match"]:
            left = draw(st.integers(-(10**6), 10**7))
            shown["clock"] |= {
                "state": "running",
                "ends_at": NOW + left,
                "total": draw(st.integers(0, 10**7)),
            }
    return told


@given(told=indexes(), size=st.sampled_from(SIZES), away=st.sampled_from(["", "14:32"]))
def test_odd_documents_are_drawn_within_their_places(
    told: dict[str, Any], size: tuple[int, int], away: str
) -> None:
    for show in ("fields", "field:north", "queue"):
        canvas = draw(scene(heard(told), show, away), size)
        assert not outside(canvas)
        assert not clashes(canvas)


@given(width=st.integers(100, 2600), height=st.integers(100, 2600), name=st.sampled_from(SHOWN))
def test_odd_screens_are_drawn_without_an_error(width: int, height: int, name: str) -> None:
    canvas = draw(all_scenes(TEAMS)[name], (width, height))
    assert canvas.surface.get_size() == (width, height)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"\xff",
        b'{"event":{"id":"spring"}}',
        b'{"event":{"id":"../../etc","name":"x"}}',
        b'{"event":{"id":"spring","name":"x"},"fields":[{"id":"a/b","name":"x"}]}',
    ],
)
def test_an_index_that_makes_no_sense_is_misread(body: bytes) -> None:
    with pytest.raises(Misread):
        read_index(body)


def test_a_newer_hub_may_say_more_and_an_older_one_less() -> None:
    few = {
        "event": {"id": "spring", "name": "x", "place": "Hamm"},
        "fields": [{"id": "n", "name": "N"}],
        "more": [1],
    }
    found = read_index(json.dumps(few).encode())
    assert found.fields[0].playing is None
    told = index(1)
    told["fields"][0]["next"]["teams"] = ["foxes", "herons"]
    assert read_index(json.dumps(told).encode()).fields[0].next.names == ("foxes", "herons")  # type: ignore[union-attr]
    assert isinstance(scene(heard(few), "fields"), OneField)
    assert isinstance(scene(heard(few | {"fields": []}), "rotation"), AllFields)
