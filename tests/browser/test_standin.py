"""The stand-in whistle: what plays the kit's blasts does so on time, once, and says that it does."""

from __future__ import annotations

import json
import re

from hardware.whistle.blasts import PATTERNS, RANK
from web.games import STATIC


def test_its_blasts_are_those_of_the_whistle() -> None:
    source = (STATIC / "standin.js").read_text(encoding="utf-8")

    def table(name: str) -> dict[str, object]:
        text = re.search(rf"const {name} = (\{{.*?\}});", source, re.DOTALL)
        assert text is not None
        quoted = re.sub(r"(\w+):", r'"\1":', text[1])
        return dict(json.loads(re.sub(r",(\s*)\}", r"\1}", quoted)))

    assert table("PATTERNS") == {name: [list(part) for part in parts] for name, parts in PATTERNS.items()}
    assert table("RANK") == dict(RANK)
