"""``fieldkit hub``: the hub of an event, and what is done with its data."""

from __future__ import annotations

import logging
import os
import shlex
import signal
import socket
import tempfile
import threading
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fieldkit.cli.opening import FILE, PORT, SPEED, in_range, kit_folder, note_settings, only_one, open_log
from fieldkit.cli.surroundings import keep_private
from fieldkit.clock import Clock
from fieldkit.errors import FieldkitError
from fieldkit.extras import require
from fieldkit.games.loading import load_games
from fieldkit.hub.settings import HubSettings, load_hub
from fieldkit.service.console import say
from fieldkit.service.supervisor import end_with
from fieldkit.settings import Settings
from fieldkit.settings.folders import data_path, journal_path

if TYPE_CHECKING:
    from fieldkit.demo.event import StageOf
    from fieldkit.hub.hub import Hub
    from fieldkit.hub.store import Store


@dataclass(frozen=True, slots=True)
class HubOptions:
    """The options that stand in front of a command of ``hub``."""

    file: Path | None
    data: str | None

    def open(self) -> tuple[HubSettings, Path]:
        """Return settings and data folder, which is made if need be. Raises FieldkitError."""
        require("hub")
        settings = load_hub(self.file)
        return settings, kit_folder(Settings(), self.data or default_folder())

    def look(self) -> tuple[HubSettings, Path]:
        """Return the same of a hub that has run: nothing is made. Raises FieldkitError."""
        require("hub")
        keep_private()
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
    from fieldkit.demo import event as simulated_event
    from fieldkit.demo import simulated_games

    given: HubOptions = context.obj
    assert context.parent is not None
    asked = context.parent.params["port"]
    games = load_games(Settings())
    game = next(name for name in games if name in simulated_games())
    with tempfile.TemporaryDirectory(prefix="fieldkit-event-") as temporary:
        folder = kit_folder(Settings(), given.data or temporary)
        wish = simulated_event.Wish(
            folder, fields, teams, rounds, speed, asked or simulated_event.free_port(), game
        )
        simulated_event.play(
            wish, _stage_of(games[game].setup_view(), Clock(speed)), say, lambda: _stay(until_over)
        )


def _stage_of(setup: Mapping[str, Any], clock: Clock) -> StageOf:
    from fieldkit.cli.processes import virtual_hoops
    from fieldkit.demo.client import Client
    from fieldkit.demo.stage import Stage
    from web.pin import read_pin

    def stage(folder: Path, port: int, running: ExitStack) -> Stage:
        client = running.enter_context(Client("127.0.0.1", port, read_pin(Settings(), folder)))
        field = virtual_hoops(folder, Settings(), load_games(Settings()))
        # Several fields at once would say too much.
        return Stage(
            client, field, clock, setup, 0, None, lambda line: None, journal_path(Settings(), folder)
        )

    return stage


def _stay(until_over: bool) -> None:
    if not until_over:
        say("The event is over; its pages stay on until Ctrl-C.")
        threading.Event().wait()
