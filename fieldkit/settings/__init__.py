"""The settings: the tables of one TOML file, each key with its default. An empty file runs.

The sentence below each key is what ``fieldkit settings --explain`` says of it.
"""

from typing import Annotated, Any, Literal

import msgspec

Pin = Annotated[int, msgspec.Meta(ge=0, le=27)]
HoopId = Annotated[
    str, msgspec.Meta(pattern=r"^[a-z0-9-]{1,16}$", description="1 to 16 small letters, digits and dashes")
]
Secret = Annotated[
    str, msgspec.Meta(pattern=r"^[0-9A-Za-z]{4,32}$", description="4 to 32 letters and digits in quotes")
]
Size = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^(auto|[1-9][0-9]{2,3}x[1-9][0-9]{2,3})$",
        description="auto and <width>x<height> in pixels, each 100 to 9999",
    ),
]
HostName = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$",
        description="letters, digits, dots and dashes",
    ),
]
WireFormat = Literal["rdm6300", "id12", "hk1", "pn532", "r200", "yrm100"]
"""The wire formats: `hardware.hoops.formats` reads each, `hardware.fakes.devices` writes it."""
NODE_PROTOCOLS: frozenset[WireFormat] = frozenset({"hk1"})
"""The formats whose frames name their hoop themselves."""
UHF_PROTOCOLS: frozenset[WireFormat] = frozenset({"r200", "yrm100"})
"""The formats of readers that transmit in a band and with a power set by the law of each country."""
UhfRegion = Literal["EU", "US", "CN", "CN800", "KR"]
"""The bands of UHF readers: 865 to 868, 902 to 928, 920 to 925, 840 to 845 and 917 to 923 MHz."""
MAX_POWER_DBM = 30.0
"""The most power of any such reader."""


class Kit(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The kit as a whole."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40)] = "Field 1"
    """The kit's name on its screens."""
    pins: Literal["gpio", "mock", "auto"] = "auto"
    """The pins to drive: a Pi's (`gpio`), simulated ones (`mock`), or a Pi's if there is one (`auto`)."""
    data: str = ""
    """The data folder; without one, `fieldkit` in the user's data folder. `--data` overrides it."""


class Web(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The kit's web server for tablets and spectators."""

    host: Annotated[str, msgspec.Meta(min_length=1, max_length=253)] = "0.0.0.0"
    """The address to listen on; `0.0.0.0` is every address of this machine."""
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8080
    """The port to listen on; 0 is any free one. `--port` overrides it."""
    pin: Secret | None = None
    """The referee's PIN; without one the kit draws eight digits and saves them in the data folder."""
    language: str = "en"
    """The language of the pages: `en`, or one of the folders in `fieldkit/language/locale`."""
    theme: Literal["sun", "dusk"] = "sun"
    """The colours of the pages: for daylight or for the evening. Each device may choose its own."""
    names: tuple[HostName, ...] = ()
    """More names that the kit answers to, besides its addresses and its machine's own name. Requests by other
    names are refused, so that no page from elsewhere can read the kit's.
    """
    listeners: Annotated[int, msgspec.Meta(ge=1, le=4000)] = 2100
    """The most phones and screens that may follow the board at once: a hall of 2,000 phones, and its screens.
    The referee's own devices come on top. Each holds a connection and some memory, so there is a limit.
    """
    listeners_each: Annotated[int, msgspec.Meta(ge=1, le=4000)] = 256
    """The most of them from one address, so that no single device takes all places. A router that puts a hall
    behind one address needs as many as `listeners`; the kit's own machine has no such limit.
    """


class Spectators(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The separate process that serves spectators, so that no crowd slows the referee's down."""

    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8081
    """Its port; 0 is any free one. The `[web]` port redirects requests for a spectators' page to it."""


class JournalFile(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The file with all matches."""

    path: str = ""
    """The file; without one, `journal.sqlite3` in the data folder."""
    copy_to: str = ""
    """A file or folder, on a USB stick for example, that gets a second copy after each round."""


class Whistle(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The whistle's lines."""

    gpio: Pin = 17
    """The line of the siren."""
    max_on_ms: Annotated[int, msgspec.Meta(ge=100, le=10_000)] = 3000
    """The longest time in ms that the siren may stay on, even if something fails."""
    trace: str = ""
    """A file that gets a line for each edge: the moment in ns, and 1 for on or 0 for off."""
    loopback: Pin | None = None
    """An input that reads the siren's line back, so that the kit can test it; without one it cannot."""


class Lamps(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The lamps' lines."""

    round: Pin = 23
    """The lamp that is on while a round runs."""
    alarm: Pin = 24
    """The lamp that is on while something needs attention."""


class Buttons(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The buttons' lines."""

    start: Pin = 27
    """The start button."""
    stop: Pin = 22
    """The stop button."""
    stop_opens: bool = False
    """True for a stop button whose contact is closed until it is pressed: then a broken wire stops the round,
    and is not found only when somebody needs it. While STOP is down, or its wire broken, no round starts.
    """
    off: Pin | None = None
    """A button that switches the machine off, at any time; `fieldkit install` sets it up."""


class Power(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The kit's battery."""

    ina219: bool = False
    """True if an INA219 at address 0x40 of the header's I²C lines (GPIO 2 and 3) measures it. With simulated
    pins the volts are read from the file `battery` of the data folder.
    """


class Scoreboard(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The screen at the sideline."""

    theme: Literal["sun", "dusk"] = "sun"
    """Its colours: for daylight or for the evening."""
    size: Size = "auto"
    """Its size; `auto` fills the screen."""
    language: str = "en"
    """The language of its own words, as for `[web]`."""


class Wifi(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The Wi-Fi that people join: before a match the scoreboard shows it to everybody as a QR code."""

    name: Annotated[str, msgspec.Meta(max_length=32)] = ""
    """Its name; without one no code is shown. Do not name one that is only for the referee and the crew."""
    password: Annotated[str, msgspec.Meta(pattern=r"^(.{8,63})?$", description="8 to 63 characters")] = ""
    """Its password; without one it is an open Wi-Fi."""


class HubLink(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The hub of an event that this field belongs to; without `url` it belongs to none."""

    url: Annotated[
        str,
        msgspec.Meta(pattern=r"^(https?://[^\s/]+/?)?$", description="an address like https://hub.example"),
    ] = ""
    """The hub's address: `https://…` unless it is on the venue's own network."""
    event: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]{1,32}$")] = "event"
    """The event's id at the hub."""
    field: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]{1,32}$")] = "field-1"
    """This field's id at the hub."""
    key: Annotated[
        str, msgspec.Meta(pattern=r"^[!-~]{0,100}$", description="the key as the hub shows it")
    ] = ""
    """This field's key, as the organiser's page showed it."""
    since: Annotated[str, msgspec.Meta(pattern=r"^(m[1-9][0-9]*)?$", description="a match like m3")] = ""
    """The first match to send; without it, the one in progress when the kit joins, or else the next one."""


class Mqtt(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A broker of MQTT inside the venue, for lamps, LED walls and stream overlays; without `host` none."""

    host: Annotated[str, msgspec.Meta(max_length=253)] = ""
    """The broker's name or address."""
    port: Annotated[int, msgspec.Meta(ge=1, le=65535)] = 1883
    """Its port; with TLS usually 8883."""
    tls: bool = False
    """True for TLS: nobody on the way can read the password or send something in the kit's name."""
    root: Annotated[str, msgspec.Meta(max_length=4096)] = ""
    """A file with the root certificate of the broker; empty for those that this machine trusts."""
    user: Annotated[str, msgspec.Meta(max_length=100)] = ""
    """The user to log in as; empty for no log-in."""
    password: Annotated[str, msgspec.Meta(max_length=100)] = ""
    """The password."""
    prefix: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_/-]{1,60}$")] = "fieldkit"
    """The beginning of all topics; the field's id follows."""
    discovery: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_/-]{0,60}$")] = "homeassistant"
    """The topic where Home Assistant looks for devices; empty to announce nothing there."""


class Voice(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The voice that says aloud what a game wants announced; without a command the kit is silent."""

    command: tuple[str, ...] = ()
    """The program and its arguments; `{text}` stands for the line, `{language}` for `[web] language`. For
    example `["espeak-ng", "-v", "{language}", "{text}"]`. In a longer argument, as for a shell, the line
    keeps only its letters, digits and `.,:!?`, since a team's name must not be a command.
    """


class Link(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A serial line with one reader or with hoop nodes, a table for each; without any, hoops are virtual."""

    port: Annotated[str, msgspec.Meta(min_length=1)]
    """A device's path, or a URL that pyserial opens."""
    protocol: WireFormat
    """The wire format of its devices."""
    baud: Annotated[int, msgspec.Meta(ge=300, le=4_000_000)] | None = None
    """The line's speed; without one, the usual one of the format."""
    hoop: HoopId | None = None
    """The hoop of a reader; hoop nodes name their own."""
    repeat_ms: Annotated[int, msgspec.Meta(ge=0, le=60_000)] = 1500
    """The time in ms for which a tag may be out of a reader's sight and still count as the same sighting."""
    region: UhfRegion | None = None
    """The radio band that the law allows where you play. A UHF reader (`r200`, `yrm100`) needs it, and stays
    off until it has confirmed it: `EU` is 865 to 868 MHz, `US` 902 to 928, `CN` 920 to 925, `CN800` 840 to
    845, `KR` 917 to 923.
    """
    power_dbm: Annotated[float, msgspec.Meta(ge=0, le=MAX_POWER_DBM, description="0 to 30")] | None = None
    """A UHF reader's transmitting power in dBm, in steps of 0.01; needed and confirmed like `region`."""
    shared: bool = False
    """True for a two-wire line (RS-485) of nodes, where all take turns: the kit listens before it sends, and
    answers no sooner than 8 ms after the last byte it heard. So any USB adapter works.
    """


class FieldFile(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A field of your own in place of the game's."""

    file: str = ""
    """A TOML file with the field's hoops and piles; without one, the game's own field."""


class Settings(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The whole file. ``games`` holds the tables of games, by their names in the file."""

    kit: Kit = Kit()
    web: Web = Web()
    spectators: Spectators = Spectators()
    journal: JournalFile = JournalFile()
    whistle: Whistle = Whistle()
    lamps: Lamps = Lamps()
    buttons: Buttons = Buttons()
    power: Power = Power()
    scoreboard: Scoreboard = Scoreboard()
    voice: Voice = Voice()
    wifi: Wifi = Wifi()
    hub: HubLink = HubLink()
    mqtt: Mqtt = Mqtt()
    links: tuple[Link, ...] = ()
    button_kinds: dict[str, str] = msgspec.field(
        default_factory=lambda: {"1": "wood", "2": "wheat", "3": "brick", "4": "ore", "5": "sheep"}
    )
    """The buttons of hoop nodes, by their numbers, and the kind of ball that each stands for."""
    tags: dict[str, dict[Literal["ball", "marker", "player"], str]] = {}
    """Tags by their hex ids, and the `ball`, `marker` or `player` that each is; see `fieldkit tags`."""
    games: dict[str, Any] = {}

    @property
    def field_files(self) -> dict[str, str]:
        """The field files in use, by the table that names them."""
        tables = self.games.items()
        return {name: table.file for name, table in tables if isinstance(table, FieldFile) and table.file}
