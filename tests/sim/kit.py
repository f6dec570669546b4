"""One field's kit in the world: referee, whistle, hoop links and posts, all of them the production code."""

import sqlite3
from collections import Counter, deque
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from queue import Empty
from typing import Any, Literal, cast

import msgspec
from msgspec.structs import replace

from fieldkit.clock import MS, NS
from fieldkit.errors import Answer
from fieldkit.games import Game, hoop_ids
from fieldkit.games.loading import load_games
from fieldkit.journal.database import Batch, Journal
from fieldkit.journal.reading import COLUMNS, all_records, reading, record
from fieldkit.journal.record import Record
from fieldkit.phrases import Message
from fieldkit.referee.arrivals import Arrival, Inbox, Wake
from fieldkit.referee.feed import EncodedView, Feed
from fieldkit.referee.match import running
from fieldkit.referee.ports import Ports
from fieldkit.referee.referee import HELLO_S, Referee
from fieldkit.settings import Link, Settings
from hardware.hoops.links import CHECK_S, HoopLinks
from tests.sim.disk import Disk
from tests.sim.lines import Cable
from tests.sim.nodes import BridgePost, Ether, HoopPost, by_cable, by_radio, write_pairs
from tests.sim.whistle import SimulatedLink, WhistleProcess, WorldClock
from tests.sim.world import Killed, Process, Violation, World

FILE = "journal.sqlite3"
CHIP_BYTES = 256
"""What a board's USB chip keeps while nobody reads."""
START_S = 0.4
"""Seconds from the start of a process to its first deed."""
BY_RADIO = ("h9", "h10")
"""The hoops whose posts speak by radio; the others hang on cables of their own."""
TAGS = {
    f"62E3086C0{n}": {"ball": kind} for n, kind in enumerate(("wood", "wheat", "brick", "ore", "sheep"), 1)
}
"""A tagged ball of each kind."""


@cache
def games_of(settings: str) -> Mapping[str, Game]:
    """Return the games of a kit, which hold no state."""
    return load_games(Settings())


def is_whole(journal: Path) -> bool:
    """Return whether a journal's file lies at its path, with its log."""
    return journal.exists() and journal.with_name(f"{journal.name}-wal").exists()


class WorldInbox:
    """The inbox of the referee, which wakes it in the world's time; nothing here waits."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self.items: deque[Arrival] = deque()
        self._wake = wake

    def put(self, arrival: Arrival) -> None:
        self.items.append(arrival)
        self._wake()

    def get(self, block: bool = True, timeout: float | None = None) -> Arrival:
        return self.get_nowait()

    def get_nowait(self) -> Arrival:
        if not self.items:
            raise Empty
        return self.items.popleft()


class WatchedJournal(Journal):
    """The journal, which tells what it has stored."""

    stored: Callable[[], None]
    opened: Callable[[list[Record]], None]

    def open(self) -> list[Message]:
        wrong = super().open()
        self.opened(self.since(0))
        return wrong

    def append(self, batch: Batch) -> None:
        super().append(batch)
        self.stored()

    def since(self, number: int) -> list[Record]:
        """Return the records after a number."""
        assert self._db is not None
        query = f"SELECT {COLUMNS} FROM records WHERE id > ? ORDER BY id"
        # Not as the product reads: its disk may refuse.
        rows = sqlite3.Connection.execute(self._db, query, (number,))
        return [record(values) for values in rows]


class Port:
    """The kit's end of a cable: in place of a `SerialLink`, whose threads would wait."""

    def __init__(self, down: Cable, post: HoopPost | BridgePost) -> None:
        self._down, self._post = down, post

    def write(self, said: bytes) -> None:
        """Send to the board at the other end."""
        self._down.send(said, self._arrive, self._post.process)

    def _arrive(self, said: bytes) -> None:
        self._post.line.come += said
        self._post.wake(1)


class Kit:
    """A kit with its posts; `process` is the referee's. All moments of `committed` are the kit's own."""

    def __init__(
        self, world: World, folder: Path, name: str = "kit", settings: Settings | None = None
    ) -> None:
        self.world, self.name = world, name
        self.settings = settings or Settings()
        self.games = games_of("")
        self.machine = world.machine(name)
        self.disk = Disk(world, folder / name)
        self.disk.wait = self._wait_for_disk
        self.clock = WorldClock(machine=self.machine)
        self.whistle = WhistleProcess(world, self.machine, self.disk)
        self.process = Process(world, self.machine, "referee", self._start, self._died)
        self.companions: list[Process] = []
        """Its other processes, which start with its power."""
        self.referee: Referee | None = None
        self.feed: Feed | None = None
        self.links: HoopLinks | None = None
        self.committed: list[Record] = []
        self._chips: dict[str, bytes] = {}
        self.ether = Ether(world)
        self.cables: dict[str, tuple[Cable, Cable]] = {}
        self.posts: dict[str, HoopPost] = {}
        self.brought: Counter[str] = Counter()
        """The balls that were brought to each hoop."""
        self.presses: deque[tuple[str, int]] = deque(maxlen=400)
        """The hoops and moments (ns) of the last ones."""
        self.answering: list[Callable[[Answer], None]] = []
        """Called with each answer in the moment in which the referee gives it."""
        self.pressed_at = -10 * NS
        """The moment at which START was pressed last (ns)."""
        self._followers: list[Callable[[EncodedView], None]] = []
        self._chance = world.chance(f"hands of {name}")
        self._losing_power = False
        self.powered = False
        self._turns = 0
        self._is_waiting = False
        self._planned: int | None = None
        self._begun = self._serves = False
        self._make_posts(folder / f"{name}-boards")
        self.stick = folder / f"{name}-stick"
        """The folder of the journal's second copy."""
        self.stick.mkdir()
        self.settings = _made_whole(self.settings, tuple(self.cables), self.stick)

    @property
    def is_up(self) -> bool:
        """True while the referee takes turns."""
        return self.process.alive and self._begun

    @property
    def journal_path(self) -> Path:
        """Return the path of the journal; the folder above it is another after each crash."""
        return self.disk.path / FILE

    def switch_on(self) -> None:
        """Begin: the boards, the whistle, the referee."""
        self.powered = True
        for post in (*self.posts.values(), self.bridge):
            if not post.process.alive:
                post.process.run()
        for process in (self.whistle.process, self.process, *self.companions):
            process.run()

    def lose_power(self) -> None:
        """Lose the power of the kit; the posts have batteries of their own."""
        self.powered = False
        self._losing_power = True
        was_alive = self.process.alive
        self.machine.lose_power()
        if not was_alive:
            self.disk.leave(power=True)
        self._losing_power = False

    # The doors, all to be used as the referee's process

    def take(self, raw: Mapping[str, Any], by: str, answered: Callable[[Answer], None]) -> None:
        """Take a command that has come to the web; ``answered`` gets the answer, unless the process dies."""
        if self.referee is None or not self._serves:
            return
        future = self.referee.submit(raw, by)
        future.add_done_callback(lambda done: self._done(done.result(), answered))

    def _done(self, answer: Answer, answered: Callable[[Answer], None]) -> None:
        for told in self.answering:
            told(answer)
        # What waits for the answer hears it a moment later; the process may die in between.
        self.process.after(0, lambda: self._answer(answer, answered))

    def _answer(self, answer: Answer, answered: Callable[[Answer], None]) -> None:
        self.process.call()
        answered(answer)

    def beat(self, who: str) -> None:
        """Take a tablet's heartbeat."""
        if self.referee is not None:
            self.referee.beat(who)

    def follow(self, wake: Callable[[EncodedView], None]) -> None:
        """Call ``wake`` with each view that is published from now on, over all lives."""
        self._followers.append(wake)

    # The hands at the field

    def press(self, hoop: str, kind: str) -> None:
        """Press the button of a ball's kind at a hoop's post, or show the reader a ball of it."""
        post = self.posts.get(hoop)
        if post is None or not post.process.alive:
            return
        self.brought[hoop] += 1
        self.presses.append((hoop, self.world.now))
        if self._chance.random() < 0.3:
            post.show(next(tag for tag, meaning in TAGS.items() if meaning["ball"] == kind))
            return
        post.press(next(number for number, each in self.settings.button_kinds.items() if each == kind))

    def whistle_button(self, button: Literal["start", "stop"]) -> None:
        """Press a button of the whistle."""
        if self.whistle.process.alive:
            self.world.note(f"somebody presses {button} at the whistle")
            if button == "start":
                self.pressed_at = self.world.now
            self.whistle.press(button)

    def plug(self, cable: str, is_in: bool) -> None:
        """Plug a cable in or pull it out; the kit sees its port come and go."""
        for line in self.cables[cable]:
            line.is_cut = not is_in
        if self.links is not None:
            links, port = self.links, next(each for each in self.links._lines if each.link.port == cable)
            self.process.after(0.01, lambda: links._port(port, is_in))

    # The record

    def records(self, path: Path | None = None) -> list[Record]:
        """Return all records of the journal's file, or of another."""
        path = path or self.journal_path
        if not path.exists():
            return []
        with reading(path) as db:
            return list(all_records(db))

    def answers_on_record(self) -> dict[str, Answer]:
        """Return the answers of the journal's file."""
        with reading(self.journal_path) as db:
            rows = db.execute("SELECT command_id, status, body FROM answers")
            return {id: Answer(status, msgspec.json.decode(body)) for id, status, body in rows}

    def frames_on_record(self) -> dict[tuple[str, str, int], str]:
        """Return the verdicts on frames of the journal's file."""
        with reading(self.journal_path) as db:
            rows = db.execute("SELECT hoop, boot, seq, verdict FROM frames")
            return {(hoop, boot, seq): verdict for hoop, boot, seq, verdict in rows}

    def _stored(self) -> None:
        assert self.referee is not None
        journal = cast(WatchedJournal, self.referee._context.journal)
        self.committed += journal.since(len(self.committed))

    # The life of the referee's process

    def _start(self) -> None:
        self._begun = self._serves = self._is_waiting = False
        self._planned = None
        inbox = cast(Inbox, WorldInbox(self._wake))
        self.link = SimulatedLink(self.whistle, self.process, inbox.put)
        field = hoop_ids(self.games)
        self.links = links = HoopLinks(
            self.settings.links, self.clock, inbox.put, lambda status: inbox.put(Wake()), field
        )
        self.feed = Feed()
        journal = WatchedJournal(self.journal_path, self.disk.connect(self.process))
        journal.stored, journal.opened = self._stored, self._check_kept
        ports = Ports(
            self.link,
            links.statuses,
            inbox=inbox,
            feed=self.feed,
            round_runs=links.round_runs,
            line_trouble=links.trouble,
        )
        self.inbox = inbox
        self.referee = Referee(journal, self.games, self.settings, self.clock, ports)
        self.feed.listen(self._published)
        self.process.after(START_S, self._open)

    def _open(self) -> None:
        referee, links = self.referee, self.links
        assert referee is not None
        assert links is not None
        self.link.start()
        referee.load()
        self._serves = True
        for line in links._lines:
            up, down = self.cables[line.link.port]
            post = self.bridge if line.link.port == "bridge" else self.posts[line.link.port]
            line.serial = cast(Any, Port(down, post))
            if not up.is_cut:
                links._port(line, True)
                self.process.after(
                    0.004, partial(self._heard(line.link.port), self._chips.pop(line.link.port, b""))
                )
        self.process.every(CHECK_S, links.check)
        same = referee._last is not None and referee._last.boot == self.machine.boot
        waits = referee._loaded and running(referee.match) and same
        self._rejoin_by = self.world.now + (int(HELLO_S * 1000) * MS if waits else 0)
        self._rejoin()

    def _rejoin(self) -> None:
        """Go on as the thread does: at once, with the whistle's first message, or without it in the end."""
        if self._begun:
            return
        if self.world.now < self._rejoin_by and not any(map(_is_hello, cast(WorldInbox, self.inbox).items)):
            self.process.after((self._rejoin_by - self.world.now) / 1e9, self._rejoin)
            return
        self._begun = True
        assert self.referee is not None
        if self.referee._loaded:
            self.referee.rejoin()
            if not running(self.referee.match):
                self.referee._context.journal.make_room()
        self._turn()

    def _wake(self) -> None:
        if not self._begun:
            if self.referee is not None and any(map(_is_hello, cast(WorldInbox, self.inbox).items)):
                self.process.after(0, self._rejoin)
            return
        self._plan(0.0003)

    def _plan(self, seconds: float) -> None:
        due = self.world.now + int(seconds * 1e9)
        if self._planned is not None and self.world.now <= self._planned <= due:
            return
        self._planned = due
        self._turns += 1
        turn = self._turns
        self.process.after(seconds, lambda: self._turn() if turn == self._turns else None)

    def _turn(self) -> None:
        self._planned = None
        if self._is_waiting:
            return
        assert self.referee is not None
        self.process.call()
        self.referee.turn(0)
        self.referee._copies.make()
        waiting = cast(WorldInbox, self.inbox).items
        self._plan(0.0 if waiting else self.referee.seconds_to_wait() + 1e-6)

    def _wait_for_disk(self, seconds: float) -> None:
        """Let the referee's thread wait, while all others go on."""
        life, self._is_waiting = self.process.life, True
        self.world.run(seconds)
        if not self.process.alive or self.process.life != life:
            raise Killed
        self._is_waiting = False

    def _published(self) -> None:
        self.process.call()
        assert self.feed is not None
        view = self.feed.latest
        for wake in self._followers:
            wake(view)

    def _died(self) -> None:
        referee, self.referee, self.feed, self.links = self.referee, None, None, None
        self.disk.leave(self._losing_power)
        if referee is not None:
            self.link.close()
            # The files have been left as they were: closing changes nothing of what the next life finds.
            referee._context.journal.close()

    def _check_kept(self, found: list[Record]) -> None:
        """See that nothing which was stored is lost, and take in what was stored without a word."""
        for known, now in zip(self.committed, found, strict=False):
            if known != now:
                raise Violation(f"record {known.id} is not what was stored")
        if len(found) < len(self.committed):
            raise Violation(f"of {len(self.committed)} stored records a crash has left {len(found)}")
        self.committed = found

    # The posts

    def _make_posts(self, folder: Path) -> None:
        world, place = self.world, 0xBB
        up, heard = self._cable("bridge"), self._heard("bridge")
        self.bridge = BridgePost(world, folder, place, lambda said: up.send(said, heard, None))
        address = bytes([2, 0, 0, 0, 0, place])
        for number, name in enumerate(hoop_ids(self.games), 1):
            if name in BY_RADIO:
                line = by_radio(self.ether, address)
            else:
                line = by_cable(self._cable(name), self._heard(name))
            self.posts[name] = HoopPost(world, folder, name, number, line)
        radio = {name: self.posts[name] for name in BY_RADIO if name in self.posts}
        write_pairs(self.bridge, radio, self._chance)
        self.ether.posts = [self.bridge, *radio.values()]

    def _cable(self, name: str) -> Cable:
        """Lay a cable; return the direction to the kit."""
        self.cables[name] = Cable(self.world, f"{name} up"), Cable(self.world, f"{name} down")
        return self.cables[name][0]

    def _heard(self, cable: str) -> Callable[[bytes], None]:
        def heard(said: bytes) -> None:
            stands = self.process.stands_until - self.world.now
            if self.process.alive and stands > 0:
                self.world.after(stands / 1e9, partial(heard, said))
                return
            if self.process.alive and (links := self.links) is not None:
                line = next(each for each in links._lines if each.link.port == cable)
                if isinstance(line.serial, Port) and not line.lost:
                    self.world.inside(self.process, lambda: links._on_batch(line, said, self.clock.now()))
                    return
            # Nobody reads: it waits in the board's USB chip, as far as it fits.
            self._chips[cable] = (self._chips.get(cable, b"") + said)[:CHIP_BYTES]

        return heard


def _is_hello(arrival: Arrival) -> bool:
    return type(arrival).__name__ == "WhistleHello"


def _made_whole(settings: Settings, ports: tuple[str, ...], stick: Path) -> Settings:
    links, journal = tuple(Link(port, "hk1") for port in ports), replace(settings.journal, copy_to=str(stick))
    return replace(settings, links=links, tags=cast(Any, TAGS), journal=journal)
