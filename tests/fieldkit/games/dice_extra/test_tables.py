"""The golden matches of the dice game: every table of tests/tables/dice_extra is played and holds.

DX-1 and DX-2 in ``starting_roads``, DX-3 in ``rolls_and_dice``, DX-4 in ``payments``, DX-5 in ``building``
and ``past_a_building``, DX-6 and DX-7 in ``jokers``, DX-7 and DX-9 in ``wild_knights``, DX-8 in
``longest_road`` and ``army_and_end``; and two whole matches.
"""

from pathlib import Path

import pytest

from .table import FORMS, play

FOLDER = Path(__file__).parents[3] / "tables" / "dice_extra"
PATHS = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_golden_match_holds(path: Path) -> None:
    play(path)


def test_every_rule_is_refused_somewhere() -> None:
    """A refusal of every rule that a command can break stands in a table."""
    assert len(PATHS) >= 8
    text = "".join(path.read_text(encoding="utf-8") for path in PATHS)
    assert {rule for rule in (f"DX-{n}" for n in range(2, 10)) if f"refused {rule}" not in text} == set()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("red dances", "can be read in 0 ways"),
        ("score: red 1, blue 0", "line 4"),
        ("refused DX-5: red starts at 0", "DID NOT RAISE"),
        ("refused DX-5: red starts at 9", "by DX-2"),
        ("red starts at 9", "on the coast"),
    ],
)
def test_a_line_that_does_not_hold_fails(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "wrong.txt"
    path.write_text(f'title: wrong\nplayers: red "A", blue "B"\n\n{line}\n', encoding="utf-8")
    with pytest.raises(AssertionError, match=message):
        play(path)


def test_no_two_lines_read_alike() -> None:
    assert len(set(FORMS.values())) == len(FORMS)
