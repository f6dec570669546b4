"""The sizes of the views: a thousand screens take the public one at every change."""

from pathlib import Path

import pytest

from tests.support.full_contact_match import FullContactMatch

BOARD_BYTES = 4096
NAMES = {
    "red": "Red Foxes of Newtown Ltd",
    "blue": "Herons by the River East",
    "green": "Otters",
    "yellow": "Badgers",
}
ROUNDS = 9
MUCH = {"wood": 2, "wheat": 2, "brick": 2, "ore": 2}


@pytest.mark.slow
def test_the_public_board_of_a_full_match_is_small_in_a_round(tmp_path: Path) -> None:
    match = FullContactMatch(tmp_path / "journal.sqlite3")
    teams = [
        {"id": id, "players": 4, "start_hoop": f"h{number}", "name": name}
        for number, (id, name) in enumerate(NAMES.items(), 1)
    ]
    try:
        match.do("create_match", game="full_contact", teams=teams, options={"target": 30})
        for _ in range(ROUNDS):
            match.play(h1="112", h2="344", h3="331", h4="42")
            for team in NAMES:
                match.do("correct", team=team, set={"resources": MUCH}, reason="counted again")
        for team in NAMES:
            match.do("buy", team=team, item="card")
        match.begin()
        match.bring(h1="1123", h2="3442", h3="331", h4="42")
        assert len(match.view["counted"]) == 13
        assert match.board_bytes <= BOARD_BYTES
    finally:
        match.close()
