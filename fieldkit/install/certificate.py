"""A certificate that vouches for itself, until a real one is there: browsers warn of it."""

from __future__ import annotations

import datetime

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

_DAYS = 3650


def make(name: str) -> tuple[str, str]:
    """Return a certificate for the host ``name`` and its key, both as PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    # A name that is too long for a common name stands among the other names alone.
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name[:64])])
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
