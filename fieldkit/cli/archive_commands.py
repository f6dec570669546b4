"""Commands of the group ``hub`` for an event that is over: export, check, import, open and season."""

from __future__ import annotations

import logging
import sys
import tempfile
from contextlib import ExitStack, closing
from pathlib import Path

import click

from fieldkit.cli.event_commands import HubOptions, open_store, serve_pages
from fieldkit.cli.opening import FILE, PORT, only_one, open_log
from fieldkit.errors import FieldkitError, Rejected
from fieldkit.extras import require
from fieldkit.games.loading import load_games
from fieldkit.settings import Settings

_ARCHIVE = click.argument("file", type=FILE, metavar="FILE.zip")


@click.command(short_help="Write an event's archive.")
@_ARCHIVE
@click.pass_obj
def export(given: HubOptions, file: Path) -> None:
    """Write all of an event into one file: records, decisions, journals, pages to read, checksums.

    The hub may run meanwhile; a file that is there already stays. Keys and PINs are not in it. Until every
    match is over, keep it to yourself: the records of one that goes on hold the secret of its dice.
    """
    if file.exists():
        raise FieldkitError(f"{file} is there already; give another name.")
    settings, folder = given.look()
    from fieldkit.hub.access import no_hub
    from fieldkit.hub.archive import export as write
    from fieldkit.hub.archive_lines import ArchiveHead

    store = open_store(settings, folder)
    if not store.is_there:
        raise no_hub(folder)
    try:
        store.open()
        head = ArchiveHead(settings.event, settings.hub.language)
        closed = write(head, store, load_games(Settings()), file, folder)
    except Rejected as empty:
        raise FieldkitError(f"{empty} Give --settings and --data as the hub itself was given them.") from None
    finally:
        store.close()
    matches = sum(not each.called_off for each in closed.schedule.matches)
    confirmed = sum(each.confirmed for each in closed.results)
    print(f"The archive of {settings.event.name} is in {file}.")
    print(f"Teams: {len(closed.teams.teams)}, matches: {matches}, confirmed results: {confirmed}.")


@click.command(short_help="Check that an archive holds together.")
@_ARCHIVE
def check(file: Path) -> int:
    """Check that an archive holds together: its files, its records and decisions, and its results.

    Every file is compared with its checksum, every record with the one before it, and the teams, the
    schedule, the confirmed results and the standings with the decisions. Pages, journals and the database
    are compared with their checksums alone: import and export it, and what is made then has the same bytes.
    """
    require("hub")
    from fieldkit.hub.archive import check as look
    from fieldkit.hub.archive import head_of
    from fieldkit.records.plain import say

    wrong = look(file)
    for one in wrong:
        say(str(one), sys.stderr)
    if not wrong:
        say(
            f"{file}: the archive of {head_of(file).event.name}. All files are as its checksums say, and its "
            "results follow from its decisions. Pages, journals and the database were not compared with them."
        )
    return 1 if wrong else 0


@click.command("import", short_help="Take an archive over into an empty database.")
@_ARCHIVE
@click.pass_obj
def import_(given: HubOptions, file: Path) -> None:
    """Take an event over from its archive, into a database that has nothing of it. Stop the hub first.

    The settings must name the event as it was: id, name, points and all.
    """
    settings, folder = given.open()
    import msgspec
    import tomli_w

    from fieldkit.hub.archive import head_of
    from fieldkit.hub.archive import import_ as take

    head = head_of(file)
    if head.event != settings.event:
        table = tomli_w.dumps({"event": msgspec.to_builtins(head.event)}).rstrip()
        told = f"The settings name another event than the archive. Put this there first:\n{table}"
        raise FieldkitError(told)
    with only_one(folder, "hub"), closing(open_store(settings, folder)) as store:
        store.open()
        take(file, store)
    print(f"{head.event.name} was imported; start the hub.")


@click.command("open", short_help="Show an archive's event in a browser.")
@_ARCHIVE
@click.option("--port", type=PORT, metavar="N", help="The web port; 0 is any free one.")
def open_(file: Path, port: int | None) -> None:
    """Show an event from its archive, as its hub did: on this machine alone, and nothing can be changed."""
    require("hub")
    open_log("hub")
    # Alembic does the same at every start: no news.
    logging.getLogger("alembic").setLevel(logging.WARNING)
    from fieldkit.hub.access import new_secret
    from fieldkit.hub.archive import import_ as take
    from fieldkit.hub.files import PublicFiles
    from fieldkit.hub.hub import Hub
    from fieldkit.hub.settings import HubSettings, HubTable
    from fieldkit.hub.store import Store
    from fieldkit.service.console import say

    with ExitStack() as running:
        folder = Path(running.enter_context(tempfile.TemporaryDirectory(prefix="fieldkit-archive-")))
        store = Store(f"sqlite:///{folder / 'hub.sqlite3'}")
        running.callback(store.close)
        store.open()
        head = take(file, store)
        table = HubTable(host="127.0.0.1", language=head.language)
        settings = HubSettings(head.event, table)
        # A PIN that nobody is told lets nobody in, so nothing can be changed.
        pin = new_secret(26)
        made = Hub(settings, store, pin, load_games(Settings()), PublicFiles(None))
        told = f"The archive of {head.event.name}: http://{table.host}"
        serve_pages(made, settings, pin, folder, port, running, lambda at: say(f"{told}:{at}/"))


@click.command(short_help="Write the tables of a season from several archives.")
@click.argument("files", type=FILE, nargs=-1, required=True, metavar="FILE.zip…")
@click.option("--out", type=FILE, required=True, metavar="FILE.html", help="Where to.")
@click.option("--language", metavar="CODE", help="The language of the page, if not that of the last archive.")
def season(files: tuple[Path, ...], out: Path, language: str | None) -> None:
    """Write one page with the tables of a season, from the archives of its events."""
    require("hub")
    from fieldkit.hub.archive import head_of
    from fieldkit.hub.season import write
    from fieldkit.language.catalogue import languages, load_language

    code = language or head_of(files[-1]).language
    if code not in languages():
        raise FieldkitError(f"There is no language {code}; there are {', '.join(languages())}.")
    found = write(files, out, load_language(code))
    events = "1 event" if len(found.events) == 1 else f"{len(found.events)} events"
    print(f"The season of {events} is in {out}.")


COMMANDS = (export, check, import_, open_, season)
"""The commands, in the order in which they are listed."""
