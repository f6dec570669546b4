"""Checks of the settings across tables, where each table by itself is valid."""

import re
from collections.abc import Iterator
from math import isnan
from pathlib import Path
from typing import get_args

from fieldkit.phrases import ENGLISH
from fieldkit.settings import NODE_PROTOCOLS, UHF_PROTOCOLS, Link, Settings, UhfRegion

_HEADER_LINE = re.compile(r"/dev/(serial0|ttyAMA\d+|ttyS0)")


def uses_header_line(settings: Settings) -> bool:
    """Return True if a link uses the serial line of the Pi's own pins (GPIO 14 and 15)."""
    return any(_HEADER_LINE.fullmatch(link.port) for link in settings.links)


def impossible(settings: Settings) -> list[str]:
    """Return a line for each mistake that takes two keys."""
    wrong = _shared_pins(settings)
    if not settings.kit.name.strip():
        wrong.append("[kit] name: is blank; allowed is a visible name")
    ports: set[str] = set()
    for number, link in enumerate(settings.links, 1):
        nodes = link.protocol in NODE_PROTOCOLS
        if not nodes and link.hoop is None:
            wrong.append(f"[links] {number} hoop: missing; a {link.protocol} reader belongs to one hoop")
        if nodes and link.hoop is not None:
            wrong.append(f"[links] {number} hoop: not allowed; {link.protocol} nodes name their hoop")
        wrong += [f"[links] {number} {line}" for line in _unfit_line(link)]
        if link.port in ports:
            wrong.append(f"[links] {number} port: {link.port} is used twice; each link needs its own port")
        ports.add(link.port)
    if settings.voice.command and not any("{text}" in word for word in settings.voice.command):
        wrong.append("[voice] command: {text} is missing; one of its words must hold it")
    for table, language in (("web", settings.web.language), ("scoreboard", settings.scoreboard.language)):
        if language != ENGLISH.code and language not in _languages():
            wrong.append(f"[{table}] language: {language} unknown; allowed are {', '.join(_languages())}")
    return wrong + _spoiled_tags(settings)


def _unfit_line(link: Link) -> Iterator[str]:
    radio = {"region": link.region, "power_dbm": link.power_dbm}
    if link.protocol not in UHF_PROTOCOLS:
        for key in (key for key, value in radio.items() if value is not None):
            yield f"{key}: not allowed; only a UHF reader ({', '.join(sorted(UHF_PROTOCOLS))}) transmits so"
    elif missing := [key for key, value in radio.items() if value is None]:
        regions = ", ".join(get_args(UhfRegion))
        yield (
            f"{', '.join(missing)}: missing; a UHF reader transmits only as your country's law allows; "
            f"allowed as region are {regions}, as power_dbm 0 to 30"
        )
    if link.power_dbm is not None and isnan(link.power_dbm):
        yield "power_dbm: nan is not allowed; allowed are 0 to 30"
    if link.shared and link.protocol not in NODE_PROTOCOLS:
        yield f"shared: not allowed; only nodes ({', '.join(sorted(NODE_PROTOCOLS))}) share a line"


def homeless(settings: Settings) -> Iterator[str]:
    """Yield a line for each path below the home of somebody unknown to this machine."""
    files = {
        "kit] data": settings.kit.data,
        "journal] path": settings.journal.path,
        "journal] copy_to": settings.journal.copy_to,
        "whistle] trace": settings.whistle.trace,
        **{f"{table}] file": file for table, file in settings.field_files.items()},
    }
    for where, file in files.items():
        try:
            Path(file).expanduser()
        except RuntimeError:
            yield f"[{where}: there is no such home folder: {file}; allowed is a path that begins with /"


def _languages() -> tuple[str, ...]:
    """Return all languages; looking for them takes long, so an English kit does not."""
    from fieldkit.language.catalogue import languages

    return languages()


def _spoiled_tags(settings: Settings) -> list[str]:
    wrong = []
    seen: set[str] = set()
    for tag, role in settings.tags.items():
        if len(role) != 1:
            wrong.append(f'[tags] "{tag}": exactly one of ball, marker and player is allowed')
        if not tag or any(c not in "0123456789ABCDEFabcdef" for c in tag):
            wrong.append(f'[tags] "{tag}": a tag is written in hex digits')
        if tag.upper() in seen:
            wrong.append(f'[tags] "{tag}": stands there twice, in capital and small letters; one is allowed')
        seen.add(tag.upper())
    return wrong


def _shared_pins(settings: Settings) -> list[str]:
    wrong = []
    lines = {
        "whistle gpio": settings.whistle.gpio,
        "lamps round": settings.lamps.round,
        "lamps alarm": settings.lamps.alarm,
        "buttons start": settings.buttons.start,
        "buttons stop": settings.buttons.stop,
    }
    if settings.whistle.loopback is not None:
        lines["whistle loopback"] = settings.whistle.loopback
    if settings.buttons.off is not None:
        lines["buttons off"] = settings.buttons.off
    if settings.power.ina219:
        lines |= {"power ina219 (data)": 2, "power ina219 (clock)": 3}
    if uses_header_line(settings):
        lines |= {"links on the header (TX)": 14, "links on the header (RX)": 15}
    for name, pin in lines.items():
        others = [other for other, taken in lines.items() if taken == pin and other != name]
        if others and name < others[0]:
            wrong.append(f"[{name}]: GPIO {pin} is taken by {', '.join(others)}; each line needs its own")
    return wrong
