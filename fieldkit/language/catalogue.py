"""The catalogues: one gettext file of all the kit's sentences for each language but English.

To add a language, add its file, ``locale/<language>/LC_MESSAGES/messages.po``: ``make catalogue`` fills it in
and keeps it up to date. The file is read as text: nothing has to be compiled. Messages on the console and
about the settings file stay English.
"""

import gettext
import io
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import msgspec

from fieldkit.phrases import ENGLISH, Language

_LOCALE = Path(__file__).parent / "locale"
_SAMPLE = 200
"""Numbers up to this one tell which form belongs to which category of a language's plurals."""


def file_of(language: str) -> Path:
    """Return the file of a language's catalogue."""
    return _LOCALE / language / "LC_MESSAGES" / "messages.po"


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """Return the kit's languages, English first."""
    found = [folder.name for folder in _LOCALE.iterdir() if file_of(folder.name).is_file()]
    return (ENGLISH.code, *sorted(found))


class Catalogue(msgspec.Struct, frozen=True):
    """A language's sentences: for the core (``language``), the templates (``translations``), the pages.

    ``categories`` tells by its name (``one``, ``other``, …) which form of a plural it is.
    """

    language: Language
    translations: gettext.NullTranslations
    categories: Mapping[str, int]

    def on_page(self, entry: str | Mapping[str, str]) -> str | Mapping[str, str]:
        """Translate an entry of a page's words: a sentence, or one for each category of a plural."""
        if isinstance(entry, str):
            return self.language.sentences.get(entry, entry)
        forms = self.language.forms.get(entry["one"], (entry["one"], entry["other"]))
        return {category: forms[which] for category, which in self.categories.items()}


@lru_cache(maxsize=4)
def catalogue(language: str) -> Catalogue:
    """Return the catalogue of one of `languages`."""
    if language == ENGLISH.code:
        return Catalogue(ENGLISH, gettext.NullTranslations(), {"one": 0, "other": 1})
    # Imported here, since the whistle's process and an English kit need none of it.
    from babel import Locale
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    read = read_po(io.BytesIO(file_of(language).read_bytes()), locale=language)
    compiled = io.BytesIO()
    write_mo(compiled, read)
    which = gettext.c2py(read.plural_expr)
    category = Locale.parse(language).plural_form
    sentences: dict[str, str] = {}
    forms: dict[str, tuple[str, ...]] = {}
    for message in read:
        if not message.id or "fuzzy" in message.flags:
            continue
        if isinstance(message.id, str):
            if message.string:
                sentences[message.id] = str(message.string)
        elif all(each := tuple(message.string or ())):
            forms[message.id[0]] = each
    compiled.seek(0)
    categories = {category(n): which(n) for n in range(_SAMPLE)}
    own = Language(language, sentences, forms, which)
    return Catalogue(own, gettext.GNUTranslations(compiled), categories)


def load_language(language: str) -> Language:
    """Return one of `languages`, to be called with a sentence."""
    return catalogue(language).language
