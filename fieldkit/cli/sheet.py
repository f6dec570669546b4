"""The doctor's test sheet: measured, printed and put on the record."""

from collections.abc import Sequence
from pathlib import Path

from fieldkit.checkup import sheet
from fieldkit.checkup.finding import Finding
from fieldkit.checkup.probes import holder
from fieldkit.cli.opening import only_journal
from fieldkit.errors import FieldkitError
from fieldkit.language.catalogue import load_language
from fieldkit.messages import KitSheet
from fieldkit.service.console import reach
from fieldkit.settings import Settings
from fieldkit.settings.folders import journal_path
from hardware import probing
from web.pin import crowd_key
from web.redirects import KEY


def put_on_record(settings: Settings, data: Path, port: int, found: Sequence[Finding]) -> list[Finding]:
    """Make the sheet, with what the doctor has ``found``; return all that is on it. Raises FieldkitError."""
    host, journal = reach(settings.web.host), journal_path(settings, data)
    runs = holder(data / "referee.lock") is not None
    if runs and sheet.plays(host, port):
        raise FieldkitError("Play goes on: measure when it has ended.")
    is_free = not runs and holder(data / "whistle.lock") is None
    measured = sheet.measures(probing.dry_run(settings, is_free), journal)
    hoops = [each for each in found if each.check.startswith("hoop")]
    others = [each for each in found if each not in hoops and each.grade != "pass"]
    findings = [*measured, *hoops, *others]
    print(sheet.page(settings.kit.name, findings))
    made = sheet.for_record(findings, load_language(settings.web.language))
    if runs:
        sheet.hand_in(made, host, port, {KEY: crowd_key(data), "Content-Type": "application/json"})
    print(f"On the record as number {_number(made, journal, runs)}.")
    return findings


def _number(made: KitSheet, journal: Path, runs: bool) -> int:
    """Return a sheet's number on the record; without a kit that ``runs`` it is written here."""
    if not runs:
        with only_journal(journal):
            sheet.write(made, journal)
    return sheet.recorded(made, journal)
