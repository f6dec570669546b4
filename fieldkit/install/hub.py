"""The steps that make a machine the hub of an event: a kit, a laptop or a rented server."""

from functools import partial
from pathlib import Path

from fieldkit.errors import FieldkitError, SettingsError
from fieldkit.extras import MODULES
from fieldkit.hub.settings import HubSettings, load_hub
from fieldkit.install import hotspot, nginx
from fieldkit.install.machine import Machine
from fieldkit.install.nginx import PUBLIC, NginxSite
from fieldkit.install.services import PROGRAM, check_program, units
from fieldkit.install.steps import Account, InstallStep, files, folders, settings_step, started, user_step
from fieldkit.phrases import N_

USER = "fieldkit-hub"
SETTINGS = "/etc/fieldkit/hub.toml"
DATA = "/var/lib/fieldkit-hub"
SERVICE = "fieldkit-hub.service"
_FOLDERS = (f"{DATA}/", "/run/fieldkit-hub/")
_BEHIND = ("0.0.0.0", "127.0.0.1", "localhost")
"""The addresses it may listen on for nginx to find it."""
_LEAST_PORT = 1024
_FIRST_SETTINGS = f"""\
# The settings of this hub. After a change: systemctl restart fieldkit-hub.

# [event]
# id = "spring"
# name = "Spring Cup"

[hub]
{{more}}# nginx serves the files that everybody reads from here.
public = "{PUBLIC}"
# A venue's phones come from one address.
listeners_each = 1200
"""


def account(site: NginxSite | None = None, behind: bool = False) -> Account:
    """Return whose the hub's process is; ``behind`` nginx it listens to nobody else."""
    more = 'host = "127.0.0.1"\n' if behind else ""
    more += f'url = "{site.url}"\n' if site and site.url else ""
    return Account(USER, "the hub", SETTINGS, DATA, _FIRST_SETTINGS.format(more=more))


def plan(
    machine: Machine, program: str, given: Path | None = None, site: NginxSite | None = None
) -> list[InstallStep]:
    """Return all steps: for the program to start, settings to take over and nginx's site (None: as it is).

    Raises FieldkitError, before anything is changed, for what cannot be done here.
    """
    check_program(machine, program)
    behind = nginx.is_there(machine)
    if site and not behind:
        text = N_("A site needs nginx: apt-get install {package}, or install without --name and --http.")
        raise FieldkitError(text, package=nginx.PACKAGE)
    own = account(site, behind)
    file = given or own.settings_there(machine)
    settings = load_hub(file)
    if file is not None:
        check(settings, file, behind)
    steps = _steps(machine, own, program, given)
    if not behind:
        return steps
    if hotspot.has_port_80(machine):
        steps.append(hotspot.yield_port_80(machine))
    return [*steps, *nginx.steps(machine, site, settings.hub.port)]


def unnamed(machine: Machine, site: NginxSite | None) -> str:
    """Return the change needed where the settings there do not know the site's name; mostly nothing."""
    there = account().settings_there(machine)
    if site is None or there is None or load_hub(there).hub.url == site.url:
        return ""
    return f'Set url = "{site.url}" below [hub] in {SETTINGS}, or the hub does not answer to that name.'


def plan_back(machine: Machine) -> list[InstallStep]:
    """Return all steps, for being taken back: what is wished for does not matter then."""
    return [*_steps(machine, account(), PROGRAM), *nginx.steps_back(machine)]


def check(settings: HubSettings, file: Path, behind: bool) -> None:
    """Raise SettingsError for each key of ``file`` that the service cannot do with, ``behind`` nginx."""
    hub, wrong = settings.hub, []
    if hub.port < _LEAST_PORT and not (hub.port == 0 and not behind):
        wrong.append(f"[hub] port: the service may not take {hub.port}; allowed is {_LEAST_PORT} to 65535")
    if behind and hub.host not in _BEHIND:
        wrong.append(f"[hub] host: nginx does not find it at {hub.host}; allowed are {', '.join(_BEHIND)}")
    if behind and hub.public.rstrip("/") != PUBLIC:
        wrong.append(f"[hub] public: nginx reads the public files in {PUBLIC}; allowed is that folder alone")
    places = {"[hub] public": hub.public, "[hub] database": hub.database.removeprefix("sqlite:///")}
    for key, place in places.items():
        if place and "://" not in place and not f"{place}/".startswith(_FOLDERS):
            wrong.append(f"{key}: the service may not write {place}; allowed is a place below {DATA}")
    if wrong:
        raise SettingsError("\n".join(f"{file}: {line}" for line in wrong))


def _steps(machine: Machine, own: Account, program: str, given: Path | None = None) -> list[InstallStep]:
    says = f"The hub is a service that runs {program}."
    then = partial(machine.call_live, "systemctl", "daemon-reload")
    return [
        *_packages(machine, program),
        user_step(machine, own),
        settings_step(machine, own, given),
        folders(machine, own),
        files(machine, says, units(program, [SERVICE]), then),
        started(machine, "The hub", SERVICE, [SERVICE]),
    ]


def _packages(machine: Machine, program: str) -> list[InstallStep]:
    """Return the step that brings what a kit does without, into the environment of the program."""
    python = str(Path(program).with_name("python"))
    if not machine.live or not machine.at(python).exists():
        return []

    modules = ", ".join(MODULES["hub"])
    return [
        InstallStep(
            "The packages of a hub are installed: fieldkit[hub].",
            is_so=lambda: machine.ask(python, "-c", f"import {modules}") is not None,
            do=partial(machine.call_live, python, "-m", "pip", "install", "--quiet", "fieldkit[hub]"),
        )
    ]
