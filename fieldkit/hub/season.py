"""The years: what the archives of several events tell of their teams, by name, finals included."""

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from importlib import resources
from itertools import pairwise
from pathlib import Path

import msgspec
from markupsafe import Markup

from fieldkit.colours import style_sheet
from fieldkit.errors import FieldkitError
from fieldkit.event.standings import in_points, is_practice
from fieldkit.event.teams import folded
from fieldkit.hub.archive import read
from fieldkit.hub.archive_lines import Closing
from fieldkit.hub.archive_pages import environment
from fieldkit.phrases import N_, Language
from fieldkit.records.reader import date_of
from fieldkit.records.report import faces

MAX_PAIRED = 16
"""Among how many teams the table of pairs is drawn."""


class EventRow(msgspec.Struct, frozen=True):
    """An event: where its archive is, when it began (a label), how large it was, and who was first."""

    name: str
    link: str
    began: str
    teams: int
    matches: int
    first: tuple[str, ...]
    practice: bool


class SeasonRow(msgspec.Struct):
    """A team over all events: what it has played and won, and its place in the standings of each."""

    name: str
    events: int = 0
    matches: int = 0
    won: int = 0
    twelfths: int = 0
    places: dict[str, int] = {}

    @property
    def points(self) -> str:
        """Its points, as people write them."""
        return in_points(self.twelfths)

    @property
    def best(self) -> int | None:
        """Its best place in any standings."""
        return min(self.places.values(), default=None)

    @property
    def best_at(self) -> list[str]:
        """The events of its best place."""
        return [name for name, place in self.places.items() if place == self.best]


class Season(msgspec.Struct, frozen=True):
    """Events from the first on, teams from the best on; ``pairs``: how often one finished before another."""

    events: Sequence[EventRow]
    teams: Sequence[SeasonRow]
    pairs: Mapping[tuple[str, str], int]

    @property
    def paired(self) -> Sequence[SeasonRow]:
        """The teams of the table of pairs."""
        return self.teams[:MAX_PAIRED]


def season_of(parts: Iterable[tuple[str, Closing]]) -> Season:
    """Return the season of these events, each with a link. Raises FieldkitError where two are the same."""
    ordered = sorted(parts, key=lambda part: (part[1].began, part[1].event.id, part[0]))
    for (one, first), (other, second) in pairwise(ordered):
        if (first.event.id, first.began) == (second.event.id, second.began):
            text = N_("{one} and {other} are archives of the same event; give one of them.")
            raise FieldkitError(text, one=one, other=other)
    sums: dict[str, SeasonRow] = {}
    pairs: Counter[tuple[str, str]] = Counter()
    for _, closed in ordered:
        if not closed.event.practice:
            _add(closed, sums, pairs)
    rows = [sums[key] for key in sorted(sums, key=lambda key: (-sums[key].twelfths, -sums[key].won, key))]
    named = {(sums[one].name, sums[other].name): n for (one, other), n in pairs.items()}
    return Season([_event(link, closed) for link, closed in ordered], rows, named)


def write(archives: Sequence[Path], out: Path, translate: Language) -> Season:
    """Write the season of some archives as one page. Raises FieldkitError; then nothing is written."""
    here = out.absolute().parent
    season = season_of((os.path.relpath(path.absolute(), here), read(path)) for path in archives)
    try:
        out.write_text(page(season, translate), "utf-8")
    except OSError as error:
        text = N_("The file {file} cannot be written: {why}")
        raise FieldkitError(text, file=out, why=error.strerror or error) from error
    return season


def page(season: Season, translate: Language) -> str:
    """Return a season as a page that needs nothing else: fonts and colours are in it."""
    style = (resources.files("fieldkit.hub") / "sheets" / "style.css").read_text("utf-8")
    page, whole = environment(translate).get_template("season.html"), f"{faces()}\n{style_sheet()}\n{style}"
    return page.render(season=season, style=Markup(whole), date=lambda wall: date_of(wall, translate))


def _add(closed: Closing, sums: dict[str, SeasonRow], pairs: Counter[tuple[str, str]]) -> None:
    keys = {team.id: folded(team.name) for team in closed.teams.teams}
    for team in closed.teams.teams:
        one = sums.setdefault(keys[team.id], SeasonRow(team.name))
        one.name = team.name
    for row in closed.standings.rows:
        if row.team in keys and row.played:
            one = sums[keys[row.team]]
            one.events += 1
            one.twelfths += row.twelfths
            one.places[closed.event.name] = row.place
    for places in _matches(closed):
        known = {keys[team]: place for team, place in places.items() if team in keys}
        for key, place in known.items():
            sums[key].matches += 1
            sums[key].won += place == 1 and list(places.values()).count(1) == 1
        pairs.update((one, other) for one in known for other in known if known[one] < known[other])


def _matches(closed: Closing) -> list[dict[str, int]]:
    """Return the places of each match that counts, by team or, if unknown, by the number of the side."""
    off = {match.id for match in closed.schedule.matches if match.called_off}
    results = [one for one in closed.results if one.confirmed and one.scheduled not in off]
    counted = [one.scores for one in results if not is_practice(one)]
    return [{one.team or f"{n}.": one.place for n, one in enumerate(scores)} for scores in counted]


def _event(link: str, closed: Closing) -> EventRow:
    first = tuple(row.name for row in closed.standings.rows if row.place == 1 and row.played)
    event, sizes = closed.event, (len(closed.teams.teams), len(_matches(closed)))
    return EventRow(event.name, Path(link).as_posix(), closed.began, *sizes, first, event.practice)
