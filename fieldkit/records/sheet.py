"""The public decisions of a match as a table for a spreadsheet (CSV)."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from fieldkit.journal.record import Record
from fieldkit.phrases import Language, Term
from fieldkit.records.plain import cell
from fieldkit.records.reader import local_time
from fieldkit.records.report import told_lines
from fieldkit.records.short import MAX_NAME, cut
from fieldkit.referee.match import Match


def sheet(folded: Match, records: Iterable[Record], translate: Language) -> bytes:
    """Return all decisions that everybody may see, undone ones too: number, time, round, side, words."""
    walls = {record.row.seq: record.row.wall for record in records}
    names = {
        side["id"]: cut(side["name"], MAX_NAME)
        for side in folded.game.headline(folded.state, translate)["sides"]
    }
    text = io.StringIO()
    table = csv.writer(text)
    heads = (Term("Number"), Term("Time"), Term("Round"), Term("Team"), Term("What happened"), Term("Undone"))
    table.writerow(map(translate, heads))
    for one in told_lines(folded, translate):
        if not one.private:
            at = local_time(walls.get(one.seq, ""))
            when = at.isoformat(" ", "seconds") if at else ""
            chapter = folded.game.report.chapter(one.round, translate)
            undone = translate(Term("undone")) if one.struck else ""
            row = (one.seq, when, chapter, names.get(one.team or "", ""), one.text, undone)
            table.writerow(map(cell, row))
    # With its mark of order, so that spreadsheets read more than ASCII.
    return text.getvalue().encode("utf-8-sig")
