"""Laws of an event that hold after every step: what the hub has of each field, and what it has promised."""

import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from fieldkit.event.documents import Result
from fieldkit.hub.hub import Hub
from fieldkit.hub.store import Journal
from fieldkit.journal.reading import COLUMNS
from tests.sim.event import FieldKit, UplinkProcess
from tests.sim.hub import EVENT, HubSite
from tests.sim.kit import is_whole
from tests.sim.world import Violation

Row = tuple[object, ...]
_HUB = f"""SELECT {COLUMNS.replace("id,", "number,", 1)} FROM records
    WHERE event = ? AND field = ? AND generation = ? AND number > ? ORDER BY number"""
_KIT = f"SELECT {COLUMNS} FROM records WHERE id BETWEEN ? AND ? ORDER BY id"
_JOURNALS = "SELECT DISTINCT field, generation FROM records WHERE event = ?"


class Files:
    """Databases that are read beside their writers, each held open while it is the same."""

    def __init__(self) -> None:
        self._open: dict[int, sqlite3.Connection] = {}

    def rows(self, path: Path, query: str, *values: object) -> list[Row]:
        """Return what a query finds; nothing where there is no file."""
        found = path.resolve()
        if not found.exists():
            return []
        # Somebody may have put another file in its place.
        file = found.stat().st_ino
        db = self._open.get(file)
        if db is None:
            db = self._open[file] = sqlite3.connect(f"file:{found}?mode=ro", uri=True)
        return db.execute(query, values).fetchall()

    def close(self) -> None:
        """Close them all."""
        for db in self._open.values():
            db.close()
        self._open = {}


class CopyLaw:
    """The hub has of a field's journal what one kit has on its record, and never of two kits."""

    def __init__(self, site: HubSite, kits: Mapping[str, FieldKit]) -> None:
        self._site = site
        self._kits = {field: [kit] for field, kit in kits.items()}
        self._files = Files()
        self._seen: dict[Journal, Row] = {}
        self._may_be_of: dict[Journal, list[FieldKit]] = {}
        self._looked: object = None
        self._lives: object = None

    def add_twin(self, field: str, kit: FieldKit) -> None:
        """Know of a second kit with a field's key, from the moment at which it sends."""
        self._kits[field].append(kit)
        self._may_be_of, self._lives = {}, None

    def check(self) -> None:
        """Look at what has come since, and after a crash at all of it."""
        site = self._site
        lives = site.lives, *(kit.process.life for kits in self._kits.values() for kit in kits)
        if site.hub is None or self._looked == (site.changes, lives) or site.is_robbed:
            return
        if not all(kit.process.alive for kits in self._kits.values() for kit in kits):
            return
        if lives != self._lives:
            # A crash may have changed what had been looked at.
            self._files.close()
            self._seen = {}
        if not all(is_whole(kit.journal_path) for kits in self._kits.values() for kit in kits):
            return
        self._looked, self._lives = (site.changes, lives), lives
        for field, generation in self._files.rows(site.database, _JOURNALS, EVENT):
            self._compare(Journal(EVENT, str(field), int(str(generation))))
        self._check_promises(site.hub)

    def finish(self) -> None:
        """Look at all of it again, and close the files."""
        self._lives = self._looked = None
        self.check()
        self._files.close()

    def _compare(self, journal: Journal) -> None:
        last = self._seen.get(journal)
        after = 0 if last is None else last[0]
        where = journal.event, journal.field, journal.generation, after
        new = self._files.rows(self._site.database, _HUB, *where)
        if not new:
            return
        for row in new:
            if last is not None and row[0] == int(str(last[0])) + 1 and row[-2] != last[-1]:
                raise Violation(f"record {row[0]} of {journal} does not follow from the one before it")
            last = row
        kits = self._may_be_of.setdefault(journal, list(self._kits[journal.field]))
        # What is not on the record of any kit was made up, or two kits were mixed.
        fitting = [kit for kit in kits if self._has(kit, new)]
        if not fitting:
            raise Violation(
                f"the hub's records {new[0][0]} to {new[-1][0]} of {journal} are of no single kit"
            )
        self._may_be_of[journal] = fitting
        assert last is not None
        self._seen[journal] = last

    def _has(self, kit: FieldKit, rows: Sequence[Row]) -> bool:
        found = self._files.rows(kit.journal_path, _KIT, rows[0][0], rows[-1][0])
        return set(rows) <= set(found)

    def _check_promises(self, hub: Hub) -> None:
        if hub.state.n < self._site.decided:
            raise Violation(f"of {self._site.decided} decisions the hub has {hub.state.n}")
        for journal, acked in self._site.acked.items():
            seen = self._seen.get(journal)
            if seen is None or int(str(seen[0])) < acked:
                had = 0 if seen is None else seen[0]
                raise Violation(f"the hub has said that it has {acked} of {journal}, and has {had}")


class ShownLaw:
    """A field's board at the hub never goes back, and what the field has told with it is the newest."""

    def __init__(self, site: HubSite) -> None:
        self._site = site
        self._seen: dict[str, tuple[str, int]] = {}
        self._boots: dict[str, set[str]] = {}
        self._changes, self._lives = -1, 0

    def check(self) -> None:
        """Look at the newest boards."""
        site = self._site
        if site.hub is None or self._changes == site.changes:
            return
        self._changes = site.changes
        if self._lives != site.lives:
            # A view is no record: a crash may cost the newest of them.
            self._lives, self._seen, self._boots = site.lives, {}, {}
        for field in site.hub.state.fields:
            view = site.hub.live.of(field)
            if view is None:
                continue
            boot, rev = self._seen.get(field, (view.boot, -1))
            gone = self._boots.setdefault(field, set())
            if boot != view.boot:
                gone.add(boot)
            elif view.rev < rev:
                raise Violation(f"the hub shows view {view.rev} of {field} after view {rev}")
            if view.boot in gone:
                raise Violation(f"the hub shows view {view.rev} of {field}, of an earlier start of its kit")
            self._seen[field] = view.boot, view.rev
            told = site.told.get(field)
            if told is None or (told.boot, told.rev) != (view.boot, view.rev):
                continue
            # Of a board that was sent again the hub keeps the first moment.
            if replace(told, now=view.now) != view:
                had, said = ((each.of, each.first, each.ack, each.kit) for each in (view, told))
                raise Violation(f"the hub has {had} of {field}, which has told {said} with the same board")


class ResultLaw:
    """A result that was confirmed stays, and somebody is asked where a field tells it otherwise."""

    def __init__(self, site: HubSite) -> None:
        self._site = site
        self.confirmed: dict[str, Result] = {}
        """The results that were confirmed; who takes one back or corrects it takes it out of here."""
        self._changes = -1

    def check(self) -> None:
        """Look at all of them."""
        site = self._site
        if site.hub is None or self._changes == site.changes:
            return
        self._changes = site.changes
        now = site.hub.facts().results if site.hub.state.confirmations else {}
        for id, was in self.confirmed.items():
            found = now.get(id)
            if found is None or not found.confirmed or found.scores != was.scores:
                raise Violation(f"match {id} was confirmed as {was.scores} and is now {found}")
        for id, one in now.items():
            told = {version.scores for version in one.versions}
            if one.confirmed and not one.correction and not one.disputed and told != {one.scores}:
                raise Violation(f"match {id} is confirmed, its fields tell {told or None}, nobody is asked")


class SendingLaw:
    """A process that sends calls for nobody's help, where nobody has done anything wrong."""

    def __init__(self, uplinks: Sequence[UplinkProcess]) -> None:
        self._uplinks = uplinks

    def check(self) -> None:
        """Look whether one has."""
        for each in self._uplinks:
            if each.complaints:
                raise Violation(f"{each.process.name} says: {each.complaints[0]}")


def settled(uplinks: Sequence[UplinkProcess]) -> str | None:
    """Return a sentence that names what lags, once nothing fails any more; None where all is at the hub."""
    return next((lag for each in uplinks if (lag := each.lag()) is not None), None)
