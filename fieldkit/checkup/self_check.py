"""The doctor inside the running kit: the same findings, asked of the kit itself and disturbing nothing."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from fieldkit.checkup.doctor import Probes, findings, hoops
from fieldkit.checkup.finding import Finding, ok, warn
from fieldkit.checkup.probes import Run
from fieldkit.phrases import N_
from fieldkit.service.address import lan_address
from fieldkit.settings import Settings


def look_inside(
    settings: Settings,
    data: Path,
    port: int,
    field: Sequence[str],
    pins: Literal["gpio", "mock"],
    health: Mapping[str, Any],
    run: Run,
) -> list[Finding]:
    """Return what the kit finds out about itself, without its hoops; ``port`` is where it serves."""
    # The whistle has the pins: whether it can drive them it has shown by running.
    probes = Probes(pins, lambda: None, lambda link: None, lambda: None, str, run, lambda: 0.0)
    at_hoops = hoops(settings.links, (), {**health, "hoops": {}}, True, probes.opens)
    reached = _address(lan_address(settings.web.host), port)
    found = findings(settings, data, field, health, probes, at_hoops, reached)
    return sorted(found, key=lambda finding: finding.check == "address")


def _address(name: str, port: int) -> Finding:
    pages = {"tablet": f"http://{name}:{port}/referee", "spectators": f"http://{name}:{port}/"}
    if name.startswith("127.") or name == "localhost":
        said = N_("on this machine only: the referee's page {tablet}, the spectators' {spectators}")
        return warn("address", said, N_("join or open a network, and listen on it ([web] host)"), **pages)
    said = N_("the referee's page is {tablet}, the spectators' {spectators}")
    return ok("address", said, **pages)
