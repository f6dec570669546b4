"""Fair dice: the promised hash, and words of the players, which stay once a number has been drawn."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from fieldkit.errors import Rejected
from fieldkit.games import Game
from fieldkit.games.fair import SCHEME, promise
from fieldkit.journal.record import MAX_WORDS, CallWords, Promised, WordsCalled


class DicePromise(msgspec.Struct, frozen=True):
    """The promise of a match: ``words`` are all that were called; ``drawn``: a number was drawn."""

    version: int
    hash: str
    words: str = ""
    drawn: bool = False


def promised(game: Game, match: str, events: Sequence[Any]) -> tuple[Promised, ...]:
    """Return the promise of a match that begins with these events, if its dice can be checked."""
    state: Any = None
    for event in events:
        state = game.evolve(state, event)
    fortune = game.fortune(state)
    return () if fortune is None else (Promised(SCHEME, promise(match, fortune.secret)),)


def with_events(fair: DicePromise | None, events: Sequence[Any], has_drawn: bool) -> DicePromise | None:
    """Return the promise after some events, which may have drawn numbers."""
    for event in events:
        if isinstance(event, Promised):
            fair = DicePromise(event.version, event.hash)
        elif isinstance(event, WordsCalled) and fair is not None:
            fair = replace(fair, words=f"{fair.words} {event.words}".strip())
    return replace(fair, drawn=True) if fair is not None and has_drawn else fair


def called(fair: DicePromise | None, command: CallWords) -> tuple[WordsCalled, ...]:
    """Return the event of called words, invisible signs left out; raises Rejected if they cannot count."""
    if fair is None:
        raise Rejected("no_fair_dice", "In this match no words can go into the dice.")
    if fair.drawn:
        raise Rejected("words_too_late", "The dice have been rolled: words count only before the first roll.")
    words = "".join(each for each in " ".join(command.words.split()) if each.isprintable()).strip()
    if not words:
        raise Rejected("no_words", "Call at least one word.")
    if len(f"{fair.words} {words}") > MAX_WORDS:
        raise Rejected("too_many_words", "All words together have at most {n} characters.", n=MAX_WORDS)
    return (WordsCalled(words),)
