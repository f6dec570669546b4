"""One turn of the referee: decisions on a draft that becomes real only when the journal has taken it."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import asdict

from fieldkit.clock import MS, Clock
from fieldkit.errors import Answer, Misread, Rejected, Unknown
from fieldkit.games import Game
from fieldkit.games.fair import opening_chance
from fieldkit.journal.database import Batch, Journal
from fieldkit.journal.reading import MatchInfo
from fieldkit.journal.record import (
    CHECK,
    SHARED_COMMANDS,
    SHEET,
    CallWords,
    Codec,
    Row,
    Scheduled,
    Strike,
    Struck,
    Trusted,
    TrustRecord,
    text,
    wall_label,
)
from fieldkit.messages import (
    SEAT,
    BareRound,
    CheckReport,
    CueReport,
    Deadline,
    DelayedOpening,
    FrameId,
    GameCommand,
    Input,
    Interruption,
    KitSheet,
    Sighting,
    Verdict,
)
from fieldkit.phrases import ENGLISH, Language
from fieldkit.referee.commands import (
    BadCommand,
    Request,
    check_age,
    check_round,
    check_sender,
    command,
    fitting,
    may_be_scheduled,
    no_match,
    refusal,
    scheduled_as,
)
from fieldkit.referee.fairness import called, promised
from fieldkit.referee.match import Match, after, begun, dice, opening, over, running, verdict_of
from fieldkit.referee.strike import WouldBreak, changes, consequence, own_last

OPENING_MARGIN_NS = 10 * MS
"""An opening blast ordered so shortly before it is due, or later, is put off."""
PUT_OFF_NS = 60 * MS
"""It is put off to so long from now."""
UNEXPECTED_NS = 1500 * MS
"""An opening blast so much too late (real time) no longer sounds."""


class TurnContext(msgspec.Struct):
    """The context that all turns of a referee share.

    ``announced`` is the opening that was ordered from the whistle in time, ``reported`` the cues whose
    outcome is on the record, ``checked`` a check of the kit that waits for its match. ``trusted`` is the
    referee's choice how to go on from a bad record, until it is on the record itself. While ``stop_held``,
    the STOP button is down, no round starts.
    """

    journal: Journal
    games: Mapping[str, Game]
    clock: Clock
    boot: str
    codecs: Mapping[str, Codec]
    translate: Language = ENGLISH
    announced: int | None = None
    reported: set[str] = set()
    checked: CheckReport | None = None
    trusted: Trusted | None = None
    stop_held: bool = False


class Turn:
    """Decides one input after the other; nothing of it counts before `batch` is in the journal."""

    def __init__(self, context: TurnContext, match: Match | None) -> None:
        self.match = match
        self.batch = Batch()
        self.reported: set[str] = set()
        self.checked = context.checked
        self.round_ended: int | None = None
        """The moment at which a running round ended in this draft."""
        self._context = context

    def settle(self, until: int) -> None:
        """Decide all deadlines up to that moment, each at its own; put off an opening that comes too late."""
        before = None
        while (match := self.match) is not None:
            slipped = put_off(self._context, match)
            if slipped and self.apply(slipped, "clock"):
                continue
            deadline = match.game.next_deadline(match.state)
            if deadline is None or deadline > until or deadline == before:
                return
            before = deadline
            self.apply(Deadline(deadline, self._context.stop_held), "clock")

    def apply(self, given: Input, by: str) -> tuple[Any, ...]:
        """Apply a fact; return its events, none without a match or if the game has no use for it."""
        if self.match is None:
            return ()
        try:
            events = self.match.game.decide(self.match.state, given, dice(self.match))
        except Rejected:
            return ()
        if events:
            self._record(self.match, given, events, by, None)
        return events

    def ask(self, request: Request) -> Answer:
        """Decide a command; the same id again gets its first answer. Raises NotStored."""
        return self._answered(request.id, lambda: self._done(request), request.dry_run)

    def order(self, command_id: str, made: object, at: int, by: str) -> Answer:
        """Decide a command that did not come over the wire, once for each id. Raises NotStored."""
        return self._answered(command_id, lambda: self._ordered(GameCommand(made, at, by), command_id))

    def _answered(
        self, command_id: str, decide: Callable[[], dict[str, Any]], dry_run: bool = False
    ) -> Answer:
        if not dry_run and (first := self.remembered(command_id)):
            return first
        try:
            answer = Answer(200, decide())
        except BadCommand as wrong:
            return refusal(wrong, self._context.translate)
        except Rejected as refused:
            answer = refusal(refused, self._context.translate)
        if not dry_run:
            self.batch.answers[command_id] = answer
        return answer

    def sight(self, sighting: Sighting, frame: FrameId | None) -> Verdict:
        """Decide a sighting, or give the verdict of a frame that was taken before. Raises NotStored."""
        if known := self.taken(frame):
            return known
        verdict: Verdict = "refused"
        try:
            events = self.apply(sighting, "hoop")
        except Misread:
            events = ()
        if events and self.match is not None:
            verdict = verdict_of(self.match.game, events)
        self.note(frame, verdict)
        return verdict

    def taken(self, frame: FrameId | None) -> Verdict | None:
        """Return the verdict on a frame that was taken before. Raises NotStored."""
        if frame is None:
            return None
        return self.batch.frames.get(frame) or self._context.journal.verdict(frame)

    def note(self, frame: FrameId | None, verdict: Verdict) -> None:
        """Note a frame as taken: whatever repeats it counts nothing."""
        if frame is not None:
            self.batch.frames[frame] = verdict

    def report(self, report: CueReport) -> None:
        """Put the outcome of a cue on the record, once."""
        if report.id in self._context.reported or report.id in self.reported:
            return
        self.reported.add(report.id)
        if self.match is not None:
            self._explain(self.match, report, "whistle")

    def bare(self, bare: BareRound) -> None:
        """Take in a round that the whistle ran by itself, once; it may come again with its stop."""
        fact = f"bare/{bare.id}" + ("" if bare.stopped is None else "/stopped")
        if self.remembered(fact) is None:
            self.apply(bare, "whistle")
            self.remember(fact)

    def check(self, checked: CheckReport) -> None:
        """Put a check on the record of the match, or else of the next one; a sheet on the newest one's."""
        if isinstance(checked, KitSheet):
            if self.match is not None:
                self._explain(self.match, checked, SHEET)
        elif self.match is None or over(self.match):
            self._keep_check(checked)
        else:
            self._explain(self.match, checked, CHECK)

    def remembered(self, command_id: str) -> Answer | None:
        """Return the first answer to a command. Raises NotStored."""
        return self.batch.answers.get(command_id) or self._context.journal.answer(command_id)

    def remember(self, fact_id: str) -> None:
        """Remember a fact under its id, so that `remembered` knows it."""
        self.batch.answers[fact_id] = Answer(200, {})

    def _done(self, request: Request) -> dict[str, Any]:
        """Carry a command out; return the body of its answer. Raises BadCommand or Rejected."""
        check_sender(self.match, request)
        if any(game.create == request.type for game in self._context.games.values()):
            return self._created(request)
        match = self.match
        games = [match.game] if match else list(self._context.games.values())
        kinds = {name: kind for game in games for name, kind in game.commands.items()} | dict(SHARED_COMMANDS)
        if request.type not in kinds:
            raise BadCommand(f"type: {request.type} is unknown; allowed are {', '.join(sorted(kinds))}")
        scheduled = None
        if may_be_scheduled(match, request):
            request, scheduled = scheduled_as(request)
        made = command(request, kinds[request.type])
        check_age(request, self._context.clock.now())
        if isinstance(made, TrustRecord):
            return self._trusted(made, request)
        if match is not None:
            check_round(match, request)
        order = GameCommand(made, request.at, request.by)
        return self._ordered(order, request.id, request.dry_run, scheduled)

    def _created(self, request: Request) -> dict[str, Any]:
        name = request.fields.get("game")
        if not isinstance(name, str):
            raise BadCommand(f"{request.type}: game: expected the name of a game")
        game = self._context.games.get(name)
        if game is None or game.create != request.type:
            raise Unknown("unknown_game", "There is no game {game}.", game=name)
        request, scheduled = scheduled_as(request)
        order = GameCommand(command(request, game.commands[request.type]), request.at, request.by)
        check_age(request, self._context.clock.now())
        check_round(self.match, request)
        if self.match is not None and not over(self.match):
            raise Rejected("match_running", "A match is on: end or abandon it first.")
        newest = self.batch.matches[-1] if self.batch.matches else self._context.journal.newest()
        number = newest.number + 1 if newest else 1
        played = MatchInfo(number, f"m{number}", name, wall_label())
        match = begun(played.id, game, order, self._context.translate)
        events = game.start(order, opening_chance(dice(match, rehearsed=request.dry_run)))
        place = fitting(scheduled, match, order, events)
        if request.dry_run:
            return self._would(game, events + place)
        events += promised(game, played.id, events) + place
        self.batch.matches.append(played)
        done = self._record(match, order, events, request.by, request.id)
        if self.checked is not None:
            self._explain(match, self.checked, CHECK)
            self._keep_check(None)
        return done

    def _keep_check(self, checked: CheckReport | None) -> None:
        self.checked = checked
        self.batch.check = "" if checked is None else text(msgspec.to_builtins(checked))

    def _ordered(
        self, order: GameCommand, command_id: str, dry_run: bool = False, scheduled: Scheduled | None = None
    ) -> dict[str, Any]:
        match = self.match
        if match is None:
            raise no_match()
        if isinstance(order.command, Strike):
            return self._struck(match, order, order.command, command_id, dry_run)
        if isinstance(order.command, CallWords):
            events: tuple[Any, ...] = called(match.fair, order.command)
        else:
            state = match.game.rehearsed(match.state) if dry_run else match.state
            events = match.game.decide(state, order, dice(match, rehearsed=dry_run))
            if self._context.stop_held:
                check_stop_works(match, after(match, order, events))
        events += fitting(scheduled, match, order, events)
        if dry_run:
            return self._would(match.game, events)
        return self._record(match, order, events, order.by, command_id)

    def _trusted(self, made: TrustRecord, request: Request) -> dict[str, Any]:
        """Put the choice how to go on from a bad record on the record, if any of the match is left."""
        trusted = self._context.trusted
        if trusted is None:
            raise Rejected("not_in_doubt", "The record is sound: there is nothing to choose.")
        if self.match is None:
            return {"seq": None, "events": []}
        order = GameCommand(made, request.at, request.by)
        return self._record(self.match, order, (trusted,), request.by, request.id)

    def _struck(
        self, match: Match, order: GameCommand, strike: Strike, command_id: str, dry_run: bool
    ) -> dict[str, Any]:
        if order.by.startswith(SEAT):
            own_last(match, strike, order.by.removeprefix(SEAT))
        found = consequence(match, strike)
        events = (Struck(found.seqs, strike.reason),)
        if dry_run:
            breaks = [asdict(each) for each in found.breaks]
            differences = changes(self._shown(match), self._shown(found.match))
            return self._would(match.game, events) | {"breaks": breaks, "changes": differences}
        if found.breaks:
            raise WouldBreak(found.breaks)
        return self._record(match, order, events, order.by, command_id)

    def _record(
        self, match: Match, given: Input, events: tuple[Any, ...], by: str, command_id: str | None
    ) -> dict[str, Any]:
        codec = self._context.codecs[match.game.name]
        plain = codec.plain_events(events)
        grown = after(match, given, events)
        if match.state is not None and running(match) and not running(grown):
            self.round_ended = _moment(given)
        seq = grown.entries[-1].seq
        said = codec.input_text(given)
        self.match = grown
        self.batch.rows.append(self._row(match, seq, by, command_id, said, text(plain)))
        return {"seq": grown.seq, "events": codec.told(events, plain, over(grown))}

    def _explain(self, match: Match, given: CueReport | CheckReport, by: str) -> None:
        said = self._context.codecs[match.game.name].input_text(given)
        self.batch.rows.append(self._row(match, None, by, None, said, "[]"))

    def _row(
        self, match: Match, seq: int | None, by: str, command_id: str | None, given: str, events: str
    ) -> Row:
        boot, now = self._context.boot, self._context.clock.now()
        return Row(match.id, seq, boot, now, wall_label(), by, command_id, given, events)

    def _would(self, game: Game, events: tuple[Any, ...]) -> dict[str, Any]:
        codec = self._context.codecs[game.name]
        told = codec.told(events, codec.plain_events(events), is_over=False)
        return {"seq": None, "events": told, "dry_run": True}

    def _shown(self, match: Match) -> dict[str, Any]:
        view = match.game.view(match.state, self._context.translate)
        return {name: value for name, value in view.items() if name not in ("can", "clock")}


def put_off(context: TurnContext, match: Match) -> DelayedOpening | Interruption | None:
    """Return the fate of an opening blast that comes too late: put off a little, or dropped."""
    opens, now = opening(match), context.clock.now()
    if opens is None or opens == context.announced or opens >= now + OPENING_MARGIN_NS:
        return None
    if context.clock.real_ns(now - opens) > UNEXPECTED_NS:
        return Interruption(opens - 1, opens - 1, same_clock=True)
    return DelayedOpening(now + PUT_OFF_NS, now)


def _moment(given: Input) -> int:
    """Return the moment of an input; of a round that the whistle ran by itself its end."""
    if isinstance(given, BareRound):
        return given.closes if given.stopped is None else given.stopped
    return given.at


def check_stop_works(before: Match, grown: Match) -> None:
    """Raise Rejected if a round would start that STOP cannot end, since it is down already."""
    opens = opening(grown)
    if opens is not None and opens != opening(before):
        raise Rejected("stop_held", "STOP is held down or its wire is broken: release or fix it, then start.")
