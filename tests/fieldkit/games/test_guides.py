"""The sentences from which the table games can be learned: whole, with the numbers that are played by."""

import pytest

from fieldkit.games import Game
from tests.support.games import kit_games

TAUGHT = ("big_honor", "dice_extra")


@pytest.fixture(params=TAUGHT)
def game(request: pytest.FixtureRequest) -> Game:
    return kit_games()[request.param]


def test_every_rule_is_taught(game: Game) -> None:
    """DX-1 to DX-9, BH-1 to BH-7."""
    assert list(game.guide) == list(game.rules)
    assert all(game.guide.values())


def test_a_number_that_an_option_settles_is_left_to_the_page(game: Game) -> None:
    """No sentence has a placeholder that the options of a match would not fill (DX-8)."""
    options = game.setup_view()["options"]
    for sentences in game.guide.values():
        for sentence in sentences:
            str(sentence).format(**options)


@pytest.mark.parametrize(
    ("name", "rule", "numbers"),
    [
        ("dice_extra", "DX-2", "at least 5 free ones"),
        ("dice_extra", "DX-3", "has 3 dice, each next one more, up to 6"),
        ("dice_extra", "DX-4", "A city costs 3 ore and 2 grain."),
        ("dice_extra", "DX-8", "have {target} points"),
        ("dice_extra", "DX-8", "at least 5 in a row"),
        ("dice_extra", "DX-8", "first with 3 knights"),
        ("dice_extra", "DX-9", "6 dice of one kind mark any free castle, for 2 points"),
        ("dice_extra", "DX-9", "Gold counts as a kind"),
        ("big_honor", "BH-3", "for 1 wool or 1 grain"),
        ("big_honor", "BH-3", "up to 2 times a turn"),
        ("big_honor", "BH-3", "Your own gains nothing"),
        ("big_honor", "BH-4", "more than 6 laurels"),
        ("big_honor", "BH-5", "5 laurels: take a development card"),
        ("big_honor", "BH-7", "take the end of the turn back"),
    ],
)
def test_the_numbers_of_the_rules_are_told(name: str, rule: str, numbers: str) -> None:
    told = " ".join(map(str, kit_games()[name].guide[rule]))
    assert numbers in told
