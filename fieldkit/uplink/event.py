"""The event's documents as this field holds them: fetched when the hub has others, kept when it is away."""

import logging
import time

import msgspec

from fieldkit.phrases import Message, Term
from fieldkit.uplink.link import Hello, HubLine, TooLong
from fieldkit.uplink.state import EventFiles, HeldEvent, begun_of, document, played_by_of

log = logging.getLogger(__name__)

AGAIN_S = 2.0
"""The time (s) to fetching a document again that was not the one wanted: a cache may hold an older one."""
FRESH_S = 30.0
"""The time (s) to asking whether the one that is held is still so: how matches stand changes no version."""
SPOILED_S = 60.0
"""The time (s) to fetching one again that could not be used."""
_NAMES = {"teams": Term("teams"), "schedule": Term("schedule")}


class _Wanted(msgspec.Struct):
    """A document: the version that the hub has, the tag of the one held, when it must and may be fetched."""

    version: int = 0
    etag: str = ""
    fresh_until: float = 0.0
    not_before: float = 0.0


class EventCopy:
    """Keeps `HeldEvent` what the hub says it is; one thread."""

    def __init__(self, files: EventFiles, line: HubLine) -> None:
        self._files, self._line = files, line
        self.held = self._named = files.held()
        self._wanted = {"teams": _Wanted(), "schedule": _Wanted()}
        self.says: Message | None = None
        """The trouble with a document, if there is any."""

    @property
    def acks(self) -> dict[str, int]:
        """The versions that are held."""
        held = self.held
        return {"teams": held.teams.version if held else 0, "schedule": held.schedule.version if held else 0}

    def met(self, hello: Hello) -> None:
        """Take in the hub's word on what the event is; both documents are asked for once after each hello."""
        held = self.held or HeldEvent(hello.event, hello.field)
        self._named = msgspec.structs.replace(held, event=hello.event, field=hello.field)
        self._keep(self._named)
        for wanted in self._wanted.values():
            wanted.fresh_until = 0.0
        self.wants(hello.teams, hello.schedule)

    def wants(self, teams: int, schedule: int, here: tuple[str, ...] | None = None) -> None:
        """Take in which versions the hub has, and which teams are checked in there."""
        if self.held is not None and here is not None:
            self._keep(msgspec.structs.replace(self.held, here=here))
        self._wanted["teams"].version, self._wanted["schedule"].version = teams, schedule

    def fetch(self) -> None:
        """Fetch what is another one than the one held. Raises Offline and HubRefusal."""
        for name, wanted in self._wanted.items():
            now = time.monotonic()
            is_held = now < wanted.fresh_until and self.acks[name] == wanted.version
            if is_held or now < wanted.not_before:
                continue
            wanted.not_before = now + AGAIN_S
            try:
                found = self._line.document(name, wanted.etag)
                if found is not None and self._took(name, found[0]):
                    wanted.etag = found[1]
            except (TooLong, msgspec.MsgspecError) as error:
                log.warning("the hub's %s cannot be used: %s", name, error)
                wanted.not_before = time.monotonic() + SPOILED_S
                self.says = Message("The hub's {document} cannot be used here.", {"document": _NAMES[name]})
            else:
                wanted.fresh_until, self.says = now + FRESH_S, None

    def _took(self, name: str, raw: bytes) -> bool:
        """Keep a document; False where the disk does not. Raises msgspec.MsgspecError for what is none."""
        made, held = document(name, raw), self.held or self._named
        if held is None:
            return False
        held = msgspec.structs.replace(held, **{name: made})
        if name == "schedule":
            held = msgspec.structs.replace(held, begun=begun_of(raw), played_by=played_by_of(raw))
        return self._keep(held)

    def _keep(self, held: HeldEvent) -> bool:
        """Hold this from now on; what the disk does not take nobody acknowledges, and it is fetched again."""
        if held != self.held and not self._files.hold(held):
            return False
        self.held = held
        return True
