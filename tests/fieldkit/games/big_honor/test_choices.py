"""Simulated players at the table: they only do what may be done, and their matches end."""

from pathlib import Path
from random import Random

import pytest

from fieldkit.games.big_honor.demo import new_match, next_move
from tests.support.refereed import Refereed


@pytest.mark.slow
@pytest.mark.parametrize(("players", "dice"), [(3, "kit"), (6, "kit"), (3, "real")])
def test_a_match_of_simulated_players_is_won(tmp_path: Path, players: int, dice: str) -> None:
    """Also with real dice, which they throw again after a 7 for a place (BH-3)."""
    table = Refereed(tmp_path / "journal.sqlite3")
    try:
        made = new_match(table.view["setup"]["big_honor"], players) | {"options": {"dice": dice}}
        table.do(made.pop("type"), **made)
        rng = Random(players)
        done = set()
        while move := next_move(table.view, rng):
            kind = move.pop("type")
            table.do(kind, **move)
            done.add(kind)
        assert table.view["winner"]
        assert done >= {"put_settler", "roll", "send_settler", "spend_laurels", "change_points", "end_turn"}
        assert ("end_building" in done) == (players == 6)
    finally:
        table.close()
