"""Every scene at every size: nothing overflows, nothing lies on anything else, the figures can be read."""

import itertools
import json
from typing import Any

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldkit.colours import BALLS
from fieldkit.errors import Misread
from fieldkit.language.catalogue import load_language
from hardware.scoreboard import scenes
from hardware.scoreboard.draw import Box, Canvas, disc, rounded
from hardware.scoreboard.fonts import Face, Fonts
from hardware.scoreboard.scene import Notice, bar_rect, clock_text
from hardware.scoreboard.stage import Stage
from hardware.scoreboard.theme import DUSK, SUN, contrast, rgb
from tests.support.scoreboard_views import NOW, READY, SCENES, SIZES, URL, board, draw

pytestmark = pytest.mark.slow

LONG = "The Quite Unreasonably Long-Named Wanderers of the Outer Meadow"


def clashes(canvas: Canvas) -> list[tuple[Box, Box]]:
    """Return the pairs of boxes that lie on each other."""
    return [(a, b) for a, b in itertools.combinations(canvas.boxes, 2) if a.rect.colliderect(b.rect)]


def outside(canvas: Canvas) -> list[Box]:
    """Return the boxes that leave the screen."""
    screen = canvas.surface.get_rect()
    return [box for box in canvas.boxes if not screen.contains(box.rect)]


def words(canvas: Canvas) -> list[str]:
    """All text on the screen, in the order it was drawn."""
    return [box.what for box in canvas.boxes if box.sort == "text"]


def figures(canvas: Canvas) -> list[Box]:
    return [box for box in canvas.boxes if box.sort == "figure"]


@pytest.mark.parametrize("scene", SCENES)
def test_nothing_is_cut_too_small_on_another_or_off_the_screen(
    stages: dict[str, Stage], scene: str, sizes: dict[str, int]
) -> None:
    """Each scene at each size; the themes, which move nothing, take turns."""
    for turn, size in enumerate(SIZES, list(SCENES).index(scene)):
        canvas = draw(SCENES[scene], size, stage=stages[("sun", "dusk")[turn % 2]])
        assert canvas.boxes
        assert not clashes(canvas), size
        assert not outside(canvas), size
        said = words(canvas)
        assert not [word for word in said if "…" in word], size
        assert not {word: sizes[word] for word in said if sizes[word] < canvas.unit / 30}, size


@pytest.mark.parametrize("scene", SCENES)
def test_the_banner_without_a_link_covers_nothing(stages: dict[str, Stage], scene: str) -> None:
    """Each scene lying and standing; sizes take turns."""
    number = list(SCENES).index(scene)
    wide, tall = SIZES[number % 3], SIZES[3 + number % 2]
    for size, stage in zip((wide, tall), stages.values(), strict=True):
        canvas = draw(SCENES[scene], size, stage=stage, linked=False)
        assert "No link to the kit" in words(canvas)[0]
        assert not clashes(canvas), size
        assert not outside(canvas), size


CLOCKS = [
    ("head_start", 4_000, "2.3"),
    ("round", 8_000, "5.3"),
    ("round", 30_000, "11.4"),
    ("grace", 2_000, "0.0"),
    ("break", 60_000, "41"),
    ("break", 600_000, "7:14"),
    ("break", 600_000, "10:00"),
]
"""Phases, the total of their clocks in ms, and what these show."""


@pytest.mark.parametrize("size", [*SIZES, (1280, 800)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize(("phase", "total", "shown"), CLOCKS)
def test_points_are_a_fifth_of_the_height_and_the_clock_is_more(
    phase: str, total: int, shown: str, size: tuple[int, int]
) -> None:
    """Digits have unlike heights: all of them are looked at, and the lowest clock is above the highest."""
    minutes, _, seconds = shown.rpartition(":")
    left = 60_000 * int(minutes or 0) + round(1000 * float(seconds))
    clock = {"state": "running", "ends_at": NOW + left, "total": total, "head_start_team": "red"}
    teams = board()["teams"]
    for points, linked in (((1, 4, 5, 7), True), ((8, 10, 11, 60), False)):
        view = board(phase, clock=clock)
        view["teams"] = [team | {"vp": vp} for team, vp in zip(teams, points, strict=True)]
        canvas = draw(view, size, linked=linked)
        *others, drawn = figures(canvas)
        high = sorted(others, key=lambda box: box.rect.height)[-4:]
        assert drawn.what == shown
        assert sorted(box.what for box in high) == sorted(str(vp) for vp in points)
        assert min(box.rect.height for box in high) >= canvas.unit / 5
        assert drawn.rect.height > max(box.rect.height for box in high)
        if phase in ("head_start", "break"):
            emptying = scenes.read(json.dumps(view).encode(), "Field 1", URL).picture.clock_areas(canvas)[1]
            assert not emptying.colliderect(drawn.rect)
        assert not clashes(canvas)
        assert not outside(canvas)


@given(view=st.deferred(lambda: views()), size=st.sampled_from(SIZES), linked=st.booleans())
def test_odd_views_are_drawn_within_their_places(
    view: dict[str, Any], size: tuple[int, int], linked: bool
) -> None:
    canvas = draw(view, size, linked=linked)
    assert not outside(canvas)
    assert not clashes(canvas)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["À", "¿", "ÀÇ¿"])
def test_high_and_low_letters_keep_to_their_line(name: str, size: tuple[int, int]) -> None:
    teams = [team | {"name": name} for team in SCENES["head_start"]["teams"]]
    for linked in (True, False):
        canvas = draw(SCENES["head_start"] | {"teams": teams}, size, linked=linked)
        assert not outside(canvas)
        assert not clashes(canvas)


@given(width=st.integers(100, 2600), height=st.integers(100, 2600), scene=st.sampled_from(sorted(SCENES)))
def test_odd_screens_are_drawn_without_an_error(width: int, height: int, scene: str) -> None:
    canvas = draw(SCENES[scene], (width, height))
    assert canvas.surface.get_size() == (width, height)


@st.composite
def views(draw: st.DrawFn) -> dict[str, Any]:
    """Boards with odd names, counts and sentences."""
    phases = ("ready", "head_start", "round", "grace", "break", "stopped", "over")
    view = board(draw(st.sampled_from(phases)), draw(st.integers(3, 4)), draw(st.integers(4, 5)))
    names = st.one_of(st.text(max_size=40), st.just(LONG), st.sampled_from(["", " ", "i", "W" * 60]))
    counts = st.integers(0, 99)
    for team in view["teams"]:
        team["name"] = draw(names)
        team["vp"], team["knights"], team["cards"] = draw(counts), draw(counts), draw(counts)
        team["settlements_in_hand"] = draw(st.integers(0, 5))
        team["resources"] = {kind: draw(counts) for kind in team["resources"]}
    ids = [team["id"] for team in view["teams"]]
    view["recent"] = draw(
        st.lists(
            st.fixed_dictionaries({"text": st.text(max_size=120)}, optional={"team": st.sampled_from(ids)}),
            max_size=5,
        )
    )
    view["owed"] = [{"team": id, "discard": draw(counts)} for id in draw(st.sets(st.sampled_from(ids)))]
    view["result"] = draw(
        st.none() | st.fixed_dictionaries({"winners": st.just(ids), "final": st.booleans()})
    )
    standings = st.dictionaries(st.sampled_from(ids), st.integers(-9, 99))
    kinds = list(view["teams"][0]["resources"])
    balls = st.fixed_dictionaries({kind: st.integers(0, 99) for kind in kinds})
    view["statistics"] = {
        "points": draw(st.lists(standings, max_size=30)),
        "collected": draw(st.dictionaries(st.sampled_from(ids), balls)),
        "players": {},
    }
    view["target"], view["round"] = draw(st.integers(0, 99)), draw(st.integers(0, 99))
    view["practice"] = draw(st.booleans())
    total = draw(st.sampled_from([0, 3_000, 60_000, 600_000]))
    ends_at = NOW + draw(st.integers(-5_000, 700_000))
    view["clock"] = {"state": "running", "ends_at": ends_at, "total": total, "tenths": True}
    if draw(st.booleans()):
        view["clock"]["head_start_team"] = draw(st.sampled_from(ids))
    return view


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("theme", [SUN, DUSK], ids=["sun", "dusk"])
def test_the_pixels_of_points_and_clock_stand_out_twelve_to_one(theme: Any, size: tuple[int, int]) -> None:
    canvas = draw(board(), size, stage=Stage(theme))
    for text, ink in (("4", theme.ink), ("5.3", theme.clock)):
        figure = max((box for box in figures(canvas) if box.what == text), key=lambda box: box.rect.height)
        seen = {
            tuple(canvas.surface.get_at((x, y))[:3])
            for x in range(figure.rect.left, figure.rect.right)
            for y in range(figure.rect.top, figure.rect.bottom, 5)
        }
        dark, light = (pick(seen, key=lambda c: contrast(c, (0, 0, 0))) for pick in (min, max))
        assert ink in (dark, light)
        assert contrast(dark, light) >= 12
    assert contrast(theme.ink, theme.glow) >= 12


def test_words_are_wrapped_between_words() -> None:
    fonts = Fonts()
    first, other = (fonts.width(row, Face.TEXT, 30) for row in ("two words", "and then three"))
    rows = fonts.wrap("two words and then three more", Face.TEXT, 30, (first, other), 3)
    assert rows == ["two words", "and then three", "more"]
    assert fonts.wrap("two words and then three more", Face.TEXT, 30, (first, other), 2)[-1].endswith("more")
    assert fonts.wrap("two words", Face.TEXT, 30, (1, other), 3) == ["", "two words"]
    assert fonts.wrap("", Face.TEXT, 30, (first, other), 3) == [""]


@pytest.mark.parametrize("theme", [SUN, DUSK], ids=["sun", "dusk"])
def test_all_words_stand_out_seven_to_one(theme: Any) -> None:
    pairs = [
        (theme.ink, theme.paper),
        (theme.ink, theme.card),
        (theme.soft, theme.paper),
        (theme.soft, theme.card),
        (theme.bar_ink, theme.bar),
        (theme.bar_soft, theme.bar),
        (theme.bar_ink, theme.stop),
        (theme.plate_ink, theme.plate),
        (theme.plate_ink, theme.plate_edge),
    ]
    assert min(contrast(a, b) for a, b in pairs) >= 7


def test_each_phase_says_what_it_is() -> None:
    said = {name: " | ".join(words(draw(view, (1920, 1080)))) for name, view in SCENES.items()}
    plain = {name: text.replace(" | ", " ") for name, text in said.items()}
    assert "No match yet" in said["setup"]
    assert "GET READY" in said["ready"]
    assert "4 players" in said["ready"]
    assert "FOXES | start first" in said["head_start"]
    assert "ROUND 7" in said["round"]
    assert "Only Herons are knights" in said["round_of_three"]
    assert "Foxes had the head start" in said["round_after_head_start"]
    assert "Extra round: a tie" in said["round_extra"]
    assert "A tie: an extra round comes" in said["break_tied"]
    assert "started at the button" in said["round_bare"]
    assert "PRACTICE" in said["round_bare"]
    assert "late balls are being judged" in said["grace"]
    assert "Otters must discard 4 | Foxes start first next round" in said["break"]
    assert "Next: only Badgers are knights" in plain["break"]
    assert READY in said["break"]
    assert READY in said["ready"]
    assert "wood: brown | wheat: yellow | brick: orange | ore: grey" in said["ready"]
    assert "sheep: white" in said["ready_five"]
    assert "34 min" in said["break"]
    assert "Match point: Badgers" in said["break_ends"]
    assert "+ | 4 extra" in said["over_extra"]
    assert "take the | result home" in said["over"]
    assert "1 Join the Wi-Fi | Field 1 | 2 Follow the match" in said["setup_wifi"]
    assert "At the target: Foxes and Herons" in plain["at_target"]
    assert "the referee holds the clock" in said["break_held"]
    assert "the referee confirms the result | first to | 8 points" in said["at_target"]
    assert "STOPPED" in said["stopped"]
    assert "BADGERS WIN" in said["over"]
    assert "BADGERS AND FOXES | SHARE IT" in said["over_shared"]
    assert "No result" in said["over_abandoned"]
    assert "Hoop 7 is silent: tell the referee" in said["silent_hoop"]
    assert "this screen cannot show chess" in said["other_game"]
    assert "No link to the kit" in " ".join(words(draw(SCENES["round"], (800, 480), linked=False)))


def test_only_the_last_three_events_are_told() -> None:
    said = words(draw(board(), (1920, 1080)))
    assert "brought wood to hoop 2" in said
    assert "The referee corrected the field" in said
    assert "placed a settlement in hoop 9" not in said


LONG_EVENTS = [
    {"text": "Füchse: Karte ausgespielt: Sieg für Füchse in Runde 12 von Reifen 4", "team": "red"},
    {"text": "Die Schiedsrichterin hat Runde 7 angehalten: sie wird von Anfang an wiederholt"},
    {"text": "Dachse: Ritter gekauft und sofort wieder zurückgenommen: 6 Punkte", "team": "yellow"},
]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("phase", ["round", "break", "over"])
def test_a_long_event_goes_on_in_the_next_row_and_is_not_cut(phase: str, size: tuple[int, int]) -> None:
    owed = [{"team": "green", "discard": 4}] if phase == "break" else []
    view = board(phase, owed=owed, recent=LONG_EVENTS)
    for team, name in zip(view["teams"], ("Füchse", "Reiher", "Otter", "Dachse"), strict=True):
        team["name"] = name
    canvas = draw(view, size)
    said = words(canvas)
    assert "Karte ausgespielt: Sieg für Füchse in Runde 12 von Reifen 4" in " ".join(said)
    assert not [word for word in said if "…" in word]
    assert not clashes(canvas)
    assert not outside(canvas)


def test_nothing_is_announced_for_a_next_round_that_will_not_come() -> None:
    ahead: dict[str, Any] = {"next_round": {"foresight": "red", "supremacy": "yellow"}, "supremacy": "blue"}
    result = {"winners": ["yellow"], "final": True}
    for phase, ends in (("over", result), ("over", None), ("break", result | {"final": False})):
        for owed in ([], [{"team": "green", "discard": 4}]):
            said = " | ".join(words(draw(board(phase, result=ends, owed=owed, **ahead), (1920, 1080))))
            assert "next round" not in said
            assert "Next:" not in said
            assert phase == "break" or "knights" not in said
            assert phase == "break" or "discard" not in said
    assert "Foxes start first next round" in words(draw(board("break", **ahead), (1920, 1080)))


def test_a_stopped_round_shows_a_red_bar_and_no_clock() -> None:
    canvas = draw(SCENES["stopped"], (800, 480))
    assert canvas.surface.get_at((400, 5))[:3] == SUN.stop
    assert "3.4" not in [box.what for box in figures(canvas)]


def test_a_long_name_does_not_crowd_the_news_out() -> None:
    view = board("break", owed=[{"team": "red", "discard": 12}])
    view["teams"][0]["name"] = LONG
    assert "The Quite Un… must discard 12" in words(draw(view, (800, 480)))


def test_a_long_name_is_cut_and_a_short_one_is_not() -> None:
    view = board()
    view["teams"][0]["name"] = LONG
    said = words(draw(view, (1280, 720)))
    assert any(word.startswith("The Quite") and word.endswith("…") for word in said)
    assert "Herons" in said


def test_figures_stand_still_while_the_clock_loses_a_digit() -> None:
    ends = []
    for left in (10_000, 9_900):
        clock = {"state": "running", "ends_at": NOW + left, "total": 30_000}
        canvas = draw(board(clock=clock), (1280, 720))
        ends.append(next(b.rect.right for b in figures(canvas) if b.what == f"{left / 1000:.1f}"))
    assert abs(ends[0] - ends[1]) <= 4


def test_the_clock_alone_is_drawn_as_the_whole_would_be() -> None:
    for scene in ("round", "break", "head_start"):
        picture = scenes.read(json.dumps(SCENES[scene]).encode(), "Field 1", URL).picture
        stage = Stage(SUN)
        surface, whole = (pygame.Surface((800, 480), 0, 32) for _ in range(2))
        canvas = stage.whole(surface, picture, NOW, True, {})
        before = pygame.image.tobytes(surface, "RGB")
        stage.frame(canvas, picture, NOW + 1_234)
        stage.whole(whole, picture, NOW + 1_234, True, {})
        assert pygame.image.tobytes(surface, "RGB") == pygame.image.tobytes(whole, "RGB")
        assert pygame.image.tobytes(surface, "RGB") != before


@pytest.mark.parametrize(
    ("left", "total", "fine", "shown"),
    [
        (5_300, 8_000, True, "5.3"),
        (5_201, 8_000, True, "5.3"),
        (-20, 8_000, True, "0.0"),
        (60_000, 60_000, True, "60.0"),
        (41_001, 60_000, False, "42"),
        (0, 60_000, False, "0"),
        (600_000, 600_000, False, "10:00"),
        (61_000, 600_000, False, "1:01"),
        (120_000, 60_000, False, "2:00"),
    ],
)
def test_the_clock_rounds_up(left: int, total: int, fine: bool, shown: str) -> None:
    assert clock_text(left, total, fine) == shown


def test_the_clock_has_the_decimal_sign_of_the_language() -> None:
    assert clock_text(5_201, 8_000, True, load_language("de")) == "5,3"


@pytest.mark.parametrize("size", SIZES)
def test_the_tail_of_a_comma_stays_in_the_bar(size: tuple[int, int]) -> None:
    canvas = draw(SCENES["round"], size, stage=Stage(SUN, load_language("de")))
    bar = bar_rect(canvas)
    below = canvas.surface.subsurface((bar.left, bar.bottom, bar.width, canvas.px(0.02)))
    seen = {below.get_at((x, y))[:3] for x in range(below.get_width()) for y in range(below.get_height())}
    assert SUN.clock not in seen


def test_the_clock_never_shows_more_than_its_total() -> None:
    clock = {"state": "running", "ends_at": NOW + 8_090, "total": 8_000}
    assert "8.0" in [box.what for box in figures(draw(board(clock=clock), (800, 480)))]


def test_text_shrinks_before_it_is_cut() -> None:
    fonts = Fonts()
    full = fonts.width("Badgers", Face.BLACK, 60)
    assert fonts.fit("Badgers", Face.BLACK, 60, 20, full) == ("Badgers", 60)
    shown, size = fonts.fit("Badgers", Face.BLACK, 60, 20, full // 2)
    assert shown == "Badgers"
    assert 20 < size <= 30
    cut, size = fonts.fit("Badgers", Face.BLACK, 60, 50, full // 2)
    assert cut.endswith("…")
    assert size == 50
    assert fonts.width(cut, Face.BLACK, size) <= full // 2


def test_a_glowing_figure_is_tinted() -> None:
    picture = scenes.read(json.dumps(board()).encode(), "Field 1", URL).picture
    surfaces = [pygame.Surface((800, 480), 0, 32) for _ in range(2)]
    for surface, glow in zip(surfaces, ({}, {"red points": 1.0, "blue wood": 0.5}), strict=True):
        Stage(SUN).whole(surface, picture, NOW, True, glow)
    point = next(
        (x, y) for y in range(120, 360) for x in range(18, 200) if surfaces[1].get_at((x, y))[:3] == SUN.glow
    )
    assert surfaces[0].get_at(point)[:3] == SUN.card


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{",
        b'{"stage": 5}',
        b'{"stage": "play", "phase": "round", "game": "full_contact", "teams": [{}]}',
        b'{"stage": "play", "phase": "dance", "game": "full_contact"}',
        b'{"stage": "play", "phase": "round", "game": "full_contact", "teams": "none"}',
        b'{"stage": "play", "phase": "round", "game": "full_contact", "round": -1}',
        b'{"stage": "\xff"}',
    ],
)
def test_a_view_that_makes_no_sense_is_a_misread(body: bytes) -> None:
    with pytest.raises(Misread, match="makes no sense"):
        scenes.read(body, "Field 1", URL)


KNOWN = {"phase", "game", "stage", "clock", "state", "id", "name", "mark", "resources", "x", "y", "building"}
"""The fields that every board ever sent has."""


@pytest.mark.parametrize(
    ("phase", "part"),
    [
        ("ready", None),
        ("round", "clock"),
        ("break", "hoops"),
        ("over", None),
        ("over", "statistics"),
        ("round", "teams"),
    ],
)
def test_the_board_of_an_older_kit_is_shown_without_a_field_added_since(phase: str, part: str | None) -> None:
    whole = board(phase)
    sample = whole if part is None else whole[part]
    for name in (sample[0] if isinstance(sample, list) else sample).keys() - KNOWN:
        lacking = without(whole, name) if part is None else whole | {part: without(sample, name)}
        draw(lacking, SIZES[1])


def without(value: Any, name: str) -> Any:
    """Return a part of a view, or each of a list of them, without one of its fields."""
    if isinstance(value, list):
        return [without(each, name) for each in value]
    return {key: each for key, each in value.items() if key != name}


def test_the_spectators_address_wins_over_the_one_given() -> None:
    def address(view: dict[str, Any]) -> list[str]:
        return [box.what for box in draw(view, (800, 480)).boxes if box.sort == "qr"]

    assert address(board()) == [URL]
    assert address(board(spectators="http://10.42.0.1/")) == ["http://10.42.0.1/"]


@pytest.mark.parametrize("phase", ["round", "break"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_teams_before_the_others_lead_in_words_and_have_no_cup(size: tuple[int, int], phase: str) -> None:
    def leading(most: int) -> int:
        teams = [team | {"vp": min(most, team["vp"])} for team in board(phase)["teams"]]
        canvas = draw(board(phase) | {"teams": teams}, size)
        assert "cup" not in [box.what for box in canvas.boxes]
        return words(canvas).count("leads")

    assert [leading(most) for most in (6, 5, 4)] == [1, 3, 0]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_buildings_knights_and_cards_stand_in_one_order_and_every_hoop_has_its_number(
    size: tuple[int, int],
) -> None:
    canvas = draw(board(hoops=[hoop | {"team": None, "building": "none"} for hoop in board()["hoops"]]), size)
    card = canvas.places["red"]
    drawn = [box.what for box in canvas.boxes if box.sort == "icon" and card.contains(box.rect)]
    order = [name for name in drawn if name in ("city", "settlement", "knight", "card")]
    assert order == ["city", "settlement", "settlement", "knight", "card"]
    assert {str(number) for number in range(1, 11)} <= set(words(canvas))


def test_the_last_seconds_of_a_break_turn_the_plate_of_its_clock() -> None:
    grounds = []
    for left in (10_100, 10_000, 1_000):
        clock = {"state": "running", "ends_at": NOW + left, "total": 60_000}
        canvas = draw(board("break", clock=clock), (1280, 720))
        figure = figures(canvas)[-1]
        assert figure.what == str(-(-left // 1000))
        grounds.append(canvas.surface.get_at((figure.rect.left - 20, figure.rect.centery))[:3])
    assert grounds == [SUN.bar, SUN.clock, SUN.clock]


def test_a_ball_has_the_colour_that_the_match_has_chosen() -> None:
    view = board("break", options={"colours": {"wood": "turquoise", "wheat": "white"}})
    canvas = draw(view, (1280, 720))
    assert canvas.theme.kind("wood") == rgb(BALLS["turquoise"])
    assert canvas.theme.kind("wheat") == rgb(BALLS["white"])
    assert canvas.theme.kind("ore") == SUN.kind("ore")
    place = canvas.places["blue wheat"]
    rim = {
        canvas.surface.get_at((x, y))[:3] for x in range(*_span(place, 0)) for y in range(*_span(place, 1))
    }
    assert SUN.soft in rim, "a white ball on a white card has a rim"


def _span(rect: pygame.Rect, axis: int) -> tuple[int, int]:
    return rect.topleft[axis], rect.bottomright[axis]


def test_a_match_tells_how_long_it_has_run_and_the_time_of_day() -> None:
    def said(phase: str) -> str:
        return " ".join(words(draw(board(phase), (1280, 720), stage=Stage(SUN, day=lambda: "14:32"))))

    assert "34 min · 14:32" in said("break")
    assert "34 min" in said("stopped")
    assert "14:32" in said("over")
    assert "14:32" not in said("round")
    assert "14:32" not in said("stopped")


def test_the_result_adds_up() -> None:
    canvas = draw(SCENES["over_extra"], (1280, 720))
    row = [box for box in canvas.boxes if box.rect.left > 700 and box.sort != "icon"]
    said = " ".join(box.what for box in row)
    assert "11 2 + 1 + 2 + 2 + 4 extra Foxes" in said
    assert "5 2 + 2 + 1 + 0 + 0 extra Herons" in said
    assert [box.what for box in canvas.boxes if box.sort == "qr"] == [f"{URL}/matches/m1"]
    assert not {"wood", "ore", "brick"} & {box.what for box in canvas.boxes}


def test_round_shapes_have_smooth_rims() -> None:
    surface = pygame.Surface((64, 64))
    surface.fill((255, 255, 255))
    disc(surface, (0, 0, 0), pygame.Rect(2, 2, 60, 60))
    greys = {surface.get_at((x, y))[0] for x in range(64) for y in range(64)}
    assert len(greys) > 8
    assert surface.get_at((32, 32))[:3] == (0, 0, 0)
    surface.fill((255, 255, 255))
    rounded(surface, (9, 9, 9), pygame.Rect(0, 0, 64, 40), 12, (0, 0, 0), 2)
    assert [surface.get_at(at)[0] for at in ((0, 0), (32, 0), (32, 20), (1, 20))] == [255, 0, 9, 0]


def test_of_a_game_without_scenes_the_points_are_shown() -> None:
    sides = [{"name": "Red", "score": 12}, {"name": "Blue", "score": 9}]
    told = {"stage": "play", "game": "chess", "title": "Red's turn", "sides": sides}
    picture = scenes.read(json.dumps(told).encode(), "kit", URL).picture
    assert isinstance(picture, Notice)
    assert (picture.kit, picture.headline) == ("Red's turn", "Red 12 : Blue 9")
