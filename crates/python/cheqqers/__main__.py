"""The command ``cheqqers``."""

import signal
import sys

from ._core import main as _main


def main() -> None:
    """Runs the command with the arguments of this process, and ends the process with its exit status."""
    # The command handles interrupts itself.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _main(["cheqqers", *sys.argv[1:]])


if __name__ == "__main__":
    main()
