"""The work of ``fieldkit card``: a Pi set up from the files on the FAT part of its card."""

import os
import tempfile
from pathlib import Path

import msgspec

from fieldkit.checkup.card import NOTES, CardNotes
from fieldkit.cli.opening import KitOptions
from fieldkit.errors import FieldkitError
from fieldkit.files import put_in_place
from fieldkit.install import card, plan
from fieldkit.install.hotspot import passphrase
from fieldkit.install.machine import Machine
from fieldkit.install.services import DATA, PROGRAM
from fieldkit.install.steps import InstallStep, carry_out
from fieldkit.language.catalogue import load_language

RESTART = 3
"""The exit code where the machine must start again."""
KEPT = "/etc/fieldkit/fieldkit.txt"
"""The file as it was last used: the same from a new archive says nothing, and must not undo it."""


def set_up(boot: str, root: Path, refused: str) -> int:
    """Set the machine up from the card, and write the label; the exit code is that of the command."""
    machine = Machine(root.resolve(), live=False)
    wished = _wished(machine, boot)
    for line in wished.mistakes:
        print(line)
    restart = carry_out(_steps(machine, wished), print)
    _write_label(machine, boot, wished)
    data = machine.at(DATA)
    put_in_place(data / NOTES, msgspec.json.encode(CardNotes(wished.mistakes, refused)), 0o644)
    return RESTART if restart else 0


def _wished(machine: Machine, boot: str) -> card.CardFile:
    """Read the wishes: those on the card or, if that file says nothing, those before, which return to it."""
    path, kept = machine.at(f"{boot}/{card.FILE}"), machine.at(KEPT)
    content = path.read_bytes() if path.exists() else b""
    wished = card.read(content)
    if wished.is_empty and kept.exists():
        content = kept.read_bytes()
        put_in_place(path, content)
        return card.read(content)
    kept.parent.mkdir(parents=True, exist_ok=True)
    if not wished.is_empty:
        put_in_place(kept, content)
    return wished


def _steps(machine: Machine, wished: card.CardFile) -> list[InstallStep]:
    """Return the steps of an installation, without a Wi-Fi where this machine can have none."""
    with tempfile.TemporaryDirectory() as passing:
        given = Path(passing) / card.FILE
        given.write_text(wished.settings, encoding="utf-8")
        settings = given if wished.settings else None
        try:
            steps = plan.plan(machine, PROGRAM, settings, wished.wifi, card=True)
        except FieldkitError as error:
            print(error)
            steps = plan.plan(machine, PROGRAM, settings, card=True)
    return [*steps, plan.ssh(machine, wished.ssh)]


def _write_label(machine: Machine, boot: str, wished: card.CardFile) -> None:
    from web.pin import read_pin

    data = machine.at(DATA)
    settings = KitOptions(machine.at(plan.SETTINGS), str(data)).settings()
    pin = read_pin(settings, data)
    for made in (data / "pin", data / "pin.lock"):
        if made.exists():
            # Made by root here, they are the referee's to read and to change.
            os.chown(made, data.stat().st_uid, data.stat().st_gid)
    language = load_language(settings.web.language)
    text = card.label(settings, wished.wifi, passphrase(machine) or "", pin, language)
    put_in_place(machine.at(f"{boot}/{card.LABEL}"), text.replace("\n", "\r\n").encode("utf-8-sig"))
