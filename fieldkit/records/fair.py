"""Checks the dice of a finished match: every decision, undone ones too, is made again from the secret."""

import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from fieldkit.errors import FieldkitError, Misread, Rejected
from fieldkit.games import Game
from fieldkit.games.fair import SCHEME, SECRET_BITS, Fortune, chance_of, opening_chance, promise
from fieldkit.journal.record import Codec, text, without
from fieldkit.messages import Chance, GameCommand
from fieldkit.phrases import ENGLISH, N_, Language, Message
from fieldkit.records.plain import say
from fieldkit.records.reader import fold, read
from fieldkit.referee.fairness import DicePromise
from fieldkit.referee.match import Entry, Match, fortune, line, over, with_entry

DIE = 6
_BAR = 40


class Number(msgspec.Struct, frozen=True):
    """A number of the stream as a decision drew it: at which ``place``, of how many ``sides``, from 0."""

    place: int
    sides: int
    value: int


class Decision(msgspec.Struct, frozen=True):
    """A decision made again: what the record ``said`` and what ``follows`` (JSON; None: it is refused)."""

    seq: int | None
    words: str
    struck: bool
    numbers: tuple[Number, ...]
    counted: int
    said: str
    follows: str | None

    @property
    def wrong(self) -> Message | None:
        """Return what is wrong with it, in a sentence."""
        if self.follows != self.said:
            return Message("Decision {seq} does not follow from the dice: {words}", self._named)
        if self.counted != len(self.numbers):
            return Message("Decision {seq} drew other numbers than it counts: {words}", self._named)
        return None

    @property
    def _named(self) -> dict[str, object]:
        return {"seq": self.seq or "-", "words": self.words}


class FairCheck(msgspec.Struct, frozen=True):
    """A finished match with all that its dice rest on, and every decision made again."""

    match: str
    fair: DicePromise
    secret: str
    decisions: tuple[Decision, ...]

    @property
    def wrong(self) -> list[Message]:
        """A sentence for each thing that is wrong."""
        found = [each.wrong for each in self.decisions if each.wrong]
        if self.fair.version != SCHEME:
            said = N_("The dice are of version {version}, which this kit does not know.")
            return [Message(said, {"version": self.fair.version}), *found]
        if promise(self.match, self.secret) != self.fair.hash:
            return [Message("The secret does not fit the hash that was shown."), *found]
        return found

    @property
    def drawn(self) -> list[Number]:
        """The numbers of all decisions that count."""
        return [number for each in self.decisions if not each.struck for number in each.numbers]

    @property
    def histogram(self) -> Mapping[int, int]:
        """Return how often each face of a die came."""
        faces = Counter(number.value + 1 for number in self.drawn if number.sides == DIE)
        return {face: faces[face] for face in range(1, DIE + 1)}


def fair(journal: Path, games: Mapping[str, Game], match: str) -> int:
    """Check the dice of a finished match and say how it went; 1 when something is wrong."""
    checked = checked_match(journal, games, match)
    faces = checked.histogram
    print(f"{match}: hash   {checked.fair.hash}")
    print(f"{' ' * len(match)}  secret {checked.secret}")
    if checked.fair.words:
        say(f"{' ' * len(match)}  words  {checked.fair.words}")
    print(f"{len(checked.drawn)} numbers drawn, {sum(faces.values())} of them with a die of six sides:")
    most = max(*faces.values(), 1)
    for face, count in faces.items():
        print(f"  {face}  {'#' * round(_BAR * count / most):<{_BAR}} {count:>4}")
    for wrong in checked.wrong:
        say(ENGLISH(wrong), sys.stderr)
    if checked.wrong:
        return 1
    print("The secret fits the hash, and every decision follows from it.")
    return 0


def checked_match(
    journal: Path, games: Mapping[str, Game], match: str, translate: Language = ENGLISH
) -> FairCheck:
    """Return the check of a match in a journal. Raises FieldkitError while it cannot be checked."""
    found, records = read(journal, match)
    return check(fold(found, games, records), translate)


def check(folded: Match, translate: Language = ENGLISH) -> FairCheck:
    """Make all decisions of a match again. Raises FieldkitError while it cannot be checked."""
    stream = fortune(folded)
    if folded.fair is None or stream is None:
        raise FieldkitError(f"{folded.id} has no dice that can be checked.")
    if not over(folded):
        raise FieldkitError(f"{folded.id} is not over: its dice can be checked when it is.")
    of = folded.id, folded.game, folded.seed
    now = Match(*of, [], scheduled=folded.scheduled, translate=folded.translate)
    decisions: list[Decision] = []
    for entry in folded.past():
        grown = with_entry(now, entry)
        if entry.of_the_game:
            decisions.append(_again(now, grown, entry, stream, entry.seq in folded.struck, translate))
        now = grown
    return FairCheck(folded.id, folded.fair, stream.secret, tuple(decisions))


def _again(
    before: Match, after: Match, entry: Entry, whole: Fortune, struck: bool, translate: Language
) -> Decision:
    numbers: list[Number] = []
    try:
        events = _decided(before, entry, whole, numbers)
    except (Rejected, Misread):
        events = None
    codec = Codec(before.game)
    told = line(before.game, after.state, entry, translate)
    was, now = fortune(before), fortune(after)
    return Decision(
        entry.seq,
        told.text if told else "",
        struck,
        tuple(numbers),
        (now.used if now else 0) - (was.used if was else 0),
        _by_chance(codec, entry.of_the_game),
        None if events is None else _by_chance(codec, events),
    )


def _by_chance(codec: Codec, events: tuple[Any, ...]) -> str:
    """Events as JSON, without what the settings of their day settled: those may be others by now."""
    both = zip(events, codec.plain_events(events), strict=True)
    return text([without(getattr(event, "settled", ()), each) for event, each in both])


def _decided(before: Match, entry: Entry, whole: Fortune, numbers: list[Number]) -> tuple[Any, ...]:
    """Return what follows from an input now; the numbers that are drawn for it are noted in ``numbers``.

    All are drawn with the words of the ``whole`` match: words that were put on the record, or taken off it,
    after the first roll fit none of the rolls before.
    """
    game, stream = before.game, fortune(before)
    if before.state is None and isinstance(entry.given, GameCommand):
        secret = int(whole.secret, 16)
        by_lot = opening_chance(lambda sides: secret if sides == 2**SECRET_BITS else 0, whole.words)
        return game.start(entry.given, _noted(by_lot, 0, numbers))
    place = stream.used if stream else 0
    chance = _noted(chance_of(replace(whole, used=place)), place, numbers)
    return game.decide(before.state, entry.given, chance)


def _noted(chance: Chance, place: int, numbers: list[Number]) -> Chance:
    """Wrap the chance to note what is drawn; the secret itself is none of its numbers."""

    def noted(sides: int) -> int:
        value = chance(sides)
        if sides != 2**SECRET_BITS:
            numbers.append(Number(place + len(numbers), sides, value))
        return value

    return noted
