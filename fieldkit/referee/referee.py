"""The referee: one inbox, one thread, one writer of the record.

One thread takes everything that waits in the inbox and makes a turn of it:

    drain       everything in the inbox, after the facts that could not be stored before
    decide      each input in order, on a draft (`Turn`); before it the deadlines up to its own moment
    commit      all of it in one transaction (`Journal.append`)
    plan        tell the whistle which blasts the match now wants, since they are due
    publish     show the new view: a caller who is answered and looks sees the change
    answer      tell each sender the outcome of its input

Nothing is told before it is durable. When the journal cannot take the turn, nothing of it has happened:
commands are refused (503), facts are kept and decided again, up to `MAX_RETRY_FACTS`. A stop waits for none
of this (`Submissions`, `Cues.stop`): it is never refused for lack of a disk, and until it is stored no blast
of the old plan may sound. A bug in deciding one input costs this input alone: its sender gets a 500.
"""

import logging
import threading
from collections.abc import Mapping

from fieldkit.clock import MS, Clock
from fieldkit.errors import Answer, FieldkitError, NotStored, Rejected
from fieldkit.games import Game
from fieldkit.journal.backup import SecondCopy
from fieldkit.journal.database import Journal
from fieldkit.journal.record import Codec, Row, Trusted, last_check, read_checked
from fieldkit.language.catalogue import load_language
from fieldkit.messages import DelayedOpening, Interruption
from fieldkit.phrases import N_
from fieldkit.referee.alarms import WHISTLE_AWAY, Alarm
from fieldkit.referee.arrivals import Arrival, Arrivals, InboxReader, Submissions, Wake
from fieldkit.referee.commands import BadCommand, Request, commands_of, no_match, refusal
from fieldkit.referee.cues import Cues
from fieldkit.referee.disk import JournalWriter
from fieldkit.referee.doubt import Doubt, choice, go_on, load_newest
from fieldkit.referee.inputs import CommandInput, FactInput, RefereeInput, bugs_logged, not_stored
from fieldkit.referee.match import Match, came_to_rest, opening, over, running
from fieldkit.referee.ports import Ports
from fieldkit.referee.publisher import Publisher
from fieldkit.referee.sounding import Device
from fieldkit.referee.turn import Turn, TurnContext, put_off
from fieldkit.settings import Settings
from fieldkit.tags.tag_book import TagBook

LOG = logging.getLogger(__name__)
HELLO_S = 1.5
"""Seconds for which a start in the middle of a round waits for the whistle's first message."""
RETRY_S = 0.5
"""Seconds between two tries when the journal could not take something."""
IDLE_TURN_S = 1.0
"""Seconds between two looks at the time of day and the screens while nothing happens."""
MAX_RETRY_FACTS = 10_000
"""The most facts that are kept meanwhile."""


class Referee:
    """Runs the match; it also is what the web asks. What others call may be called from any thread."""

    def __init__(
        self, journal: Journal, games: Mapping[str, Game], settings: Settings, clock: Clock, ports: Ports
    ) -> None:
        self.feed = ports.feed
        codecs = {name: Codec(game) for name, game in games.items()}
        say = load_language(settings.web.language)
        self._context = TurnContext(journal, games, clock, clock.boot(), codecs, say)
        self._clock = clock
        self._ports = ports
        self._cues = Cues(ports.whistle)
        self._publisher = Publisher(ports, settings, games, clock.rate, say)
        self._alarms = self._publisher.alarms
        self._writer = JournalWriter(journal, self._publisher.disk, self._alarms)
        tags = ports.tags or TagBook(settings)
        read_at = self._publisher.read_at
        self._arrivals = Arrivals(self._context, self._cues, self._alarms, tags, ports.observer, read_at)
        self._inbox = InboxReader(ports.inbox)
        self._backlog: list[RefereeInput] = []
        self._match: Match | None = None
        self._last: Row | None = None
        self._doubt: Doubt | None = None
        self.submit = Submissions(ports.inbox, clock, self._stop, say).submit
        self.beat, self.health = self._publisher.beat, self._publisher.health
        self.guessed = self._publisher.guesses.note
        self._loaded = False
        self._settled_to = 0
        self._closing = False
        self._copy_to = settings.journal.copy_to
        self._copies = SecondCopy(journal.path, self._copy_to, self._copied)
        self._thread = threading.Thread(target=self._run, name="referee", daemon=True)

    def start(self) -> None:
        """Fold the journal, then go on in a thread: first of all `rejoin`."""
        self.load()
        self._copies.start()
        self._thread.start()

    def close(self) -> None:
        """End the thread (5 s at most) and close the journal."""
        self._closing = True
        self.wake()
        if self._thread.ident is not None:
            self._thread.join(5.0)
        self._copies.close()
        self._context.journal.close()

    @property
    def match(self) -> Match | None:
        """Return the match as it is decided and stored."""
        return self._match

    def take(self, arrival: Arrival) -> None:
        """Hand in anything that is not a command: a reading, a message of the whistle, a check."""
        self._ports.inbox.put(arrival)

    def wake(self) -> None:
        """Ask for a turn, and with it for a new view if anything has changed."""
        self.take(Wake())

    def ask(self, who: str, query: Mapping[str, str]) -> Answer:
        """Look something up in the match as it is now."""
        match, translate = self._match, self._context.translate
        try:
            if match is None:
                raise no_match()
            # Who may do nothing in this game is anybody.
            may = commands_of(match.game, who)
            asker = who if may is None or may else ""
            return Answer(200, match.game.ask(match.state, asker, query, translate))
        except Rejected as refused:
            return refusal(refused, translate)

    def stand_in(self, id: str, device: Device, sounds: bool) -> None:
        """Note a device that plays the blasts, or does no longer."""
        if self._publisher.stand_ins.note(id, device, sounds):
            self.wake()

    def now_ms(self) -> int:
        """Return the moment, in ms of the kit's clock."""
        return self._clock.now() // MS

    def turn(self, patience: float | None) -> None:
        """Wait for inputs (s, None for ever), decide them all, store them, show and answer."""
        arrivals = self._inbox.drain(patience)
        if again := self._context.journal.damaged or not self._loaded:
            self._loaded = False
            self.load()
        # The match as it is now: what a button means is for its game to say.
        match = self._doubt.match if self._doubt else self._match
        items = [*self._backlog, *(item for each in arrivals for item in self._arrivals.items(each, match))]
        if again and self._loaded:
            self.rejoin()
        if self._doubt:
            self._wait_for_choice(self._doubt, items)
        elif self._loaded:
            self._decide(items)
        else:
            self._give_up(items)
            self._publish()

    def load(self) -> bool:
        """Open the journal, fold its newest match and show it; return False if it cannot be read."""
        try:
            self._load(self._context.journal)
        except NotStored as error:
            self._writer.failed(error)
            return False
        except Exception as error:
            LOG.exception("the journal cannot be loaded")
            self._writer.failed(NotStored("The journal cannot be read: {why}", why=repr(error)))
            return False
        return True

    def _load(self, journal: Journal) -> None:
        wrong = journal.open()
        self._context.reported = journal.reported()
        self._context.checked = read_checked(journal.check())
        self._writer.starts = journal.starts() + 1
        found = load_newest(journal, self._context.games, self._copy_to, self._context.translate)
        self._loaded = True
        self._publisher.count_from(self._writer.starts)
        self._cues.settled |= self._context.reported
        self._doubt = found.doubt
        if found.doubt:
            LOG.error("The record is in doubt: record %s %s.", found.doubt.flaw.number, found.doubt.flaw.why)
            self._match = self._last = None
        else:
            self._match, self._last = found.match, found.records[-1].row if found.records else None
            if found.match:
                self._tell_round(None)
            checked = self._context.checked
            if checked is None and found.match and not over(found.match):
                checked = last_check(found.records)
            if checked is not None:
                self._ports.observer.recall(checked)
        self._writer.tell(wrong + found.wrong)
        self._writer.probe()
        self._publish()

    def _wait_for_choice(self, doubt: Doubt, items: list[RefereeInput]) -> None:
        """Keep the facts and refuse all commands but the choice how to go on from a bad record."""
        in_doubt = Rejected("in_doubt", "The record is in doubt: first choose how to go on.")
        for place, item in enumerate(items):
            if isinstance(item, CommandInput) and item.request.type == "trust_record":
                refused = self._choose(doubt, item.request)
                if refused is None:
                    self._decide([*self._backlog, *items[place:]])
                    self._context.trusted = None
                    return
                item.refuse(refused)
            elif isinstance(item, CommandInput) and not item.stops:
                item.refuse(refusal(in_doubt, self._context.translate))
        self._backlog = [item for item in items if item.retry_if_not_stored()][:MAX_RETRY_FACTS]
        self._publish()

    def _choose(self, doubt: Doubt, request: Request) -> Answer | None:
        """Go on as the referee chose; return the answer if that is not possible, or None."""
        translate = self._context.translate
        try:
            made = choice(doubt, request)
            if request.dry_run:
                return Answer(200, {"seq": None, "events": [], "dry_run": True})
            self._writer.tell(go_on(doubt, made, self._context.journal))
        except (BadCommand, Rejected) as refused:
            return refusal(refused, translate)
        except NotStored as error:
            self._writer.failed(error)
            return not_stored(translate)
        if not self.load():
            return not_stored(translate)
        if self._doubt:
            # Nothing is left of that match, and the one before it does not hold either.
            return Answer(200, {"seq": None, "events": []})
        self._context.trusted = Trusted(doubt.flaw.number, made)
        self.rejoin()
        return None

    def _stop(self, request: Request) -> tuple[Request, bool]:
        if self._doubt:
            return self._cues.stop_in_doubt(self._context.games.values(), request)
        return self._cues.stop(self._match, request)

    def rejoin(self) -> None:
        """Go on with a round that the whistle still has; else the match was interrupted."""
        match, last = self._match, self._last
        if match is None or last is None:
            return
        same = last.boot == self._context.boot
        self._context.announced = opening(match)
        facts: list[RefereeInput] = []
        if not over(match) and (not same or (running(match) and not self._still_runs(match))):
            interrupted = Interruption(last.mono_ns, self._clock.now(), same)
            facts.append(FactInput(0, lambda turn: turn.apply(interrupted, "clock")))
        if not same:
            self._cues.lapse(match)
            facts.append(FactInput(0, self._report_lapsed))
        if facts:
            self._decide(facts)
        self._cues.plan(self._match)

    def _report_lapsed(self, turn: Turn) -> None:
        for report in sorted(self._cues.lapsed(turn.match), key=lambda report: report.id):
            turn.report(report)

    def _run(self) -> None:
        with bugs_logged():
            if self._loaded:
                self.rejoin()
                # Not before the start is through, and not while balls come: on a slow card it takes a moment.
                if not running(self._match):
                    self._context.journal.make_room()
        turns = 0
        while not self._closing:
            with bugs_logged():
                self.turn(self.seconds_to_wait())
            turns += 1
            self._ports.turned(turns)

    def seconds_to_wait(self) -> float:
        """Return the longest wait for inputs: to the next deadline, or the next look at clock and screens."""
        if self._backlog or not self._loaded or self._writer.is_failing:
            return RETRY_S
        match = self._match
        deadline = match.game.next_deadline(match.state) if match else None
        if deadline is None or deadline <= self._settled_to:
            return IDLE_TURN_S if deadline is None else RETRY_S
        return min(IDLE_TURN_S, self._clock.seconds_until(deadline))

    def _decide(self, items: list[RefereeInput]) -> None:
        before, turn = self._match, Turn(self._context, self._match)
        buggy: list[RefereeInput] = []
        try:
            for item in items:
                if not self._decided(turn, item):
                    buggy.append(item)
            self._settled_to = self._clock.now()
            self._decided(turn, None)
            self._writer.commit(turn.batch)
        except NotStored as error:
            self._writer.failed(error)
            self._give_up(items)
            self._publish()
            return
        self._backlog = []
        self._stored(turn)
        self._tell_round(turn.round_ended)
        # A caller that is answered and looks at once sees what it did.
        self._publish()
        for item in items:
            (item.failed if item in buggy else item.stored)()
        if came_to_rest(before, self._match):
            self._copies.want()

    def _decided(self, turn: Turn, item: RefereeInput | None) -> bool:
        """Decide the deadlines before an item, and the item (None: all until now); return False for a bug."""
        try:
            turn.settle(item.at if item else self._settled_to)
            if item:
                item.decide(turn)
        except NotStored:
            raise
        except Exception:
            LOG.exception("a bug in deciding; the match goes on")
            return False
        return True

    def _stored(self, turn: Turn) -> None:
        """Make the turn the truth and tell the whistle; an opening that now comes too late is put off."""
        self._match = turn.match
        self._context.reported |= turn.reported
        self._context.checked = turn.checked
        slipped = put_off(self._context, turn.match) if turn.match else None
        late = Turn(self._context, turn.match)
        if slipped:
            late.apply(slipped, "clock")
        # The whistle first: storing this may take as long as what made it late.
        self._cues.plan(late.match)
        self._context.announced = opening(late.match)
        if slipped and self._writer.store(late.batch):
            self._match = late.match
        elif slipped:
            is_ahead = isinstance(slipped, DelayedOpening)
            self._backlog = [FactInput(slipped.at, lambda turn: turn.apply(slipped, "clock"), is_ahead)]

    def _tell_round(self, ended: int | None) -> None:
        match = self._match
        runs = running(match)
        with bugs_logged():
            self._ports.round_runs(runs, self._clock.now() if ended is None else ended)
        with bugs_logged():
            self._ports.observer.follow(match)

    def _give_up(self, items: list[RefereeInput]) -> None:
        kept = [item for item in items if item.retry_if_not_stored()]
        self._backlog = sorted(kept, key=lambda item: item.at)[:MAX_RETRY_FACTS]
        if any(item.ahead for item in self._backlog):
            self._cues.hold(any(item.stops for item in self._backlog))

    def _still_runs(self, match: Match) -> bool:
        if hello := self._arrivals.hello or self._inbox.first_word(HELLO_S):
            return self._cues.still_runs(match, hello)
        self._alarms.set("whistle", WHISTLE_AWAY)
        return False

    def _publish(self) -> None:
        with bugs_logged():
            cues = self._cues.told(self._match)
            doubt = self._doubt.view if self._doubt else None
            self._alarms.journal_away(self._context.journal.away)
            self._cues.lamp(self._publisher.publish(self._match, cues, doubt))

    def _copied(self, wrong: FieldkitError | None) -> None:
        cure = N_("Check the disk of the second copy; the journal itself is safe.")
        self._alarms.set("copy", Alarm(N_("{why}."), cure, {"why": wrong.said}) if wrong else None)
        self.wake()
