"""``python -m lux_nb.attach [--kernel ID]``: the bridge, where no console script is installed."""

import argparse
import sys

from lux_nb.attach.main import add_arguments, run

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="lux-nb attach")
    add_arguments(parser)
    sys.exit(run(parser.parse_args()))
