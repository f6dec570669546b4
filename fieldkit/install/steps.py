"""A step of an installation as a value, how steps are said, done and undone, and the steps of every one."""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from fieldkit.errors import FieldkitError
from fieldkit.install.machine import Machine, put
from fieldkit.install.services import UNITS, packaged
from fieldkit.phrases import N_


class InstallStep(msgspec.Struct, frozen=True):
    """One thing that must be so: ``do`` returns what its reader must know, ``stays`` is not undone."""

    says: str
    is_so: Callable[[], bool]
    do: Callable[[], str | None]
    was_done: Callable[[], bool] = lambda: False
    undo: Callable[[], None] = lambda: None
    at_start: bool = False
    stays: str = ""


def files(
    machine: Machine,
    says: str,
    texts: Mapping[str, str],
    then: Callable[[], object] = lambda: None,
    holds: Callable[[], bool] = lambda: True,
    at_start: bool = False,
    stays: str = "",
) -> InstallStep:
    """Return a step that writes files (by name), then brings about what ``holds``, as its undo does."""

    def do() -> None:
        for name, text in texts.items():
            machine.write(name, text)
        then()

    def undo() -> None:
        for name in texts:
            machine.restore(name)
        then()

    return InstallStep(
        says,
        is_so=lambda: all(machine.read(name) == text for name, text in texts.items()) and holds(),
        do=do,
        was_done=lambda: any(name in machine.ledger()["files"] for name in texts),
        undo=undo,
        at_start=at_start,
        stays=stays,
    )


def started(
    machine: Machine, says: str, unit: str, running: Sequence[str], stopped: Sequence[str] = ()
) -> InstallStep:
    """Return a step that lets a unit start with the machine; an undo first stops the units ``stopped``."""
    now = ["--now"] if machine.live else []

    def is_enabled() -> bool:
        return machine.at(f"{UNITS}/multi-user.target.wants/{unit}").is_symlink()

    def is_so() -> bool:
        runs = all(machine.ask("systemctl", "is-active", each) is not None for each in running)
        return is_enabled() and (not machine.live or runs)

    def do() -> None:
        machine.call_in_root("systemctl", "enable", *now, unit)

    def undo() -> None:
        if stopped:
            machine.call_live("systemctl", "stop", *stopped)
        machine.call_in_root("systemctl", "disable", *now, unit)

    says += " starts with the machine" + (" and is running now." if machine.live else ".")
    return InstallStep(says, is_so, do, is_enabled, undo)


def carry_out(steps: Sequence[InstallStep], say: Callable[[str], None], dry: bool = False) -> bool:
    """Say each step, then do it unless it is so already or this is a dry run. Raises FieldkitError.

    Returns True if the machine must start again.
    """
    restart = False
    for number, step in enumerate(steps, 1):
        say(f"{number}. {step.says}")
        if step.is_so():
            say("   already done")
        elif dry:
            say("   would be done")
        else:
            told = _try(step.do)
            say(f"   done{': ' if told else ''}{told or ''}")
            restart = restart or step.at_start
    if restart:
        say("Restart the machine: some of these changes take effect only then.")
    return restart


def take_back(
    steps: Sequence[InstallStep], machine: Machine, say: Callable[[str], None], dry: bool = False
) -> None:
    """Say each step, the last one first, and take it back if it was done. Raises FieldkitError."""
    done = [step for step in reversed(steps) if step.was_done()]
    for number, step in enumerate(done, 1):
        say(f"{number}. Undo: {step.says}")
        if not dry:
            _try(step.undo)
        stays = f", but {step.stays}" if step.stays else ""
        say(f"   {'would be ' if dry else ''}undone{stays}")
    if not done:
        say("There is nothing to undo.")
    elif not dry:
        machine.forget()


def _try(act: Callable[[], str | None]) -> str | None:
    try:
        return act()
    except OSError as error:
        text = N_("{file} could not be changed: {cause}. The remaining steps were skipped.")
        raise FieldkitError(text, file=error.filename, cause=error.strerror) from None


class Account(msgspec.Struct, frozen=True):
    """A user of systemd's files, its settings (``first`` if there are none) and data; ``name`` owns them."""

    user: str
    name: str
    settings: str
    data: str
    first: str

    def settings_there(self, machine: Machine) -> Path | None:
        """Read the settings of an earlier installation, if they may be read: a dry run is for anybody."""
        path = machine.at(self.settings)
        return path if os.access(path, os.R_OK) else None


def user_step(machine: Machine, account: Account) -> InstallStep:
    """Return the step that makes the user, in its groups."""
    file = f"/etc/sysusers.d/{account.user}.conf"
    text = packaged(f"{account.user}.sysusers.conf")
    users = re.findall(r"^u (\S+) ", text, re.MULTILINE)
    groups = re.findall(rf"^m {account.user} (\w+)$", text, re.MULTILINE)

    def is_there() -> bool:
        members = {
            fields[0]: fields[3].split(",")
            for line in (machine.read("/etc/group") or "").splitlines()
            if len(fields := line.split(":")) == 4
        }
        known = re.findall(r"^([^:\n]+):", machine.read("/etc/passwd") or "", re.MULTILINE)
        return {*users} <= {*known} and all(account.user in members.get(group, []) for group in groups)

    def make() -> None:
        if machine.read(file):
            machine.call_in_root("systemd-sysusers", f"{account.user}.conf")

    others = f", and so does {' and '.join(users[1:])}" if users[1:] else ""
    where = f", in the groups {', '.join(groups)}" if groups else ""
    says = f"The user {account.user} exists{where}{others}."
    return files(machine, says, {file: text}, make, is_there, stays="the user stays")


def settings_step(machine: Machine, account: Account, given: Path | None) -> InstallStep:
    """Keep the settings that are there unless others are given; then keep the old ones beside them."""
    there = account.settings_there(machine)
    text = given.read_text(encoding="utf-8") if given else machine.read(account.settings) or account.first

    def do() -> str:
        path = machine.at(account.settings)
        path.parent.mkdir(parents=True, exist_ok=True)
        if there:
            os.replace(path, path.with_suffix(".toml.old"))
        put(path, text, 0o640)
        return f"the earlier ones are in {account.settings}.old" if there else ""

    says = f"{account.settings} holds the settings of {given}." if given else f"{account.settings} exists."
    return InstallStep(
        says, lambda: bool(there and (not given or machine.read(account.settings) == text)), do
    )


def folders(machine: Machine, account: Account) -> InstallStep:
    """Return the step that gives the data folder to the user, and its settings to nobody else."""
    file = f"/etc/tmpfiles.d/{account.user}.conf"

    def make() -> None:
        if machine.read(file):
            machine.call_in_root("systemd-tmpfiles", "--create", f"{account.user}.conf")

    def are_there() -> bool:
        entry = re.search(rf"^{account.user}:[^:]*:(\d+):", machine.read("/etc/group") or "", re.MULTILINE)
        settings = machine.at(account.settings)
        group = settings.stat().st_gid if settings.exists() else None
        return machine.at(account.data).is_dir() and entry is not None and group == int(entry[1])

    says = f"{account.data} belongs to {account.name}; only root and {account.name} can read its settings."
    text = {file: packaged(f"{account.user}.tmpfiles.conf")}
    return files(machine, says, text, make, are_there, stays="settings and data stay")
