"""nginx in front of a hub: its site, its share of a machine's connections, its certificate, each a step."""

import datetime
import re

import msgspec

from fieldkit.errors import FieldkitError
from fieldkit.install.machine import Machine, put
from fieldkit.install.services import packaged
from fieldkit.install.steps import InstallStep
from fieldkit.phrases import N_

PACKAGE = "nginx-light"
"""Debian's package of it."""
SITE = "/etc/nginx/sites-available/fieldkit-hub"
LINK = "/etc/nginx/sites-enabled/fieldkit-hub"
SHARED = "/etc/nginx/conf.d/fieldkit-hub.conf"
ANSWERS = "/etc/nginx/snippets/fieldkit-hub.conf"
OPEN_FILES = "/etc/nginx/modules-enabled/90-fieldkit-hub.conf"
"""A folder for settings of nginx as a whole."""
CERTIFICATE, KEY = "/etc/fieldkit/hub-certificate.pem", "/etc/fieldkit/hub-key.pem"
PUBLIC = "/run/fieldkit-hub/public"
"""The folder where nginx finds the files that everybody reads."""
PORT = 8090
"""The hub's port in the files that come with the kit."""
CONNECTIONS = 16384
"""For each process of nginx: 10,000 pages that ask, and 2,000 that listen, with as many lines to the hub."""
_PROGRAM = "/usr/sbin/nginx"
_DAYS = 3650
_MAIN = "/etc/nginx/nginx.conf"
_RELOAD = ("systemctl", "reload-or-restart", "nginx.service")
_EXAMPLE = "hub.example.org"
_EVERY_NAME = "server_name ~.;"
_LINE = re.compile(r"worker_connections[ \t]+(\d+)[ \t]*;(?: # before fieldkit: (\d+))?")
_NAME = re.compile(r"(?=.{1,253}\Z)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*")


class NginxSite(msgspec.Struct, frozen=True):
    """The site that is wished for: its name, or None for every name; by https, for which it needs one."""

    name: str | None
    https: bool

    def __post_init__(self) -> None:
        """Raise FieldkitError for what no machine can be called."""
        if self.name is not None and not _NAME.fullmatch(self.name):
            text = N_("Give a host name such as hub.example.org, in lower case, not {name!r}.")
            raise FieldkitError(text, name=self.name)

    @property
    def url(self) -> str:
        """The address at which people find it; empty where that is any of the machine's own."""
        return f"http{'s' * self.https}://{self.name}" if self.name else ""

    @property
    def text(self) -> str:
        """The site as nginx reads it."""
        if self.https and self.name:
            return packaged("fieldkit-hub-https.nginx").replace(_EXAMPLE, self.name)
        text = packaged("fieldkit-hub-http.nginx")
        return text.replace(_EVERY_NAME, f"server_name {self.name};") if self.name else text


def is_there(machine: Machine) -> bool:
    """Return whether the machine has nginx."""
    return machine.at(_PROGRAM).exists()


def steps(machine: Machine, site: NginxSite | None, port: int) -> list[InstallStep]:
    """Return all steps for a hub at ``port``. Without ``site`` one that is there stays, else plain http."""
    there = machine.read(SITE)
    text = there if site is None and there is not None else (site or NginxSite(None, False)).text
    made = [_certificate(machine, site.name)] if site and site.https and site.name else []
    return [*made, _connections(machine), _site(machine, text, port)]


def steps_back(machine: Machine) -> list[InstallStep]:
    """Return all steps, for being taken back."""
    return [_connections(machine), _site(machine, "", PORT)]


def _certificate(machine: Machine, name: str) -> InstallStep:
    """Make a certificate if there is none; one that is there is never touched."""

    def is_so() -> bool:
        return all(machine.at(file).is_symlink() or machine.at(file).exists() for file in (CERTIFICATE, KEY))

    def do() -> str:
        certificate, key = self_signed(name)
        machine.at(KEY).parent.mkdir(parents=True, exist_ok=True)
        put(machine.at(KEY), key, 0o600)
        put(machine.at(CERTIFICATE), certificate, 0o644)
        return f"it is self-signed, so browsers warn; {SITE} tells how to get a real one"

    return InstallStep(f"{CERTIFICATE} and its key exist.", is_so, do)


def self_signed(name: str) -> tuple[str, str]:
    """Return a certificate for the host ``name`` that vouches for itself, and its key, both as PEM."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    key = ec.generate_private_key(ec.SECP256R1())
    # A name that is too long for a common name stands among the other names alone.
    who = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name[:64])])
    since = datetime.datetime.now(datetime.UTC) - datetime.timedelta(days=1)
    made = (
        x509.CertificateBuilder()
        .subject_name(who)
        .issuer_name(who)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(since)
        .not_valid_after(since + datetime.timedelta(days=_DAYS))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return made.public_bytes(Encoding.PEM).decode(), secret.decode()


def _connections(machine: Machine) -> InstallStep:
    def now() -> str:
        return machine.read(_MAIN) or ""

    def do() -> None:
        line = f"worker_connections {CONNECTIONS}; # before fieldkit: "
        put(machine.at(_MAIN), _LINE.sub(lambda was: line + (was[2] or was[1]), now(), count=1))

    def undo() -> None:
        put(machine.at(_MAIN), _LINE.sub(lambda was: f"worker_connections {was[2]};", now(), count=1))

    return InstallStep(
        f"{_MAIN}: each process of nginx takes {CONNECTIONS} connections.",
        is_so=lambda: (line := _LINE.search(now())) is None or int(line[1]) >= CONNECTIONS,
        do=do,
        was_done=lambda: (line := _LINE.search(now())) is not None and line[2] is not None,
        undo=undo,
    )


def _site(machine: Machine, text: str, port: int) -> InstallStep:
    texts = {
        OPEN_FILES: packaged("fieldkit-hub-files.nginx"),
        SHARED: packaged("fieldkit-hub-nginx.conf").replace(f"127.0.0.1:{PORT}", f"127.0.0.1:{port}"),
        ANSWERS: packaged("fieldkit-hub-answers.nginx"),
        SITE: text,
    }
    link = machine.at(LINK)

    def out() -> None:
        link.unlink(missing_ok=True)
        for name in texts:
            machine.restore(name)

    def do() -> None:
        for name, content in texts.items():
            machine.write(name, content)
        link.parent.mkdir(parents=True, exist_ok=True)
        link.unlink(missing_ok=True)
        link.symlink_to(SITE)
        if machine.live and (said := machine.complaint("nginx", "-t", "-q")):
            out()
            raise FieldkitError(N_("nginx rejects the hub's site, so it was left out: {said}"), said=said)
        machine.call_live(*_RELOAD)

    def undo() -> None:
        out()
        machine.call_live(*_RELOAD)

    return InstallStep(
        f"nginx stands in front of the hub ({LINK}).",
        is_so=lambda: link.is_symlink() and all(machine.read(name) == texts[name] for name in texts),
        do=do,
        was_done=lambda: link.is_symlink() or any(name in machine.ledger()["files"] for name in texts),
        undo=undo,
    )
