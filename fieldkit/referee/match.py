"""A match as folded from the journal: the game's state, and the list of last actions."""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any

import msgspec
from msgspec.structs import replace

from fieldkit.games import Game, Stamp
from fieldkit.games.fair import Fortune, chance_of, new_secret
from fieldkit.journal.record import Codec, Record, Scheduled, SharedEvent, Struck, Trusted, WordsCalled
from fieldkit.messages import Chance, CheckReport, CueReport, GameCommand, Input, Verdict
from fieldkit.phrases import ENGLISH, N_, Language, Message
from fieldkit.referee.fairness import DicePromise, with_events

MAX_RECENT = 30
"""The most actions that a view lists."""
WORDS = "words"
"""The sort of a line about words for the dice."""
DOUBT = "doubt"
"""The sort of a line that says how a match went on from a bad record."""


class Entry(msgspec.Struct, frozen=True):
    """One record as the fold needs it; ``seq`` is None for one that is not a decision."""

    seq: int | None
    given: Input
    events: tuple[Any, ...]

    @property
    def fixed(self) -> bool:
        """True for one that cannot be struck: the creation, starts, stops and ends, and strikes."""
        return self.seq == 1 or any(event.clock or isinstance(event, Struck) for event in self.events)

    @property
    def of_the_game(self) -> tuple[Any, ...]:
        """The events that are the game's own."""
        return tuple(event for event in self.events if not isinstance(event, SharedEvent))


class Line(msgspec.Struct, frozen=True):
    """One line of the list of last actions."""

    seq: int
    text: str
    team: str | None
    fixed: bool
    sort: str = ""
    private: bool = False


class Match(msgspec.Struct, frozen=True):
    """A match at one moment.

    ``entries`` is one list shared by all moments of the match, of which this one has the first ``count``: an
    entry that was decided but never stored is cut off by the next decision. ``told`` has the lines of struck
    decisions. ``fair`` is None if the game's dice cannot be checked. ``scheduled`` is the place in an event.
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
    told: Mapping[int, Line] = {}
    fair: DicePromise | None = None
    scheduled: Scheduled | None = None
    translate: Language = ENGLISH

    def past(self) -> list[Entry]:
        """Return the entries of this moment."""
        return self.entries[: self.count]


NO_MATCH = Stamp(0, "setup", "setup")


def stamp(match: Match | None) -> Stamp:
    """Return the place of a match in its course."""
    return NO_MATCH if match is None else match.game.stamp(match.state)


def idle(match: Match | None) -> bool:
    """Return True while no match runs: there is none, it has not begun, or it is over."""
    return stamp(match).stage in ("setup", "ready", "over")


def over(match: Match) -> bool:
    """Return True when the match is over and another may begin."""
    return stamp(match).stage == "over"


def running(match: Match | None) -> bool:
    """Return True while the whistle runs a round of the match."""
    whistle = match.game.whistle if match else None
    return match is not None and whistle is not None and whistle.running(match.state)


def opening(match: Match | None) -> int | None:
    """Return the moment (ns) of the next opening blast while it can still be put off, or None."""
    whistle = match.game.whistle if match else None
    return None if match is None or whistle is None else whistle.opening(match.state)


def verdict_of(game: Game, events: Sequence[Any]) -> Verdict:
    """Return the verdict that a sighting's events mean; a game without hoops refuses all."""
    return game.hoops.verdict(events) if game.hoops else "refused"


def fortune(match: Match) -> Fortune | None:
    """Return the stream of the next decision, with the words called; None for dice that cannot be checked."""
    found = None if match.state is None else match.game.fortune(match.state)
    return Fortune(found.secret, found.used, match.fair.words) if found and match.fair else found


def dice(match: Match, rehearsed: bool = False) -> Chance:
    """Return the dice for the next decision: the game's stream, a seed's, or others to rehearse."""
    by_lot = random.SystemRandom().randrange
    stream = fortune(match)
    if stream is not None:
        return chance_of(Fortune(new_secret(by_lot), 0) if rehearsed else stream)
    if match.seed is None or rehearsed:
        return by_lot
    seed = f"{match.seed}/{match.seq}"
    made: list[random.Random] = []

    def draw(n: int) -> int:
        # Hardly any decision needs dice, and making them takes a while.
        if not made:
            made.append(random.Random(seed))
        return made[0].randrange(n)

    return draw


def came_to_rest(before: Match | None, after: Match | None) -> bool:
    """Return True when a round or turn has come to rest, or the match to its end."""
    if before is None or after is None:
        return False
    then, now = stamp(before), stamp(after)
    return then != now and now.stage in ("rest", "over")


def begun(match: str, game: Game, order: GameCommand, translate: Language = ENGLISH) -> Match:
    """Return a match before its first event."""
    return Match(match, game, getattr(order.command, "seed", None), [], translate=translate)


def after(match: Match, given: Input, events: tuple[Any, ...]) -> Match:
    """Return the match after one more input and its events."""
    seq = match.seq + 1 if any(event.decision for event in events) else None
    return with_entry(match, Entry(seq, given, events))


def with_entry(match: Match, entry: Entry) -> Match:
    """Return the match with one more entry. A strike folds everything again."""
    del match.entries[match.count :]
    match.entries.append(entry)
    grown = replace(match, count=match.count + 1, seq=entry.seq or match.seq)
    if any(isinstance(event, Struck) for event in entry.events):
        return refolded(grown)
    return _stepped(grown, entry)


def refolded(match: Match, without: Set[int] = frozenset()) -> Match:
    """Fold the match from its entries, leaving out struck decisions and those of ``without``."""
    past = match.past()
    strikes = [event for entry in past for event in entry.events if isinstance(event, Struck)]
    struck = frozenset(seq for event in strikes for seq in event.seqs) | without
    now = replace(match, state=None, struck=struck, recent=(), told={}, fair=None, scheduled=None)
    for entry in past:
        now = _passed(now, entry) if entry.seq in struck else _stepped(now, entry)
    return now


def evolved(game: Game, state: Any, events: Iterable[Any]) -> Any:
    """Return the state after a game's events; those of the kit itself are not folded."""
    for event in events:
        if not isinstance(event, SharedEvent):
            state = game.evolve(state, event)
    return state


def walked(match: Match) -> Iterator[tuple[Entry, Any, bool]]:
    """Yield each entry with the state after it, and True if it was struck: the next knows nothing of it."""
    state: Any = None
    for entry in match.past():
        after = evolved(match.game, state, entry.events)
        struck = entry.seq is not None and entry.seq in match.struck
        yield entry, after, struck
        if not struck:
            state = after


def loaded(
    match: str, game: Game, records: Iterable[Record], translate: Language = ENGLISH
) -> tuple[Match, list[Message]]:
    """Return a match from the journal, and a sentence for each record that cannot be read."""
    codec = Codec(game)
    wrong: list[Message] = []
    entries: list[Entry] = []
    seq, seed = 0, None
    for record in records:
        try:
            given, events = codec.given(record.row.given), codec.events(record.row.events)
        except (LookupError, TypeError, msgspec.DecodeError) as error:
            text = N_("Record {id} is unreadable and is left out ({error}).")
            wrong.append(Message(text, {"id": record.id, "error": error}))
            continue
        if not isinstance(given, CueReport | CheckReport):
            entries.append(Entry(record.row.seq, given, events))
        seq = record.row.seq or seq
        if record.row.seq == 1 and isinstance(given, GameCommand):
            seed = getattr(given.command, "seed", None)
    return refolded(Match(match, game, seed, entries, len(entries), seq, translate=translate)), wrong


def line(
    game: Game,
    state: Any,
    entry: Entry,
    translate: Language = ENGLISH,
    told: Mapping[int, Line] | None = None,
) -> Line | None:
    """Return an entry in words after its ``state``, or None; ``told`` has the lines that a strike repeats."""
    if entry.seq is None:
        return None
    for event in entry.events:
        if isinstance(event, Struck):
            known = told or {}
            what = "; ".join(known[seq].text if seq in known else str(seq) for seq in event.seqs)
            said = translate.sentence("Undone: {what} ({reason})", what=what, reason=event.reason)
            private = any(seq in known and known[seq].private for seq in event.seqs)
            return Line(entry.seq, said, None, True, "strike", private)
        if isinstance(event, WordsCalled):
            said = translate.sentence("Words for the dice: {words}", words=event.words)
            return Line(entry.seq, said, None, entry.fixed, WORDS)
        if isinstance(event, Trusted):
            said = translate(Message(_TRUSTED[event.choose], {"seq": entry.seq - 1}))
            return Line(entry.seq, said, None, True, DOUBT)
    words = game.describe(state, entry.of_the_game)
    if words is None:
        return None
    return Line(entry.seq, translate(words), words.team, entry.fixed, words.sort, words.private)


_TRUSTED = {
    "second_copy": N_("The record was in doubt: the second copy was taken, up to decision {seq}"),
    "last_good": N_("The record was in doubt: play went on from decision {seq}"),
}


def _stepped(match: Match, entry: Entry) -> Match:
    state = evolved(match.game, match.state, entry.events)
    if entry.seq is not None:
        state = match.game.numbered(state, entry.seq)
    told = line(match.game, state, entry, match.translate, match.told)
    lines = ([told] if told else []) + _also(match, state, entry)
    recent = (*reversed(lines), *match.recent)[:MAX_RECENT] if lines else match.recent
    fair = _fair(match, entry, state, counts=True)
    scheduled = next((each for each in entry.events if isinstance(each, Scheduled)), match.scheduled)
    # A later set-up may name another seed.
    named = getattr(entry.given.command, "seed", None) if isinstance(entry.given, GameCommand) else None
    seed = match.seed if named is None else named
    return replace(match, state=state, recent=recent, fair=fair, seed=seed, scheduled=scheduled)


def _also(match: Match, state: Any, entry: Entry) -> list[Line]:
    if entry.seq is None:
        return []
    return [
        Line(entry.seq, match.translate(words), words.team, entry.fixed, words.sort, words.private)
        for words in match.game.also(state, entry.of_the_game)
    ]


def _passed(match: Match, entry: Entry) -> Match:
    """Return the match after a struck entry: its line is kept, and the numbers it drew are known."""
    state = evolved(match.game, match.state, entry.events)
    said = line(match.game, state, entry, match.translate)
    told = {**match.told, said.seq: said} if said else match.told
    return replace(match, told=told, fair=_fair(match, entry, state, counts=False))


def _fair(match: Match, entry: Entry, state: Any, counts: bool) -> DicePromise | None:
    stream = match.game.fortune(state)
    if stream is None:
        return match.fair
    before = match.game.fortune(match.state) if match.state is not None else None
    has_drawn = stream.used > (before.used if before else 0)
    return with_events(match.fair, entry.events if counts else (), has_drawn)
