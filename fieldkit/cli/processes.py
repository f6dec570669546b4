"""The commands that run the kit, whole or one of its processes. Each imports only what it runs."""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
import threading
from collections.abc import Mapping
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fieldkit.cli.opening import (
    FILE,
    HOOPS,
    PORT,
    VIRTUAL,
    ProcessOptions,
    check_links,
    kit_folder,
    only_journal,
    only_one,
    port_option,
    process_options,
)
from fieldkit.clock import Clock
from fieldkit.errors import FieldkitError
from fieldkit.files import share
from fieldkit.games import Game, hoop_ids
from fieldkit.games.loading import load_games, settings_tables
from fieldkit.service import console
from fieldkit.service.supervisor import Part, Supervisor
from fieldkit.service.systemd import Limits, Watchdog, passed_sockets, tell
from fieldkit.settings import Link, Settings
from fieldkit.settings.folders import check_folders, journal_path
from fieldkit.settings.reading import load

if TYPE_CHECKING:
    from fieldkit.demo.stage import Field

MAX_ROUND_S = 120.0
"""Seconds a whistle may take to finish the round of a kit that was killed."""
RESTART_S = 4.0
"""Seconds the processes of a killed kit may take to be gone."""
LAST, VERY_LAST = 0.5, 1.0
"""Seconds that scoreboard and spectators wait at the start: before the referee is up they show nothing. The
uplink waits as long as the spectators."""
BEHIND = 5
"""Niceness of the spectators' process above the others: they are served after the referee."""
FAR_BEHIND = 10
"""Niceness of the uplink above the referee's: the hub can wait."""
LOOK_S = 1.0
"""Seconds between two signs of life of a process that waits."""


@click.command(short_help="Run the whole kit: whistle, referee, scoreboard and spectators.")
@process_options
@port_option
@click.option(
    "--simulate", is_flag=True, help="Simulated people play the rounds you start, or take every turn."
)
def run(kit: ProcessOptions, port: int | None, simulate: bool) -> None:
    """Run the whole kit: whistle, referee, scoreboard and spectators, each restarted when it dies.

    With --port the spectators' port is any free one.
    """
    from hardware.fakes.virtual_field import VirtualField
    from hardware.whistle import process as whistle_process
    from web.pin import Secrets
    from web.port import is_secure

    kit.begin("kit", signal.SIGTERM)
    own, folder = kit.open()
    settings, games = _checked(own, folder)
    whistle_process.check(settings, folder)
    if simulate and settings.links:
        text = "Simulated teams need virtual hoops, and the settings name [[links]] to real ones."
        raise FieldkitError(text)
    with ExitStack() as running:
        running.enter_context(only_one(folder, "kit"))
        with only_one(folder, "referee", RESTART_S), only_journal(journal_path(settings, folder)):
            pass
        ports = _ports(settings, port)
        # The referee needs all of them: what cannot be made here would end it again and again.
        pin, *_ = Secrets(settings, folder).now()
        if not settings.links:
            field = VirtualField(folder / HOOPS, dict.fromkeys(hoop_ids(games), VIRTUAL))
            running.callback(field.close)
            field.start()
        supervisor = Supervisor(_parts(settings, kit, folder, ports), console.say)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, lambda *_: supervisor.end())
        warnings = console.stand_ins(settings, folder)
        closing = threading.Event()
        words = (settings, ports, pin, is_secure(folder), warnings, closing)
        greeting = threading.Thread(target=console.greet, args=words, name="greeting", daemon=True)
        greeting.start()
        running.callback(greeting.join)
        running.callback(closing.set)
        if simulate:
            from fieldkit.demo.client import Client
            from fieldkit.demo.kit import simulated_teams

            client = running.enter_context(Client(console.reach(settings.web.host), ports.web, pin))
            teams = simulated_teams(client, virtual_hoops(folder, settings, games), Clock(kit.rate))
            running.enter_context(teams)
        supervisor.run()


def _ports(settings: Settings, port: int | None) -> console.WebPorts:
    """Choose the kit's ports, each free a moment ago. Raises FieldkitError where the referee's is taken."""
    from web.port import listen

    host = settings.web.host
    with ExitStack() as held:
        web = held.enter_context(listen(host, settings.web.port if port is None else port))
        try:
            other = held.enter_context(listen(host, settings.spectators.port if port is None else 0))
        except FieldkitError as taken:  # no reason to play without a kit
            console.say(f"Spectators get another port: {taken}.")
            other = held.enter_context(listen(host, 0))
        return console.WebPorts(web.getsockname()[1], other.getsockname()[1])


def _checked(own: Settings, data: Path) -> tuple[Settings, Mapping[str, Game]]:
    """Return the settings with the learned tags, and the games, once all that the kit needs can be had."""
    from fieldkit.tags.spare_nodes import read_spares
    from fieldkit.tags.tag_book import with_learned

    settings = with_learned(own, data)
    games = load_games(settings)
    read_spares(data, hoop_ids(games))
    check_folders(settings, data)
    check_links(settings)
    return settings, games


def _parts(settings: Settings, kit: ProcessOptions, data: Path, ports: console.WebPorts) -> list[Part]:
    """List the processes, each with what it needs of the arguments of ``run``, and watched as by systemd."""
    from fieldkit.install.services import packaged

    alone = ["--data", str(data), "--rate", str(kit.rate)]
    if kit.file:
        alone += ["--settings", str(kit.file)]
    web = ["--port", str(ports.web)]
    # The kernel leaves a line as it was when its owner died.
    cleaners = {"whistle": _program("whistle", "--silence", *alone)}

    def part(name: str, after: float, *rest: str) -> Part:
        argv = _program(name, *alone, "--kept-by", str(os.getpid()), *rest)
        limits = Limits.of_unit(packaged(f"fieldkit-{name}.service"))
        return Part(name, argv, after, limits, cleaners.get(name, ()))

    return [
        part("referee", 0.0, *web, *([] if settings.links else ["--virtual-hoops"])),
        part("whistle", 0.0),
        part("scoreboard", LAST, *web),
        part("spectators", VERY_LAST, "--port", str(ports.spectators), "--web-port", str(ports.web)),
        part("uplink", VERY_LAST, *web),
    ]


def _program(*words: str) -> tuple[str, ...]:
    return (sys.executable, "-m", "fieldkit", *words)


def virtual_hoops(data: Path, settings: Settings, games: Mapping[str, Game]) -> Field:
    """Return the virtual hoops of a running kit, as simulated players find them."""
    from fieldkit.demo.stage import Field
    from hardware.fakes.virtual_field import control

    return Field(lambda line: control(data / HOOPS, line), settings, hoop_ids(games))


@click.command(short_help="Run the whistle's process alone.")
@process_options
@click.option("--silence", is_flag=True, help="Switch off what a dead one left on, and end.")
def whistle(kit: ProcessOptions, silence: bool) -> int:
    """Run the whistle's process alone: it sounds each blast on time, whatever happens to the others."""
    from hardware.whistle import process

    # Without its kit it still finishes the round; the next kit's whistle waits for that.
    kit.begin("whistle", signal.SIGHUP)
    # Nothing of its own can be saved on a page, and in a round it must be back at once.
    settings = load(kit.file, settings_tables())
    folder = kit_folder(settings, kit.data)
    with only_one(folder, "whistle", MAX_ROUND_S if kit.kept_by else 0.0):
        if silence:
            return process.silence(settings, folder)
        return process.run(settings, folder, Clock(kit.rate))


@click.command(short_help="Run the referee's process alone.")
@process_options
@port_option
@click.option("--virtual-hoops", is_flag=True, hidden=True)
def referee(kit: ProcessOptions, port: int | None, virtual_hoops: bool) -> None:
    """Run the referee's process alone: the match, its record, the hoops and the web."""
    # Objects made at the start stay; `serve` lets the garbage collector begin.
    gc.disable()
    from fieldkit.cli.wiring import Base, serve_kit
    from fieldkit.tags.tag_book import with_learned
    from fieldkit.uplink.state import earlier_files
    from web.port import listen

    kit.begin("referee")
    laid = kit.layers()
    folder = kit_folder(laid.settings, kit.data)
    games = load_games(settings := with_learned(laid.settings, folder))
    share(*folder.glob("*.toml"), *earlier_files(folder))
    links = settings.links
    if virtual_hoops:
        links = tuple(Link(port=str(folder / HOOPS / id), protocol=VIRTUAL) for id in hoop_ids(games))
    base = Base(laid, settings, folder, games, Clock(kit.rate), links, kit.is_restarted)
    journal = journal_path(settings, folder)
    with only_one(folder, "referee"), only_journal(journal), ExitStack() as running:
        number = settings.web.port if port is None else port
        sock = running.enter_context(listen(settings.web.host, number))
        serve_kit(base, sock, running)


@click.command(short_help="Run the scoreboard's process alone.")
@process_options
@port_option
@click.option("--url", metavar="URL", help="The kit to show.  [default: the one on this machine]")
@click.option("--snapshot", type=FILE, metavar="FILE.png", help="Write one picture and end.")
@click.option("--hub", metavar="URL", help="Show the event of this hub, all its fields, in place of a kit.")
@click.option("--name", metavar="NAME", help="With --hub: what the organisers call this screen.")
@click.option("--show", metavar="SCENE", help="With --hub: what it shows unless they assign it something.")
def scoreboard(
    kit: ProcessOptions,
    port: int | None,
    url: str | None,
    snapshot: Path | None,
    hub: str | None,
    name: str | None,
    show: str | None,
) -> int:
    """Run the scoreboard's process alone: a window that shows the match of a kit, or an event.

    SCENE is rotation, fields, field:ID, standings, schedule or queue.
    """
    from hardware import scoreboard as screen
    from hardware.scoreboard import event

    kit.begin("scoreboard")
    settings = kit.settings()
    if hub is not None:
        if url is not None:
            raise FieldkitError("Give either --hub or --url: a screen shows an event or a kit.")
        shown = event.ScreenWish(hub, name or socket.gethostname(), show or event.ROTATION)
        return event.run(settings, shown, snapshot, kit_folder(settings, kit.data))
    if name is not None or show is not None:
        raise FieldkitError("--name and --show are for a screen that follows a hub: give --hub too.")
    if kit.is_restarted:
        kit.end_with_new(settings, lambda now: now.scoreboard)
    address = f"http://{console.reach(settings.web.host)}:{settings.web.port if port is None else port}"
    return screen.run(settings, url or address, snapshot, Clock(kit.rate))


@click.command(short_help="Run the spectators' process alone.")
@process_options
@click.option("--port", type=PORT, metavar="N", help="Its own port; 0 is any free one.")
@click.option("--web-port", type=PORT, hidden=True)
@click.option("--url", metavar="URL", help="The kit to follow.  [default: the one on this machine]")
def spectators(kit: ProcessOptions, port: int | None, web_port: int | None, url: str | None) -> None:
    """Run the spectators' process alone: the pages and the board for a crowd, of a kit that it follows.

    It may run on another machine (--url), and as often as there are ports.
    """
    from web.pin import crowd_key
    from web.port import listen
    from web.server import serve
    from web.spectators import Mirror, PortAnnouncer, create_site

    kit.begin("spectators")
    os.nice(BEHIND)
    settings, folder = kit.open()
    host, kit_port = console.reach(settings.web.host), settings.web.port if web_port is None else web_port
    key = "" if url else crowd_key(folder)
    with ExitStack() as running:
        number = settings.spectators.port if port is None else port
        sock = running.enter_context(listen(settings.web.host, number))
        own_port = sock.getsockname()[1]
        mirror = Mirror(url or f"http://{host}:{kit_port}", key, Clock(kit.rate))
        site = create_site(mirror, settings, folder, load_games(settings), kit_port, url or "")
        running.callback(mirror.close)
        mirror.start()
        if not url:
            # A kit on this machine is told that spectators are here.
            announcer = PortAnnouncer(host, kit_port, key, own_port, lambda: mirror.feed.phones)
            running.callback(announcer.close)
            announcer.start()
        ready, turned = lambda _: tell("READY=1"), Watchdog().look
        serve(site, settings.web.host, own_port, sock, ready, turned, passed_sockets())


@click.command(short_help="Run the process alone that tells hub and broker.")
@process_options
@port_option
def uplink(kit: ProcessOptions, port: int | None) -> int:
    """Run the process alone that sends this field's record and view to its hub, and its view to a broker.

    Without [hub] url and [mqtt] host it waits until the kit's page has saved them, or ends where nobody would
    start it again. Whatever happens to it, play goes on.
    """
    kit.begin("uplink")
    os.nice(FAR_BEHIND)
    settings, folder = kit.open()
    is_wanted = settings.hub.url or settings.mqtt.host
    stopping = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: stopping.set())
    if kit.is_restarted:
        kit.end_with_new(settings, lambda now: now.hub)
    elif not is_wanted:
        console.say("The settings name neither a hub ([hub] url) nor a broker ([mqtt] host).")
        return 0
    watchdog = Watchdog()
    if not is_wanted:
        # What is saved ends this process and lets another one begin.
        tell("READY=1")
        looks = count(1)
        while not stopping.wait(LOOK_S):
            watchdog.look(next(looks))
        return 0
    from fieldkit.uplink.process import KitAddress, Uplink, serve
    from fieldkit.uplink.state import FOLDER
    from web.pin import crowd_key
    from web.redirects import KEY

    web = settings.web.port if port is None else port
    place = KitAddress(console.reach(settings.web.host), web, folder, {KEY: crowd_key(folder)})
    own = folder / FOLDER
    own.mkdir(mode=0o700, exist_ok=True)
    with only_one(own, "uplink", RESTART_S):
        sending = Uplink(settings, place, Clock(kit.rate))
        return 0 if serve(sending, stopping, lambda: tell("READY=1"), watchdog) else 1
