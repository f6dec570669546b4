"""`fieldkit tags learn`: asks for ball after ball, marker after marker, and saves each tag as it is read."""

import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Literal

from fieldkit.clock import Clock
from fieldkit.errors import FieldkitError, Rejected, Unknown
from fieldkit.games import Game, HoopFacet
from fieldkit.games.loading import load_games
from fieldkit.messages import HoopStatus, Reading, Role
from fieldkit.phrases import Message, Term
from fieldkit.service import console
from fieldkit.service.supervisor import locked
from fieldkit.settings import Link, Settings
from fieldkit.tags.tag_book import TagFile, Tags, meanings, with_learned

KEYS = "Type s and Enter to skip to the next kind, u to undo the last tag, q to end."
BUSY = "The kit is running and uses the readers; stop it first, then learn the tags."


@dataclass(frozen=True, slots=True)
class TagKind:
    """A kind of things to be tagged: balls, a ``team``'s markers (any number: None), or one player."""

    role: Role
    value: str
    wanted: int | None
    team: str = field(default="", compare=False)

    def name(self, number: int) -> Message:
        """Return the name of the thing with a number."""
        if self.role == "player":
            return Message("the band of {player}", {"player": self.title()})
        if self.role == "marker":
            return Message("marker {n} of {team}", {"n": number, "team": self._of})
        return Message("ball {n} of {kind}", {"n": number, "kind": self._of})

    def title(self) -> Message:
        """Return the name of all of them."""
        if self.role == "player":
            number = self.value.rpartition("/")[2]
            return Message("player {number} of {team}", {"number": number, "team": self._of})
        if self.role == "marker":
            return Message("markers of {team}", {"team": self._of})
        return Message("balls of {kind}", {"kind": self._of})

    @property
    def _of(self) -> Term:
        return Term(self.team or self.value.partition("/")[0])


def tag_kinds(games: Mapping[str, Game], players: int) -> list[TagKind]:
    """Return all kinds of some games: their fields' balls, their teams' markers, ``players`` of each team."""
    found: dict[TagKind, None] = {}
    for game in games.values():
        if game.hoops is not None:
            found |= dict.fromkeys(_of(game.hoops, players))
    return sorted(found, key=lambda sort: ("ball", "marker", "player").index(sort.role))


def _of(hoops: HoopFacet, players: int) -> Iterator[TagKind]:
    teams = hoops.teams()
    named = [TagKind("ball", kind, count) for kind, count in hoops.balls().items()]
    named += [TagKind("marker", team, None, name) for team, name in teams.items()]
    all_of = range(1, players + 1)
    named += [TagKind("player", f"{team}/{n}", 1, name) for team, name in teams.items() for n in all_of]
    yield from (sort for sort in named if hoops.unknown(sort.role, sort.value) is None)


MakeLinks = Callable[[Sequence[Link], Clock, Callable[[Reading], None], Callable[[HoopStatus], None]], Any]
"""Makes the links of the readers, which their ``start`` opens and their ``close`` closes."""
Word = tuple[Literal["tag", "key"], str]
"""A tag that was read, or a line that was typed; the end of input is a ``q``."""


def run(settings: Settings, data: Path, players: int, make_links: MakeLinks) -> None:
    """Learn tags at the readers of the settings, steered by standard input. Raises FieldkitError."""
    if not settings.links:
        raise FieldkitError("The settings have no [[links]], so there is no reader to hold a tag to.")
    all_sorts = tag_kinds(load_games(with_learned(settings, data)), players)
    file = TagFile(data)
    with ExitStack() as open_things:
        for name in ("kit", "referee"):
            open_things.enter_context(locked(data / f"{name}.lock", BUSY))
        lesson = Lesson(all_sorts, file, meanings(settings))
        words: SimpleQueue[Word] = SimpleQueue()
        links = make_links(settings.links, Clock(), partial(_pass_on, words), _complain)
        open_things.callback(links.close)
        links.start()
        threading.Thread(target=_type, args=(words,), name="keys", daemon=True).start()
        teach(lesson, iter(words.get, None), console.say)
    console.say(f"{lesson.learned} tags learned into {file.path}; the kit knows them from its next start.")


class Lesson:
    """The state of an enrolment: the kind that is asked for, the known tags, and those that can be undone."""

    def __init__(self, all_sorts: Sequence[TagKind], file: TagFile, fixed: Tags) -> None:
        self._sorts = all_sorts
        self._file = file
        self._fixed = fixed
        self._known: Tags = file.tags() | fixed
        self._place = 0
        self._learned: list[tuple[str, int]] = []
        self._go_on()

    @property
    def over(self) -> bool:
        """True when nothing more is asked for."""
        return self._place >= len(self._sorts)

    @property
    def place(self) -> int | None:
        """The index of the kind that is asked for, or None."""
        return None if self.over else self._place

    @property
    def learned(self) -> int:
        """The number of tags that were learned and not undone."""
        return len(self._learned)

    def prompt(self) -> Message:
        """Return the next instruction."""
        sort = self._sorts[self._place]
        number = self.count(sort) + 1
        held = {"thing": sort.name(number), "n": number, "wanted": sort.wanted}
        if sort.wanted and sort.wanted > 1:
            return Message("Hold {thing} to any reader ({n} of {wanted}).", held)
        return Message("Hold {thing} to any reader.", held)

    def knows(self, tag: str) -> bool:
        """Return True for a tag that has a meaning."""
        return tag.upper() in self._known

    def meaning(self, tag: str) -> tuple[Role, str]:
        """Return the meaning of a known tag."""
        return self._known[tag.upper()]

    def learn_tag(self, tag: str) -> Message:
        """Save a tag, unless it is known. Raises FieldkitError if it cannot be saved."""
        tag = tag.upper()
        if tag in self._known:
            return Message("{tag} is already {thing}; take another.", {"tag": tag, "thing": self._what(tag)})
        sort = self._sorts[self._place]
        self._file.add(tag, sort.role, sort.value)
        self._known[tag] = (sort.role, sort.value)
        self._learned.append((tag, self._place))
        said = Message("{tag} is {thing}.", {"tag": tag, "thing": self._what(tag)})
        self._go_on()
        return said

    def ask_for(self, role: Role, value: str) -> None:
        """Go to a kind. Raises Unknown for one that is never asked for, Rejected for a complete one."""
        for place, sort in enumerate(self._sorts):
            if (sort.role, sort.value) == (role, value):
                if self.count(sort) == sort.wanted:
                    raise Rejected("all_known", "Already complete: {things}.", things=sort.title())
                self._place = place
                return
        raise Unknown("unknown_sort", "There are no tags for {value}.", value=value)

    def skip(self) -> Message:
        """Go to the next kind."""
        sort = self._sorts[self._place]
        self._place += 1
        self._go_on()
        return Message("Skipped: {things}.", {"things": sort.title()})

    def undo(self) -> tuple[str, Message]:
        """Undo the last learned tag and ask for it again; return it, and a sentence. Raises Rejected."""
        if not self._learned:
            raise Rejected("nothing_learned", "Nothing to undo yet.")
        tag, place = self._learned[-1]
        self._file.remove(tag)
        said = Message("{tag} is no longer {thing}.", {"tag": tag, "thing": self._what(tag)})
        self._learned.pop()
        del self._known[tag]
        self._place = place
        return tag, said

    def count(self, sort: TagKind) -> int:
        """Count the known tags of a kind."""
        return list(self._known.values()).count((sort.role, sort.value))

    def _go_on(self) -> None:
        while not self.over and self.count(self._sorts[self._place]) == self._sorts[self._place].wanted:
            self._place += 1

    def _what(self, tag: str) -> Message:
        meaning = self._known[tag]
        alike = [each for each, other in self._known.items() if other == meaning]
        named = (sort for sort in self._sorts if (sort.role, sort.value) == meaning)
        return next(named, TagKind(*meaning, None)).name(alike.index(tag) + 1)


def teach(lesson: Lesson, words: Iterator[Word], say: Callable[[str], None]) -> None:
    """Ask until everything is learned or somebody ends it."""
    say(KEYS)
    while not lesson.over:
        say(str(lesson.prompt()))
        match next(words):
            case "tag", tag:
                say(str(lesson.learn_tag(tag)))
            case _, "q":
                break
            case _, "s":
                say(str(lesson.skip()))
            case _, "u":
                try:
                    say(str(lesson.undo()[1]))
                except Rejected as refused:
                    say(str(refused))
            case _, line if line:
                say(KEYS)


def _type(words: SimpleQueue[Word]) -> None:
    # Without a buffer, whose lock a thread that waits for a key would hold when the command ends.
    with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as keys:
        for line in keys:
            words.put(("key", line.decode("utf-8", "replace").strip().lower()))
    words.put(("key", "q"))


def _pass_on(words: SimpleQueue[Word], reading: Reading) -> None:
    """Pass on a reading's tag; its node need not repeat it."""
    reading.answer(None)
    if reading.tag is not None:
        words.put(("tag", reading.tag))


def _complain(status: HoopStatus) -> None:
    if status.cure:
        console.say(status.cure.format(hoop=status.hoop))
