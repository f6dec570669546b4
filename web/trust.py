"""``/trust`` and ``/trust.crt``: how a tablet comes to trust the kit's certificates."""

from __future__ import annotations

from flask import Blueprint, Response, abort, render_template

from web.api import caller
from web.tls import Certificates, fingerprint
from web.wire import host_of


def blueprint(certificates: Certificates) -> Blueprint:
    """Both pages, for everybody; 404 while the kit speaks http alone."""
    trust = Blueprint("trust", __name__)

    @trust.get("/trust")
    def page() -> Response:
        root = certificates.root() or abort(404)
        marks = fingerprint(root).split(" ")
        lines = [" ".join(marks[n : n + 8]) for n in range(0, len(marks), 8)]
        address = f"https://{host_of(caller().own)}/referee"
        shown = render_template("trust.html", lines=lines, address=address)
        return Response(shown, mimetype="text/html", headers={"Cache-Control": "no-store"})

    @trust.get("/trust.crt")
    def root() -> Response:
        given = Response(certificates.root() or abort(404), mimetype="application/x-x509-ca-cert")
        given.headers["Content-Disposition"] = 'attachment; filename="fieldkit-root.crt"'
        given.headers["Cache-Control"] = "no-store"
        return given

    return trust
