"""A match as the journal tells it: the records folded into the game's state, and the list of last actions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from fieldkit.games import Game, Stamp
from fieldkit.journal.record import Codec, Record, Struck
from fieldkit.messages import CheckReport, CueReport, GameCommand, Input, Verdict
from fieldkit.phrases import ENGLISH, N_, Language, Message

MAX_RECENT = 30
"""How many of the last actions a view lists."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One record as the fold needs it; ``seq`` is None for what only explains."""

    seq: int | None
    given: Input
    events: tuple[Any, ...]

    @property
    def fixed(self) -> bool:
        """True for what no strike takes out: the creation, starts, stops and ends, and strikes."""
        return self.seq == 1 or any(event.clock or isinstance(event, Struck) for event in self.events)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the list of last actions."""

    seq: int
    text: str
    team: str | None
    fixed: bool
    sort: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """A match at one moment.

    ``entries`` is one list shared by all moments of the match, of which this one knows the first ``count``:
    what was decided but never stored is cut off by the next decision. ``translate`` tells its lines.
    """

    id: str
    game: Game
    seed: object
    entries: list[Entry]
    count: int = 0
    seq: int = 0
    state: Any = None
    struck: frozenset[int] = frozenset()
    recent: tuple[Line, ...] = ()
    told: Mapping[int, str] = field(default_factory=dict)
    """What was struck, in words."""
    translate: Language = ENGLISH

    def past(self) -> list[Entry]:
        """The entries of this moment."""
        return self.entries[: self.count]


NO_MATCH = Stamp(0, "setup", "setup")


def stamp(match: Match | None) -> Stamp:
    """Where the match is."""
    return NO_MATCH if match is None else match.game.stamp(match.state)


def idle(match: Match | None) -> bool:
    """True while no match runs: there is none, it has not begun, or it is over."""
    return stamp(match).stage in ("setup", "ready", "over")


def over(match: Match) -> bool:
    """True when the match is over and another may begin."""
    return stamp(match).stage == "over"


def running(match: Match | None) -> bool:
    """True while the whistle has a round of the match."""
    whistle = match.game.whistle if match else None
    return match is not None and whistle is not None and whistle.running(match.state)


def opening(match: Match | None) -> int | None:
    """The moment of the next opening blast while it can still be put off (ns), else None."""
    whistle = match.game.whistle if match else None
    return None if match is None or whistle is None else whistle.opening(match.state)


def verdict_of(game: Game, events: Sequence[Any]) -> Verdict:
    """What the events that answered a sighting say to the player; a game without hoops refuses all."""
    return game.hoops.verdict(events) if game.hoops else "refused"


def came_to_rest(before: Match | None, after: Match | None) -> bool:
    """True when a round or turn has come to its rest, or the match to its end."""
    if before is None or after is None:
        return False
    then, now = stamp(before), stamp(after)
    return then != now and now.stage in ("rest", "over")


def begun(match: str, game: Game, order: GameCommand, translate: Language = ENGLISH) -> Match:
    """A match before its first event."""
    return Match(match, game, getattr(order.command, "seed", None), [], translate=translate)


def after(match: Match, given: Input, events: tuple[Any, ...]) -> Match:
    """The match after one more input and what followed from it. A strike folds everything again."""
    seq = match.seq + 1 if any(event.decision for event in events) else None
    entry = Entry(seq, given, events)
    del match.entries[match.count :]
    match.entries.append(entry)
    grown = replace(match, count=match.count + 1, seq=seq or match.seq)
    if any(isinstance(event, Struck) for event in events):
        return refolded(grown)
    return _stepped(grown, entry)


def refolded(match: Match, without: Set[int] = frozenset()) -> Match:
    """The match folded from its entries, without what is struck and without the decisions ``without``."""
    past = match.past()
    struck = frozenset(seq for entry in past for seq in struck_by(entry)) | without
    now = replace(match, state=None, struck=struck, recent=(), told={})
    for entry in past:
        if entry.seq is None or entry.seq not in struck:
            now = _stepped(now, entry)
        elif said := line(match.game, evolved(match.game, now.state, entry.events), entry, match.translate):
            now = replace(now, told={**now.told, said.seq: said.text})
    return now


def struck_by(entry: Entry) -> Iterable[int]:
    """The decisions that an entry strikes."""
    return [seq for event in entry.events if isinstance(event, Struck) for seq in event.seqs]


def evolved(game: Game, state: Any, events: Iterable[Any]) -> Any:
    """The state after a game's events; strikes are not the game's."""
    for event in events:
        if not isinstance(event, Struck):
            state = game.evolve(state, event)
    return state


def loaded(
    match: str, game: Game, records: Iterable[Record], translate: Language = ENGLISH
) -> tuple[Match, list[Message]]:
    """A match from the journal, and a sentence for each record that cannot be read."""
    codec = Codec(game)
    wrong: list[Message] = []
    entries: list[Entry] = []
    seq, seed = 0, None
    for record in records:
        try:
            given, events = codec.given(record.row.given), codec.events(record.row.events)
        except (LookupError, TypeError, msgspec.DecodeError) as error:
            text = N_("Record {id} cannot be read and is left out ({error}).")
            wrong.append(Message(text, {"id": record.id, "error": error}))
            continue
        if not isinstance(given, CueReport | CheckReport):
            entries.append(Entry(record.row.seq, given, events))
        seq = record.row.seq or seq
        if record.row.seq == 1 and isinstance(given, GameCommand):
            seed = getattr(given.command, "seed", None)
    return refolded(Match(match, game, seed, entries, len(entries), seq, translate=translate)), wrong


def line(
    game: Game, state: Any, entry: Entry, translate: Language = ENGLISH, told: Mapping[int, str] | None = None
) -> Line | None:
    """An entry in plain words, told with the state after it; None when it is not worth a line.

    ``told`` are the words of decisions before it, by ``seq``: a strike says what it takes back.
    """
    if entry.seq is None:
        return None
    for event in entry.events:
        if isinstance(event, Struck):
            what = "; ".join((told or {}).get(seq, str(seq)) for seq in event.seqs)
            said = translate.sentence("Undone: {what} ({reason})", what=what, reason=event.reason)
            return Line(entry.seq, said, None, True, "strike")
    words = game.describe(state, entry.events)
    return Line(entry.seq, translate(words), words.team, entry.fixed, words.sort) if words else None


def _stepped(match: Match, entry: Entry) -> Match:
    state = evolved(match.game, match.state, entry.events)
    told = line(match.game, state, entry, match.translate, match.told)
    recent = (told, *match.recent[: MAX_RECENT - 1]) if told else match.recent
    return replace(match, state=state, recent=recent)
