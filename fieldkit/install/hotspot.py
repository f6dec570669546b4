"""The kit's own Wi-Fi: one connection of NetworkManager, whose file ``nmcli --offline`` makes."""

import re
import secrets
from functools import partial

import msgspec

from fieldkit.errors import FieldkitError
from fieldkit.install.machine import Machine
from fieldkit.install.steps import InstallStep, files
from fieldkit.phrases import N_

NAME = "fieldkit-hotspot"
FILE = f"/etc/NetworkManager/system-connections/{NAME}.nmconnection"
ADDRESS = "10.42.0.1"
CHANNEL = "1"
"""Left to itself NetworkManager may choose 6, the channel of the hoop nodes' radio."""
_ID = "5b7f2c52-6d0e-4a5c-9c3a-6f1e8a1d0c42"
_PLACE = "passphrase-goes-here"
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters that a thumb finds and an eye does not mistake."""


class Hotspot(msgspec.Struct, frozen=True):
    """The access point that is wished for: its name, and the country whose radio rules it keeps."""

    ssid: str
    country: str

    def __post_init__(self) -> None:
        """Raise FieldkitError for what no access point can be called and what is no country."""
        if not 1 <= len(self.ssid.encode()) <= 32 or not self.ssid.isprintable():
            text = N_("A hotspot's name has 1 to 32 characters: {name!r} will not do.")
            raise FieldkitError(text, name=self.ssid)
        if not re.fullmatch("[A-Z]{2}", self.country):
            text = N_("Give the country as two capital letters, such as DE or US, not {name!r}.")
            raise FieldkitError(text, name=self.country)


def step(machine: Machine, hotspot: Hotspot) -> InstallStep:
    """Return the step that writes the connection. Raises FieldkitError if this machine can have none."""
    if machine.ask("nmcli", "--version") is None:
        need = "needs NetworkManager: apt-get install network-manager"
        raise FieldkitError(f"A hotspot {need}, or install without --hotspot.")
    if machine.live and machine.ask("dnsmasq", "--version") is None:
        need = "also needs dnsmasq: apt-get install dnsmasq-base"
        raise FieldkitError(f"A hotspot {need}, or install without --hotspot.")
    device = _device(machine) if machine.live else "wlan0"
    text = _keyfile(machine, hotspot.ssid, device)

    def do() -> str:
        known = _passphrase(machine)
        word = known or "-".join("".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(3))
        machine.write(FILE, text.replace(_PLACE, word), 0o600)
        if machine.live:
            for words in (("radio", "wifi", "on"), ("connection", "reload")):
                machine.ask("nmcli", *words)
        return "" if known else f"the passphrase is {word}: write it down, it is not shown again"

    return InstallStep(
        f"The kit opens the Wi-Fi {hotspot.ssid} on {device}; its address there is {ADDRESS}.",
        is_so=lambda: machine.read(FILE) == text.replace(_PLACE, _passphrase(machine) or _PLACE),
        do=do,
        at_start=True,
    )


def step_back(machine: Machine) -> InstallStep:
    """Return the step that takes the connection out of NetworkManager again, there or not."""
    reload = partial(machine.ask, "nmcli", "connection", "reload") if machine.live else lambda: None
    return files(machine, "The kit opens a Wi-Fi.", {FILE: ""}, reload)


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


def _passphrase(machine: Machine) -> str | None:
    found = re.search(r"^psk=(.+)$", machine.read(FILE) or "", re.MULTILINE)
    return found[1] if found else None
