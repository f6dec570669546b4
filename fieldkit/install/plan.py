"""The steps that make a machine a kit, in the order in which they are done."""

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from fieldkit.games.loading import load_games, settings_tables
from fieldkit.install import hotspot
from fieldkit.install.hotspot import Hotspot
from fieldkit.install.machine import Machine, put
from fieldkit.install.services import (
    CARD,
    DATA,
    PROGRAM,
    RUNNING,
    SERVICES,
    UNITS,
    check_files,
    check_program,
    units,
)
from fieldkit.install.steps import Account, InstallStep, files, folders, settings_step, started, user_step
from fieldkit.settings import Settings
from fieldkit.settings.limits import uses_header_line
from fieldkit.settings.reading import load

USER = "fieldkit"
SETTINGS = "/etc/fieldkit/kit.toml"
_FIRST_SETTINGS = """\
# The settings of this kit. As it stands, with nothing but remarks, it runs on its defaults.
# After a change: fieldkit doctor, then systemctl restart fieldkit-referee.

# [kit]
# name = "Field 1"

# [[links]]
# port = "/dev/serial/by-id/..."
# protocol = "hk1"
"""
KIT = Account(USER, "the kit", SETTINGS, DATA, _FIRST_SETTINGS)
"""The account of the kit's processes."""
_RULES = "/etc/udev/rules.d/60-fieldkit.rules"
_OF_THE_GROUP = r'^\s*(?:SUBSYSTEM=="gpio"|KERNEL=="gpiochip)[^#\n]*GROUP="gpio"'
_RULE_FOLDERS = ("/etc/udev/rules.d", "/usr/lib/udev/rules.d", "/lib/udev/rules.d")
_SSH, _SSH_KEY = "/etc/ssh/sshd_config.d/fieldkit.conf", "/etc/ssh/fieldkit.pub"
_COUNTRY = "/etc/modprobe.d/fieldkit.conf"
_PINS = (
    "The pins (/dev/gpiochip*) belong to the group gpio.",
    {_RULES: 'SUBSYSTEM=="gpio", KERNEL=="gpiochip*", GROUP="gpio", MODE="0660"\n'},
)
_WATCHDOG = (
    "The watchdog restarts a machine that hangs, within 15 s.",
    {
        "/etc/systemd/system.conf.d/fieldkit.conf": "[Manager]\n"
        "# The longest that a Pi's watchdog can count.\nRuntimeWatchdogSec=15\n"
    },
)
_LOG = (
    "The system's log takes at most 100 MB of the disk.",
    {"/etc/systemd/journald.conf.d/fieldkit.conf": "[Journal]\nSystemMaxUse=100M\nRuntimeMaxUse=30M\n"},
)
"""Files that are the same everywhere, each with its sentence."""
_BEGIN, _END = "# fieldkit begin", "# fieldkit end"
# An edit elsewhere may have left other line endings, or a block that has lost its end.
_BLOCK = re.compile(rf"(?:\r?\n)?^{_BEGIN}\r?$(?:(?!^{_BEGIN}).)*?^{_END}\r?$\n?", re.MULTILINE | re.DOTALL)
_CONSOLE = re.compile(r"console=(serial0|ttyAMA\d+|ttyS0)\b.*")
_REGION = re.compile(r"cfg80211\.ieee80211_regdom=.*")


def plan(
    machine: Machine, program: str, given: Path | None = None, wifi: Hotspot | None = None, card: bool = False
) -> list[InstallStep]:
    """Return all steps: for the program to start, settings to take over, a hotspot and upgrades by a card.

    Raises FieldkitError, before anything is changed, for what cannot be done here.
    """
    check_program(machine, program)
    settings = load(given or KIT.settings_there(machine), settings_tables())
    check_files(settings)
    load_games(settings)
    return _steps(machine, program, settings, given, wifi) + (_upgrades(machine) if card else [])


def plan_back(machine: Machine) -> list[InstallStep]:
    """Return all steps, for being taken back: what is wished for does not matter then."""
    return [*_steps(machine, PROGRAM, Settings(), back=True), *_upgrades(machine)]


def ssh(machine: Machine, key: str) -> InstallStep:
    """Return the step that lets the owner of a public key log in by ssh, as ``kit``; "" lets nobody."""
    texts = (
        {_SSH_KEY: f"{key}\n", _SSH: f"Match User kit\n    AuthorizedKeysFile {_SSH_KEY}\n"} if key else {}
    )

    def is_so() -> bool:
        link = machine.at(f"{UNITS}/multi-user.target.wants/ssh.service")
        is_there = machine.at("/usr/lib/systemd/system/ssh.service").exists()
        same = all(machine.read(name) == text for name, text in texts.items())
        return not is_there or (link.is_symlink() == bool(key) and same)

    def do() -> None:
        for name, text in texts.items():
            machine.write(name, text)
        machine.call_in_root("systemctl", "enable" if key else "disable", "ssh.service")

    says = "ssh is on, for the user kit with the key of the card." if key else "ssh is off."
    return InstallStep(says, is_so, do, at_start=True)


def _upgrades(machine: Machine) -> list[InstallStep]:
    says = "A new version on the card is taken over at the next start; one that is not healthy goes again."
    return [
        files(machine, says, units(PROGRAM, CARD), partial(machine.call_live, "systemctl", "daemon-reload")),
        started(machine, "The look for a new version", CARD[0], ()),
    ]


def _steps(
    machine: Machine,
    program: str,
    settings: Settings,
    given: Path | None = None,
    wifi: Hotspot | None = None,
    back: bool = False,
) -> list[InstallStep]:
    country = wifi.country if wifi else None
    made = [user_step(machine, KIT), settings_step(machine, KIT, given), folders(machine, KIT)]
    if back or not _gpio_has_a_group(machine):
        made.append(files(machine, *_PINS, then=lambda: _tell_udev(machine)))
    # Raspberry Pi OS keeps its boot settings in one of these folders; other systems have none.
    boots = (f for f in ("/boot/firmware", "/boot") if machine.at(f"{f}/config.txt").is_file())
    if folder := next(boots, None):
        made.append(_config(machine, folder, settings))
        if machine.at(f"{folder}/cmdline.txt").is_file():
            made.append(_line(machine, folder, settings, country))
    if back or (country and not folder):
        says = f"Wi-Fi follows the rules of {country or 'a country'}."
        text = {_COUNTRY: f"options cfg80211 ieee80211_regdom={country or ''}\n"}
        tell_radio = partial(machine.ask, "iw", "reg", "set", country or "")
        then = tell_radio if machine.live and country else lambda: None
        made.append(files(machine, says, text, then, at_start=True))
    if wifi:
        made += hotspot.steps(machine, wifi)
    elif back:
        made += hotspot.steps_back(machine)
    services = (
        f"Whistle, referee, scoreboard, spectators and uplink are services that run {program}; the "
        "referee's page can switch the machine off."
    )
    return [
        *made,
        files(machine, *_WATCHDOG, at_start=True),
        files(machine, *_LOG, at_start=True),
        files(machine, services, units(program), partial(machine.call_live, "systemctl", "daemon-reload")),
        # The target does not wait for its services, and a unit that is gone does not silence the whistle.
        started(machine, "The kit", "fieldkit.target", RUNNING, stopped=SERVICES),
    ]


def _tell_udev(machine: Machine) -> None:
    if machine.live and machine.ask("udevadm", "control", "--reload") is not None:
        machine.ask("udevadm", "trigger", "--subsystem-match=gpio")


def _gpio_has_a_group(machine: Machine) -> bool:
    """Return whether the system itself gives the pins to the group gpio, as Raspberry Pi OS does."""
    rules = [
        each.read_text(encoding="utf-8", errors="replace")
        for folder in _RULE_FOLDERS
        for each in machine.at(folder).glob("*.rules")
        if each.name != Path(_RULES).name
    ]
    return any(re.search(_OF_THE_GROUP, text, re.MULTILINE) for text in rules)


def _config(machine: Machine, folder: str, settings: Settings) -> InstallStep:
    name = f"{folder}/config.txt"
    block = _config_block(settings)

    def now() -> str:
        return machine.read(name) or ""

    also = ", a Pi 5 gives its USB sockets their full current"
    also += ", I²C is on" if settings.power.ina219 else ""
    also += f", GPIO {settings.buttons.off} switches it off" if settings.buttons.off is not None else ""
    also += ", a hoop link has the header's serial line" if uses_header_line(settings) else ""
    return InstallStep(
        f"{name}: whistle and lamps are off while the machine starts{also}.",
        is_so=lambda: _with_block(now(), block) == now(),
        do=lambda: put(machine.at(name), _with_block(now(), block)),
        was_done=lambda: _BEGIN in now(),
        undo=lambda: put(machine.at(name), _without_block(now())),
        at_start=True,
    )


def _line(machine: Machine, folder: str, settings: Settings, country: str | None) -> InstallStep:
    name = f"{folder}/cmdline.txt"
    wanted = _line_words(settings, country)

    def words() -> list[str]:
        return (machine.read(name) or "").partition("\n")[0].split()

    def put_words(now: list[str]) -> None:
        # The firmware reads the first line alone; what people keep below it stays below it.
        rest = (machine.read(name) or "").partition("\n")[2]
        put(machine.at(name), " ".join(now) + "\n" + rest)

    def do() -> None:
        ledger, now = machine.ledger(), words()
        out = _unwanted(now, settings, country)
        into = [word for word in wanted if word not in now]
        added, removed = (ledger["words"].get(how, []) for how in ("added", "removed"))
        ledger["words"] = {
            "added": [*(word for word in added if word not in out), *into],
            "removed": [*removed, *(word for word in out if word not in added)],
        }
        machine.note(ledger)
        put_words([*(word for word in now if word not in out), *into])

    def undo() -> None:
        ledger = machine.ledger()
        noted = ledger.pop("words")
        rest = [word for word in words() if word not in noted["added"]]
        put_words([*noted["removed"], *rest])
        machine.note(ledger)

    says = "the screen never goes dark"
    says += f", Wi-Fi follows the rules of {country}" if country else ""
    says += ", no console on the header's serial line" if uses_header_line(settings) else ""
    return InstallStep(
        f"{name}: {says}.",
        is_so=lambda: set(wanted) <= set(words()) and not _unwanted(words(), settings, country),
        do=do,
        was_done=lambda: bool(machine.ledger()["words"]),
        undo=undo,
        at_start=True,
    )


def _config_block(settings: Settings) -> str:
    """Return the kit's block of ``config.txt``: pins safe from the start, and what the settings need."""
    quiet = sorted({settings.whistle.gpio, settings.lamps.round, settings.lamps.alarm})
    lines = [
        _BEGIN,
        "# Written by fieldkit install; fieldkit install --undo takes it out.",
        "[all]",
        "# A line whose owner has died goes back to an input.",
        "dtparam=strict_gpiod",
        "# Whistle and lamps stay off while the machine starts.",
        *(f"gpio={pin}=op,dl" for pin in quiet),
        "# USB gets its full current, also from a supply that cannot say how much it gives.",
        "[pi5]",
        "usb_max_current_enable=1",
        "[all]",
    ]
    if settings.power.ina219:
        lines += ["# What measures the battery is on these lines.", "dtparam=i2c_arm=on"]
    if settings.buttons.off is not None:
        off = f"dtoverlay=gpio-shutdown,gpio_pin={settings.buttons.off}"
        lines += ["# A button from this pin to ground switches the machine off.", off]
    if uses_header_line(settings):
        lines += [
            "# A hoop link has the serial line of the header for itself.",
            "enable_uart=1",
            *(line for model in ("pi3", "pi4", "pi02") for line in (f"[{model}]", "dtoverlay=disable-bt")),
            "[pi5]",
            "dtparam=uart0_console",
            "[all]",
        ]
    return "\n".join([*lines, _END, ""])


def _with_block(text: str, block: str) -> str:
    """``config.txt`` with the kit's block at its end, in place of an older one."""
    rest = _without_block(text)
    return f"{rest}{'' if rest.endswith(chr(10)) or not rest else chr(10)}\n{block}"


def _without_block(text: str) -> str:
    """``config.txt`` as it was without the kit's block."""
    return _BLOCK.sub("", text)


def _line_words(settings: Settings, country: str | None) -> list[str]:
    """Return the words ``cmdline.txt`` must have: a screen that never goes dark, and the Wi-Fi's country."""
    return ["consoleblank=0", *([f"cfg80211.ieee80211_regdom={country}"] if country else [])]


def _unwanted(words: Sequence[str], settings: Settings, country: str | None) -> list[str]:
    """Return the words of ``cmdline.txt`` that stand against it: another blanking or country, a console."""
    kept = _line_words(settings, country)
    return [
        word
        for word in words
        if word not in kept
        and (
            word.startswith("consoleblank=")
            or (country and _REGION.fullmatch(word))
            or (uses_header_line(settings) and _CONSOLE.fullmatch(word))
        )
    ]
