"""``make card``: one zip for the FAT part of a card with Raspberry Pi OS Lite (64-bit, Debian 13)."""

import argparse
import hashlib
import tempfile
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import bundle

HERE = Path(__file__).parent
FILES = (*sorted((HERE / "card").iterdir()), HERE / "fieldkit-card.py")
"""The files beside the archive."""
KIND = bundle.Kind("aarch64", "3.13")
ARCHIVE, SUM = "fieldkit.tar.gz", "fieldkit.sha256"


def files(archive: Path) -> dict[str, bytes]:
    """Return the card's files by their names; the sum, by which the archive counts, is the last one."""
    packed = archive.read_bytes()
    line = f"{hashlib.sha256(packed).hexdigest()}  {ARCHIVE}\n"
    return {**{file.name: file.read_bytes() for file in FILES}, ARCHIVE: packed, SUM: line.encode()}


def make(out: Path, kinds: tuple[bundle.Kind, ...] = (KIND,)) -> Path:
    """Make the zip in a folder; alike to the byte each time. Raises SystemExit as a bundle does."""
    with tempfile.TemporaryDirectory(prefix="fieldkit-card-") as passing:
        archive = bundle.make(Path(passing), kinds)
        out.mkdir(parents=True, exist_ok=True)
        made = out / f"{archive.name.removesuffix('.tar.gz')}-card.zip"
        when = datetime.fromtimestamp(bundle.EPOCH, UTC).timetuple()[:6]
        with zipfile.ZipFile(made, "w") as packed:
            for name, content in files(archive).items():
                packed.writestr(zipfile.ZipInfo(name, when), content)
    return made


def main() -> None:
    """Make the zip, and say where it is."""
    parser = argparse.ArgumentParser(description="Make the zip for the card of a kit.")
    parser.add_argument("--out", type=Path, default=bundle.OUT, metavar="DIR", help="where to (.bundle)")
    file = make(parser.parse_args().out)
    print(f"{file}: {file.stat().st_size // 1_000_000} MB; unpack it onto the card's FAT part")


if __name__ == "__main__":
    main()
