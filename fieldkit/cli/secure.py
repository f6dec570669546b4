"""The command ``fieldkit tls``: makes the kit's certificates and says how a tablet comes to trust them."""

from __future__ import annotations

import sys
from pathlib import Path

from fieldkit.service import console
from fieldkit.service.address import lan_address
from fieldkit.settings import Settings
from web.match_day import new_day
from web.tls import Certificates, fingerprint


def switch_on(settings: Settings, data: Path, port: int, new: bool) -> None:
    """Make what is missing, or all of it if ``new``. Raises FieldkitError."""
    certificates = Certificates(data, settings.web.names)
    was_on = certificates.is_on
    left_out = certificates.make(settings.kit.name, new)
    root = certificates.root()
    assert root is not None
    address = f"{lan_address(settings.web.host)}:{port}"
    print(
        "The kit speaks https, beside http. Its root certificate has the SHA-256 fingerprint\n"
        f"  {fingerprint(root)}\n"
        f"Each of the referee's tablets opens  http://{address}/trust  once, and trusts it there;\n"
        f"then it logs in at                   https://{address}/referee"
    )
    if not was_on:
        new_day(data)
        print("Everybody is logged out, since a log-in that came by http may have been copied.")
    for name in (*left_out.names, *left_out.addresses):
        print(f"The root does not vouch for {name}: fieldkit tls --new makes one that does.")
    if sys.stdout.isatty():
        print(console.code_for(f"http://{address}/trust"))


def switch_off(data: Path) -> None:
    """Let the kit speak http alone. Raises FieldkitError."""
    was_on = Certificates(data).switch_off()
    print("The kit speaks http alone." if was_on else "The kit speaks http alone already.")
