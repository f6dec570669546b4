"""Parts of the view that are kept while what they rest on stays: never an old part in a new view."""

from pathlib import Path
from typing import Any

import pytest

from fieldkit.games.full_contact import view as module
from fieldkit.journal.reading import match_records, played, reading
from fieldkit.journal.record import Codec
from fieldkit.referee.match import evolved
from tests.support.games import kit_games

JOURNALS = [
    Path(__file__).parents[3] / "journals" / f"{name}.sqlite3" for name in ("0.1.0", "0.1.0-full_contact")
]
GAME = kit_games()["full_contact"]
KEPT = ("_hoops", "_history", "_options", "cards_of", "prices")


def _states(path: Path) -> list[Any]:
    """Return every state that the matches of a journal went through."""
    codec, states = Codec(GAME), []
    with reading(path) as db:
        for match in played(db):
            state = None
            for record in match_records(db, match.id):
                for event in codec.events(record.row.events):
                    state = evolved(GAME, state, [event])
                    states.append(state)
    return states


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_a_view_is_the_same_as_one_made_from_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    states = _states(path)
    assert len(states) > 20
    kept = [GAME.view(state) for state in states]
    assert len({id(view["hoops"]) for view in kept}) < len(states) / 2
    for name in KEPT:
        monkeypatch.setattr(module, name, getattr(module, name)._make)
    assert kept == [GAME.view(state) for state in states]


def test_a_building_alone_makes_the_hoops_again() -> None:
    state = _states(JOURNALS[-1])[-1]
    free = next(hoop for hoop in state.hoops if hoop.building == "none")
    GAME.view(state)
    built = GAME.view(state.with_hoop(free.id, "city", state.teams[0].id))
    (shown,) = [hoop for hoop in built["hoops"] if hoop["id"] == free.id]
    assert (shown["building"], shown["team"]) == ("city", state.teams[0].id)
    assert built["statistics"]["points"][-1] != GAME.view(state)["statistics"]["points"][-1]
