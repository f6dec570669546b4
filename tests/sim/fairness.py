"""The laws about answers and games: what was answered stands, a refusal leaves nothing, no secret is seen."""

import importlib
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from fieldkit.clock import MS
from fieldkit.errors import Answer
from fieldkit.games import Game
from fieldkit.journal.record import Codec, Record, Struck
from fieldkit.messages import CAPTAIN, CREW, SCREEN, SEAT, CheckReport, CueReport
from fieldkit.referee.feed import EncodedView
from fieldkit.referee.match import Entry, Match, over, refolded, stamp, with_entry
from tests.sim.game_laws import GameLaw, all_see_the_same, is_referees
from tests.sim.pages import Tap
from tests.sim.world import Process, Violation, World
from tests.support.any_match import secrets_in

NOT_KEPT = frozenset({"bad_command", "in_doubt"})
"""The refusals that are decided again when the same id comes again."""
SHORT = 8
"""A secret text of fewer characters may stand somewhere by chance."""
STRUCK_SHARE, COUNTED_SHARE, BOARD_SHARE = 0.3, 0.03, 0.05
"""The shares of strikes, decisions and boards at which the costly laws are checked at once."""
LONGER = 1.5
"""A match that has grown so much is looked at with other secrets once more."""
PRIVATE = frozenset({"can", "alarms", "kit", "proposals", "setup", "scheduled"})
"""The fields of a view that no board has."""


class Referee(Protocol):
    """The referee, as far as laws know it."""

    match: Match | None


class Kit(Protocol):
    """A kit, as far as laws know it."""

    process: Process
    games: Mapping[str, Game]
    referee: Any
    committed: list[Record]

    def answers_on_record(self) -> dict[str, Answer]:
        """Return the answers of the journal's file."""

    def follow(self, wake: Callable[[EncodedView], None]) -> None:
        """Call ``wake`` with each view."""


class Shadow:
    """The match as the records alone give it, folded one by one as they are stored."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        self._games = games
        self._codecs = {name: Codec(game) for name, game in games.items()}
        self.match: Match | None = None

    def take(self, record: Record) -> Entry | None:
        """Fold one record; return its entry, None for one that only reports."""
        row = record.row
        if self.match is None or self.match.id != row.match:
            game = self._games[msgspec.json.decode(row.given)["command"]["game"]]
            self.match = Match(row.match, game, None, [])
        codec = self._codecs[self.match.game.name]
        given = codec.given(row.given)
        if isinstance(given, CueReport | CheckReport):
            return None
        entry = Entry(row.seq, given, codec.events(row.events))
        self.match = with_entry(self.match, entry)
        return entry


class Fairness:
    """The ledger of all pages, to which each tells what it sends and gets, and by which the kit is judged.

    `check` belongs after every step, `check_all` after each start of the kit and at the end.
    """

    def __init__(self, world: World, kit: Kit) -> None:
        self.world, self.kit = world, kit
        self.counts: Counter[str] = Counter()
        """The number of times that each thing happened."""
        self._chance = world.chance("fairness")
        self._asked: dict[str, Tap] = {}
        self._questions: set[str] = set()
        """The ids of dry runs."""
        self._got: dict[str, tuple[int, bytes]] = {}
        self._by_id: dict[str, Record] = {}
        self._shadow, self._seen = Shadow(kit.games), 0
        self._games = GameLaw()
        self._match: Match | None = None
        self._secrets: list[tuple[bytes, bool]] = []
        """Each with True if the referee may see it."""
        self._views: deque[EncodedView] = deque()
        self._struck = False
        self._compared: tuple[str, frozenset[int]] = ("", frozenset())
        """The match, and what of it was undone, at the last comparison."""
        self._looked_at: tuple[str, int] = ("", 0)
        """The match, and its length, when it was last looked at with other secrets."""
        kit.follow(self._views.append)

    # What the pages tell

    def asked(self, tap: Tap) -> None:
        """Note that a command is sent, perhaps once more."""
        self.counts["sent"] += 1
        id = str(tap.command.get("id"))
        if tap.is_dry:
            self._questions.add(id)
        else:
            self._asked.setdefault(id, tap)

    def got(self, tap: Tap, answer: Answer) -> None:
        """Note an answer that has come, and hold it to the record and to what came before."""
        self.counts[f"answer {answer.status}"] += 1
        if answer.status == 500:
            raise Violation(f"a bug in deciding {tap.command}: {answer.body}")
        if _code(answer) in NOT_KEPT:
            self._asked.pop(str(tap.command.get("id")), None)
        if answer.status > 500 or _code(answer) in NOT_KEPT:
            return
        body = msgspec.json.encode(answer.body)
        self._hides(body, f"the answer to {tap.id}", for_referee=tap.by == "tablet")
        if tap.is_dry:
            return
        first = self._got.get(tap.id)
        if first is None:
            self._got[tap.id] = answer.status, body
        else:
            self.counts["answered again"] += 1
            if first[0] != answer.status or not _same(first[1], body):
                raise Violation(f"{tap.id} was answered {first} and then {answer.status} {body!r}")
        self._stands(tap.id, answer)

    def _stands(self, id: str, answer: Answer) -> None:
        """Hold that an acceptance is on the record, once, and a refusal is not."""
        record = self._by_id.get(id)
        if answer.status != 200:
            if record is not None:
                raise Violation(f"{id} was refused ({_code(answer)}), and is record {record.id}")
            return
        seq = answer.body["seq"]
        if record is None:
            if seq is not None:
                raise Violation(f"{id} was answered 200 as decision {seq}, and is not on the record")
        elif record.row.seq not in (None, seq):
            raise Violation(f"{id} was answered as decision {seq}, and is {record.row.seq} on the record")

    # What is held after every step

    def check(self) -> None:
        """Hold the match and all that is new to the records; raises Violation."""
        committed, taken = self.kit.committed, False
        if len(committed) != self._seen:
            self._take_in(committed)
            taken = True
        referee = self.kit.referee
        if referee is not None and referee.match is not self._match:
            self._match = referee.match
            if self._match is not None:
                self._same(self._match)
        elif taken and referee is not None and self._match is not None:
            self._same(self._match)
        if self._views:
            self._look()

    def _take_in(self, committed: Sequence[Record]) -> None:
        if len(committed) < self._seen:
            raise Violation(f"{self._seen} records were stored, and {len(committed)} are left")
        for record in committed[self._seen :]:
            self._seen += 1
            self._came(record)
        if self._struck:
            self._struck = False
            if self._chance.random() < STRUCK_SHARE:
                self._never_happened()
        if self._chance.random() < COUNTED_SHARE:
            self._count()

    def _came(self, record: Record) -> None:
        """Take in a new record: no id twice, none that was refused, none that came too late."""
        row, id = record.row, record.row.command_id
        self.counts["records"] += 1
        if id is not None:
            if known := self._by_id.get(id):
                raise Violation(f"{id} is on the record twice: {known.id} and {record.id}")
            self._by_id[id] = record
            self._was_wanted(record, id)
        before = self._shadow.match
        entry = self._shadow.take(record)
        match = self._shadow.match
        assert match is not None
        _may(match.game, record)
        if before is None or before.id != match.id:
            self._secrets = []
            self.counts[f"match of {match.game.name}"] += 1
        if entry is None:
            return
        self._learn(entry)
        self._games.came(before, match, entry, row.boot)
        self._struck = self._struck or any(isinstance(event, Struck) for event in entry.events)
        if over(match) and before is not None and before.id == match.id and not over(before):
            self.counts[f"end of {match.game.name}"] += 1
            self._count()
        if why := match.game.broken(match.state):
            raise Violation(f"record {record.id} ({row.given}) has left what cannot be: {why}")

    def _was_wanted(self, record: Record, id: str) -> None:
        """Hold that a recorded command was none that was refused, only asked, too late, or out of date."""
        if (first := self._got.get(id)) and first[0] != 200:
            raise Violation(f"{id} was refused with {first}, and is now record {record.id}")
        tap, match = self._asked.get(id), self._shadow.match
        if tap is None:
            if id in self._questions:
                raise Violation(f"{id} was a question, and is record {record.id}")
            return
        number = tap.command.get("round")
        now = stamp(match).number if match is not None and match.id == record.row.match else number
        if number is not None and number != now:
            raise Violation(f"{id} was meant for round {number}, and decided in {now}")
        until, at = tap.command.get("not_after"), record.row.mono_ns // MS
        if until is None or tap.urgent:
            return
        if at > until:
            raise Violation(f"{id} was wanted until {until} ms, and decided at {at} ms")

    def _same(self, match: Match) -> None:
        """Hold that the referee's match is what the records alone give."""
        shadow = self._shadow.match
        if shadow is None or shadow.id != match.id:
            raise Violation(f"the referee has {match.id}, and the records {shadow and shadow.id}")
        if shadow.state != match.state or (shadow.seq, shadow.struck) != (match.seq, match.struck):
            what = _differences(shadow.state, match.state)
            raise Violation(f"{match.id} is not what the records give at decision {match.seq}: {what}")

    # Strikes, and counts of others

    def _never_happened(self) -> None:
        """Hold that what was undone has left nothing: the match without it is the same."""
        match = self._shadow.match
        assert match is not None
        if not match.struck or self._compared == (match.id, match.struck):
            return
        self._compared = match.id, match.struck
        self.counts["undone and compared"] += 1
        left = [entry for entry in match.past() if entry.seq not in match.struck and not _is_strike(entry)]
        never = refolded(replace(match, entries=left, count=len(left)))
        if never.state != match.state:
            what = _differences(never.state, match.state)
            raise Violation(f"{match.id} without {sorted(match.struck)} would be another: {what}")

    def _count(self) -> None:
        """Let the game's independent count go over the match, where its tests have one."""
        match = self._shadow.match
        if match is None or match.state is None:
            return
        adapter = importlib.import_module(f"tests.fieldkit.games.{match.game.name}.adapter")
        if (count := getattr(adapter, "count", None)) is None:
            return
        self.counts["counted by hand"] += 1
        try:
            count(match)
        except AssertionError as wrong:
            where = f"{match.id} at decision {match.seq}"
            raise Violation(f"{where} is not as counted by hand: {wrong}") from wrong

    # Secrets

    def _learn(self, entry: Entry) -> None:
        match = self._shadow.match
        assert match is not None
        for text, for_them in _secret_texts(entry):
            if len(text) >= SHORT:
                self._secrets.append((text, for_them))
        stream = match.game.fortune(match.state) if match.count == 1 else None
        if stream is not None:
            self._secrets.append((stream.secret.encode(), False))

    def _hides(self, said: bytes, where: str, for_referee: bool) -> None:
        for text, for_them in self._secrets:
            if text in said and not (for_referee and for_them) and not self._is_over:
                raise Violation(f"{where} tells a secret: {text.decode()}")

    @property
    def _is_over(self) -> bool:
        match = self._shadow.match
        return match is None or over(match)

    def _look(self) -> None:
        """Look at the views that were published in this step."""
        while self._views:
            view = self._views.popleft()
            self.counts["views"] += 1
            if not self._is_over:
                self._hides(view.board, f"board {view.rev}", for_referee=False)
                self._hides(view.match, f"view {view.rev}", for_referee=True)
                if b'"winner":' in view.board and b'"winner":null' not in view.board:
                    raise Violation(f"board {view.rev} has a winner, and the match is not over")
            if self._chance.random() < BOARD_SHARE:
                self._read(view)

    def _read(self, view: EncodedView) -> None:
        """Hold that a board has nothing private, and shows nothing that is not stored."""
        board, match = msgspec.json.decode(view.board), self._shadow.match
        if private := PRIVATE & board.keys():
            raise Violation(f"board {view.rev} shows {sorted(private)} to everybody")
        if board["match"] is not None and (
            match is None or board["match"] != match.id or board["seq"] > match.seq
        ):
            raise Violation(f"board {view.rev} shows decision {board['seq']}, which is not on the record")

    # What is held now and then

    def check_all(self) -> None:
        """Hold everything, the costly laws too; raises Violation."""
        self.check()
        self.counts["checks of all"] += 1
        kept = self.kit.answers_on_record()
        for id, (status, body) in self._got.items():
            found = kept.get(id)
            if found is None or found.status != status or not _same(msgspec.json.encode(found.body), body):
                raise Violation(f"{id} was answered {status} {body!r}, and on the record is {found}")
            self._stands(id, found)
        match = self._shadow.match
        if match is None:
            return
        self._never_happened()
        self._count()
        known, length = self._looked_at
        if not over(match) and (known != match.id or match.count > LONGER * length):
            self._looked_at = match.id, match.count
            all_see_the_same(match, self.kit.games, self.world.now)


def _may(game: Game, record: Record) -> None:
    """Hold that the sender of a recorded command may send it, by the game's own lists."""
    by = record.row.by
    role = next((each for each in (SEAT, CAPTAIN, CREW, SCREEN) if by.startswith(each)), None)
    if role is None:
        return
    kind = msgspec.json.decode(record.row.given)["command"]["type"]
    theirs = {SEAT: ("call_words", *game.seated), CAPTAIN: game.captains, CREW: game.crew}.get(role, ())
    if kind not in theirs:
        raise Violation(f"record {record.id} is a {kind} of {by}, who may not do that")


def _code(answer: Answer) -> str:
    return str(answer.body.get("error", {}).get("code", ""))


def _same(one: bytes, other: bytes) -> bool:
    return one == other or bool(msgspec.json.decode(one) == msgspec.json.decode(other))


def _is_strike(entry: Entry) -> bool:
    return any(isinstance(event, Struck) for event in entry.events)


def _secret_texts(entry: Entry) -> Iterator[tuple[bytes, bool]]:
    """Yield what an entry keeps secret, as a view would have it, and True where the referee may see it."""
    for each in (*entry.events, getattr(entry.given, "command", None)):
        for value in secrets_in(each):
            if isinstance(value, str):
                yield value.encode(), False
            elif value is not None:
                yield msgspec.json.encode(value), is_referees(value)


def _differences(one: Any, other: Any) -> str:
    """Return the fields in which two states differ, in short."""
    names = getattr(type(one), "__struct_fields__", ())
    found = [name for name in names if getattr(one, name) != getattr(other, name, None)]
    return "; ".join(f"{name}: {getattr(one, name)!r} and {getattr(other, name)!r}"[:300] for name in found)
