"""The command line: every command with its arguments. What they do is in `fieldkit.cli.commands`."""

from __future__ import annotations

import argparse
import contextlib
from pathlib import Path
from typing import Any

ACTS = {"press": "KIND", "tag": "HEX", "unplug": None, "replug": None, "state": None}
"""What one can do to a virtual hoop, and what it needs."""


def parser() -> argparse.ArgumentParser:
    """The command line, whole; the parsed ``command`` is the command's name."""
    top = argparse.ArgumentParser(prog="fieldkit", description="A referee's kit for Full-Contact Catan.")
    commands = top.add_subparsers(metavar="COMMAND", dest="command", required=True)
    _add_processes(commands)
    _add_tools(commands)
    _add_records(commands)
    return top


def _add_processes(commands: Any) -> None:
    kit = [_files(), _hidden()]
    run = _add(commands, "run", "Run the whole kit: whistle, referee and scoreboard.", *kit, _port())
    run.add_argument("--simulate", action="store_true", help="simulated teams play the rounds you start")
    whistle = _add(commands, "whistle", "Run the whistle's process alone.", *kit)
    whistle.add_argument("--silence", action="store_true", help="switch off what a dead one left on, and end")
    referee = _add(commands, "referee", "Run the referee's process alone.", *kit, _port())
    referee.add_argument("--virtual-hoops", action="store_true", help=argparse.SUPPRESS)
    board = _add(commands, "scoreboard", "Run the scoreboard's process alone.", *kit, _port())
    board.add_argument("--url", help="the kit to show (this machine's own)")
    board.add_argument("--snapshot", type=Path, metavar="FILE.png", help="write one picture and end")


def _add_tools(commands: Any) -> None:
    pin = _add(commands, "pin", "Show the referee's PIN.", _files())
    pin.add_argument("--new", action="store_true", help="make a new one, which logs all tablets out")
    doctor = _add(commands, "doctor", "Check before a match that all is there.", _files(), _port())
    doctor.add_argument("--json", action="store_true", help="for a program to read")
    _add_install(commands)
    hoop = _add(commands, "hoop", "Act on a virtual hoop of a running kit.", _files())
    hoop.add_argument("hoop", metavar="HOOP", help="a hoop's id, h1 for example")
    hoop.add_argument("act", choices=list(ACTS), help="what is done to it")
    hoop.add_argument("value", nargs="?", metavar="KIND|HEX", help="press: a ball's kind; tag: its id")
    tags = _add(commands, "tags", "Learn the tags of balls, markers and players at any reader.", _files())
    tags.add_argument("act", choices=["learn"], help="ask for one after the other; stop the kit first")
    tags.add_argument(
        "--players", type=int, choices=range(100), default=6, metavar="N", help="bands a team (6)"
    )
    demo = _add(commands, "demo", "Let simulated teams and a simulated referee play a match.", _port())
    demo.add_argument("--speed", type=_speed, default=1.0, metavar="X", help="times as fast as life (1)")
    demo.add_argument("--seed", type=int, default=1, metavar="N", help="another number, another match (1)")
    demo.add_argument("--teams", type=int, choices=[3, 4], default=4, help="how many teams play (4)")
    demo.add_argument("--until-over", action="store_true", help="end when the match has a winner")
    demo.add_argument("--data", metavar="DIR", help="keep the match in this folder (a passing one)")


def _add_install(commands: Any) -> None:
    install = _add(commands, "install", "Make the kit a set of services of this machine (systemd).")
    install.add_argument("--settings", type=Path, metavar="FILE", help="settings to take over (those there)")
    install.add_argument("--dry-run", action="store_true", help="only say the steps; anybody may")
    install.add_argument("--hotspot", metavar="NAME", help="make the Wi-Fi the kit's own, with this name")
    install.add_argument("--country", metavar="DE", help="the country whose radio rules the hotspot keeps")
    install.add_argument("--undo", action="store_true", help="take all back; settings and data stay")
    install.add_argument(
        "--root", type=Path, metavar="DIR", help="install into a tree of files, start nothing"
    )
    install.add_argument("--program", metavar="FILE", help="what the services start (this fieldkit)")


def _add_records(commands: Any) -> None:
    _add(commands, "matches", "List the matches on the record.", _files())
    replay = _add(commands, "replay", "Rebuild a match from its record and show where it stands.", _files())
    replay.add_argument("match", metavar="MATCH")
    replay.add_argument("--json", action="store_true", help="the referee's whole view, as JSON")
    replay.add_argument("--at", type=int, metavar="SEQ", help="only up to this decision")
    export = _add(commands, "export", "Write a match's record to standard output.", _files())
    export.add_argument("match", metavar="MATCH")
    export.add_argument("--format", choices=["json", "csv"], required=True)
    report = _add(commands, "report", "Write a match's report with its charts, to read and print.", _files())
    report.add_argument("match", metavar="MATCH")
    report.add_argument("--out", type=Path, required=True, metavar="FILE.html", help="where to")
    verify = _add(commands, "verify", "Check that a match's record is unbroken.", _files())
    verify.add_argument("match", metavar="MATCH")


def _add(commands: Any, name: str, says: str, *parents: argparse.ArgumentParser) -> argparse.ArgumentParser:
    made: argparse.ArgumentParser = commands.add_parser(name, help=says, description=says, parents=parents)
    return made


def _files() -> argparse.ArgumentParser:
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--settings", type=Path, metavar="FILE", help="the settings file (TOML)")
    shared.add_argument("--data", metavar="DIR", help="the data folder: journal, PIN, sockets")
    return shared


def _port() -> argparse.ArgumentParser:
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--port", type=_port_number, metavar="N", help="the web port; 0 is any free one")
    return shared


def _hidden() -> argparse.ArgumentParser:
    """What one process of the kit tells another: the clock's rate, and with whose death to end."""
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--rate", type=_speed, default=1.0, help=argparse.SUPPRESS)
    shared.add_argument("--kept-by", type=int, help=argparse.SUPPRESS)
    return shared


def _port_number(text: str) -> int:
    if text.isdecimal() and int(text) <= 65535:
        return int(text)
    raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")


def _speed(text: str) -> float:
    with contextlib.suppress(ValueError):
        if 0.1 <= (speed := float(text)) <= 100:
            return speed
    raise argparse.ArgumentTypeError("a speed is a number from 0.1 to 100")
