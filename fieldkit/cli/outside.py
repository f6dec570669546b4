"""The command that tells hub and broker of the field: where the uplink meets the kit's own keys."""

from __future__ import annotations

import os
import signal
import threading
from itertools import count

import click

from fieldkit.cli.opening import ProcessOptions, only_one, port_option, process_options
from fieldkit.clock import Clock
from fieldkit.service import console
from fieldkit.service.systemd import Watchdog, tell

BEHIND = 10
"""Niceness above the referee's: the hub can wait."""
LOOK_S = 1.0
"""Seconds between two signs of life of a process that waits."""
RESTART_S = 4.0
"""Seconds that a killed process may take to be gone."""


@click.command(short_help="Run the process alone that tells hub and broker.")
@process_options
@port_option
def uplink(kit: ProcessOptions, port: int | None) -> int:
    """Run the process alone that sends this field's record and view to its hub, and its view to a broker.

    Without [hub] url and [mqtt] host it waits until the kit's page has saved them, or ends where nobody would
    start it again. Whatever happens to it, play goes on.
    """
    kit.begin("uplink")
    os.nice(BEHIND)
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
