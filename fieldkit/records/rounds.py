"""The rounds of a match as the whistle sounded them: how long each was, and how late its blasts came."""

import math
from collections.abc import Iterable

import msgspec

from fieldkit.clock import MS, NS
from fieldkit.games.report import Figure
from fieldkit.journal.record import Record
from fieldkit.messages import CueReport
from fieldkit.phrases import Language, Message, MessageList, Term, decimals, tenths
from fieldkit.referee.match import Match, walked

_CUE_REPORT = '{"type":"cue_report"'
_OF_A_ROUND = ("head_start", "open", "close", "stop")
_OPENS = ("head_start", "open")
_BARE = "bare/"
"""The ids of blasts with which the whistle runs a round by itself begin with this."""


class Stretch(msgspec.Struct):
    """The blasts of one stretch of play, each with the clock (``boot``) that its moments are on."""

    heard: list[tuple[str, CueReport]] = []

    @property
    def ns(self) -> int | None:
        """The time from the opening blast to the one that ended it, None unless one clock told of both."""
        begun = [(boot, each.at) for boot, each in self.heard if each.blast == "open" and each.at is not None]
        ended = [(boot, each.at) for boot, each in self.heard if each.at is not None and _ends(each)]
        if not begun or not ended or begun[0][0] != ended[0][0]:
            return None
        return ended[0][1] - begun[0][1]


class RoundMeasure(msgspec.Struct):
    """A round by its number, with its stretches of play; ``voided`` when it was taken back."""

    number: int
    stretches: list[Stretch] = []
    voided: bool = False

    @property
    def reports(self) -> list[CueReport]:
        """The outcomes of its blasts."""
        return [report for each in self.stretches for _, report in each.heard]

    def told(self) -> MessageList | Term:
        """Return the lengths of its stretches and the worst lateness, rounded up to a tenth of a ms."""
        late = [each.late_ns for each in self.reports if each.late_ns is not None]
        missed = sum(each.outcome == "missed" for each in self.reports)
        if not late and not missed:
            parts: list[object] = [Term("no report from the whistle")]
        else:
            lengths = [each.ns for each in self.stretches if any(one.at is not None for _, one in each.heard)]
            seconds = MessageList([decimals(ns / NS, 2) for ns in lengths if ns is not None], between=" + ")
            whole = Message("{seconds} s long", {"seconds": seconds})
            parts = [whole if lengths and None not in lengths else Term("length not measured")]
        if late:
            ms = tenths(math.ceil(max(late) * 10 / MS) / 10)
            parts.append(Message("at most {ms} ms late", {"ms": ms}))
        if missed:
            parts.append(Message("blasts missed: {n}", {"n": missed}))
        if self.voided:
            parts.append(Term("taken back"))
        return MessageList(parts)


def _ends(report: CueReport) -> bool:
    """Return whether this ended a stretch of play; a blast that was missed ended none."""
    return report.blast not in _OPENS and report.at is not None


def cue_reports(records: Iterable[Record]) -> list[CueReport]:
    """Return what became of each blast; one that cannot be read is left out."""
    return [found for record in records if (found := _cue_report(record)) is not None]


def measured(folded: Match, records: Iterable[Record]) -> list[RoundMeasure]:
    """Return the rounds that were opened, in turn; none for a game without a whistle."""
    if folded.game.whistle is None:
        return []
    stamp, number, found = folded.game.stamp, 0, _Rounds()
    numbers = {entry.seq: stamp(after)[0] for entry, after, struck in walked(folded) if not struck}
    for record in records:
        seq, before = record.row.seq, number
        # What is no decision, a refused ball among it, is in the round of the one before it.
        number = number if seq is None else numbers.get(seq, number)
        if number > before:
            found.begin(number)
        elif number < before:
            found.take_back()
        report = _cue_report(record)
        if report is not None and report.blast in _OF_A_ROUND and report.outcome != "cancelled":
            found.hear(record.row.boot, report)
    found.end()
    return found.rounds


class _Rounds:
    """The rounds so far, and the stretch of play that has not ended."""

    def __init__(self) -> None:
        self.rounds: list[RoundMeasure] = []
        self._open = Stretch()

    def begin(self, number: int) -> None:
        # A round that the whistle opened by itself is on the record only after its opening blast.
        if not any(report.id.startswith(_BARE) for _, report in self._open.heard):
            self.end()
        self.rounds.append(RoundMeasure(number))

    def take_back(self) -> None:
        self.end()
        if self.rounds:
            self.rounds[-1].voided = True

    def hear(self, boot: str, report: CueReport) -> None:
        begun = {each.blast for _, each in self._open.heard}
        if report.blast in begun or (report.blast == "head_start" and begun):
            self.end()
        elif report.blast == "stop" and not begun and self.rounds and self.rounds[-1].stretches:
            # It sounded once more, or after the end.
            self.rounds[-1].stretches[-1].heard.append((boot, report))
            return
        self._open.heard.append((boot, report))
        if _ends(report):
            self.end()

    def end(self) -> None:
        if self.rounds and self._open.heard:
            self.rounds[-1].stretches.append(self._open)
        self._open = Stretch()


def round_figures(folded: Match, records: Iterable[Record], translate: Language) -> list[Figure]:
    """Return each round's lengths and lateness in words, under what its game calls the round."""
    chapter = folded.game.report.chapter
    found = measured(folded, records)
    return [Figure(chapter(each.number, translate), translate(each.told())) for each in found]


def _cue_report(record: Record) -> CueReport | None:
    if record.row.seq is not None or not record.row.given.startswith(_CUE_REPORT):
        return None
    try:
        return msgspec.json.decode(record.row.given, type=CueReport)
    except msgspec.MsgspecError:
        return None
