"""Settings and fields saved on the kit's page, checked and written; games are made again for a next match."""

import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args, get_type_hints

from fieldkit.errors import Rejected, SettingsError, Unknown
from fieldkit.games import Game, hoop_ids
from fieldkit.games.loading import game_file, known_games, load_games
from fieldkit.kit_page.view import FieldView, GameSettings, Origin, SettingsView
from fieldkit.language.catalogue import languages
from fieldkit.phrases import ENGLISH, N_, Message
from fieldkit.saved import SHARED, LayeredSettings, Tables, checked, layered, save_field, save_tables
from fieldkit.service.worker import Worker
from fieldkit.settings import Settings, Web

RESTARTED = {"kit": ("name",), "web": SHARED["web"], "hub": SHARED["hub"]}
"""Settings that the referee's process reads only when it starts; other processes watch for their own."""
_SECRET = {"hub": ("key",)}
"""Settings that may be saved and are shown to nobody."""


class Saving:
    """The settings and fields that the page may change, from any thread.

    ``games`` is the referee's own mapping, in which a game that is made again takes its place. ``restart``
    ends this process, where somebody starts it again; ``changed`` is called after each change.
    """

    def __init__(
        self,
        laid: LayeredSettings,
        data: Path,
        games: dict[str, Game],
        changed: Callable[[], None] = lambda: None,
        restart: Callable[[], None] | None = None,
    ) -> None:
        self._own, self._name, self._data, self._games = laid.own, laid.name, data, games
        self._changed, self._restart = changed, restart
        self._laid = laid
        self._runs_with = _restarted(laid.settings)
        self._files = Worker("kit settings")
        self._lock = threading.Lock()
        self._made = (self._settings(), self._fields())

    def start(self) -> None:
        """Begin."""
        self._files.start()

    def close(self) -> None:
        """End; a file that is being written is finished (2 s at most)."""
        self._files.close()

    @property
    def left_out(self) -> Sequence[Message]:
        """Return what was saved and cannot be used, a sentence for each file."""
        return self._laid.left_out

    def view(self) -> tuple[SettingsView, dict[str, FieldView]]:
        """Return the settings, and the field of each game that has one."""
        return self._made

    def save(self, tables: Tables) -> None:
        """Save settings beside those saved before. Raises SettingsError, FieldkitError, NotStored."""
        with self._lock:
            kept = self._laid.saved
            saved = {table: {**kept.get(table, {}), **tables.get(table, {})} for table in {**kept, **tables}}
            try:
                # By themselves too: what the settings file covers today must not spoil the rest tomorrow.
                checked({}, "", saved, "")
                checked(self._own, self._name, saved, "")
            except SettingsError as error:
                raise SettingsError(str(error).split("\n")[0].removeprefix(": ")) from None
            self._files.wait(lambda: save_tables(self._data, saved))
            self._lay()
        self._changed()

    def save_field(self, name: str, given: Mapping[str, Any]) -> None:
        """Save the field of a game. Raises Rejected or Unknown for one that cannot be used, and as `save`."""
        with self._lock:
            game, table = self._field_of(name)
            ids = list(game.hoops.ids) if game.hoops else []
            laid = game.with_field(given)
            if laid.hoops is None or list(laid.hoops.ids) != ids:
                raise Rejected("hoops_changed", "A field laid out here keeps its hoops and their numbers.")
            whole = {part: [dict(entry) for entry in entries] for part, entries in given.items()}
            saved = None if whole == game_file(name, "field.toml") else whole
            self._files.wait(lambda: save_field(self._data, table, saved))
            self._lay()
        self._changed()

    def restart(self) -> None:
        """End this process so that it starts again. Raises Rejected where nobody starts it."""
        if self._restart is None:
            raise Rejected("no_restart", "This kit cannot restart itself: stop it and start it again.")
        self._restart()

    def _field_of(self, name: str) -> tuple[Game, str]:
        known, game = known_games().get(name), self._games.get(name)
        if known is None or game is None or known.field is None or game.hoops is None:
            raise Unknown("no_field", "This game has no field to lay out.")
        if known.field in self._laid.settings.field_files and known.field not in self._laid.fields:
            text = N_("The settings file names a field, which overrides one laid out here.")
            raise Rejected("field_fixed", text)
        return game, known.field

    def _lay(self) -> None:
        self._laid = layered(self._own, self._name, self._data)
        self._games.update(load_games(self._laid.settings))
        self._made = (self._settings(), self._fields())

    def _settings(self) -> SettingsView:
        settings = self._laid.settings
        tables = {
            table: {key: getattr(getattr(settings, table), key) for key in keys}
            | dict.fromkeys(_SECRET.get(table, ()), "")
            for table, keys in SHARED.items()
        }
        spoken = [ENGLISH.code, *languages()]
        themes = list(get_args(get_type_hints(Web)["theme"]))
        return {
            "tables": tables,
            "choices": {"language": list(dict.fromkeys(spoken)), "theme": themes},
            "fixed": {table: self._fixed(table, keys) for table, keys in SHARED.items()},
            "games": {name: made for name in self._games if (made := self._of_game(name))["options"]},
            "waits": _restarted(settings) != self._runs_with,
            "restarts": self._restart is not None,
        }

    def _of_game(self, name: str) -> GameSettings:
        game, table = self._games[name], known_games()[name].options
        setup = game.setup_view() if game.settled else {}
        return {
            "table": table,
            "options": {key: setup["options"][key] for key in game.settled},
            "fields": [each for each in setup.get("fields", []) if each["name"] in game.settled],
            "fixed": self._fixed(table, game.settled),
        }

    def _fixed(self, table: str, keys: Sequence[str]) -> list[str]:
        own = self._own.get(table, {})
        return [key for key in keys if key in own]

    def _fields(self) -> dict[str, FieldView]:
        views: dict[str, FieldView] = {}
        for name, known in known_games().items():
            game = self._games.get(name)
            if game is None or known.field is None or game.hoops is None or not hoop_ids({name: game}):
                continue
            file = self._laid.settings.field_files.get(known.field, "")
            origin: Origin = "own" if known.field in self._laid.fields else "settings" if file else "default"
            setup = game.setup_view()
            views[name] = {
                "from": origin,
                "file": Path(file).name if origin == "settings" else "",
                "hoops": setup["hoops"],
                "piles": setup["piles"],
                "default": game_file(name, "field.toml"),
            }
        return views


def _restarted(settings: Settings) -> list[Any]:
    return [getattr(getattr(settings, table), key) for table, keys in RESTARTED.items() for key in keys]
