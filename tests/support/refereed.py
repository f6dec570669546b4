"""Any game at the real referee and journal, as fast as they can: commands go in, views come out."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from fieldkit.errors import Answer
from fieldkit.games import Game
from fieldkit.journal.database import Journal
from fieldkit.journal.reading import all_records, reading
from fieldkit.referee.feed import Feed
from fieldkit.referee.match import Match
from fieldkit.referee.ports import Ports
from fieldkit.referee.referee import Referee
from fieldkit.settings import Settings
from tests.support.games import kit_games
from tests.support.refereeing import IDS, JumpingClock, NotedWhistle


class Refereed:
    """A referee whose turns are taken here; ``games`` are all of the kit's unless others are given."""

    def __init__(self, path: Path, games: Mapping[str, Game] | None = None) -> None:
        self.path = path
        self.clock = JumpingClock()
        self.games = kit_games() if games is None else games
        self._open()

    def _open(self) -> None:
        self._feed = Feed()
        self._referee = Referee(
            Journal(self.path), self.games, Settings(), self.clock, Ports(NotedWhistle(), feed=self._feed)
        )
        self._referee.load()
        self._referee.turn(0)

    def restart(self) -> None:
        """End this referee, and let another one read the journal."""
        self._referee.close()
        self._open()

    @property
    def match(self) -> Match:
        """The match as the referee has it."""
        assert self._referee.match is not None
        return self._referee.match

    @property
    def view(self) -> Any:
        """What the referee sees."""
        return msgspec.json.decode(self._feed.latest.match)

    @property
    def board(self) -> Any:
        """What everybody sees."""
        return msgspec.json.decode(self.board_bytes)

    @property
    def view_bytes(self) -> bytes:
        """The referee's view as it goes over the wire."""
        return self._feed.latest.match

    @property
    def board_bytes(self) -> bytes:
        """The public board as it goes over the wire."""
        return self._feed.latest.board

    def ask(self, kind: str, by: str = "tablet", /, **fields: Any) -> Answer:
        """Hand in a command and take its answer."""
        asked = self._referee.submit({"id": f"c{next(IDS)}", "type": kind, **fields}, by)
        self._referee.turn(0)
        return asked.result(0)

    def do(self, kind: str, by: str = "tablet", /, **fields: Any) -> int:
        """Return a command that has to be accepted; its number."""
        answer = self.ask(kind, by, **fields)
        assert answer.status == 200, (kind, fields, answer.body)
        return int(answer.body["seq"])

    @property
    def events(self) -> list[dict[str, Any]]:
        """All events on the record, secrets and all."""
        with reading(self.path) as db:
            return [event for record in all_records(db) for event in msgspec.json.decode(record.row.events)]

    def wait(self, seconds: float) -> None:
        """Time goes by, and a turn follows."""
        self.clock.jump(seconds)
        self._referee.turn(0)

    def close(self) -> None:
        """End it; the journal's file is closed."""
        self._referee.close()
