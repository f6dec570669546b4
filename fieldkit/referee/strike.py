"""Strikes: single decisions taken out of the record, and the later ones that then no longer hold."""

import random
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import asdict

from fieldkit.errors import Misread, Rejected
from fieldkit.journal.record import Strike, WordsCalled
from fieldkit.messages import Sighting
from fieldkit.phrases import N_, Message, Term
from fieldkit.referee.match import Entry, Match, evolved, line, refolded, verdict_of

_VERDICTS = {"counted": Term("counted"), "held": Term("held for the referee"), "refused": Term("refused")}


class BrokenDecision(msgspec.Struct, frozen=True):
    """A decision that would no longer hold, in plain words, and the reason."""

    seq: int
    text: str
    why: str


class WouldBreak(Rejected):
    """A strike that would leave decisions on the record that could not have been made without it."""

    def __init__(self, breaks: tuple[BrokenDecision, ...]) -> None:
        listed = "; ".join(f"{b.seq} ({b.text}): {b.why}" for b in breaks)
        super().__init__("would_break", N_("Undo these too; they depend on it: {listed}"), listed=listed)
        self.details = {"breaks": [asdict(each) for each in breaks]}


class Consequence(msgspec.Struct, frozen=True):
    """The consequence of a strike: the decisions it takes out, those that break, and the match after it."""

    seqs: tuple[int, ...]
    breaks: tuple[BrokenDecision, ...]
    match: Match


def consequence(match: Match, strike: Strike) -> Consequence:
    """Return the consequence of a strike; raises Rejected when one of its decisions cannot be struck."""
    if refused := match.game.refuses(match.state):
        raise refused
    seqs = tuple(dict.fromkeys((strike.seq, *strike.also)))
    decisions = {entry.seq: entry for entry in match.past() if entry.seq is not None}
    for seq in seqs:
        _strikable(match, decisions.get(seq), seq)
    broken = _broken(match, frozenset(seqs))
    without = frozenset(seqs) | {b.seq for b in broken}
    after = refolded(match, without)
    if why := match.game.broken(after.state):
        raise Rejected("would_break", "The record would contradict itself: {why}", why=why)
    return Consequence(seqs, broken, after)


def own_last(match: Match, strike: Strike, side: str) -> None:
    """Raise Rejected unless a strike takes back the last action that can be, and it is this side's."""
    last = next((line for line in match.recent if not line.fixed), None)
    if strike.also or last is None or (last.seq, last.team) != (strike.seq, side):
        raise Rejected("not_last", "A phone takes back only its own player's last action.")


def changes(before: object, after: object, path: str = "") -> list[dict[str, Any]]:
    """Return the differences of two views: ``what`` (a path), ``from``, ``to``; lists with ids go by id."""
    if before == after:
        return []
    old, new = _keyed(before), _keyed(after)
    if old is None or new is None:
        return [{"what": path, "from": before, "to": after}]
    found = []
    for key in dict.fromkeys([*old, *new]):
        found += changes(old.get(key), new.get(key), f"{path}.{key}" if path else str(key))
    return found


def _keyed(value: object) -> Mapping[str, Any] | None:
    if isinstance(value, Mapping):
        return value
    if isinstance(value, list | tuple) and all(isinstance(v, Mapping) and "id" in v for v in value):
        return {v["id"]: v for v in value}
    return None


def _strikable(match: Match, entry: Entry | None, seq: int) -> None:
    if entry is None:
        raise Rejected("no_such_record", "There is no decision {seq} on the record.", seq=seq)
    if seq in match.struck:
        raise Rejected("already_struck", "This is undone already, perhaps on another tablet.")
    if entry.fixed:
        text = N_("Decision {seq} stays: set-up, starts, stops, ends and undoing itself cannot be undone.")
        raise Rejected("not_strikable", text, seq=seq)
    if match.fair and match.fair.drawn and any(isinstance(event, WordsCalled) for event in entry.events):
        raise Rejected("not_strikable", "The words of {seq} stay: dice have been rolled with them.", seq=seq)


def _broken(match: Match, without: frozenset[int]) -> tuple[BrokenDecision, ...]:
    """Return the later decisions that no longer hold, each with the broken ones before it taken out too."""
    game, first = match.game, min(without)
    state: Any = None
    was: Any = None
    found: list[BrokenDecision] = []
    for entry in match.past():
        if entry.seq is not None and entry.seq in match.struck:
            continue
        before, was = was, evolved(game, was, entry.events)
        if entry.seq is not None and entry.seq in without:
            continue
        after = was if state is before else evolved(game, state, entry.events)
        if entry.seq is not None and entry.seq > first and not entry.fixed and entry.of_the_game:
            why = _asked_again(match, state, entry) or game.broken(after)
            if why := why or game.uprooted(before, state, entry.of_the_game):
                told = line(game, after, entry, match.translate)
                found.append(BrokenDecision(entry.seq, told.text if told else "", match.translate(why)))
                continue
        state = after
    return tuple(found)


def _asked_again(match: Match, state: Any, entry: Entry) -> Message | None:
    """Return the reason that a decision would not be made again; None if it would."""
    try:
        events = match.game.decide(state, entry.given, random.Random(0).randrange)
    except (Rejected, Misread) as refused:
        return refused.said
    if isinstance(entry.given, Sighting):
        now, then = verdict_of(match.game, events), verdict_of(match.game, entry.events)
        if now != then:
            text = N_("the sighting would be {now}, not {then}")
            return Message(text, {"now": _VERDICTS[now], "then": _VERDICTS[then]})
    return None
