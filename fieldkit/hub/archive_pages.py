"""The pages of an archive, in one folder: they work without a network, a script or a kit, for everybody."""

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from itertools import groupby
from pathlib import Path
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined

from fieldkit.colours import style_sheet
from fieldkit.event import finals, timetable
from fieldkit.event.documents import PlannedMatch
from fieldkit.event.standings import Decider
from fieldkit.games import Game
from fieldkit.hub.archive_lines import EventAtRest
from fieldkit.hub.derive import Outcome, played, scheduled_of, version
from fieldkit.hub.store import Journal, Store
from fieldkit.language.catalogue import load_language
from fieldkit.phrases import Language, Term
from fieldkit.records.reader import date_of, folded_quietly
from fieldkit.records.report import faces
from fieldkit.records.report import page as report_page

DECIDERS: Mapping[Decider, Term] = {
    "met": Term("ahead against each other"),
    "score": Term("by points for"),
    "draw": Term("by lots"),
    "shared": Term("shared"),
}
"""The reason for a team's place among those that are level with it; points alone need no word."""
_WAYS = {"index.html": Term("Event"), "standings.html": Term("Standings"), "schedule.html": Term("Schedule")}
"""The links of each report of a folder."""
_FACES = re.compile(r"@font-face\{[^}]*url\(/fonts/[^}]*\}\n?")
_POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="[^"]*">')
_OWN_POLICY = (
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
    "style-src 'self' file: 'unsafe-inline'; font-src data:\">"
)


def write(told: EventAtRest, store: Store, games: Mapping[str, Game], folder: Path) -> None:
    """Write all pages of an event into a folder. Raises NotStored."""
    folder.mkdir()
    site = _Site(told)
    texts = {"style.css": f"{faces()}\n{style_sheet()}\n{_source('style.css')}", **site.pages()}
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    matches = {(at, begun.match): begun for at, begun in store.matches(told.head.event.id)}
    for (journal, match), begun in matches.items():
        records = store.records(journal, match)
        found = played(begun, records)
        folded = folded_quietly(found, games, records)
        if folded is not None:
            name = f"{told.head.event.name} · {told.facts.state.fields.get(journal.field, journal.field)}"
            text = report_page(found, records, folded, name, site.translate, tuple(_WAYS.items()))
            (folder / site.report_of(journal, match)).write_text(site.filed(text), "utf-8")


class Names:
    """Names of files for things of any names: none is there twice, not even in another case."""

    def __init__(self) -> None:
        self._given: dict[tuple[str, ...], str] = {}
        self._taken: set[str] = set()

    def of(self, *about: str) -> str:
        """Return the file of a page; the same each time."""
        if about not in self._given:
            plain = re.sub(r"[^A-Za-z0-9.-]", "_", "-".join(about))[:60]
            name, n = f"{plain}.html", 1
            while name.lower() in self._taken:
                n += 1
                name = f"{plain}_{n}.html"
            self._taken.add(name.lower())
            self._given[about] = name
        return self._given[about]


class _Site:
    """The pages of one event."""

    def __init__(self, told: EventAtRest) -> None:
        self.told = told
        self.translate = load_language(told.head.language)
        self._names = Names()
        now = told.facts
        # The teams of the finals in place, as far as they are known.
        order = [row.team for row in now.standings.rows]
        is_final = not finals.unsettled(now.schedule, now.results)
        self._schedule = finals.known(now.schedule, order if is_final else None, now.results.values())
        self._others = [each for each in now.outcomes if not self._scheduled(each)]
        teams = {team.id: team for team in now.state.teams.teams}
        self._made = environment(self.translate)
        self._made.globals.update(
            event=told.head.event,
            teams=teams,
            fields=now.state.fields,
            results=now.results,
            page=self._names.of,
            report=lambda one: self.report_of(Journal("", one.field, one.generation), one.match),
            starts=self._starts,
            date=lambda wall: date_of(wall, self.translate),
            deciders={name: self.translate(said) for name, said in DECIDERS.items()},
        )

    def pages(self) -> dict[str, str]:
        """Each page but the reports, by its name."""
        told, rows, matches = self.told, self.told.facts.standings.rows, self._schedule.matches
        ordered = sorted(matches, key=lambda match: match.slot)
        by_slot = [list(of) for _, of in groupby(ordered, key=lambda match: match.slot)]
        slots = [(self._starts(of[0]), of) for of in by_slot]
        last = [match for match in ordered if match.stage == "final"]
        made = {
            "index.html": self._page("index.html", rows=rows, finals=last),
            "standings.html": self._page("standings.html", rows=rows),
            "schedule.html": self._page("schedule.html", slots=slots, others=self._others),
        }
        results = {id: {score.team for score in one.scores} for id, one in told.facts.results.items()}
        for team in told.facts.state.teams.teams:
            own = [row for row in rows if row.team == team.id]
            theirs = [each for each in ordered if team.id in (*each.teams, *results.get(each.id, ()))]
            page = self._page("team.html", one=team, rows=own, matches=theirs)
            made[self._names.of("team", team.id)] = page
        for id in dict.fromkeys([*(match.id for match in matches), *told.facts.results]):
            own_outcomes = [each for each in told.facts.outcomes if self._scheduled(each) == id]
            found = [(each, version(told.facts.state, each)) for each in own_outcomes]
            match, result = self._schedule.match(id), told.facts.results.get(id)
            page = self._page("match.html", id=id, match=match, result=result, played=found)
            made[self._names.of("match", id)] = page
        return made

    def filed(self, report: str) -> str:
        """Return a report of the website as a page of this folder."""
        report = _POLICY.sub(f'{_OWN_POLICY}\n<link rel="stylesheet" href="style.css">', report, count=1)
        return _FACES.sub("", report)

    def report_of(self, journal: Journal, match: str) -> str:
        """Return the file of a match's report."""
        return self._names.of("report", journal.field, str(journal.generation), match)

    def _page(self, template: str, **given: Any) -> str:
        return self._made.get_template(template).render(**given)

    def _scheduled(self, found: Outcome) -> str:
        """Return the scheduled match that a field's match is; empty for none that there is."""
        id = scheduled_of(self.told.facts.state, found)
        return id if self._schedule.match(id) or id in self.told.facts.results else ""

    def _starts(self, match: PlannedMatch) -> str:
        return timetable.when(timetable.starts(self._schedule, match))


def environment(translate: Language) -> Environment:
    """Return what makes the pages of this room's sheets in a language."""
    tight: Any = {"trim_blocks": True, "lstrip_blocks": True}
    made = Environment(autoescape=True, undefined=StrictUndefined, loader=FunctionLoader(_source), **tight)
    made.globals.update(_=translate.sentence, ngettext=translate.number, language=translate.code)
    return made


@cache
def _source(name: str) -> str:
    return (resources.files("fieldkit.hub") / "sheets" / name).read_text("utf-8")
