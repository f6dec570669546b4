"""An event in full swing for the pages: a real hub, twelve teams, three fields, real journals."""

import http.client
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from fieldkit.clock import MS
from fieldkit.event.documents import Break, PlannedMatch, Schedule, Score, Team, Version
from fieldkit.event.state import Attach, CheckIn, Confirm, Correct, Decision, ScheduleDecision, TeamsDecision
from fieldkit.hub.derive import version
from fieldkit.hub.files import PublicFiles
from fieldkit.hub.hub import Hub
from fieldkit.hub.live import FieldView
from fieldkit.hub.settings import EventTable, FieldTable, HubSettings, HubTable
from fieldkit.hub.store import Store
from fieldkit.journal.reading import match_records, reading
from tests.support.full_contact_match import FullContactMatch
from tests.support.games import kit_games
from tests.web.conftest import Reply, RunningServer
from web.hub.site import create_site

PIN = "organiser-246810"
NAMES = (
    "Foxes", "Herons", "Otters", "Badgers", "Wolves", "Owls", "Lynxes", "Storks", "Beavers", "Ravens",
    "Hedgehogs", "Kingfishers",
)  # fmt: skip
COLOURS = ("red", "blue", "green", "yellow", "olive", "violet")
MARKS = ("triangle", "square", "hexagon", "star", "cross", "ring")
SIDES = ("red", "blue", "green", "yellow")
FIELDS = {"north": "North", "south": "South", "west": "West"}
PLAYED_SLOTS = 3
"""This many slots are over; the matches of the next one are on."""


def teams(names: tuple[str, ...] = NAMES) -> tuple[Team, ...]:
    """Return the teams, each with a colour and a mark of its own."""
    return tuple(
        Team(
            name.lower().replace(" ", "-") if name.isascii() and name.isalpha() else f"t{at}",
            name,
            COLOURS[at % 6],
            MARKS[(at + at // 6) % 6],
            (f"Ada {at}", f"Ben {at}", f"Cleo {at}", f"Dan {at}"),
            ("Riverside", "Hilltop", "Harbour")[at % 3],
        )
        for at, name in enumerate(names)
    )


class SampleKit(FullContactMatch):
    """A field's kit."""

    @property
    def now_ms(self) -> int:
        """The moment on its clock."""
        return self._clock.now() // MS


class SampleEvent:
    """A hub with such an event, and the fields that play it; everything is stored in ``folder``."""

    def __init__(
        self,
        folder: Path,
        name: str = "Spring Cup",
        practice: bool = False,
        fields: Mapping[str, str] = FIELDS,
        names: tuple[str, ...] = NAMES,
        **hub: Any,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        settings = HubSettings(
            EventTable("spring", name, practice),
            HubTable(pin=PIN, **hub),
            tuple(FieldTable(id, f"key-of-{id:_<12}", said) for id, said in fields.items()),
        )
        self.folder = folder
        games = kit_games()
        self.hub = Hub(settings, Store(f"sqlite:///{folder / 'hub.sqlite3'}"), PIN, games, PublicFiles(None))
        self.hub.start()
        self.teams = teams(names)
        self.names = {team.id: team.name for team in self.teams}
        self.kits = {id: SampleKit(folder / f"{id}.sqlite3", id) for id in fields}
        self._sent = dict.fromkeys(fields, 0)
        self._rev = 0

    def decide(self, made: Decision, by: str = "Ada") -> None:
        """Decide something as an organiser does."""
        self.hub.decide(lambda state: made, by)

    @property
    def schedule(self) -> Schedule:
        """The schedule as it stands."""
        return self.hub.state.schedule

    def plan(self, start: str = "10:00", rounds: int = 6) -> None:
        """Enter the teams and a schedule: all play in each slot, in other company each time."""
        self.decide(TeamsDecision(self.teams))
        matches = [
            PlannedMatch(str(slot * len(self.kits) + at + 1), slot, field, self._company(slot, at), slot + 1)
            for slot in range(rounds)
            for at, field in enumerate(self.kits)
        ]
        breaks = (Break(PLAYED_SLOTS + 1, 30),)
        self.decide(ScheduleDecision(Schedule(0, start, 20, tuple(self.kits), tuple(matches), breaks)))

    def _company(self, slot: int, at: int) -> tuple[str, ...]:
        """Who plays in a slot on a field."""
        many = len(self.kits)
        return tuple(
            self.teams[(4 * (at + slot * seat) + seat + slot) % (4 * many) % len(self.teams)].id
            for seat in range(4)
        )

    def begin(self, scheduled: str) -> str:
        """Begin a scheduled match on its field; the field's own name for it."""
        match = self.schedule.match(scheduled)
        assert match is not None
        sides = dict(zip(SIDES, match.teams, strict=False))
        kit = self.kits[match.field]
        playing = [
            {"id": side, "name": self.names[team], "players": 4, "start_hoop": f"h{at}"}
            for at, (side, team) in enumerate(sides.items(), 1)
        ]
        kit.do("create_match", game="full_contact", teams=playing, seed=1, options={"deck": "paper"})
        name = str(kit.view["match"])
        self.decide(Attach(match.field, 1, name, scheduled, sides), "settings")
        return name

    def end(self, scheduled: str, *points: int) -> None:
        """End the match that is on with these points for its sides."""
        match = self.schedule.match(scheduled)
        assert match is not None
        kit = self.kits[match.field]
        kit.play()
        for side, more in zip(SIDES, points, strict=False):
            kit.do("correct", team=side, set={"bonus_vp": more}, reason="for the sample")
        kit.do("end_match", reason="time")
        self.push(match.field)

    def push(self, field: str) -> None:
        """Send the hub what is new of a field, as its uplink does."""
        with reading(self.folder / f"{field}.sqlite3") as db:
            matches = [row[0] for row in db.execute("SELECT id FROM matches ORDER BY number")]
            for match in matches:
                new = [one for one in match_records(db, match) if one.id > self._sent[field]]
                if new:
                    self.hub.push(field, match, "full_contact", new[0].id, new)
                    self._sent[field] = new[-1].id

    def show(self, field: str, board: dict[str, Any] | None = None) -> None:
        """Send the hub what a field shows now."""
        kit = self.kits[field]
        self._rev += 1
        view = FieldView("boot-1", self._rev, kit.now_ms, board or kit.board, self._sent[field])
        self.hub.show(field, view)

    def settle(self) -> None:
        """Wait for nothing: show all that follows from what is there now."""
        self.hub.follow()

    def fill(self) -> None:
        """Bring the event to its fourth slot, which begins about now."""
        begin = datetime.now() - timedelta(minutes=20 * PLAYED_SLOTS + 4)
        self.plan(f"{begin:%H:%M}")
        for match in sorted(self.schedule.matches, key=lambda each: each.slot):
            if match.slot < PLAYED_SLOTS:
                self.begin(match.id)
                self.end(match.id, *_points(int(match.id)))
        self.settle()
        self._confirm()
        for match in self.schedule.matches:
            if match.slot == PLAYED_SLOTS:
                self.begin(match.id)
                self._on(match.field)
        for team in [team.id for team in self.teams][::2]:
            self.decide(CheckIn(team, True))
        self.settle()

    def versions(self) -> list[Version]:
        """Return all results as the fields recorded them."""
        told = [version(self.hub.state, each) for each in self.hub.facts().outcomes]
        return [each for each in told if each is not None]

    def _confirm(self) -> None:
        """Confirm the results but the last, and correct one of them."""
        *most, _ = self.versions()
        for told in most:
            self.decide(Confirm(told.scheduled, told.id, told), "Ben")
        first = most[0]
        swapped = [Score(one.side, one.name, one.score + 1, one.place, one.team) for one in first.scores]
        self.decide(Correct(first.scheduled, tuple(swapped), "a city was not counted"))

    def _on(self, field: str) -> None:
        """Play on a field for a while, so that each field is elsewhere in its match."""
        kit = self.kits[field]
        kit.play(h1="111", h2="22", h3="3")
        if field != next(iter(self.kits)):
            kit.begin()
            kit.bring(h1="12", h2="3")
        self.push(field)
        self.show(field)

    def close(self) -> None:
        """Close the hub and the journals."""
        self.hub.close()
        for kit in self.kits.values():
            kit.close()


def _points(number: int) -> Iterator[int]:
    """Points for four sides, others for each match."""
    return iter([(number * 3 + side * 2) % 7 for side in range(4)])


class SampleSite:
    """The event's pages on a free port of this machine."""

    def __init__(self, event: SampleEvent) -> None:
        self.event = event
        self.server = RunningServer(create_site(event.hub, PIN, event.folder))

    @property
    def origin(self) -> str:
        """Where the pages are."""
        return f"http://127.0.0.1:{self.server.port}"

    def ask(self, path: str, headers: Mapping[str, str] | None = None) -> Reply:
        """Return the answer to one question, read whole."""
        line = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        try:
            line.request("GET", path, headers=dict(headers or {}))
            answer = line.getresponse()
            return Reply(answer.status, dict(answer.getheaders()), answer.read())
        finally:
            line.close()

    def stop(self) -> None:
        """Stop the server and close the event."""
        self.server.stop()
        self.event.close()
