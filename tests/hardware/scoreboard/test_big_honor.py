"""Big Game, Big Honor on the scoreboard: every scene at every size, in both lights, for every eye."""

import json
from typing import Any

import pytest

from fieldkit.errors import Misread
from fieldkit.games.big_honor.game import BigHonor as Game
from fieldkit.games.big_honor.scoreboard.scenes import HonorPicture, LaurelFlight, read
from hardware.scoreboard import scenes
from hardware.scoreboard.stage import Gain, Stage
from tests.hardware.scoreboard.test_scenes import clashes, figures, outside, words
from tests.support.honor_views import HONOR_SCENES, NAMES, honor_board, roll
from tests.support.scoreboard_views import SIZES, URL, draw

pytestmark = pytest.mark.slow

LONG = {id: f"{name} of the House on the Hill" for id, name in NAMES.items()}


def picture(view: dict[str, Any]) -> HonorPicture:
    """Return the picture of a board."""
    return read(json.dumps(view).encode(), URL)


@pytest.mark.parametrize("scene", HONOR_SCENES)
def test_nothing_is_cut_too_small_on_another_or_off_the_screen(
    stages: dict[str, Stage], scene: str, sizes: dict[str, int]
) -> None:
    """Each scene at each size; the themes, which move nothing, take turns."""
    for turn, size in enumerate(SIZES, list(HONOR_SCENES).index(scene)):
        canvas = draw(HONOR_SCENES[scene], size, stage=stages[("sun", "dusk")[turn % 2]])
        assert not clashes(canvas), size
        assert not outside(canvas), size
        said = words(canvas)
        assert not [word for word in said if "…" in word], size
        assert not {word: sizes[word] for word in said if sizes[word] < canvas.unit / 30}, size
        assert {side["name"] for side in HONOR_SCENES[scene]["sides"]} <= set(said), size


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("phase", ["rolled", "over"])
def test_long_names_of_six_are_cut_and_lie_on_nothing(
    stages: dict[str, Stage], phase: str, size: tuple[int, int]
) -> None:
    view = honor_board(phase, players=6, names=LONG, winner="blue" if phase == "over" else None)
    canvas = draw(view, size, stage=stages["sun"])
    assert not clashes(canvas)
    assert not outside(canvas)


@pytest.mark.parametrize("scene", ["honor_rolled", "honor_six", "honor_over"])
def test_without_a_link_the_banner_covers_nothing(stages: dict[str, Stage], scene: str) -> None:
    for size in (SIZES[1], SIZES[4]):
        canvas = draw(HONOR_SCENES[scene], size, stage=stages["sun"], linked=False)
        assert "No link to the kit" in words(canvas)[0]
        assert not clashes(canvas), size
        assert not outside(canvas), size


def test_the_points_of_all_and_the_laurels_left_are_on_the_screen(stages: dict[str, Stage]) -> None:
    shown = [box.what for box in figures(draw(HONOR_SCENES["honor_six"], (1280, 720), stage=stages["sun"]))]
    scores = [str(side["score"]) for side in HONOR_SCENES["honor_six"]["sides"]]
    assert set(scores) | {"14"} <= set(shown)
    for number in (2, 3, 4, 5, 6, 9, 10, 11, 12):
        assert str(number) in shown


def test_each_settler_has_the_mark_of_its_player_beside_it(stages: dict[str, Stage]) -> None:
    view = HONOR_SCENES["honor_six"]
    canvas = draw(view, (1280, 720), stage=stages["sun"])
    marks = {side["id"]: f"mark-{side['mark']}" for side in view["sides"]}
    for place in view["places"]:
        near = canvas.places[f"place {place['number']}"].inflate(40, 40)
        found = {box.what for box in canvas.boxes if box.sort == "icon" and near.contains(box.rect)}
        assert marks[place["side"]] in found


def test_a_laurel_flies_from_its_place_and_points_rise(stages: dict[str, Stage]) -> None:
    before = honor_board("to_roll", roll=None)
    after = honor_board()
    after["players"][0] |= {"laurels": before["players"][0]["laurels"] + 1}
    after["sides"][1] |= {"score": before["sides"][1]["score"] + 1}
    moved = picture(after).moves(picture(before))
    assert moved == [LaurelFlight("place 8", "red laurels"), Gain(1, "blue beside")]
    canvas = draw(after, (1280, 720), stage=stages["sun"])
    start, end = (moved[0].draw(canvas, share) for share in (0.0, 1.0))
    assert start is not None
    assert end is not None
    assert start.colliderect(canvas.places["place 8"])
    assert end.colliderect(canvas.places["red laurels"])
    assert LaurelFlight("nowhere", "red laurels").draw(canvas, 0.5) is None


def test_a_laurel_of_a_seven_flies_from_the_dice_and_nothing_flies_twice() -> None:
    before = honor_board("to_roll", roll=None)
    after = honor_board(roll=before["roll"] or roll("production", [[3, 4]], "A 7"))
    after["roll"] |= {"laurel": "red"}
    after["players"][0] |= {"laurels": 5}
    assert picture(after).moves(picture(before)) == [LaurelFlight("pitch", "red laurels")]
    assert picture(after).moves(picture(after)) == []


def test_the_game_is_found_by_its_name_and_rubbish_is_misread() -> None:
    assert scenes.scenes_of(Game.name) is read
    for wrong in ({"phase": "dancing"}, {"places": [{"number": 99}]}, {"roll": {"rolls": [[0, 9]]}}):
        with pytest.raises(Misread):
            picture(honor_board() | wrong)
