"""Makes and reads the kit's certificates (`web.tls`); imported only for that, since ciphers take memory."""

import datetime
from ipaddress import ip_address, ip_network
from pathlib import Path

import msgspec
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from fieldkit.errors import FieldkitError
from fieldkit.files import save
from web.host_names import LOCAL, PRIVATE, Wanted
from web.pin import read_whole_file
from web.port import CERTIFICATE

ROOT_DAYS = 730
"""Life of the root: a kit that is lost must not be believed for ever."""
BEFORE_DAYS, AFTER_DAYS = 300, 520
"""A certificate is good from this number of days before it was made: a Pi's clock may jump. Together with the
days after they are no more than the 825 that Apple's devices take."""
_LONGEST_NAME = 64


class Root(msgspec.Struct, frozen=True):
    """The root and its key."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @property
    def since(self) -> datetime.datetime:
        """From when on it is good."""
        return self.certificate.not_valid_before_utc

    @property
    def until(self) -> datetime.datetime:
        """Until when it is good."""
        return self.certificate.not_valid_after_utc

    def may(self, want: Wanted) -> tuple[Wanted, Wanted]:
        """Split the wanted names and addresses into those that it may vouch for and the rest."""
        found = self.certificate.extensions.get_extension_for_class(x509.NameConstraints).value
        allowed = found.permitted_subtrees or []
        names = [each.value for each in allowed if isinstance(each, x509.DNSName)]
        nets = [each.value for each in allowed if isinstance(each, x509.IPAddress)]

        def is_name(name: str) -> bool:
            return any(name == each or name.endswith(f".{each}") for each in names)

        def is_address(text: str) -> bool:
            return any(ip_address(text) in ip_network(str(net)) for net in nets)

        return (
            Wanted(tuple(filter(is_name, want.names)), tuple(filter(is_address, want.addresses))),
            Wanted(
                tuple(name for name in want.names if not is_name(name)),
                tuple(one for one in want.addresses if not is_address(one)),
            ),
        )


class Own(msgspec.Struct, frozen=True):
    """A certificate of the kit: the names it covers, and when it is good."""

    covers: frozenset[str]
    since: datetime.datetime
    until: datetime.datetime


def make_root(folder: Path, kit: str, want: Wanted, today: datetime.datetime) -> Root:
    """Make a root, for private networks and the names that are wanted now. Raises FieldkitError."""
    key = ec.generate_private_key(ec.SECP256R1())
    called = x509.NameAttribute(NameOID.COMMON_NAME, f"{kit}, {today:%Y-%m-%d}"[:_LONGEST_NAME])
    name = x509.Name([x509.NameAttribute(NameOID.ORGANIZATION_NAME, "fieldkit"), called])
    plain = [name for name in want.names if "." not in name]
    # Only its own names: with all of "lan" who finds a kit's card could be the router's page.
    domains = dict.fromkeys((*want.names, *(f"{name}.{ending}" for name in plain for ending in LOCAL)))
    allowed: list[x509.GeneralName] = [x509.DNSName(domain) for domain in domains]
    beside = [ip_network(one) for one in want.addresses if not any(ip_address(one) in net for net in PRIVATE)]
    allowed += [x509.IPAddress(net) for net in (*PRIVATE, *beside)]
    more: list[tuple[x509.ExtensionType, bool]] = [
        (x509.NameConstraints(allowed, None), True),
        (x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False),
    ]
    made = _signed(name, key, name, key, _dates(today, (BEFORE_DAYS, ROOT_DAYS)), more)
    save(folder / "root.key", _key_pem(key))
    save(folder / "root.crt", made.public_bytes(Encoding.PEM))
    return Root(made, key)


def make_own(
    folder: Path,
    root: Root,
    may: Wanted,
    today: datetime.datetime,
    dates: tuple[datetime.datetime, datetime.datetime] | None = None,
) -> None:
    """Make a certificate of the kit, good at ``dates`` if they are given. Raises FieldkitError."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "fieldkit")])
    kinds: list[x509.GeneralName] = [x509.DNSName(each) for each in may.names]
    kinds += [x509.IPAddress(ip_address(each)) for each in may.addresses]
    more: list[tuple[x509.ExtensionType, bool]] = [
        (x509.SubjectAlternativeName(kinds), False),
        (x509.AuthorityKeyIdentifier.from_issuer_public_key(root.key.public_key()), False),
    ]
    since, until = dates or _dates(today, (BEFORE_DAYS, AFTER_DAYS))
    made = _signed(name, key, root.certificate.subject, root.key, (since, min(until, root.until)), more)
    chain = made.public_bytes(Encoding.PEM) + root.certificate.public_bytes(Encoding.PEM)
    save(folder / CERTIFICATE.name, _key_pem(key) + chain, is_shared=True)


def read_root(folder: Path) -> Root | None:
    """Return the root, or None where there is none, or one that is torn."""
    try:
        key = serialization.load_pem_private_key(read_whole_file(folder / "root.key"), None)
        found = x509.load_pem_x509_certificate(read_whole_file(folder / "root.crt"))
    except (ValueError, FieldkitError):
        return None
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != found.public_key():
        return None
    return Root(found, key)


def read_own(folder: Path) -> Own | None:
    """Return the kit's certificate, or None where there is none, or one that is torn."""
    try:
        found = x509.load_pem_x509_certificate(read_whole_file(folder / CERTIFICATE.name))
        kinds = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (ValueError, FieldkitError, x509.ExtensionNotFound):
        return None
    covers = {*kinds.get_values_for_type(x509.DNSName)}
    covers |= {str(each) for each in kinds.get_values_for_type(x509.IPAddress)}
    return Own(frozenset(covers), found.not_valid_before_utc, found.not_valid_after_utc)


def _dates(today: datetime.datetime, days: tuple[int, int]) -> tuple[datetime.datetime, datetime.datetime]:
    """From when and until when what is made today is good, by the days before and after."""
    return today - datetime.timedelta(days[0]), today + datetime.timedelta(days[1])


def _signed(
    name: x509.Name,
    key: ec.EllipticCurvePrivateKey,
    issuer: x509.Name,
    signer: ec.EllipticCurvePrivateKey,
    dates: tuple[datetime.datetime, datetime.datetime],
    more: list[tuple[x509.ExtensionType, bool]],
) -> x509.Certificate:
    """Sign a certificate: a root by its own key, for certificates, or else one for handshakes.

    ``more`` are further extensions, each with whether it is critical.
    """
    is_root = signer is key
    usage = x509.KeyUsage(
        digital_signature=not is_root,
        key_cert_sign=is_root,
        crl_sign=is_root,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(issuer).public_key(key.public_key())
    builder = builder.serial_number(x509.random_serial_number())
    builder = builder.not_valid_before(dates[0]).not_valid_after(dates[1])
    for extension, critical in [
        (x509.BasicConstraints(ca=is_root, path_length=0 if is_root else None), True),
        (usage, True),
        (x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False),
        *more,
    ]:
        builder = builder.add_extension(extension, critical)
    return builder.sign(signer, hashes.SHA256())


def _key_pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
