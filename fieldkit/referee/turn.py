"""What one turn of the referee decides, on a state that becomes real only when the journal has taken it."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from fieldkit.answers import Answer, error
from fieldkit.clock import MS, Clock
from fieldkit.errors import Misread, Rejected, Unknown
from fieldkit.games import Game
from fieldkit.games.fair import Fortune, chance_of, new_secret, opening_chance
from fieldkit.journal.database import Batch, Journal
from fieldkit.journal.reading import MatchInfo
from fieldkit.journal.record import (
    CHECK,
    SHARED_COMMANDS,
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
    BareRound,
    Chance,
    CheckReport,
    CueReport,
    Deadline,
    DelayedOpening,
    FrameId,
    GameCommand,
    Input,
    Interruption,
    Sighting,
    Verdict,
)
from fieldkit.phrases import ENGLISH, N_, Language
from fieldkit.referee.commands import BadCommand, Request, bad_command, command
from fieldkit.referee.fairness import called, promised
from fieldkit.referee.match import (
    Match,
    after,
    begun,
    fortune,
    opening,
    over,
    running,
    stamp,
    verdict_of,
)
from fieldkit.referee.scheduling import fitting, scheduled_as
from fieldkit.referee.strike import WouldBreak, changes, consequence, own_last

OPENING_MARGIN_NS = 10 * MS
"""An opening blast ordered with less time than this before it is due is put off."""
SEAT, CAPTAIN, CREW, SCREEN = "seat/", "captain/", "crew", "screen"
"""How ``by`` begins for a seat and for a team's captain (an id follows), and who else is no referee."""
PUT_OFF_NS = 60 * MS
"""By how much from now it is put off."""
UNEXPECTED_NS = 1500 * MS
"""An opening blast this much too late (real time) does not sound any more."""


@dataclass(slots=True)
class TurnContext:
    """What all turns of a referee share.

    ``announced`` is the opening that the whistle has been told of in time, ``reported`` the cues whose
    outcome is on the record, ``checked`` a check of the kit that waits for the match it is for.
    """

    journal: Journal
    games: Mapping[str, Game]
    clock: Clock
    boot: str
    codecs: Mapping[str, Codec]
    translate: Language = ENGLISH
    announced: int | None = None
    reported: set[str] = field(default_factory=set)
    checked: CheckReport | None = None
    trusted: Trusted | None = None
    """How the referee has just chosen to go on from a record that did not hold; to be put on the record."""
    stop_held: bool = False
    """Whether the STOP button is down, as the whistle tells: then no round starts."""


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
            self.apply(Deadline(deadline), "clock")

    def apply(self, given: Input, by: str) -> tuple[Any, ...]:
        """What follows from a fact; nothing when there is no match or the game has no use for it."""
        if self.match is None:
            return ()
        try:
            events = self._decide(given, self._chance(self.match))
        except Rejected:
            return ()
        if events:
            self._record(self.match, given, events, by, None)
        return events

    def ask(self, request: Request) -> Answer:
        """Decide a command; the same id again gets its first answer. Raises NotStored."""
        if not request.dry_run and (first := self.remembered(request.id)):
            return first
        try:
            answer = Answer(200, self._done(request))
        except BadCommand as wrong:
            return bad_command(wrong)
        except Rejected as refused:
            answer = refusal(refused, self._context.translate)
        if not request.dry_run:
            self.batch.answers[request.id] = answer
        return answer

    def order(self, command_id: str, made: object, at: int, by: str) -> Answer:
        """Decide a command that did not come over the wire, once for each id. Raises NotStored."""
        if first := self.remembered(command_id):
            return first
        try:
            if self.match is None:
                raise no_match()
            answer = Answer(200, self._ordered(GameCommand(made, at, by), command_id, dry_run=False))
        except Rejected as refused:
            answer = refusal(refused, self._context.translate)
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
        """The verdict of a frame that was taken before. Raises NotStored."""
        if frame is None:
            return None
        return self.batch.frames.get(frame) or self._context.journal.verdict(frame)

    def note(self, frame: FrameId | None, verdict: Verdict) -> None:
        """Note a frame as taken: whatever repeats it counts nothing."""
        if frame is not None:
            self.batch.frames[frame] = verdict

    def report(self, report: CueReport) -> None:
        """Put what became of a cue on the record, once."""
        if report.id in self._context.reported or report.id in self.reported:
            return
        self.reported.add(report.id)
        if self.match is not None:
            self._explain(self.match, report, "whistle")

    def check(self, checked: CheckReport) -> None:
        """Put a check on the record of the match that it is for: the one that is on, else the next."""
        if self.match is None or over(self.match):
            self._keep_check(checked)
        else:
            self._explain(self.match, checked, CHECK)

    def remembered(self, command_id: str) -> Answer | None:
        """The first answer to a command."""
        return self.batch.answers.get(command_id) or self._context.journal.answer(command_id)

    def remember(self, fact_id: str) -> None:
        """Remember a fact under its id, so that `remembered` knows it."""
        self.batch.answers[fact_id] = Answer(200, {})

    def _done(self, request: Request) -> dict[str, Any]:
        """The body of the answer to a command that is carried out; raises BadCommand or Rejected."""
        permitted(self.match, request)
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
        wanted_still(request, self._context.clock.now())
        if isinstance(made, TrustRecord):
            return self._trusted(made, request)
        if match is None:
            raise no_match()
        in_time(match, request)
        return self._ordered(
            GameCommand(made, request.at, request.by), request.id, request.dry_run, scheduled
        )

    def _created(self, request: Request) -> dict[str, Any]:
        name = request.fields.get("game")
        if not isinstance(name, str):
            raise BadCommand(f"{request.type}: game: expected the name of a game")
        game = self._context.games.get(name)
        if game is None or game.create != request.type:
            raise Unknown("unknown_game", "There is no game {game}.", game=name)
        request, scheduled = scheduled_as(request)
        order = GameCommand(command(request, game.commands[request.type]), request.at, request.by)
        wanted_still(request, self._context.clock.now())
        in_time(self.match, request)
        if self.match is not None and not over(self.match):
            raise Rejected("match_running", "A match is on: end or abandon it first.")
        newest = self._newest()
        played = MatchInfo(newest + 1, f"m{newest + 1}", name, wall_label())
        match = begun(played.id, game, order, self._context.translate)
        events = game.start(order, opening_chance(self._chance(match, rehearsed=request.dry_run)))
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

    def _newest(self) -> int:
        if self.batch.matches:
            return self.batch.matches[-1].number
        newest = self._context.journal.newest()
        return newest.number if newest else 0

    def _ordered(
        self, order: GameCommand, command_id: str, dry_run: bool, scheduled: Scheduled | None = None
    ) -> dict[str, Any]:
        match = self.match
        assert match is not None
        if isinstance(order.command, Strike):
            return self._struck(match, order, order.command, command_id, dry_run)
        if isinstance(order.command, CallWords):
            events: tuple[Any, ...] = called(match.fair, order.command)
        else:
            state = match.game.rehearsed(match.state) if dry_run else match.state
            events = match.game.decide(state, order, self._chance(match, rehearsed=dry_run))
            if self._context.stop_held:
                stop_works(match, after(match, order, events))
        events += fitting(scheduled, match, order, events)
        if dry_run:
            return self._would(match.game, events)
        return self._record(match, order, events, order.by, command_id)

    def _trusted(self, made: TrustRecord, request: Request) -> dict[str, Any]:
        """Put on the record how the match goes on from a doubt, if any of it is left."""
        trusted = self._context.trusted
        if trusted is None:
            raise Rejected("not_in_doubt", "The record holds: there is nothing to choose.")
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
            game = match.game
            breaks = [{"seq": b.seq, "text": b.text, "why": b.why} for b in found.breaks]
            differences = changes(self._shown(match), self._shown(found.match))
            return self._would(game, events) | {"breaks": breaks, "changes": differences}
        if found.breaks:
            raise WouldBreak(found.breaks)
        return self._record(match, order, events, order.by, command_id)

    def _decide(self, given: Input, chance: Chance) -> tuple[Any, ...]:
        assert self.match is not None
        return self.match.game.decide(self.match.state, given, chance)

    def _record(
        self, match: Match, given: Input, events: tuple[Any, ...], by: str, command_id: str | None
    ) -> dict[str, Any]:
        """Count an input with its events; returns the body of its answer."""
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
        """Put on the record what is no decision."""
        said = self._context.codecs[match.game.name].input_text(given)
        self.batch.rows.append(self._row(match, None, by, None, said, "[]"))

    def _row(
        self, match: Match, seq: int | None, by: str, command_id: str | None, given: str, events: str
    ) -> Row:
        context = self._context
        return Row(
            match.id, seq, context.boot, context.clock.now(), wall_label(), by, command_id, given, events
        )

    def _would(self, game: Game, events: tuple[Any, ...]) -> dict[str, Any]:
        codec = self._context.codecs[game.name]
        told = codec.told(events, codec.plain_events(events), is_over=False)
        return {"seq": None, "events": told, "dry_run": True}

    def _shown(self, match: Match) -> dict[str, Any]:
        view = match.game.view(match.state, self._context.translate)
        return {name: value for name, value in view.items() if name not in ("can", "clock")}

    @staticmethod
    def _chance(match: Match, rehearsed: bool = False) -> Chance:
        """The dice for the next decision: the game's own stream, or with a seed the same for each such match.

        A rehearsal draws others, so that it does not tell what will come.
        """
        by_lot = random.SystemRandom().randrange
        stream = fortune(match)
        if stream is not None:
            return chance_of(Fortune(new_secret(by_lot), 0) if rehearsed else stream)
        seeded = match.seed is not None and not rehearsed
        return _Dice(f"{match.seed}/{match.seq}") if seeded else by_lot


class _Dice:
    """The chances of a seed, made when they are first asked for: hardly any decision needs them."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._random: random.Random | None = None

    def __call__(self, n: int) -> int:
        if self._random is None:
            self._random = random.Random(self._seed)
        return self._random.randrange(n)


def put_off(context: TurnContext, match: Match) -> DelayedOpening | Interruption | None:
    """What becomes of an opening blast that can no longer be ordered in time; None while all is well.

    It is put off a little. One that comes so late that its command was answered as not stored stays away: no
    whistle opens a round that nobody expects any more.
    """
    opens, now = opening(match), context.clock.now()
    if opens is None or opens == context.announced or opens >= now + OPENING_MARGIN_NS:
        return None
    if context.clock.real_ns(now - opens) > UNEXPECTED_NS:
        return Interruption(opens - 1, opens - 1, same_clock=True)
    return DelayedOpening(now + PUT_OFF_NS, now)


def _moment(given: Input) -> int:
    """When an input happened; of a round that the whistle ran by itself its end."""
    if isinstance(given, BareRound):
        return given.closes if given.stopped is None else given.stopped
    return given.at


def permitted(match: Match | None, request: Request) -> None:
    """Raises Rejected ``not_yours`` for a command that its sender's role may not send."""
    theirs = commands_of(match.game if match else None, request.by)
    if theirs is not None and request.type not in theirs:
        raise Rejected("not_yours", "Only the referee may do that.")


def commands_of(game: Game | None, by: str) -> Collection[str] | None:
    """The commands that somebody may send; None for the referee, who may send all."""
    if by.startswith(SEAT):
        return ("call_words", *game.seated) if game else ("call_words",)
    if by.startswith(CAPTAIN):
        return game.captains if game else ()
    if by == CREW:
        return game.crew if game else ()
    return () if by == SCREEN else None


def may_be_scheduled(match: Match | None, request: Request) -> bool:
    """Whether a command may say which scheduled match this is: the referee's, while nothing has happened."""
    if match is None or request.type not in match.game.commands:
        return False
    return stamp(match).stage == "ready" and commands_of(match.game, request.by) is None


_STALE = {
    1: N_("Round {now} has begun meanwhile."),
    -1: N_("Round {meant} was cancelled meanwhile."),
}
"""What a command for another round is told, by whether the match has gone on or back."""


def in_time(match: Match | None, request: Request) -> None:
    """Raises Rejected ``stale`` for a command that was meant for another round."""
    number = stamp(match).number
    if request.round is not None and request.round != number:
        said = _STALE[(number > request.round) - (number < request.round)]
        raise Rejected("stale", said, meant=request.round, now=number)


def wanted_still(request: Request, now: int) -> None:
    """Raises Rejected ``too_late`` for a command that is met after its ``not_after``; ``now`` is in ns.

    A stop that has sounded is taken whenever it is met: it has happened.
    """
    if request.not_after is None or request.sounded or now // MS <= request.not_after:
        return
    late = -(-(now // MS - request.not_after) // 1000)
    raise Rejected("too_late", "This tap came {seconds} s too late: nothing was done.", seconds=late)


def stop_works(before: Match, grown: Match) -> None:
    """Raise Rejected where a round would start that STOP could not end, since it is down already."""
    opens = opening(grown)
    if opens is not None and opens != opening(before):
        raise Rejected(
            "stop_held", "STOP is held down or its wire is broken: release it or mend it, then start."
        )


def refusal(refused: Rejected, translate: Language) -> Answer:
    """What a command that is refused is answered.

    400 for what the match does not have, 403 for what is not the sender's, 409 by a rule.
    """
    body = error(refused.code, translate(refused.said), refused.rule)
    if isinstance(refused, WouldBreak):
        body["error"]["breaks"] = [{"seq": b.seq, "text": b.text, "why": b.why} for b in refused.breaks]
    if isinstance(refused, Unknown):
        return Answer(400, body)
    return Answer(403 if refused.code == "not_yours" else 409, body)


def no_match() -> Rejected:
    """Why nothing can be asked of a match that is not there."""
    return Rejected("no_match", "There is no match yet: create one first.")
