"""Fields (FC-3): the default one and every field file here are fair; what cannot be laid is refused."""

import copy
import itertools
import math
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fieldkit.checkup.doctor import doubt as finding_of
from fieldkit.errors import Rejected
from fieldkit.games.full_contact.field import FAIR, doubt, read, size, ways
from fieldkit.games.full_contact.options import ALL_KINDS
from fieldkit.games.loading import doubts, load_games
from tests.fieldkit.test_settings import parse

ROOT = Path(__file__).parents[4]
KINDS = ("wood", "wheat", "brick", "ore")
DEFAULT = "fieldkit/games/full_contact/field.toml"
FIELDS = sorted(
    str(file.relative_to(ROOT))
    for folder in ("fieldkit", "tests", "hardware", "systemd", "web")
    for file in (ROOT / folder).rglob("*.toml")
    if {"hoops", "piles"} <= set(tomllib.loads(file.read_text(encoding="utf-8")))
)
Change = Callable[[dict[str, Any]], object]


def unfair_choices(way: dict[str, float], teams: int) -> list[tuple[str, ...]]:
    """Return the choices of start hoops for that many teams that are not fair."""
    choices = itertools.combinations(way, teams)
    return [ids for ids in choices if max(way[id] for id in ids) > FAIR * min(way[id] for id in ids)]


def raw(name: str = DEFAULT) -> dict[str, Any]:
    return tomllib.loads((ROOT / name).read_text(encoding="utf-8"))


def changed(change: Change) -> dict[str, Any]:
    field = copy.deepcopy(raw())
    change(field)
    return field


@pytest.mark.parametrize("teams", [3, 4])
@pytest.mark.parametrize("kinds", [KINDS, ALL_KINDS], ids=["four kinds", "five kinds"])
@pytest.mark.parametrize("name", FIELDS)
def test_every_field_file_is_fair_for_three_and_for_four_teams(
    name: str, kinds: tuple[str, ...], teams: int
) -> None:
    """Computed here once more, without the code of the kit."""
    field = raw(name)
    way = {
        hoop["id"]: sum(
            min(
                math.hypot(hoop["x"] - pile["x"], hoop["y"] - pile["y"])
                for pile in field["piles"]
                if pile["kind"] == kind
            )
            for kind in kinds
        )
        for hoop in field["hoops"]
        if hoop.get("start")
    }
    assert max(way.values()) <= 1.1 * min(way.values())
    hoops, piles = read(field, 4, KINDS)
    assert ways(hoops, piles, kinds) == pytest.approx(way)
    assert unfair_choices(way, teams) == []
    assert doubt(hoops, piles, kinds) is None


def test_the_default_field_is_laid_as_the_rules_say() -> None:
    hoops, piles = read(raw(), 4, KINDS)
    assert DEFAULT in FIELDS
    assert size(hoops, piles) == (18, 14)
    assert [hoop.id for hoop in hoops] == [f"h{n}" for n in range(1, 11)]
    assert [sum(hoop.row == row for hoop in hoops) for row in (1, 2, 3, 4)] == [4, 3, 2, 1]
    assert [hoop.id for hoop in hoops if hoop.start] == ["h1", "h2", "h3", "h4"]
    for kind in ALL_KINDS:
        own = [pile for pile in piles if pile.kind == kind]
        assert [(pile.row, pile.capacity) for pile in own] == [(1, 4), (2, 4), (3, 4)]


@pytest.mark.parametrize("kinds", [KINDS, ALL_KINDS], ids=["four kinds", "five kinds"])
def test_the_default_field_stays_fair_when_its_lowest_piles_are_empty(kinds: tuple[str, ...]) -> None:
    hoops, piles = read(raw(), 4, KINDS)
    way = ways(hoops, [pile for pile in piles if pile.row > 1], kinds)
    assert max(way.values()) <= FAIR * min(way.values())


def test_choices_of_three_are_told_apart() -> None:
    """A far corner makes every choice with it unfair, and leaves the one without it."""
    way = {"h1": 20.0, "h2": 21.0, "h3": 22.0, "h4": 22.1}
    assert unfair_choices(way, 4) == [("h1", "h2", "h3", "h4")]
    assert unfair_choices(way, 3) == [("h1", "h2", "h4"), ("h1", "h3", "h4")]


def test_a_field_that_is_not_fair_is_warned_of_by_name_and_played(tmp_path: Path) -> None:
    meadow = tmp_path / "meadow.toml"
    text = (ROOT / DEFAULT).read_text(encoding="utf-8")
    meadow.write_text(text.replace("x = 16.0", "x = 3.5"), encoding="utf-8")
    settings = parse({"field": {"file": str(meadow)}})
    games = load_games(settings)
    (named,) = doubts(settings, games)
    assert str(named) == (
        f"{meadow}: The field is not fair: to one pile of each kind it is 27.5 m from hoop 4, 15.3 m from "
        "hoop 1; 10 % more is allowed"
    )
    found = finding_of(named)
    assert (found.check, found.grade, found.says) == ("field", "warn", str(named))
    assert not doubts(parse({}), load_games(parse({})))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda f: f["hoops"][1].update(x=4.0), "Hoops 1 and 2 are less than 1.5 m apart"),
        (lambda f: f["piles"][0].update(x=3.0, y=1.5), "A pile of wood is less than 1.0 m from hoop 1"),
        (lambda f: f["piles"][1].update(x=2.0, y=3.0), "Piles of wood and wheat are less than 0.5 m apart"),
        (lambda f: f["piles"].clear(), "There is no pile of wood"),
        (lambda f: f["hoops"][0].update(start=False), "start: at least 4 hoops with start = true are needed"),
        (lambda f: f["hoops"][0].update(x=math.nan), "hoop 1 x: must be from 0 to 60"),
        (lambda f: f["hoops"][0].update(x=-0.5), "hoop 1 x: must be from 0 to 60"),
        (lambda f: f["hoops"][0].update(x="left"), "hoop 1 x: must be of the type float"),
        (lambda f: f["piles"][0].update(capacity=True), "pile 1 capacity: must be of the type int"),
        (lambda f: f["piles"][0].update(capacity=0), "pile 1 capacity: must be from 1 to 60"),
        (lambda f: f["hoops"][0].update(row=13), "hoop 1 row: must be from 1 to 12"),
        (lambda f: f["hoops"][0].update(id="Hoop 1"), "hoop 1 id: 1 to 16 small letters"),
        (lambda f: f["hoops"][0].update(id="h2"), "hoop h2: named twice; each needs its own id"),
        (lambda f: f["hoops"][0].update({"{wide}": 1}), "hoop 1 {wide}: unknown; allowed are id, x, y, row"),
        (lambda f: f["hoops"][0].pop("y"), "hoop 1 y: missing"),
        (lambda f: f["piles"][0].update(kind="tin"), "pile 1 kind: must be one of wood, wheat"),
        (lambda f: f.update(piles=f["piles"] * 5), "[[piles]]: at most 60 are allowed"),
        (lambda f: f.update(hoops={}), "[[hoops]] must be a list of tables"),
        (lambda f: f["hoops"].append(3), "hoop 11 must be a table"),
        (lambda f: f.update(grass=True), "grass: unknown; allowed are hoops, piles"),
    ],
)
def test_a_field_that_cannot_be_laid_is_refused_in_one_sentence(change: Change, says: str) -> None:
    with pytest.raises(Rejected) as caught:
        read(changed(change), 4, KINDS)
    assert caught.value.rule == "FC-3"
    assert str(caught.value).startswith(says)
    assert "\n" not in str(caught.value)
