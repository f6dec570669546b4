"""Plays a match of the dice game without a kit: decides, folds and strikes as the referee's own code does."""

from random import Random
from typing import Any

from fieldkit.games.dice_extra import commands as co
from fieldkit.games.dice_extra.state import State
from fieldkit.games.fair import chance_of
from fieldkit.games.people import PlayerSetup
from fieldkit.journal.record import Strike, Struck
from fieldkit.messages import GameCommand
from fieldkit.referee.match import Match, after
from fieldkit.referee.match import begun as opened
from fieldkit.referee.strike import WouldBreak, consequence

from .boards import game


class Played:
    """A match that is on."""

    def __init__(
        self, players: list[PlayerSetup], options: dict[str, Any], seed: int = 1, island: str = "own"
    ) -> None:
        self.game = game(island)
        order = GameCommand(co.CreateMatch(players, options=options), 0, "tablet")
        events = self.game.start(order, Random(seed).randrange)
        self.match: Match = after(opened("m1", self.game, order), order, events)

    @property
    def state(self) -> State:
        """Where the match is."""
        state: State = self.match.state
        return state

    def do(self, command: object, side: str | None = None) -> tuple[Any, ...]:
        """Carry out a command, from a player's seat or at the tablet; raises Rejected."""
        order = GameCommand(command, 0, "tablet" if side is None else f"seat/{side}")
        stream = self.game.fortune(self.state)
        events = self.game.decide(self.state, order, chance_of(stream) if stream else Random(0).randrange)
        self.match = after(self.match, order, events)
        return events

    def undo(self) -> None:
        """Strike the last decision that still counts."""
        struck = self.match.struck
        seqs = [entry.seq for entry in self.match.past() if entry.seq and entry.seq not in struck]
        last = next(
            seq for seq in reversed(seqs) if not any(isinstance(event, Struck) for event in self._events(seq))
        )
        strike = Strike(last, "a slip")
        found = consequence(self.match, strike)
        if found.breaks:
            raise WouldBreak(found.breaks)
        order = GameCommand(strike, 0, "tablet")
        self.match = after(self.match, order, (Struck(found.seqs, strike.reason),))

    def _events(self, seq: int) -> tuple[Any, ...]:
        return next(entry.events for entry in self.match.past() if entry.seq == seq)
