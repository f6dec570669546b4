"""A German kit, and one who looks at its screens: no English word, all fits, and axe-core finds nothing.

A word is English if the catalogue's English sentences use it and its German ones do not, so that a text which
bypasses the catalogue is found as well as one that it lacks. What fits in German, whose words are longer,
fits in English too.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page

from fieldkit.language.catalogue import catalogue, load_language
from tests.browser.audit import measured, violations
from tests.browser.conftest import LANDSCAPE, PHONE, PORTRAIT, SMALL
from tests.process.conftest import Kit

SIZES = (SMALL, PORTRAIT, PHONE)
"""The shortest, the narrowest and one between: a larger one has more room."""
NARROW = (LANDSCAPE, PHONE)
"""For what grows with its text alone: panels and plain pages."""
PLACEHOLDER = re.compile(r"\{\w+\}")
FOREIGN = re.compile(r"https?://\S+|[\w.-]+:\d+\S*|(?:/[\w.-]+)+|FC-\d+|\b[0-9a-f]{4}(?: [0-9a-f]{4})+")
"""Addresses, paths and rule numbers are in no language."""
WORD = re.compile(r"[^\W\d_]{2,}")
NAMES = {"foxes", "herons", "otters", "badgers"}
TEXTS = """() => {
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const around = walker.currentNode.parentElement;
    // The letters of a code may happen to be a word.
    if (!around.closest("script, style, noscript, p.code")) {
      texts.push(walker.currentNode.data);
    }
  }
  for (const element of document.querySelectorAll("[aria-label], [placeholder], [title], [alt]")) {
    for (const name of ["aria-label", "placeholder", "title", "alt"]) {
      const text = element.getAttribute(name);
      if (text) texts.push(text);
    }
  }
  return texts.filter((text) => text.trim());
}"""


def german(words: str) -> str:
    """Return the German of a page's words."""
    own = load_language("de")
    return own.forms.get(words, [own.sentences.get(words, words)])[0]


def words_of(texts: Iterable[str]) -> set[str]:
    """All words of some texts, in lower case."""
    return {
        word.lower() for text in texts for word in WORD.findall(PLACEHOLDER.sub(" ", FOREIGN.sub(" ", text)))
    }


@cache
def only_english() -> frozenset[str]:
    """Return the words of the catalogue's English sentences that its German ones do without."""
    own = catalogue("de").language
    ours = [*own.sentences.values(), *(form for forms in own.forms.values() for form in forms)]
    return frozenset(words_of([*own.sentences, *own.forms]) - words_of(ours) - NAMES)


class GermanKit(Kit):
    """A kit whose settings ask for German, and whose referee gives German reasons."""

    def __init__(self, folder: Any) -> None:
        super().__init__(folder)
        asked = self.settings.read_text(encoding="utf-8")
        asked = asked.replace("[kit]", '[kit]\nname = "Platz 1"')
        for room in ("[web]", "[scoreboard]"):
            asked = asked.replace(room, f'{room}\nlanguage = "de"')
        self.settings.write_text(asked, encoding="utf-8")

    def must(self, type_: str, **fields: Any) -> dict[str, Any]:
        """Send a command that has to be accepted, its reason in German."""
        return super().must(type_, **(fields | ({"reason": "Probe"} if "reason" in fields else {})))


def _running(factory: pytest.TempPathFactory) -> Iterator[GermanKit]:
    yield from GermanKit(factory.mktemp("german")).running()


@pytest.fixture(scope="module", name="kit")
def german_kit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GermanKit]:
    """Yield a running German kit as the one of a file's tests."""
    yield from _running(tmp_path_factory)


@pytest.fixture(scope="module", name="german")
def german_beside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GermanKit]:
    """Yield one beside the kit of a file's tests."""
    yield from _running(tmp_path_factory)


class Reader:
    """Reads one screen after the other and remembers what is wrong with each."""

    def __init__(self, english: frozenset[str]) -> None:
        self.english = english
        self.wrong: dict[str, object] = {}
        self.seen = 0

    def read(
        self,
        page: Page,
        screen: str,
        sizes: Sequence[tuple[int, int]] = SIZES,
        brought: Callable[[], None] = lambda: None,
    ) -> None:
        """Read what a page shows, measure it at each size, ``brought`` before, and audit it at the first."""
        self.seen += 1
        page.emulate_media(reduced_motion="reduce")
        brought()
        texts: list[str] = page.evaluate(TEXTS)
        if left := sorted({text.strip() for text in texts if words_of([text]) & self.english}):
            self.wrong[screen] = left
        for width, height in reversed(sizes):
            brought()
            if found := measured(page, width, height):
                self.wrong[f"{screen} {width}x{height}"] = found
        if found_by_axe := violations(page):
            self.wrong[f"{screen}, axe"] = found_by_axe


def _reading(english: frozenset[str]) -> Iterator[Reader]:
    reader = Reader(english)
    yield reader
    assert not reader.wrong, "\n".join(f"{screen}: {found}" for screen, found in reader.wrong.items())
    assert reader.seen


@pytest.fixture
def reader() -> Iterator[Reader]:
    """Fails at the end of the test with all that was found, screen by screen."""
    yield from _reading(only_english())


@pytest.fixture
def audit() -> Iterator[Reader]:
    """Yield what does the same for a kit in English, whose words are right."""
    yield from _reading(frozenset())


def at(kit: Kit) -> Mapping[str, str]:
    """Where a page of this kit is asked for."""
    return {"origin": f"http://127.0.0.1:{kit.port}"}
