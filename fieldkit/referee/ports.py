"""The wiring of a referee: whistle and hoops, observers and listeners."""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from fieldkit.messages import Battery, HoopStatus, LineTrouble
from fieldkit.phrases import Message
from fieldkit.referee.arrivals import Inbox
from fieldkit.referee.feed import Feed
from fieldkit.referee.inputs import InputObserver
from fieldkit.tags.tag_book import TagBook
from fieldkit.voice import Announcer
from fieldkit.whistle.link import WhistleLink


class Ports(msgspec.Struct, frozen=True):
    """The parts that a referee talks to; all but the whistle may be absent."""

    whistle: WhistleLink
    hoops: Callable[[], Mapping[str, HoopStatus]] = dict
    """The state of each hoop's link."""
    feed: Feed = msgspec.field(default_factory=Feed)
    """The listeners to views."""
    inbox: Inbox = msgspec.field(default_factory=Inbox)
    """Given if others write into it before there is a referee."""
    tags: TagBook | None = None
    """Given if tags can be learned; else the tags of the settings."""
    observer: InputObserver = msgspec.field(default_factory=InputObserver)
    """The observer that may claim inputs while no match runs."""
    spectators: Callable[[], str] = str
    """The address of the spectators' page as phones reach it; empty if unknown."""
    wifi: str = ""
    """The content of the QR code of the Wi-Fi that people join; empty without one."""
    turned: Callable[[int], None] = lambda turns: None
    """Gets the number of turns after each: at least one a second while the writer is well."""
    round_runs: Callable[[bool, int], None] = lambda running, at: None
    """Gets after each decision if a round runs, and the moment: its end if it has just ended, else now."""
    left_out: Callable[[], Sequence[Message]] = tuple
    """A sentence for each saved setting that cannot be used."""
    horn: bool = True
    """False where the pins are simulated, so that the whistle cannot be heard."""
    voice: Announcer = msgspec.field(default_factory=Announcer)
    """The voice that says the game's lines."""
    line_trouble: Callable[[], LineTrouble] = LineTrouble
    """The trouble with the hoop nodes as a whole."""
    battery: Callable[[], Battery | None] = lambda: None
    """The kit's battery; None if it is not measured, or not yet."""
