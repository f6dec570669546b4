"""The lesson of the kit page: `fieldkit.tags.lesson` at the running kit's readers, in a thread of its own."""

import threading
from collections.abc import Callable, Mapping
from pathlib import Path

from fieldkit.errors import FieldkitError, Rejected
from fieldkit.games import Game
from fieldkit.kit_page.view import LessonView, SortView
from fieldkit.messages import Reading, Role, Verdict
from fieldkit.phrases import Language, Message, Term
from fieldkit.service.worker import Worker
from fieldkit.settings import Settings
from fieldkit.tags.lesson import Lesson, TagKind, tag_kinds
from fieldkit.tags.tag_book import TagBook, TagFile, meanings

MAX_BANDS = 6
"""The number of bands of each team that can be learned."""


class TagLesson:
    """Holds the open lesson, from any thread; ``tags`` learns at once, ``allowed``: one may be open now."""

    def __init__(
        self,
        settings: Settings,
        data: Path,
        games: Mapping[str, Game],
        tags: TagBook,
        translate: Language,
        files: Worker,
        allowed: Callable[[], bool],
    ) -> None:
        self._settings, self._data, self._games = settings, data, games
        self._tags, self._translate, self._files, self._allowed = tags, translate, files, allowed
        self._lock = threading.Lock()
        self._lesson: Lesson | None = None
        self._sorts: list[TagKind] = []
        self.view: LessonView | None = None
        """The lesson to show; None while none is open."""

    def begin(self, role: Role | None, value: str | None) -> None:
        """Open a lesson or go on with it, at a sort if given. Raises Unknown, Rejected and SettingsError."""

        def job() -> None:
            lesson = self._lesson or self._opened()
            if role is not None and value is not None:
                lesson.ask_for(role, value)
            self._show(lesson, "", opens=True)

        self._files.wait(job)

    def skip(self) -> None:
        """Go on to the next sort. Raises Rejected when none is asked for."""

        def job() -> None:
            lesson = self._taught()
            if lesson.over:
                raise Rejected("nothing_asked", "This kind is complete; choose another first.")
            self._show(lesson, self._translate(lesson.skip()))

        self._files.wait(job)

    def undo(self) -> None:
        """Take back the tag learned last. Raises Rejected, or FieldkitError if it cannot be."""

        def job() -> None:
            lesson = self._taught()
            tag, said = lesson.undo()
            self._tags.forget(tag)
            self._show(lesson, self._translate(said))

        self._files.wait(job)

    def end(self) -> None:
        """Close the lesson; what was learned stays."""
        with self._lock:
            self._lesson = self.view = None

    def claims(self, reading: Reading) -> Verdict:
        """Return what the player is shown: a tag that is new is counted."""
        new = reading.tag is not None and not self._tags.knows(reading.tag)
        return "counted" if new else "refused"

    def consume(self, reading: Reading) -> None:
        """Hand a reading to the lesson; returns at once."""
        lesson = self._lesson
        if lesson is not None:
            self._files.do(lambda: self._consume(lesson, reading.tag))

    def _consume(self, lesson: Lesson, tag: str | None) -> None:
        if self._lesson is not lesson:
            return
        said: Term | Message
        refused = True
        if tag is None:
            said = Term("That was a button; hold a tag to a reader.")
        elif lesson.over and not lesson.knows(tag):
            said = Term("This kind is complete; choose another first.")
        else:
            refused = lesson.knows(tag)
            try:
                said = lesson.learn_tag(tag)
            except FieldkitError as error:
                said, refused = error.said, True
            if not refused:
                self._tags.learn(tag, *lesson.meaning(tag))
        self._show(lesson, self._translate(said), refused)

    def _opened(self) -> Lesson:
        self._sorts = tag_kinds(self._games, MAX_BANDS)
        return Lesson(self._sorts, TagFile(self._data), meanings(self._settings))

    def _taught(self) -> Lesson:
        if self._lesson is None:
            raise Rejected("no_lesson", "No lesson is open: start one first.")
        return self._lesson

    def _show(self, lesson: Lesson, said: str, refused: bool = False, opens: bool = False) -> None:
        listed: list[SortView] = [
            {
                "role": sort.role,
                "value": sort.value,
                "name": self._translate(sort.title()),
                "count": lesson.count(sort),
                "wanted": sort.wanted,
            }
            for sort in self._sorts
        ]
        view: LessonView = {
            "prompt": "" if lesson.over else self._translate(lesson.prompt()),
            "said": said,
            "refused": refused,
            "learned": lesson.learned,
            "at": lesson.place,
            "sorts": listed,
        }
        with self._lock:
            if opens and not self._allowed():
                raise Rejected("match_runs", "Not while a match is running.")
            if opens or self._lesson is lesson:
                self._lesson, self.view = lesson, view
