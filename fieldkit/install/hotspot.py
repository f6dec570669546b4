"""The kit's own Wi-Fi: one connection of NetworkManager, whose file ``nmcli --offline`` makes."""

import re
import secrets
from functools import partial

import msgspec

from fieldkit.errors import FieldkitError
from fieldkit.install import nginx
from fieldkit.install.machine import Machine
from fieldkit.install.services import UNITS, units
from fieldkit.install.steps import InstallStep, files
from fieldkit.phrases import N_
from fieldkit.service.probes import HOME, name_server_lines

NAME = "fieldkit-hotspot"
FILE = f"/etc/NetworkManager/system-connections/{NAME}.nmconnection"
ADDRESS = "10.42.0.1"
NAMES = "/etc/NetworkManager/dnsmasq-shared.d/fieldkit.conf"
"""The folder that NetworkManager shows to the name server of a Wi-Fi that it opens."""
SOCKET = "fieldkit-spectators.socket"
CHANNEL = "1"
"""Left to itself NetworkManager may choose 6, the channel of the hoop nodes' radio."""
_ID = "5b7f2c52-6d0e-4a5c-9c3a-6f1e8a1d0c42"
_PLACE = "passphrase-goes-here"
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters that a thumb finds and an eye does not mistake."""


class Hotspot(msgspec.Struct, frozen=True):
    """The access point that is wished for: its name, and the country whose radio rules it keeps.

    ``00`` stands for the rules that hold everywhere.
    """

    ssid: str
    country: str

    def __post_init__(self) -> None:
        """Raise FieldkitError for what no access point can be called and what is no country."""
        if not 1 <= len(self.ssid.encode()) <= 32 or not self.ssid.isprintable():
            text = N_("A hotspot's name has 1 to 32 characters: {name!r} will not do.")
            raise FieldkitError(text, name=self.ssid)
        if not re.fullmatch("[A-Z]{2}|00", self.country):
            text = N_("Give the country as two capital letters, such as DE or US, not {name!r}.")
            raise FieldkitError(text, name=self.country)


def steps(machine: Machine, hotspot: Hotspot) -> list[InstallStep]:
    """Return the steps for the Wi-Fi and its port 80. Raises FieldkitError if this machine can have none."""
    # Where a hub's nginx has port 80 of all addresses, the kit leaves it alone.
    port_80 = [] if nginx.is_there(machine) else [_port_80(machine)]
    return [_connection(machine, hotspot), *port_80]


def _port_80(machine: Machine) -> InstallStep:
    says = f"Devices stay in that Wi-Fi, and find the kit as http://{HOME}/, without a port."
    return files(machine, says, {NAMES: name_server_lines(ADDRESS)} | units("", [SOCKET]), at_start=True)


def yield_port_80(machine: Machine) -> InstallStep:
    """Return the step that leaves port 80 to nginx, which does not start beside another that has it."""

    def do() -> None:
        machine.call_live("systemctl", "stop", SOCKET)
        _port_80(machine).undo()

    says = f"Port 80 is nginx's: in the kit's Wi-Fi http://{HOME}/ no longer works."
    return InstallStep(says, is_so=lambda: not has_port_80(machine), do=do)


def has_port_80(machine: Machine) -> bool:
    """Return whether port 80 is the kit's."""
    return machine.read(f"{UNITS}/{SOCKET}") is not None


def _connection(machine: Machine, hotspot: Hotspot) -> InstallStep:
    if machine.ask("nmcli", "--version") is None:
        need = "needs NetworkManager: apt-get install network-manager"
        raise FieldkitError(f"A hotspot {need}, or install without --hotspot.")
    if machine.live and machine.ask("dnsmasq", "--version") is None:
        need = "also needs dnsmasq: apt-get install dnsmasq-base"
        raise FieldkitError(f"A hotspot {need}, or install without --hotspot.")
    device = _device(machine) if machine.live else "wlan0"
    text = _keyfile(machine, hotspot.ssid, device)

    def do() -> str:
        known = passphrase(machine)
        word = known or "-".join("".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(3))
        machine.write(FILE, text.replace(_PLACE, word), 0o600)
        if machine.live:
            for words in (("radio", "wifi", "on"), ("connection", "reload")):
                machine.ask("nmcli", *words)
        return "" if known else f"the passphrase is {word}: write it down, it is not shown again"

    return InstallStep(
        f"The kit opens the Wi-Fi {hotspot.ssid} on {device}; its address there is {ADDRESS}.",
        is_so=lambda: machine.read(FILE) == text.replace(_PLACE, passphrase(machine) or _PLACE),
        do=do,
        at_start=True,
    )


def steps_back(machine: Machine) -> list[InstallStep]:
    """Return the steps that take the Wi-Fi out of NetworkManager again, there or not."""
    reload = partial(machine.ask, "nmcli", "connection", "reload") if machine.live else lambda: None
    return [files(machine, "The kit opens a Wi-Fi.", {FILE: ""}, reload), _port_80(machine)]


def _device(machine: Machine) -> str:
    printed = machine.call("nmcli", "--terse", "--fields", "DEVICE,TYPE", "device", "status")
    found = sorted(line.split(":")[0] for line in printed.splitlines() if line.endswith(":wifi"))
    if not found:
        raise FieldkitError("There is no Wi-Fi on this machine: plug one in, or install without --hotspot.")
    return found[0]


def _keyfile(machine: Machine, ssid: str, device: str) -> str:
    """Write the connection for NetworkManager, with `_PLACE` for its passphrase. Raises FieldkitError."""
    wifi, secured = "802-11-wireless", "802-11-wireless-security"
    properties = {
        "connection.uuid": _ID,
        "connection.autoconnect": "yes",
        "connection.autoconnect-priority": "100",
        # For ever: after four vain tries NetworkManager would take another Wi-Fi, or none.
        "connection.autoconnect-retries": "0",
        f"{wifi}.mode": "ap",
        f"{wifi}.band": "bg",
        f"{wifi}.channel": CHANNEL,
        f"{wifi}.powersave": "disable",
        f"{secured}.key-mgmt": "wpa-psk",
        f"{secured}.proto": "rsn",
        f"{secured}.pairwise": "ccmp",
        f"{secured}.group": "ccmp",
        f"{secured}.psk": _PLACE,
        # A Pi's own Wi-Fi as an access point turns away stations that ask for protected management frames.
        f"{secured}.pmf": "disable",
        "ipv4.method": "shared",
        "ipv4.addresses": f"{ADDRESS}/24",
        "ipv6.method": "disabled",
    }
    begin = ["nmcli", "--offline", "connection", "add", "type", "wifi", "con-name", NAME, "ifname", device]
    pairs = [word for pair in properties.items() for word in pair]
    return machine.call(*begin, "ssid", ssid, *pairs)


def passphrase(machine: Machine) -> str | None:
    """Return the passphrase of the connection that is there; None without one."""
    found = re.search(r"^psk=(.+)$", machine.read(FILE) or "", re.MULTILINE)
    return found[1] if found else None
