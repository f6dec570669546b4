"""What ``fieldkit install`` does with its arguments."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from fieldkit.errors import FieldkitError
from fieldkit.install.hotspot import Hotspot
from fieldkit.install.machine import Machine
from fieldkit.install.plan import SETTINGS, USER, Wish, plan, plan_back
from fieldkit.install.services import DATA
from fieldkit.install.steps import carry_out, take_back
from fieldkit.phrases import N_

_RUNS_SYSTEMD = Path("/run/systemd/system")


@dataclass(frozen=True, slots=True)
class Asked:
    """The options of the command; None for what was not given."""

    settings: Path | None
    dry_run: bool
    hotspot: str | None
    country: str | None
    undo: bool
    root: Path | None
    program: str | None


def run(given: Asked, say: Callable[[str], None] = print) -> int:
    """Install, or take it back. Raises FieldkitError with one sentence if that cannot be."""
    machine = Machine((given.root or Path("/")).resolve(), live=given.root is None)
    if not machine.root.is_dir():
        raise FieldkitError(N_("There is no folder {root} to install into."), root=machine.root)
    if not given.dry_run:
        _check_may(machine)
    if given.undo:
        take_back(plan_back(machine), machine, say, given.dry_run)
        return 0
    program = given.program or str(Path(sys.executable).with_name("fieldkit"))
    carry_out(plan(machine, Wish(program, given.settings, _hotspot(given))), say, given.dry_run)
    if not given.dry_run:
        say("The PIN, and the check before the first match:")
        for command in ("pin", "doctor"):
            say(f"    sudo -u {USER} {program} {command} --settings {SETTINGS} --data {DATA}")
    return 0


def _hotspot(given: Asked) -> Hotspot | None:
    if given.hotspot is None and given.country is None:
        return None
    if given.hotspot is None or given.country is None:
        raise FieldkitError("A hotspot needs both its name and its country: --hotspot NAME --country DE.")
    return Hotspot(given.hotspot, given.country)


def _check_may(machine: Machine) -> None:
    if os.geteuid() != 0:
        raise FieldkitError("Installing needs root: put sudo before it, or add --dry-run to see the steps.")
    if machine.live and not _RUNS_SYSTEMD.is_dir():
        raise FieldkitError("This machine does not run systemd: there, fieldkit run starts the kit.")
