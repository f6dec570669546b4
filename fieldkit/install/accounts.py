"""A user of this house on a machine: the user itself, its settings and its folders, each as a step."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from fieldkit.install.machine import Machine, put
from fieldkit.install.services import packaged
from fieldkit.install.steps import InstallStep, files


@dataclass(frozen=True, slots=True)
class Account:
    """A user, the file of its settings and the folder of its data; ``name`` is what owns them, in words.

    Its files for systemd are called after the user. ``first`` are the settings of who brings none.
    """

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
        says, is_so=lambda: there is not None and (not given or machine.read(account.settings) == text), do=do
    )


def folders_step(machine: Machine, account: Account) -> InstallStep:
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

    return files(
        machine,
        f"{account.data} belongs to {account.name}; only root and {account.name} can read its settings.",
        {file: packaged(f"{account.user}.tmpfiles.conf")},
        make,
        are_there,
        stays="settings and data stay",
    )
