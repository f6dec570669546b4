"""``fieldkit hub``: the hub of an event, and what is done with its data."""

from __future__ import annotations

import logging
import os
import shlex
import signal
import socket
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from fieldkit.cli.opening import FILE, PORT, SPEED, in_range, kit_folder, note_settings, only_one, open_log
from fieldkit.cli.surroundings import keep_private
from fieldkit.clock import Clock
from fieldkit.errors import FieldkitError, Rejected
from fieldkit.extras import require
from fieldkit.games.loading import load_games
from fieldkit.service.console import say
from fieldkit.service.supervisor import end_with
from fieldkit.settings import Settings
from fieldkit.settings.folders import data_path, journal_path

if TYPE_CHECKING:
    from fieldkit.demo.event import StageOf
    from fieldkit.hub.hub import Hub
    from fieldkit.hub.settings import HubSettings
    from fieldkit.hub.store import Store


class HubOptions(msgspec.Struct, frozen=True):
    """The options that stand in front of a command of ``hub``."""

    file: Path | None
    data: str | None

    def open(self) -> tuple[HubSettings, Path]:
        """Return settings and data folder, which is made if need be. Raises FieldkitError."""
        require("hub")
        from fieldkit.hub.settings import load_hub

        settings = load_hub(self.file)
        return settings, kit_folder(Settings(), self.data or default_folder())

    def look(self) -> tuple[HubSettings, Path]:
        """Return the same of a hub that has run: nothing is made. Raises FieldkitError."""
        require("hub")
        keep_private()
        from fieldkit.hub.settings import load_hub

        return load_hub(self.file), data_path(Settings(), self.data or default_folder())

    @property
    def command(self) -> str:
        """Return how a command about this hub begins, in whatever folder it is typed."""
        given = [("--settings", self.file), ("--data", self.data and data_path(Settings(), self.data))]
        said = [word for name, path in given if path for word in (name, str(Path(path).absolute()))]
        return shlex.join(["fieldkit", "hub", *said])


def default_folder() -> str:
    """Return a hub's data folder if nobody names one: beside that of a kit, in the user's data folder."""
    base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return f"{base}/fieldkit-hub"


@click.group(invoke_without_command=True, short_help="Run the hub of an event: several fields, one schedule.")
@click.option(
    "--settings", "file", type=FILE, metavar="FILE", callback=note_settings, help="The hub's settings (TOML)."
)
@click.option("--data", metavar="DIR", help="The data folder of the hub.")
@click.option("--port", type=PORT, metavar="N", help="The web port; 0 is any free one.")
@click.option("--kept-by", type=int, hidden=True)
@click.pass_context
def hub(
    context: click.Context, file: Path | None, data: str | None, port: int | None, kept_by: int | None
) -> None:
    """Run the hub of an event: fields report to it, it has teams, schedule, standings and everybody's pages.

    Its settings are a file of its own. The commands below do something with its data; give --settings and
    --data before their names.
    """
    given = HubOptions(file, data)
    if context.invoked_subcommand is not None:
        context.obj = given
        return
    if kept_by:
        end_with(kept_by, signal.SIGTERM)
    open_log("hub")
    # Alembic does the same at every start: no news.
    logging.getLogger("alembic").setLevel(logging.WARNING)
    settings, folder = given.open()
    from fieldkit.hub.access import organiser_pin
    from fieldkit.hub.archive import sweep
    from fieldkit.hub.hub import Hub, open_files

    with ExitStack() as running:
        running.enter_context(only_one(folder, "hub"))
        sweep(folder)
        pin = organiser_pin(settings, folder)
        store, files = open_store(settings, folder), open_files(settings, folder)
        made = Hub(settings, store, pin, load_games(Settings()), files, given.command)
        greet = partial(_greet, settings, given.command)
        serve_pages(made, settings, pin, folder, port, running, greet)


def serve_pages(
    made: Hub,
    settings: HubSettings,
    pin: str,
    folder: Path,
    port: int | None,
    running: ExitStack,
    greet: Callable[[int], None],
) -> None:
    """Start a hub and serve its pages until the end; ``greet`` is called with the port."""
    from fieldkit.service.systemd import Watchdog, tell
    from web.hub.site import create_site
    from web.port import listen
    from web.server import serve

    number = settings.hub.port if port is None else port
    sock: socket.socket = running.enter_context(listen(settings.hub.host, number))
    running.callback(made.close)
    made.start()
    site = create_site(made, pin, folder)
    greet(sock.getsockname()[1])
    serve(site, settings.hub.host, number, sock, lambda _: tell("READY=1"), Watchdog().look)


def open_store(settings: HubSettings, folder: Path) -> Store:
    """Return the hub's database: that of the settings, else a file in its data folder."""
    from fieldkit.hub.store import Store

    return Store(settings.hub.database or f"sqlite:///{folder.absolute() / 'hub.sqlite3'}")


def _greet(settings: HubSettings, command: str, port: int) -> None:
    """Say where the hub is. The PIN is not for every log: `fieldkit hub pin` shows it."""
    from fieldkit.service.address import lan_address

    address = settings.hub.url or f"http://{lan_address(settings.hub.host)}:{port}"
    name = f"{settings.event.name} (practice)" if settings.event.practice else settings.event.name
    say(f"The hub of {name}: {address}/")
    say(f"Organisers: {address}/organise, with the PIN that `{command} pin` shows.")


@hub.command(short_help="Show the organiser's PIN.")
@click.option("--new", is_flag=True, help="Make a new one, which logs everybody out; restart the hub then.")
@click.pass_obj
def pin(given: HubOptions, new: bool) -> None:
    """Show the organiser's PIN, for everybody who may read the data folder."""
    settings, folder = given.look()
    from fieldkit.hub.access import known_pin

    if new and settings.hub.pin:
        raise FieldkitError("The PIN stands in the settings ([hub] pin): change it there.")
    print(known_pin(settings, folder, new))


@hub.command(short_help="Rebuild what follows from records and decisions.")
@click.pass_obj
def rebuild(given: HubOptions) -> None:
    """Drop results, standings and public files, and make them again from records and decisions.

    Teams, schedule, confirmations and the fields' records stay as they are. Stop the hub first.
    """
    settings, folder = given.look()
    from fieldkit.hub.access import known_pin, no_hub
    from fieldkit.hub.hub import Hub, open_files

    store, files = open_store(settings, folder), open_files(settings, folder)
    if not store.is_there:
        raise no_hub(folder)
    with only_one(folder, "hub"):
        pin = known_pin(settings, folder)
        made = Hub(settings, store, pin, load_games(Settings()), files)
        try:
            store.open()
            store.drop_derived(settings.event.id)
            made.start()
            count = len(made.facts().outcomes)
        finally:
            made.close()
    print(f"{count} matches were read again.")


@hub.command(short_help="Explain the hub's settings.")
def explain() -> None:
    """Tell every table and key of the hub's settings: what it is, its default, what it may be."""
    from fieldkit.cli.settings_page import hub_page

    print(hub_page(), end="")


@hub.command(short_help="Let simulated people play a whole event.")
@click.option("--fields", type=in_range(int, 1, 8), default=3, show_default=True, metavar="N", help="Fields.")
@click.option("--teams", type=in_range(int, 6, 40), default=12, show_default=True, metavar="N", help="Teams.")
@click.option(
    "--rounds", type=in_range(int, 2, 10), default=2, show_default=True, metavar="N", help="Matches a team."
)
@click.option("--speed", type=SPEED, default=8.0, show_default=True, metavar="X", help="Times real time.")
@click.option("--until-over", is_flag=True, help="End with the event.")
@click.pass_context
def demo(
    context: click.Context, fields: int, teams: int, rounds: int, speed: float, until_over: bool
) -> None:
    """Let simulated people play an event: a hub and several kits of their own, with all their processes.

    The records are kept in the folder of --data, if one is given.
    """
    require("hub")
    import tempfile

    from fieldkit.demo import event as simulated_event
    from fieldkit.demo import simulated_games

    given: HubOptions = context.obj
    assert context.parent is not None
    asked = context.parent.params["port"]
    games = load_games(Settings())
    game = next(name for name in games if name in simulated_games())
    with tempfile.TemporaryDirectory(prefix="fieldkit-event-") as temporary:
        folder = kit_folder(Settings(), given.data or temporary)
        port = asked or simulated_event.free_port()
        wish = simulated_event.Wish(folder, fields, teams, rounds, speed, port, game)
        stage_of = _stage_of(games[game].setup_view(), Clock(speed))
        simulated_event.play(wish, stage_of, say, lambda: _stay(until_over))


def _stage_of(setup: Mapping[str, Any], clock: Clock) -> StageOf:
    from fieldkit.cli.processes import virtual_hoops
    from fieldkit.demo.client import Client
    from fieldkit.demo.stage import Stage
    from web.pin import read_pin

    def stage(folder: Path, port: int, running: ExitStack) -> Stage:
        client = running.enter_context(Client("127.0.0.1", port, read_pin(Settings(), folder)))
        field = virtual_hoops(folder, Settings(), load_games(Settings()))
        journal = journal_path(Settings(), folder)
        # Several fields at once would say too much.
        return Stage(client, field, clock, setup, 0, None, lambda line: None, journal)

    return stage


def _stay(until_over: bool) -> None:
    if not until_over:
        say("The event is over; its pages stay on until Ctrl-C.")
        threading.Event().wait()


_ARCHIVE = click.argument("file", type=FILE, metavar="FILE.zip")


@hub.command(short_help="Write an event's archive.")
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


@hub.command(short_help="Check that an archive holds together.")
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


@hub.command("import", short_help="Take an archive over into an empty database.")
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


@hub.command("open", short_help="Show an archive's event in a browser.")
@_ARCHIVE
@click.option("--port", type=PORT, metavar="N", help="The web port; 0 is any free one.")
def open_(file: Path, port: int | None) -> None:
    """Show an event from its archive, as its hub did: on this machine alone, and nothing can be changed."""
    require("hub")
    open_log("hub")
    # Alembic does the same at every start: no news.
    logging.getLogger("alembic").setLevel(logging.WARNING)
    import tempfile

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


@hub.command(short_help="Write the tables of a season from several archives.")
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
