"""The doctor inside the running kit: the same findings, asked of the kit itself and disturbing nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from fieldkit.checkup import doctor, power
from fieldkit.checkup.finding import Finding, ok, warn
from fieldkit.checkup.probes import Run, holder
from fieldkit.phrases import N_
from fieldkit.service.address import lan_address
from fieldkit.settings import Settings
from fieldkit.settings.folders import journal_path


def look_inside(
    settings: Settings,
    data: Path,
    port: int,
    field: Sequence[str],
    pins: Literal["gpio", "mock"],
    health: Mapping[str, Any],
    run: Run,
    lan: Callable[[str], str] = lan_address,
) -> list[Finding]:
    """Return what the kit finds out about itself, without its hoops; ``port`` is where it serves."""
    pid = holder(data / "whistle.lock")
    journal = journal_path(settings, data)
    return [
        # The whistle has the pins: whether it can drive them it has shown by running.
        doctor.pins(pins, lambda: None),
        doctor.whistle(health, pid),
        doctor.real_time(pid),
        *doctor.hoops(settings.links, (), {**health, "hoops": {}}, True, lambda link: None),
        doctor.tags(settings, data, field),
        doctor.disk(journal),
        doctor.record(journal),
        doctor.space(journal),
        doctor.second_copy(settings.journal.copy_to),
        doctor.clock(run),
        doctor.scoreboard(health, str),
        doctor.voice(settings.voice.command),
        doctor.stations(run),
        power.power(run),
        power.temperature(run),
        power.usb(run),
        power.battery(settings.power.ina219, health, lambda: 0.0),
        _address(lan(settings.web.host), port),
    ]


def _address(name: str, port: int) -> Finding:
    pages = {"tablet": f"http://{name}:{port}/referee", "spectators": f"http://{name}:{port}/"}
    if name.startswith("127.") or name == "localhost":
        said = N_("on this machine only: the referee's page {tablet}, the spectators' {spectators}")
        return warn("address", said, N_("join or open a network, and listen on it ([web] host)"), **pages)
    said = N_("the referee's page is {tablet}, the spectators' {spectators}")
    return ok("address", said, **pages)
