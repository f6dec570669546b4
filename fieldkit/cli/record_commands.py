"""The commands that read the record: list, rebuild, export, report, check. Each imports only what it runs."""

import functools
from collections.abc import Callable, Mapping
from pathlib import Path

import click
import msgspec

from fieldkit.cli.opening import FILE, KitOptions, Returned, folder_of_a_kit, kit_options
from fieldkit.cli.surroundings import write_utf8
from fieldkit.games import Game
from fieldkit.games.loading import load_games
from fieldkit.settings import Settings
from fieldkit.settings.folders import data_path, journal_path


class _Record(msgspec.Struct, frozen=True):
    settings: Settings
    games: Mapping[str, Game]
    journal: Path


def _with_record(command: Callable[..., Returned]) -> Callable[..., Returned]:
    """Give a command the open record of a kit, with which it begins."""

    @functools.wraps(command)
    def run(kit: KitOptions, **others: object) -> Returned:
        settings = kit.settings()
        folder = data_path(settings, kit.data)
        journal = journal_path(settings, folder if settings.journal.path else folder_of_a_kit(folder))
        return command(_Record(settings, load_games(settings), journal), **others)

    return kit_options(run)


@click.command(short_help="List the matches on the record.")
@_with_record
def matches(record: _Record) -> int:
    """List the matches on the record and their results, the oldest first."""
    from fieldkit.records import commands

    return commands.matches(record.journal, record.games)


@click.command(short_help="Rebuild a match from its record and show where it stands.")
@_with_record
@click.argument("match")
@click.option("--json", "as_json", is_flag=True, help="The referee's whole view, as JSON.")
@click.option("--at", type=int, metavar="SEQ", help="Only up to this decision.")
def replay(record: _Record, match: str, as_json: bool, at: int | None) -> int:
    """Rebuild a match from its record and show where it stands; MATCH is its id, m1 for example."""
    from fieldkit.records import commands

    return commands.replay(record.journal, record.games, match, as_json, at)


@click.command(short_help="Write a match's record to standard output.")
@_with_record
@click.argument("match")
@click.option("--format", "form", type=click.Choice(["json", "csv"]), required=True, help="Of what form.")
def export(record: _Record, match: str, form: str) -> int:
    """Write a match's record to standard output; MATCH is its id, m1 for example."""
    from fieldkit.records import commands

    write_utf8()
    return commands.export(record.journal, record.games, match, form)


@click.command(short_help="Write a match's report with its charts, to read and print.")
@_with_record
@click.argument("match")
@click.option("--out", type=FILE, required=True, metavar="FILE.html", help="Where to.")
def report(record: _Record, match: str, out: Path) -> int:
    """Write a match's report with its charts, to read and print; MATCH is its id, m1 for example."""
    from fieldkit.language.catalogue import load_language
    from fieldkit.records import report as pages

    language = load_language(record.settings.web.language)
    return pages.write(record.journal, record.games, match, out, record.settings.kit.name, language)


@click.command(short_help="Check the dice of a finished match.")
@_with_record
@click.argument("match")
@click.option("--page", type=FILE, metavar="FILE.html", help="Write the page that checks them in a browser.")
def fair(record: _Record, match: str, page: Path | None) -> int:
    """Check the dice of a finished match: that its secret was promised, and that every roll follows from it.

    MATCH is its id, m1 for example.
    """
    from fieldkit.language.catalogue import load_language
    from fieldkit.records import fair as dice
    from fieldkit.records import fair_page

    if page is not None:
        language = load_language(record.settings.web.language)
        fair_page.write(record.journal, record.games, match, page, record.settings.kit.name, language)
    return dice.fair(record.journal, record.games, match)


@click.command(short_help="Check that a match's record is unbroken.")
@_with_record
@click.argument("match")
def verify(record: _Record, match: str) -> int:
    """Check that a match's record is unbroken; MATCH is its id, m1 for example."""
    from fieldkit.records import commands

    return commands.verify(record.journal, record.games, match)
