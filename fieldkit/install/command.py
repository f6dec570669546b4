"""The command ``fieldkit install``: its arguments become a plan, which is shown or carried out."""

import os
import sys
from pathlib import Path

import msgspec

from fieldkit.errors import FieldkitError
from fieldkit.install import hub, nginx
from fieldkit.install.hotspot import Hotspot
from fieldkit.install.machine import Machine
from fieldkit.install.plan import SETTINGS, USER, plan, plan_back
from fieldkit.install.services import DATA
from fieldkit.install.steps import carry_out, take_back
from fieldkit.phrases import N_

_RUNS_SYSTEMD = Path("/run/systemd/system")


class InstallOptions(msgspec.Struct, frozen=True):
    """The options of the command; None for what was not given."""

    settings: Path | None
    dry_run: bool
    hotspot: str | None
    country: str | None
    undo: bool
    root: Path | None
    program: str | None
    hub: bool = False
    name: str | None = None
    http: bool = False


def run(given: InstallOptions) -> None:
    """Install, or take it back. Raises FieldkitError with one sentence if that cannot be."""
    machine = Machine((given.root or Path("/")).resolve(), live=given.root is None)
    if not machine.root.is_dir():
        raise FieldkitError(N_("The folder {root} to install into does not exist."), root=machine.root)
    _check(given, machine)
    if given.undo:
        back = hub.plan_back(machine)
        take_back(back if given.hub else [*plan_back(machine), *back], machine, print, given.dry_run)
        return
    program = given.program or str(Path(sys.executable).with_name("fieldkit"))
    if given.hub:
        _install_hub(machine, given, program)
        return
    carry_out(plan(machine, program, given.settings, _hotspot(given)), print, given.dry_run)
    if not given.dry_run:
        print("To see the PIN, and to check the kit before its first match:")
        for command in ("pin", "doctor"):
            print(f"    sudo -u {USER} {program} {command} --settings {SETTINGS} --data {DATA}")


def _install_hub(machine: Machine, given: InstallOptions, program: str) -> None:
    site = None
    if given.name is not None or given.http:
        site = nginx.NginxSite(given.name, https=not given.http)
    carry_out(hub.plan(machine, program, given.settings, site), print, given.dry_run)
    if not nginx.is_there(machine):
        print("Without nginx the hub answers on its own port. For a crowd, and for https:")
        print(f"    apt-get install {nginx.PACKAGE}, then run this again")
    if change := hub.unnamed(machine, site):
        print(change)
    if not given.dry_run:
        print("To see the organiser's PIN:")
        print(f"    sudo -u {hub.USER} {program} hub --settings {hub.SETTINGS} --data {hub.DATA} pin")


def _check(given: InstallOptions, machine: Machine) -> None:
    """Raise FieldkitError for options that do not go with each other, and for what may not be done here."""
    if not given.hub and (given.name is not None or given.http):
        raise FieldkitError("--name and --http need --hub.")
    if given.hub and (given.hotspot is not None or given.country is not None):
        raise FieldkitError("A hotspot belongs to the kit: install it without --hub.")
    if given.dry_run:
        return
    if os.geteuid() != 0:
        raise FieldkitError("Installing needs root: put sudo before it, or add --dry-run to see the steps.")
    if machine.live and not _RUNS_SYSTEMD.is_dir():
        raise FieldkitError("This machine does not run systemd: start the kit with fieldkit run.")


def _hotspot(given: InstallOptions) -> Hotspot | None:
    if given.hotspot is None and given.country is None:
        return None
    if given.hotspot is None or given.country is None:
        raise FieldkitError("A hotspot needs both its name and its country: --hotspot NAME --country DE.")
    return Hotspot(given.hotspot, given.country)
