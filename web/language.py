"""The kit's language on the web: Flask-Babel for the templates, scripts of sentences for the pages."""

from __future__ import annotations

import io
from collections.abc import Iterable

import msgspec
from babel.support import NullTranslations, Translations
from flask import Flask
from flask_babel import Babel, Domain

from fieldkit.games import Game
from fieldkit.language.catalogue import Catalogue
from fieldkit.phrases import Language


class _Sentences(Domain):  # type: ignore[misc]
    """The templates' sentences, from the kit's own catalogue instead of a compiled file."""

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__()
        self._translations = Translations(io.BytesIO(catalogue.compiled))

    def get_translations(self) -> NullTranslations:
        """The one language of this kit."""
        return self._translations


def speak(flask: Flask, catalogue: Catalogue) -> None:
    """Let the templates of ``flask`` speak the language of the catalogue."""
    babel = Babel(flask, default_locale=catalogue.language.code)
    babel.domain_instance = _Sentences(catalogue)


def rules(games: Iterable[Game], translate: Language) -> bytes:
    """The module of the rules' sentences by their numbers, of all games together, in the kit's language."""
    spoken = {number: translate(sentence) for game in games for number, sentence in game.rules.items()}
    return b"export const rules = %b;\n" % msgspec.json.encode(spoken)


def script(catalogue: Catalogue) -> bytes:
    """The module that the pages' scripts take their sentences from; English ones are in the scripts."""
    return b"export const sentences = %b;\n" % msgspec.json.encode(catalogue.script)
