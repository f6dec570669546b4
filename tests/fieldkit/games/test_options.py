"""Every option of every game, set to each end of its range, is taken by the set-up and kept by the match."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import msgspec
import pytest

from fieldkit.games import Game
from fieldkit.games.loading import game_file
from fieldkit.messages import GameCommand
from tests.support.any_match import player_of
from tests.support.games import kit_games

GAMES: Mapping[str, Game] = kit_games()


def ends(setup: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Each option with the values at the ends of its range, or all its choices."""
    for field in setup.get("fields", ()):
        name, sort = field["name"], field["sort"]
        if sort == "switch":
            yield from ((name, is_on) for is_on in (False, True))
        elif sort == "choice":
            yield from ((name, choice) for choice in field["of"])
        elif sort == "number":
            yield from ((name, end) for end in (field["least"], field["most"]))
        else:
            yield name, setup["options"][name]
    for name, values in [*setup.get("choices", {}).items(), *setup.get("bounds", {}).items()]:
        yield from ((name, value) for value in values)


def is_kept(kept: Any, value: Any) -> bool:
    """Return True if an option has this value; of an option by name, only what is in play is kept."""
    found = msgspec.json.decode(msgspec.json.encode(kept))
    return bool(found) and found.items() <= value.items() if isinstance(value, dict) else found == value


CASES = [(name, *each) for name, game in GAMES.items() for each in ends(game.setup_view())]


@pytest.mark.parametrize("name", GAMES)
def test_each_option_of_the_rules_is_asked_for(name: str) -> None:
    rules = game_file(name, "rules.toml")
    declared = {*rules.get("options", {}), *rules.get("limits", {})}
    assert declared == {option for game, option, _ in CASES if game == name}


@pytest.mark.parametrize(("name", "option", "value"), CASES)
def test_an_option_is_taken_and_kept_at_its_ends(name: str, option: str, value: Any) -> None:
    game = GAMES[name]
    opening = player_of(name)(Random(1), game.setup_view()).opening()
    given = {key: each for key, each in opening.items() if key != "type"}
    given["options"] = {**given.get("options", {}), option: value}
    command = msgspec.convert(given, game.commands[game.create])
    state = None
    for event in game.start(GameCommand(command, 0, "tablet"), Random(1).randrange):
        state = game.evolve(state, event)
    assert is_kept(getattr(state.options, option), value)
    shown = game.view(state).get("options", {})
    assert option not in shown or is_kept(shown[option], value)
