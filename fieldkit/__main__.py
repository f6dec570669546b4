"""``python -m fieldkit`` and the ``fieldkit`` command."""

import sys

from fieldkit.cli.commands import main

if __name__ == "__main__":
    sys.exit(main())
