"""The spectators' process, made of its parts."""

from __future__ import annotations

import socket
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from fieldkit.clock import Clock
from fieldkit.games import Game
from fieldkit.service import console
from fieldkit.service.systemd import Watchdog, tell
from fieldkit.settings import Settings
from web.pin import crowd_key
from web.server import serve
from web.spectators import Mirror, PortAnnouncer, create_site


@dataclass(frozen=True, slots=True)
class FollowedKit:
    """The kit that is followed: at ``port`` of this machine, or at ``url`` of another one."""

    settings: Settings
    data: Path
    games: Mapping[str, Game]
    clock: Clock
    port: int
    url: str


def serve_spectators(kit: FollowedKit, sock: socket.socket, running: ExitStack) -> None:
    """Follow the kit and serve until the end. A kit on this machine is told that spectators are here."""
    host, own_port = console.reach(kit.settings.web.host), sock.getsockname()[1]
    key = "" if kit.url else crowd_key(kit.data)
    mirror = Mirror(kit.url or f"http://{host}:{kit.port}", key, kit.clock)
    site = create_site(mirror, kit.settings, kit.data, kit.games, kit.port, kit.url)
    running.callback(mirror.close)
    mirror.start()
    if not kit.url:
        announcer = PortAnnouncer(host, kit.port, key, own_port, lambda: mirror.feed.phones)
        running.callback(announcer.close)
        announcer.start()
    serve(site, kit.settings.web.host, own_port, sock, lambda _: tell("READY=1"), Watchdog().look)
