"""The kit's language on the web: its catalogue for the templates, scripts of sentences for the pages."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from flask import Flask
from flask.templating import Environment

from fieldkit.games import Game
from fieldkit.language.catalogue import Catalogue
from fieldkit.phrases import Language


class Speaking(Flask):
    """A Flask whose templates speak the language of a catalogue."""

    def __init__(self, name: str, catalogue: Catalogue) -> None:
        super().__init__(name, static_folder=None)
        self._catalogue = catalogue

    def create_jinja_environment(self) -> Environment:
        """The templates' surroundings, made when the first of them is shown."""
        made = super().create_jinja_environment()
        made.add_extension("jinja2.ext.i18n")
        made.install_gettext_translations(self._catalogue.translations, newstyle=True)  # type: ignore[attr-defined]
        return made


def rules(games: Iterable[Game], translate: Language) -> bytes:
    """Return the module of the rules by their numbers, all games together, in the kit's language.

    ``rules`` has the sentence that a refusal cites, ``guide`` all the sentences that teach the rule.
    """
    spoken: dict[str, str] = {}
    told: dict[str, list[str]] = {}
    for game in games:
        spoken |= {number: translate(sentence) for number, sentence in game.rules.items()}
        told |= {number: [translate(each) for each in sentences] for number, sentences in game.guide.items()}
    encode = msgspec.json.encode
    return b"export const rules = %b;\nexport const guide = %b;\n" % (encode(spoken), encode(told))


def script(catalogue: Catalogue) -> bytes:
    """The module that the pages' scripts take their sentences from; English ones are in the scripts."""
    return b"export const sentences = %b;\n" % msgspec.json.encode(catalogue.script)
