"""What a referee is wired to: the whistle and the hoops, who watches it, and who is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from fieldkit.messages import Battery, HoopStatus, LineTrouble
from fieldkit.phrases import Message
from fieldkit.referee.arrivals import Inbox
from fieldkit.referee.cues import WhistlePort
from fieldkit.referee.feed import Feed
from fieldkit.referee.observer import NO_OBSERVER, InputObserver
from fieldkit.tags.tag_book import TagBook
from fieldkit.voice import Announcer


@dataclass(frozen=True, slots=True)
class Ports:
    """The neighbours of a referee; all but the whistle may be absent."""

    whistle: WhistlePort
    hoops: Callable[[], Mapping[str, HoopStatus]] = dict
    """The state of each hoop's link."""
    feed: Feed = field(default_factory=Feed)
    """Where views go, and how many scoreboards listen."""
    inbox: Inbox = field(default_factory=Inbox)
    """Given where others write into it before there is a referee."""
    tags: TagBook | None = None
    """The book of tags where others learn them; else that of the settings."""
    observer: InputObserver = NO_OBSERVER
    """What may be tried while no match runs."""
    spectators: Callable[[], str] = str
    """The address of the spectators' page as phones reach it; empty where nobody knows it."""
    wifi: str = ""
    """What a QR code says of the Wi-Fi that people join; empty where none is named."""
    turned: Callable[[int], None] = lambda turns: None
    """Told the number of turns after each: at least one a second while the writer is well."""
    round_runs: Callable[[bool, int], None] = lambda running, at: None
    """Told after each decision whether a round runs, and when it ended if it has just ended, else now."""
    left_out: Callable[[], Sequence[Message]] = tuple
    """What was saved on a page and cannot be used, a sentence for each."""
    horn: bool = True
    """False where the pins are simulated, so that the whistle cannot be heard."""
    voice: Announcer = field(default_factory=Announcer)
    """Says aloud what the game wants said."""
    line_trouble: Callable[[], LineTrouble] = LineTrouble
    """What is wrong with the hoop nodes as a whole."""
    battery: Callable[[], Battery | None] = lambda: None
    """How the kit's battery does; None where it is not measured, or not yet."""
