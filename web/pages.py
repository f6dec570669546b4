"""The pages, and what they are made of: scripts and styles, fonts, icons and the QR code."""

import hashlib
import io
import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache, partial
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import msgspec
from flask import Blueprint, Response, abort, render_template, request, send_from_directory

import fieldkit
from fieldkit.colours import DUSK, SUN, style_sheet
from fieldkit.errors import SettingsError
from fieldkit.games import Game
from fieldkit.language.catalogue import catalogue
from fieldkit.referee.feed import Feed
from fieldkit.service.probes import HOME
from fieldkit.settings import Settings
from fieldkit.tags.tag_book import with_learned
from web.api import SEAT as SEAT_ID
from web.api import address_of, caller
from web.codes import LASTING, LASTING_LETTERS
from web.language import STATIC, choice, folder_of, having, scripts
from web.matches import MATCH, tagged
from web.passes import Pass, Role
from web.pin import PIN_DIGITS
from web.redirects import at_port, for_others, for_phones
from web.session import TOKEN_DIGITS, Session
from web.tls import Certificates, fingerprint
from web.wire import Refused, host_of, is_own_name

_FONTS = ("fontpkg_barlow_condensed", "fontpkg_atkinson_hyperlegible")
_FONT_TYPES = {"ttf": "font/ttf", "woff2": "font/woff2"}
_CODE = re.compile(
    rf"\d{{6}}|[{LASTING}]{{{LASTING_LETTERS}}}|{SEAT_ID.pattern}\.[0-9a-f]{{{TOKEN_DIGITS}}}", re.ASCII
)
_JOINS: tuple[Role, ...] = ("seat", "referee", "captain", "crew")
"""The roles whose pages take a code from behind the ``#`` of their address."""
_WIFI = re.compile(r"WIFI:[ -~\u00a0-\uffff]{1,300}")
_ANY_VERSION = re.compile(r"^[0-9][^/]*/")
"""The first part of an address under ``static`` with a version; no game begins with a digit."""
_THEMES = ("sun", "dusk")
_SVG = "http://www.w3.org/2000/svg"


def blueprint(
    settings: Settings, data: Path, session: Session, games: Mapping[str, Game], certificates: Certificates
) -> Blueprint:
    """Make the pages that somebody has to log in for; `for_everybody` has what they are made of."""
    pages = Blueprint("pages", __name__)
    _for_phones(pages, session)
    _for_referees(pages, settings, data, session, games)
    _trust(pages, certificates)
    return pages


def for_everybody(settings: Settings, games: Mapping[str, Game], feed: Feed) -> Blueprint:
    """Make the spectators' pages, and what all pages are made of; ``feed`` knows where spectators are."""
    pages = made_of(settings, games)

    @pages.get("/")
    def board() -> Response:
        return _page("board.html")

    @pages.get("/welcome")
    def welcome() -> Response:
        return _page("welcome.html", name=HOME)

    pages.add_url_rule("/qr.svg", "qr", partial(_qr, feed, settings.web.host))
    _for_crowds(pages)
    return pages


def made_of(settings: Settings, games: Mapping[str, Game]) -> Blueprint:
    """Serve what all pages are made of; every template gets ``common``.

    ``version`` moves when a file under ``static``, a sentence, an icon or a colour changes, and is kept a
    year.
    """
    pages = Blueprint("spectators", __name__)
    modules = scripts(games, catalogue(settings.web.language))
    version = _version(games, modules.values())
    common: dict[str, object] = {
        "language": settings.web.language,
        "kit_name": settings.kit.name,
        "version": version,
        "static": f"/static/{version}",
        "theme": settings.web.theme,
        "bar": SUN["bar"],
        "pin_digits": "" if settings.web.pin else PIN_DIGITS,
        "games": list(games),
        "games_with": partial(having, list(games)),
        "origin": lambda: _origin(settings.web.host),
    }

    @pages.app_context_processor
    def known() -> dict[str, object]:
        return common

    @pages.get("/static/<path:name>")
    def static(name: str) -> Response:
        lasts = name.startswith(f"{version}/")
        # A page of another version gets what there is now.
        name = _ANY_VERSION.sub("", name)
        if name in modules:
            return _whole(modules[name], "text/javascript", lasts)
        game, _, file = name.partition("/")
        is_games = game in games and file
        sent = send_from_directory(folder_of(game), file) if is_games else send_from_directory(STATIC, name)
        sent.headers["Cache-Control"] = _caching(lasts)
        return sent

    @pages.get("/colours.css")
    def colours() -> Response:
        return _whole(style_sheet().encode(), "text/css")

    @pages.get("/kit.webmanifest")
    def manifest() -> Response:
        return _whole(_json(_manifest(settings)).encode(), "application/manifest+json")

    _pictures(pages)
    return pages


def _for_phones(pages: Blueprint, session: Session) -> None:
    def add(role: Role, by: str, other: str = "", *also: Role) -> None:
        def phone() -> Response:
            found = _role(session, role, *also)
            if found is None:
                return _log_in(session, by, other)
            return _page("phone.html", role=role, own=found.by.partition("/")[2])

        pages.add_url_rule(f"/{role}", role, phone)

    add("seat", "code")
    add("captain", "letters")
    add("crew", "letters", "pin", "referee")


def _for_referees(
    pages: Blueprint, settings: Settings, data: Path, session: Session, games: Mapping[str, Game]
) -> None:
    """Add the pages that are the log-in for everybody else; only the rules on paper are for all."""

    choices = _json(
        {name: choice(name, game, catalogue(settings.web.language)) for name, game in games.items()}
    )

    def offers() -> str:
        return _json({name: game.setup_view() for name, game in games.items()})

    @pages.get("/referee")
    def referee() -> Response:
        return _page("referee.html", choices=choices) if _is_referee(session) else _log_in(session)

    @pages.get("/whistle")
    def whistle() -> Response:
        # It shows no secret and does nothing else, so who sits at the kit's own machine needs no PIN.
        return _page("whistle.html") if caller().is_here or _is_referee(session) else _log_in(session)

    @pages.get("/kit")
    def own() -> Response:
        if not _is_referee(session):
            return _log_in(session)
        return _page("kit.html", offers=offers())

    @pages.get("/print/rules")
    def rules() -> Response:
        return _page("print.html", sheet="rules", offers=offers(), tags="{}")

    @pages.get("/print", defaults={"sheet": "slips"})
    @pages.get("/print/<any(match):sheet>")
    def paper(sheet: str) -> Response:
        if not _is_referee(session):
            return _log_in(session)
        return _page("print.html", sheet=sheet, offers=offers(), tags=_json(_tags(settings, data)))


def _trust(pages: Blueprint, certificates: Certificates) -> None:
    """Add how a tablet comes to trust the kit's certificates; 404 while the kit speaks http alone."""

    @pages.get("/trust")
    def trust() -> Response:
        marks = fingerprint(certificates.root() or abort(404)).split(" ")
        lines = [" ".join(marks[n : n + 8]) for n in range(0, len(marks), 8)]
        return _page("trust.html", lines=lines, address=f"https://{host_of(caller().own)}/referee")

    @pages.get("/trust.crt")
    def root() -> Response:
        given = Response(certificates.root() or abort(404), mimetype="application/x-x509-ca-cert")
        given.headers["Content-Disposition"] = 'attachment; filename="fieldkit-root.crt"'
        given.headers["Cache-Control"] = "no-store"
        return given


def _for_crowds(pages: Blueprint) -> None:
    @pages.get("/screen")
    def screen() -> Response:
        return _page("screen.html", own_theme=_asked(_THEMES, "theme"))

    @pages.get("/overlay")
    def overlay() -> Response:
        return _page("overlay.html", own_theme=_asked(_THEMES, "theme"), above=_asked(("top",), "position"))


def _asked(allowed: Collection[str], name: str) -> str | None:
    word = request.args.get(name)
    return word if word in allowed else None


def _origin(listens_on: str) -> str:
    """Return the address for other devices of a page that was opened at the machine itself, else empty."""
    own = caller().own
    return for_others(own, listens_on) if is_own_name(own) else ""


def _qr(feed: Feed, listens_on: str) -> Response:
    """Draw the spectators' address as this caller reached it, or a code's, token's or match's page."""
    wifi = request.args.get("wifi")
    if wifi is not None:
        if not _WIFI.fullmatch(wifi):
            abort(400)
        return _drawn(wifi)
    own, match = for_others(caller().own, listens_on), request.args.get("match")
    asked = [(role, code) for role in _JOINS if (code := request.args.get(role)) is not None]
    if host_of(own) is None or len(asked) > 1 or not all(_CODE.fullmatch(code) for _, code in asked):
        abort(400)
    if match is not None and not MATCH.fullmatch(match):
        abort(400)
    place = address_of(*asked[0]) if asked else "" if match is None else f"matches/{match}"
    if asked and asked[0][0] == "referee":
        return _drawn(f"{own}/{place}")
    port = None if asked else feed.elsewhere.port
    origin = for_phones(own) if port is None else at_port(own, port)
    return _drawn(f"{origin}/{place}")


def _drawn(content: str) -> Response:
    # Here, since nobody photographs it before the kit is up.
    import segno

    drawn = io.BytesIO()
    segno.make(content, error="m", micro=False).save(
        drawn, kind="svg", scale=8, xmldecl=False, dark=SUN["ink"], light="#ffffff"
    )
    return Response(drawn.getvalue(), mimetype="image/svg+xml", headers={"Cache-Control": "no-cache"})


def _pictures(pages: Blueprint) -> None:
    fonts = {file.name: file for package in _FONTS for file in _files(package, "files", (".ttf", ".woff2"))}
    icons = {file.name: file.read_bytes() for file in _files("fieldkit", "icons", (".svg",))}
    sprite = cache(lambda: _sprite(icons))

    @pages.get("/fonts/<name>")
    def font(name: str) -> Response:
        if name not in fonts:
            abort(404)
        return _whole(fonts[name].read_bytes(), _FONT_TYPES[name.rpartition(".")[2]])

    @pages.get("/icons/<name>")
    def icon(name: str) -> Response:
        if name == "all.svg":
            return _whole(sprite(), "image/svg+xml")
        if name not in icons:
            abort(404)
        return _whole(icons[name], "image/svg+xml")


def _page(template: str, **given: object) -> Response:
    response = Response(render_template(template, **given), mimetype="text/html")
    response.headers["Cache-Control"] = "no-store"
    return response


def _manifest(settings: Settings) -> Mapping[str, object]:
    """Describe the kit to a tablet that puts it on its home screen, without an address bar."""
    tokens = SUN if settings.web.theme == "sun" else {**SUN, **DUSK}
    return {
        "name": settings.kit.name,
        "short_name": settings.kit.name,
        "start_url": "/referee",
        "display": "standalone",
        "background_color": tokens["paper"],
        "theme_color": tokens["bar"],
        "icons": [{"src": "/icons/city.svg", "type": "image/svg+xml", "sizes": "any"}],
    }


def _tags(settings: Settings, data: Path) -> Mapping[str, object]:
    """Return the tags of the settings and all that were learned, also since the start."""
    try:
        return with_learned(settings, data).tags
    except SettingsError:  # somebody edits the file; its next reader at a start will say what is wrong
        return settings.tags


def _json(value: object) -> str:
    """For an attribute of a page; what Jinja would write sorts the names."""
    return msgspec.json.encode(value).decode()


def _found(session: Session) -> Pass | None:
    try:
        return session.find(caller())
    except Refused:
        return None


def _role(session: Session, *roles: Role) -> Pass | None:
    found = _found(session)
    return found if found is not None and found.role in roles else None


def _is_referee(session: Session) -> bool:
    return _role(session, "referee") is not None


def _log_in(session: Session, by: str = "pin", other: str = "code") -> Response:
    """Return the log-in in place of a page, by ``pin``, ``code`` or ``letters``; 403 to somebody else's."""
    response = _page("login.html", by=by, other=other)
    if _found(session) is not None:
        response.status_code = 403
    return response


def _caching(lasts: bool) -> str:
    """Let a browser keep a file: for a year if its address carries a version, else it asks each time."""
    return "public, max-age=31536000, immutable" if lasts else "no-cache"


def _whole(content: bytes, mimetype: str, lasts: bool = False) -> Response:
    return tagged(Response(content, mimetype=mimetype), _caching(lasts or "v" in request.args))


def _version(games: Iterable[str], modules: Iterable[bytes]) -> str:
    """Return the kit's version and a mark of all that lies under ``static``, of icons and colours."""
    marks = hashlib.blake2b(b"".join((style_sheet().encode(), *modules)), digest_size=4)
    icons = sorted(_files("fieldkit", "icons", (".svg",)), key=lambda file: file.name)
    static = dict.fromkeys((STATIC, *map(folder_of, games)))
    for file in (*(file for folder in static for file in sorted(folder.rglob("*"))), *icons):
        if file.is_file():
            marks.update(file.name.encode() + file.read_bytes())
    return f"{fieldkit.__version__}-{marks.hexdigest()}"


def _files(package: str, folder: str, endings: tuple[str, ...]) -> list[Traversable]:
    return [file for file in (resources.files(package) / folder).iterdir() if file.name.endswith(endings)]


def _sprite(icons: Mapping[str, bytes]) -> bytes:
    """Draw all icons as ``<symbol>`` elements of one picture, each under its own name."""
    # Here, since no page is shown before the kit is up.
    from xml.etree import ElementTree

    ElementTree.register_namespace("", _SVG)
    sprite = ElementTree.Element(f"{{{_SVG}}}svg")
    for name, content in sorted(icons.items()):
        drawing = ElementTree.fromstring(content)
        symbol = ElementTree.SubElement(
            sprite,
            f"{{{_SVG}}}symbol",
            {"id": name.removesuffix(".svg"), "viewBox": drawing.get("viewBox", "0 0 64 64")},
        )
        symbol.extend(list(drawing))
    # On a page the outline is of the page's theme.
    return ElementTree.tostring(sprite).replace(f'"{SUN["outline"]}"'.encode(), b'"var(--outline)"')
