"""The end of a kit's card: a record on it goes bad, or another card, or an empty journal, takes its place."""

import sqlite3
from contextlib import closing

from fieldkit.errors import Answer
from fieldkit.journal.record import Record
from tests.sim.kit import FILE, Kit
from tests.sim.outside import Outside
from tests.sim.world import Violation

AGAIN_S = 10
"""Seconds after which a kit is back, whatever it found on its card."""
SHOWN_S = 120
"""Seconds after which the hub shows what a kit shows."""

STICKLESS = 0.3
"""The share of worlds in which the stick with the second copy was taken out before."""


class Card:
    """Lets the card come to its end in a kit in which all is well, with nobody at it but one who chooses."""

    def __init__(self, kit: Kit, outside: Outside | None) -> None:
        self._kit, self._outside = kit, outside
        self._chance = kit.world.chance("card")

    def end(self) -> None:
        """Spoil it or take it out; hold that nobody goes on unasked, and that no copy is lost."""
        kit, chance = self._kit, self._chance
        if chance.random() < STICKLESS:
            for file in kit.stick.iterdir():
                file.unlink()
        known, copied, kept = kit.records(), self._copied(FILE), self._kept()
        how = chance.choice((self._change, self._lose, self._empty, self._empty))
        has_power = how == self._empty and chance.random() < 0.5
        kit.world.note(f"the end of the card: {how.__name__}, {'with' if has_power else 'without'} power")
        (kit.process.die if has_power else kit.lose_power)()
        how(known)
        left = kit.records()
        if not has_power:
            kit.switch_on()
        kit.committed = []
        kit.world.run(AGAIN_S)
        assert kit.referee is not None
        if kit.referee._doubt is not None:
            self._choose(known, copied, left)
        elif (left or copied) and kit.records()[: len(known)] != known:
            raise Violation(f"{how.__name__}: of {len(known)} records some are lost, and nobody was asked")
        kit.referee._copies.want()
        kit.world.run(AGAIN_S)
        if lost := kept - self._kept():
            raise Violation(f"{len(lost)} records were copied, and are in no copy any more")
        self._must_show()

    def _choose(self, known: list[Record], copied: list[Record], left: list[Record]) -> None:
        """Choose how to go on, and hold that only what is lost is lost."""
        kit, answers = self._kit, list[Answer]()
        assert kit.referee is not None
        if kit.records() != left:
            raise Violation("records were set aside, and nobody has chosen")
        doubt = kit.referee._doubt
        assert doubt is not None
        choose = self._chance.choice(("last_good", "second_copy") if doubt.copy else ("last_good",))
        least = copied if choose == "second_copy" else known[: doubt.flaw.good]
        kit.committed = []
        command = {"id": f"{self._chance.getrandbits(128):032x}", "type": "trust_record", "choose": choose}
        kit.world.inside(kit.process, lambda: kit.take(command, "tablet", answers.append))
        kit.world.run(AGAIN_S)
        if [each.status for each in answers] != [200] or kit.referee._doubt is not None:
            raise Violation(f"{choose} was chosen, and answered {answers}")
        if kit.records()[: len(least)] != least:
            raise Violation(f"{choose} was chosen, and not all of its {len(least)} records are there")

    def _must_show(self) -> None:
        outside = self._outside
        if outside is None or outside.has_twin:
            return
        for _ in range(SHOWN_S):
            self._kit.world.run(1)
            lag = outside.lag()
            if lag is None:
                return
        raise Violation(f"{SHOWN_S} s after its card came to its end: {lag}")

    def _copied(self, name: str) -> list[Record]:
        """Return the records of a file on the stick."""
        return self._kit.records(self._kit.stick / name)

    def _kept(self) -> set[str]:
        """Return the digests of all records that are anywhere on the stick."""
        files = [file.name for file in self._kit.stick.iterdir() if ".part" not in file.name]
        return {one.hash for name in files for one in self._copied(name)}

    # What becomes of it

    def _change(self, known: list[Record]) -> None:
        """Let a record of the newest match be another."""
        if known:
            bad = self._chance.choice([one for one in known if one.row.match == known[-1].row.match])
            self._write("UPDATE records SET events = events || ' ' WHERE id = ?", bad.id)

    def _lose(self, known: list[Record]) -> None:
        """Let the newest records be gone."""
        newest = [one for one in known if one.row.match == known[-1].row.match]
        if len(newest) > 1:
            self._write("DELETE FROM records WHERE id >= ?", self._chance.choice(newest[1:]).id)

    def _empty(self, _: list[Record]) -> None:
        """Let there be nothing: a new card, or somebody has taken the journal away."""
        for file in self._kit.disk.path.iterdir():
            file.unlink()

    def _write(self, query: str, number: int) -> None:
        with closing(sqlite3.connect(self._kit.journal_path)) as db, db:
            db.execute(query, (number,))
