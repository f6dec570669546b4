"""Roles, passes, and the signed cookies that carry them."""

import hashlib
from typing import Literal

import msgspec
from itsdangerous import BadSignature, Signer

from web.codes import CAPTAIN, CREW

Role = Literal["referee", "captain", "crew", "screen", "seat"]
"""The rights of somebody: everything, those of a captain or of the crew, to look, or those of a player."""

_SALT = b"fieldkit session "
SEAT = "seat/"
"""Prefix of ``by`` for the player of a side; its id follows."""
BY_HTTPS = "s."
"""Prefix of the id of a session that was made by https, and is good by https alone."""
SCREEN = "screen"
"""The ``by`` of a screen, which sees what everybody sees."""


def role_of(by: str) -> Role:
    """Return the role of somebody who acts as ``by``."""
    if by.startswith(SEAT):
        return "seat"
    if by.startswith(CAPTAIN):
        return "captain"
    return "crew" if by == CREW else "screen" if by == SCREEN else "referee"


class Pass(msgspec.Struct, frozen=True):
    """The right to act as ``by`` (as on the record) by cookie ``id`` or PIN, on the day ``mark``.

    ``lasting`` is the id of the code of a captain or of the crew that it came with.
    """

    by: str
    id: str
    mark: bytes
    lasting: str = ""

    @property
    def role(self) -> Role:
        """Return the role that its holder has."""
        return role_of(self.by)

    @property
    def is_cookie(self) -> bool:
        """Tell whether it is a browser's, which could be led to act by a foreign page."""
        return bool(self.id)


def sign(text: str, key: bytes, salt: bytes) -> str:
    """Return a cookie with this text; it is good under the same key and salt alone."""
    return Signer(key, salt=salt, digest_method=hashlib.sha256).sign(text).decode()


def unsign(token: str, key: bytes, salt: bytes) -> str | None:
    """Return the text of a cookie, or None for one that was not signed so."""
    try:
        return Signer(key, salt=salt, digest_method=hashlib.sha256).unsign(token).decode()
    except (BadSignature, ValueError):
        return None


def pass_cookie(passed: Pass, key: bytes) -> str:
    """Return the cookie that carries a pass."""
    return sign(" ".join((passed.id, passed.by, passed.lasting)).rstrip(), key, _SALT + passed.mark)


def read_pass(token: str, key: bytes, mark: bytes) -> Pass | None:
    """Return the pass of a cookie, or None for one that was not signed on this day."""
    name = unsign(token, key, _SALT + mark)
    if name is None:
        return None
    id, by, lasting = (*name.split(" "), "", "")[:3]
    return Pass(by or "tablet", id, mark, lasting)
