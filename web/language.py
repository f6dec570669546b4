"""The pages' parts from games and the kit's language: folders of scripts, the catalogue, sentences."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
from flask import Flask
from flask.templating import Environment

from fieldkit.errors import FieldkitError
from fieldkit.games import Game
from fieldkit.games.loading import packages
from fieldkit.language.catalogue import Catalogue
from fieldkit.phrases import Language

Words = Mapping[str, str | Mapping[str, str]]
"""Sentences by their keys; of one that depends on a number, ``one`` and ``other``."""
STATIC = Path(__file__).parent / "static"
_encode = msgspec.json.encode


class TranslatedFlask(Flask):
    """A Flask that answers the addresses it has and no others, in the language of a catalogue."""

    def __init__(self, name: str, catalogue: Catalogue) -> None:
        super().__init__(name, static_folder=None)
        self.config["PROVIDE_AUTOMATIC_OPTIONS"] = False
        self.url_map.merge_slashes = False
        self._catalogue = catalogue

    def create_jinja_environment(self) -> Environment:
        """Make the environment of the templates, when the first of them is shown."""
        made = super().create_jinja_environment()
        made.add_extension("jinja2.ext.i18n")
        made.install_gettext_translations(self._catalogue.translations, newstyle=True)  # type: ignore[attr-defined]
        return made


@cache
def folder_of(game: str) -> Path:
    """Return the folder of a game's pages: ``web`` in its package."""
    return packages()[game] / "web"


def having(games: list[str], file: str) -> list[str]:
    """Return the games that have this file for the pages: not every one has a crew or prints anything."""
    return [game for game in games if (folder_of(game) / file).is_file()]


def choice(name: str, game: Game, spoken: Catalogue) -> dict[str, object]:
    """Return a game's picture, and in ``words`` its name, players and a line on it, by which to choose."""
    words = lists(folder_of(name) / "words.json").get("words.js", {})
    told = {key: spoken.on_page(entry) for key, entry in words.items() if key.startswith("game_")}
    return {"picture": game.picture, "scheduled": game.scheduled, "words": told}


def scripts(games: Mapping[str, Game], spoken: Catalogue) -> dict[str, bytes]:
    """Return the scripts of sentences in the kit's language; a game's also name its set-up's lists."""
    made = {"rules.js": _rules(games.values(), spoken.language)}
    folders = {"": STATIC, "hub/": STATIC / "hub"} | {f"{game}/": folder_of(game) for game in games}
    for address, folder in folders.items():
        for name, words in lists(folder / "words.json").items():
            own = {key: spoken.on_page(entry) for key, entry in words.items()}
            if name == "words.js" and (game := games.get(address.rstrip("/"))):
                known = spoken.language.sentences
                own |= {text: known[text] for text in sorted({*_strings(game.setup_view())} & known.keys())}
                own |= {key: known.get(name, name) for key, name in _names(game.setup_view())}
            made[address + name] = b"export const words = %b;\n" % _encode(own)
    return made


def _names(view: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, things in view.items():
        for thing in things if isinstance(things, list) else ():
            if isinstance(thing, dict) and {"id", "name"} <= thing.keys():
                yield f"{key}/{thing['id']}", thing["name"]


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from chain.from_iterable(map(_strings, value.values()))
    elif isinstance(value, (list, tuple)):
        yield from chain.from_iterable(map(_strings, value))


def lists(file: Path) -> dict[str, Words]:
    """Return the lists of a ``words.json`` by the scripts that they are served as. Raises FieldkitError."""
    try:
        read = msgspec.json.decode(file.read_bytes(), type=dict[str, str | dict[str, str | dict[str, str]]])
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.DecodeError) as error:
        raise FieldkitError("cannot read {file}: {error}", file=file, error=error) from None
    own, named = dict[str, str | Mapping[str, str]](), dict[str, Words]()
    for key, entry in read.items():
        if isinstance(entry, str) or entry.keys() == {"one", "other"}:
            own[key] = entry  # type: ignore[assignment]
        else:
            named[f"words/{key}.js"] = entry
    return {"words.js": own} | named


def _rules(games: Iterable[Game], translate: Language) -> bytes:
    """Return all games' rules by number: the sentence that a refusal cites, and all as a ``guide``."""
    cited: dict[str, str] = {}
    guide: dict[str, list[str]] = {}
    for game in games:
        cited |= {number: translate(sentence) for number, sentence in game.rules.items()}
        guide |= {number: [translate(each) for each in sentences] for number, sentences in game.guide.items()}
    return b"export const rules = %b;\nexport const guide = %b;\n" % (_encode(cited), _encode(guide))
