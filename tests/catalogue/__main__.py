"""``make catalogue``: lays the kit's sentences into every catalogue, and says what lacks a translation.

With a language as its argument it begins the catalogue of that language.
"""

import io
import subprocess
import sys
import tempfile
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[2]
LOCALE = ROOT / "fieldkit" / "language" / "locale"
_PASSING = (
    "POT-Creation-Date",
    "PO-Revision-Date",
    "Last-Translator",
    "Language-Team",
    "Report-Msgid",
    "Generated",
)


def template() -> Catalog:
    """Return the kit's sentences, untranslated, as `pybabel extract` finds them."""
    with tempfile.TemporaryDirectory() as made:
        pot = Path(made, "kit.pot")
        # Run as a module, Babel finds `tests`, where the reader of the pages' words is.
        pybabel = [sys.executable, "-m", "babel.messages.frontend", "--quiet", "extract"]
        options = ["--mapping", str(ROOT / "pyproject.toml"), "--add-location", "file", "--output", str(pot)]
        subprocess.run([*pybabel, *options, "."], cwd=ROOT, check=True)
        return read_po(io.BytesIO(pot.read_bytes()))


def file_of(language: str) -> Path:
    """Return the file of a language's catalogue."""
    return LOCALE / language / "LC_MESSAGES" / "messages.po"


def read(language: str) -> Catalog:
    """Return a language's catalogue as it is, empty for a new one."""
    path = file_of(language)
    return read_po(io.BytesIO(path.read_bytes() if path.exists() else b""), locale=language)


def text_of(catalog: Catalog) -> str:
    """Return a catalogue as text, without what would change at every run."""
    written = io.BytesIO()
    write_po(written, catalog, width=110, sort_output=False, ignore_obsolete=True, include_lineno=False)
    lines = written.getvalue().decode().splitlines()
    kept = [line for line in lines if not line.startswith(tuple(f'"{name}' for name in _PASSING))]
    first = next(i for i, line in enumerate(kept) if not line.startswith("#"))
    return "\n".join(kept[first:]).strip() + "\n"


def ids(message: Message) -> list[str]:
    """Return the English of a sentence; of one that depends on a number, its singular and its plural."""
    return [message.id] if isinstance(message.id, str) else list(message.id)


def missing(catalog: Catalog) -> list[str]:
    """Return the sentences that a catalogue has no translation of."""
    return [
        ids(message)[0]
        for message in catalog
        if message.id
        and not all([message.string] if isinstance(message.string, str) else message.string or ("",))
    ]


def main(languages: list[str]) -> int:
    """Bring all catalogues up to date; 1 when a sentence lacks a translation."""
    names = languages or sorted(folder.name for folder in LOCALE.iterdir() if folder.is_dir())
    lacking = 0
    for language in names:
        catalog = read(language)
        catalog.update(template(), no_fuzzy_matching=True)
        path = file_of(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text_of(catalog), encoding="utf-8")
        lacking += len(missing(catalog))
        print(f"{language}: {len(catalog)} sentences, {len(missing(catalog))} to translate")
        for sentence in missing(catalog):
            print(f"  {sentence}")
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
