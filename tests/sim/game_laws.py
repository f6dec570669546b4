"""Laws of games that hold after every decision: of their chance, their blasts and what a dry run may tell."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from fieldkit.errors import FieldkitError
from fieldkit.games import Game
from fieldkit.games.fair import Fortune
from fieldkit.journal.record import Codec
from fieldkit.messages import Deadline, GameCommand
from fieldkit.referee.match import Entry, Match, refolded
from fieldkit.referee.view import Views
from tests.sim.world import Violation
from tests.support.any_match import secrets_in, with_other_secrets

ENDS = ("close", "stop")
"""The blasts that end what runs."""
UNDOING = ("take_back_roll", "strike")
"""The commands after which what ran has never begun."""


class GameLaw:
    """No number of the stream is drawn twice, no blast has two moments, and what ran is heard to end."""

    def __init__(self) -> None:
        self._match = self._boot = ""
        self._drawn: dict[int | None, range] = {}
        """The numbers of the stream that each decision of the match has used."""
        self._due: dict[str, int] = {}
        """The moment of each blast on the clock of this boot, whatever match it is of."""

    def came(self, before: Match | None, match: Match, entry: Entry, boot: str) -> None:
        """Take in a decision, ``match`` the match after it; raises Violation."""
        if match.id != self._match:
            self._match, self._drawn, before = match.id, {}, None
        if boot != self._boot:
            self._boot, self._due = boot, {}
        if before is not None and match.struck == before.struck:
            self._draws(_stream(before), _stream(match), match, entry.seq)
        if match.game.whistle is not None:
            self._sounds(before, match, entry.given)

    def _draws(self, old: Fortune | None, new: Fortune | None, match: Match, seq: int | None) -> None:
        if old is None or new is None or old.secret != new.secret or new.used <= old.used:
            return
        drawn = range(old.used, new.used)
        for other, numbers in self._drawn.items():
            if other not in match.struck and max(drawn[0], numbers[0]) <= min(drawn[-1], numbers[-1]):
                raise Violation(f"decisions {other} and {seq} of {match.id} have drawn the same numbers")
        self._drawn[seq] = drawn

    def _sounds(self, before: Match | None, match: Match, given: object) -> None:
        whistle = match.game.whistle
        assert whistle is not None
        cues = whistle.cues(match.state)
        for cue in cues:
            if self._due.setdefault(cue.id, cue.due) != cue.due:
                raise Violation(f"the blast {cue.id} of {match.id} has had another moment before")
        if before is None or not whistle.running(before.state) or whistle.running(match.state):
            return
        if not any(cue.blast in ENDS for cue in whistle.cues(before.state)):
            # The whistle has run it by itself.
            return
        # The blast of a stop sounds before it is decided, and a clock that was lost needs none.
        kind = getattr(getattr(given, "command", None), "type", None)
        is_silent = kind in {*whistle.at_once, *UNDOING} or not isinstance(given, GameCommand | Deadline)
        is_held = match.game.headline(match.state)["clock"]["state"] == "held"
        if not is_silent and not is_held and not any(cue.blast in ENDS for cue in cues):
            raise Violation(f"what ran in {match.id} ended with decision {match.seq}, and nobody hears it")


def _stream(match: Match) -> Fortune | None:
    return None if match.state is None else match.game.fortune(match.state)


def all_see_the_same(match: Match, games: Mapping[str, Game], at: int) -> None:
    """Hold that with other secrets everybody would see the same, and be told the same by a dry run."""
    entries = [replace(each, events=_with_other_secrets(each.events)) for each in match.past()]
    other = refolded(replace(match, entries=entries))
    views = Views(games, 1.0)
    (view, board), (view_2, board_2) = (views.match_view(each, {}, [], {}) for each in (match, other))
    dry, dry_2 = (_rehearsals(each, at) for each in (match, other))
    for what, seen, also in (("view", view, view_2), ("board", board, board_2), ("dry run", dry, dry_2)):
        if msgspec.json.encode(seen) != msgspec.json.encode(also):
            raise Violation(f"the {what} of {match.id} would be another with another secret")


def _rehearsals(match: Match, at: int) -> Mapping[str, Any]:
    """Return what a dry run tells of each command that needs no fields, with the same luck every time."""
    game, codec = match.game, Codec(match.game)
    state, found = game.rehearsed(match.state), {}
    for name, kind in game.commands.items():
        try:
            order = GameCommand(kind(), at, "tablet")
            events = game.decide(state, order, Random(1).randrange)
        except (TypeError, FieldkitError):
            # It needs fields, or is refused.
            continue
        found[name] = codec.told(events, codec.plain_events(events), is_over=False)
    return found


def _with_other_secrets(events: Sequence[Any]) -> tuple[Any, ...]:
    """Return the events with other secrets, except those that the referee may see: what captains propose."""
    changed: list[Any] = []
    for each in events:
        changed += (each,) if any(map(is_referees, secrets_in(each))) else with_other_secrets((each,))
    return tuple(changed)


def is_referees(secret: object) -> bool:
    """Return whether a secret is one that the referee may see."""
    return isinstance(secret, Mapping | msgspec.Struct)
