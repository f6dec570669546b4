"""The hub: what fields send and organisers decide, and what follows (README, "Who owns what")."""

import logging
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

import fieldkit
from fieldkit.errors import FieldkitError, NotStored, Rejected, Unknown
from fieldkit.event.state import Decision, EventState, FieldDecision, decided, read_decision
from fieldkit.games import Game
from fieldkit.hub.access import CALL, Access
from fieldkit.hub.database import Conflict
from fieldkit.hub.derive import Facts, Outcome, follow, outcome
from fieldkit.hub.files import PublicFiles
from fieldkit.hub.intake import Intake
from fieldkit.hub.live import FieldView, Live
from fieldkit.hub.public import Public, minute_of_day, now_ms
from fieldkit.hub.settings import HubSettings
from fieldkit.hub.store import DecisionRow, Journal, MatchStart, Notices, Store
from fieldkit.journal.record import Record, wall_label
from fieldkit.language.catalogue import load_language
from fieldkit.phrases import N_, Message
from fieldkit.referee.feed import Feed

log = logging.getLogger(__name__)

PROTOCOL = 1
"""The protocol of field and hub; one that speaks another is told so in words."""
_OTHER_PROTOCOL = N_(
    "This hub (version {hub}) speaks protocol {own}, the kit protocol {theirs}: update the older one."
)
SHOW_S = 0.5
"""The time (s) after one showing at which the next follows at the soonest."""
REST = 4
"""The rest after a showing, as a multiple of the time that it took, up to `SETTLE_S`."""
SETTLE_S = 5.0
"""The time (s) without a change after which all is looked at again: a field that has gone silent shows so."""


class Hub:
    """One event; any thread may call. ``command`` is how a command about this very hub begins."""

    def __init__(
        self,
        settings: HubSettings,
        store: Store,
        pin: str,
        games: Mapping[str, Game],
        files: PublicFiles,
        command: str = "fieldkit hub",
    ):
        self.settings, self.event, self.command = settings, settings.event, command
        self.store, self.games, self.files = store, games, files
        self.translate = load_language(settings.hub.language)
        self.access = Access(store, settings.event.id, pin, settings.hub.pin is not None)
        self.intake = Intake(store)
        self.live = Live(store, settings.event.id)
        self.feed = Feed()
        self.screens_at: dict[str, str] = {}
        """From which address each screen asks, as far as this process has heard."""
        self.state = EventState()
        self._outcomes: dict[tuple[str, int, str], Outcome] = {}
        self._followed: tuple[object, Facts] | None = None
        self._dirty: dict[tuple[Journal, str], None] = {}
        self._deciding, self._following = threading.Lock(), threading.Lock()
        self._wake, self._closing = threading.Event(), threading.Event()
        self._public = Public(
            self.event, self.live, self.intake, files, self.feed, self.translate, self.facts
        )
        self._notices = Notices(store, self._heard)
        self._thread = threading.Thread(target=self._run, name="showing", daemon=True)

    def start(self) -> None:
        """Open it, and follow what comes. Raises FieldkitError."""
        self.open()
        self._notices.start()
        self._thread.start()

    def open(self) -> None:
        """Open the database, let the settings' fields in, and show what there is. Raises FieldkitError."""
        self.store.open()
        self.access.load()
        self._catch_up()
        for field in self.settings.fields:
            made = FieldDecision(field.id, field.name or field.id)
            if self.state.fields.get(made.id) != made.name:
                self.decide(_always(made), "settings")
            self.access.settle(field.id, field.key)
        self.live.load()
        self._load_outcomes()
        self._show()

    def close(self) -> None:
        """End the threads and let the database go."""
        self._closing.set()
        self._wake.set()
        self._notices.close()
        if self._thread.ident is not None:
            self._thread.join(5.0)
        self.store.close()

    # What fields do

    def hello(self, field: str, protocol: int) -> dict[str, object]:
        """Return what a field is told when it comes. Raises Rejected for another protocol, Unknown."""
        journal = self.journal_of(field)
        if protocol != PROTOCOL:
            told = {"hub": fieldkit.__version__, "own": PROTOCOL, "theirs": protocol}
            raise Rejected("version", _OTHER_PROTOCOL, None, **told)
        return {
            "protocol": PROTOCOL,
            "hub": fieldkit.__version__,
            "event": {"id": self.event.id, "name": self.event.name, "practice": self.event.practice},
            "field": {"id": field, "name": self.state.fields[field]},
            "have": self.intake.have(journal),
            "teams": self.state.teams.version,
            "schedule": self.shown.schedule.version,
        }

    def push(self, field: str, match: str, game: str, start: int, records: list[Record]) -> int:
        """Take consecutive records of one match; how far the hub has the journal. Raises as `Intake.take`."""
        journal = self.journal_of(field)
        have, is_new = self.intake.take(journal, match, game, start, records)
        if is_new:
            self._soil(journal, match)
        return have

    def show(self, field: str, view: FieldView) -> bool:
        """Take a field's newest view; False for an older one. Raises Unknown, NotStored."""
        self.journal_of(field)
        newest = self.live.take(field, view)
        self._wake.set()
        return newest

    def journal_of(self, field: str) -> Journal:
        """Return the journal that a field sends now. Raises Unknown for a field that does not take part."""
        generation = self.state.generations.get(field)
        if generation is None:
            raise Unknown("no_field", "There is no field {id} in this event.", None, id=field)
        return Journal(self.event.id, field, generation)

    # What organisers do

    def decide(self, make: Callable[[EventState], Decision], by: str) -> EventState:
        """Store what ``make`` decides on the newest state; returns the state after it. Raises NotStored.

        ``make`` is asked again where another process was first. A call that is sent again decides nothing.
        """
        with self._deciding:
            call = CALL.get()
            while True:
                if call and (n := self.store.decided_on(self.event.id, call)) is not None:
                    self.state = self._folded(self.state)
                    return self.state if n == self.state.n else self._folded(EventState(), n)
                made, at, n = make(self.state), wall_label(), self.state.n + 1
                body, kind = msgspec.json.encode(made).decode(), str(made.__struct_config__.tag)
                # With one that it cannot read the hub would never start again.
                made = read_decision(n, body)
                try:
                    self.store.decide(self.event.id, DecisionRow(n, kind, body, by, at), call)
                except Conflict:
                    self.state = self._folded(self.state)
                    continue
                self.state = decided(self.state, n, made, by, at)
                self._wake.set()
                return self.state

    def tried(self, make: Callable[[EventState], Decision], by: str) -> Facts:
        """Return what would follow from what ``make`` decides, without storing it; pass on what it raises."""
        state = self.state
        return self.facts(decided(state, state.n + 1, make(state), by, wall_label()))

    # What there is

    now_ms = staticmethod(now_ms)

    def minute(self) -> int:
        """Return the minute of the day at the event."""
        return minute_of_day(wall_label(), self.event.timezone)

    def records_of(self, field: str, match: str) -> tuple[MatchStart, list[Record]]:
        """Return a match of a field with its records, by the newest journal that has it. Raises Unknown."""
        begun = self._begun()
        of_match = [(at, id) for at, id in begun if (at.field, id) == (field, match)]
        if not of_match:
            raise Unknown("no_match", "The hub has no match {id} of that field.", None, id=match)
        return begun[of_match[-1]], self.store.records(*of_match[-1])

    def facts(self, state: EventState | None = None) -> Facts:
        """Return what follows from a state (None: the newest) and from all that the fields sent."""
        state = self.state if state is None else state
        outcomes, last = self._outcomes, self._followed
        # Every desk asks every two seconds.
        if last is None or last[0] is not outcomes or last[1].state is not state:
            ordered = sorted(outcomes.values(), key=lambda one: (one.field, one.generation, one.number))
            last = self._followed = outcomes, follow(self.event, state, ordered)
        return last[1]

    def troubles(self) -> list[Message]:
        """Return what somebody at the desk should know of the hub itself, a sentence each."""
        found = [self.store.trouble] if self.store.trouble else []
        if self.files.failing:
            text = N_("Spectators see an old state: the public files are not written ({why}).")
            found.append(Message(text, {"why": self.files.failing}))
        return found

    @property
    def shown(self) -> Facts:
        """Results, standings and what is played, as they were last followed."""
        return self._public.shown

    # Showing

    def _soil(self, journal: Journal, match: str) -> None:
        self._dirty[journal, match] = None
        self._wake.set()

    def _run(self) -> None:
        """Show what is new, until the end."""
        while not self._closing.is_set():
            self._wake.wait(SETTLE_S)
            self._wake.clear()
            if self._closing.is_set():
                return
            began = time.monotonic()
            try:
                self.follow()
                self.store.look()
            except NotStored as error:
                log.warning("%s", error)
            except Exception:
                log.exception("the hub cannot show what is new")
            # A long match takes a while to read; meanwhile those who ask are served.
            self._closing.wait(min(SETTLE_S, max(SHOW_S, REST * (time.monotonic() - began))))

    def follow(self) -> None:
        """Look at all that is new, and show it. Raises NotStored."""
        with self._following:
            dirty = list(self._dirty)
            begun = self._begun() if dirty else {}
            try:
                for key in dirty:
                    if self._closing.is_set():
                        return
                    self._dirty.pop(key, None)
                    if key in begun:
                        self._look_at(key, begun[key])
            finally:
                # A disk that takes nothing more does not make the pages stand still.
                self._show()

    def _look_at(self, key: tuple[Journal, str], begun: MatchStart) -> None:
        """Look at one match; one that cannot be read stops none of the others."""
        journal, match = key
        try:
            found = outcome(journal, begun, self.store.records(journal, match), self.games, self.translate)
            self._outcomes = {**self._outcomes, (journal.field, journal.generation, match): found}
            self.store.set_outcome(journal, match, found.summary.tip, msgspec.json.encode(found).decode())
        except NotStored:
            self._dirty[key] = None
            raise
        except Exception:
            log.exception("%s of field %s cannot be read", match, journal.field)

    def _show(self) -> None:
        self._public.show()
        self.files.write()
        if not self.store.is_shared:
            self.live.save()

    def _begun(self) -> dict[tuple[Journal, str], MatchStart]:
        return {(journal, begun.match): begun for journal, begun in self.store.matches(self.event.id)}

    def _load_outcomes(self) -> None:
        """Take over what is known of every match, and look at those that have grown since."""
        known: dict[tuple[Journal, str], Outcome] = {}
        for journal, match, tip, body in self.store.outcomes(self.event.id):
            try:
                found = msgspec.json.decode(body, type=Outcome)
            except msgspec.MsgspecError:  # by an older hub
                continue
            if (found.summary.tip, found.language) == (tip, self.translate.code):
                known[journal, match] = found
        for (journal, match), begun in self._begun().items():
            told = known.get((journal, match))
            if told is not None and told.summary.tip == self.store.tip(journal, match):
                self._outcomes = {**self._outcomes, (journal.field, journal.generation, match): told}
            else:
                self._look_at((journal, match), begun)

    # Other processes

    def _heard(self, notice: str) -> None:
        """Something is new in the database; with nothing said, anything may be."""
        event, _, rest = notice.partition(" ")
        if notice and event != self.event.id:
            return
        what, _, which = rest.partition(" ")
        try:
            if what in ("", "decided"):
                self._catch_up()
            if what in ("", "access"):
                self.access.load()
            if what in ("", "view"):
                self.live.load(which or None)
            if what == "records":
                field, _, match = which.partition(" ")
                self.intake.have(journal := self.journal_of(field))
                self._soil(journal, match)
            if what == "":
                self._load_outcomes()
        except FieldkitError as error:
            log.warning("%s", error)
        self._wake.set()

    def _catch_up(self) -> None:
        with self._deciding:
            self.state = self._folded(self.state)

    def _folded(self, state: EventState, last: int | None = None) -> EventState:
        """Return a state with the decisions that follow it, up to the number ``last``."""
        for one in self.store.decisions(self.event.id, state.n):
            if last is None or one.n <= last:
                state = decided(state, one.n, read_decision(one.n, one.body), one.by, one.at)
        return state


def _always(made: Decision) -> Callable[[EventState], Decision]:
    return lambda state: made


def open_files(settings: HubSettings, data: Path) -> PublicFiles:
    """Return the public files, in the folder that the settings name or in the data folder."""
    return PublicFiles(Path(settings.hub.public).expanduser() if settings.hub.public else data / "public")
