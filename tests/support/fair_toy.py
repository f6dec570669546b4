"""The toy game with a die that everybody may check."""

from collections.abc import Mapping
from typing import Any

from fieldkit.errors import Rejected, Unknown
from fieldkit.games.fair import Fortune, new_secret
from fieldkit.messages import Chance, GameCommand, Input
from fieldkit.phrases import ENGLISH, Language
from tests.support import toy_game as toy


class SecretBegun(toy.Begun, secret=("key",)):
    """The key of the match is the secret of its die."""


class FairToy(toy.Toy):
    """Each ``draw`` rolls one die of the match's own stream."""

    events: Mapping[str, type] = {**toy.Toy.events, "SecretBegun": SecretBegun}

    def start(self, order: GameCommand, chance: Chance) -> tuple[Any, ...]:
        assert isinstance(order.command, toy.Begin)
        return (SecretBegun(new_secret(chance), tuple(order.command.players)),)

    def fortune(self, state: toy.State) -> Fortune:
        return Fortune(state.key, len(state.drawn))

    def ask(
        self, state: toy.State, who: str, query: Mapping[str, str], translate: Language = ENGLISH
    ) -> dict[str, Any]:
        if query.get("what") != "rolls":
            raise Unknown("unknown_question", "Nobody knows that.")
        return {"who": who, "rolls": len(state.drawn)}

    def decide(self, state: toy.State, given: Input, chance: Chance) -> tuple[Any, ...]:
        if state.phase == "over" and isinstance(given, GameCommand):
            raise Rejected("over", "The match is over.", "T-9")
        if isinstance(given, GameCommand) and isinstance(given.command, toy.Draw):
            return (toy.Drawn(chance(6) + 1),)
        return super().decide(state, given, chance)
