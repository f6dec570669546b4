"""The referee's process, made of its parts: the one place where kit, hardware and web meet."""

import socket
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import msgspec

from fieldkit.checkup.probes import run_program
from fieldkit.checkup.self_check import look_inside
from fieldkit.clock import Clock
from fieldkit.games import Game, hoop_ids
from fieldkit.journal.database import Journal
from fieldkit.kit_page.page import KitPage
from fieldkit.kit_page.saving import Saving
from fieldkit.language.catalogue import load_language
from fieldkit.messages import Battery
from fieldkit.pi import kind_of_pins
from fieldkit.referee.arrivals import Inbox, Wake
from fieldkit.referee.feed import Feed
from fieldkit.referee.ports import Ports
from fieldkit.referee.referee import Referee
from fieldkit.saved import LayeredSettings
from fieldkit.service.address import lan_address
from fieldkit.service.ending import PowerOff, end_soon
from fieldkit.service.systemd import Watchdog, tell
from fieldkit.settings import Link, Settings
from fieldkit.settings.folders import journal_path
from fieldkit.tags.tag_book import TagBook
from fieldkit.voice import Announcer
from fieldkit.whistle.link import WhistleLink
from fieldkit.whistle.protocol import socket_path
from hardware.battery.watch import BatteryWatch, battery_meter
from hardware.hoops.links import HoopLinks
from web.app import create_app
from web.server import serve


class Base(msgspec.Struct, frozen=True):
    """The base of the referee's process: ``laid`` are the settings without the learned tags."""

    laid: LayeredSettings
    settings: Settings
    data: Path
    games: dict[str, Game]
    clock: Clock
    links: tuple[Link, ...]
    is_restarted: bool


def serve_kit(base: Base, sock: socket.socket, running: ExitStack) -> None:
    """Make the parts in an order in which each finds its neighbours there, and serve until the end."""
    own, settings, data, games, clock = base.laid.settings, base.settings, base.data, base.games, base.clock
    host, port = settings.web.host, sock.getsockname()[1]
    inbox, tags = Inbox(), TagBook(settings)
    voice = Announcer(settings.voice.command, settings.web.language, clock)
    whistle = WhistleLink(socket_path(data), clock, inbox.put)
    field, pins = hoop_ids(games), kind_of_pins(own.kit.pins)
    hoops = HoopLinks(base.links, clock, inbox.put, lambda status: inbox.put(Wake()), field)
    language, feed = load_language(settings.web.language), Feed()
    battery = _watched_battery(settings, data, running)
    restart = end_soon if base.is_restarted else None
    saving, off = Saving(base.laid, data, games, lambda: inbox.put(Wake()), restart), PowerOff()
    parts = (language, whistle, hoops, inbox.put, saving, battery, off)
    kit_page = KitPage(own, data, games, clock, tags, *parts)
    referee = Referee(
        Journal(journal_path(settings, data)),
        games,
        settings,
        clock,
        Ports(
            whistle,
            hoops.statuses,
            inbox=inbox,
            tags=tags,
            observer=kit_page,
            feed=feed,
            spectators=lambda: f"http://{lan_address(host)}:{feed.elsewhere.port or port}/",
            wifi=_wifi(settings),
            turned=Watchdog().look,
            round_runs=hoops.round_runs,
            left_out=lambda: saving.left_out,
            horn=pins == "gpio",
            voice=voice,
            line_trouble=hoops.trouble,
            battery=battery,
        ),
    )
    site = create_app(referee, settings, data, games, clock, kit_page)
    running.callback(kit_page.close)
    kit_page.start(lambda: look_inside(own, data, port, field, pins, referee.health(), run_program))
    # The referee hears the whistle before it folds the journal, and takes balls only afterwards.
    for part in (voice, whistle, referee, hoops):
        running.callback(part.close)
        part.start()
    serve(site, host, port, sock, on_ready=lambda _: tell("READY=1"))


def _watched_battery(settings: Settings, data: Path, running: ExitStack) -> Callable[[], Battery | None]:
    """Return what tells how the battery does, where the settings say that it is measured."""
    if not settings.power.ina219:
        return lambda: None
    watch = BatteryWatch(battery_meter(settings, data))
    running.callback(watch.close)
    watch.start()
    return watch.now


def _wifi(settings: Settings) -> str:
    """Return the QR code's text for a phone to join the kit's Wi-Fi; empty where the settings name none."""
    name, password = settings.wifi.name, settings.wifi.password
    if not name:
        return ""
    from segno.helpers import make_wifi_data

    return str(make_wifi_data(name, password or None, "WPA" if password else None))
