"""A kernel in a process of its own, so that tests can kill it: prints its id, lives until EOF."""

import sys

from lux_nb.engine.engine import Engine
from lux_nb.server import serve
from tests.server.operations import declare_test_operations

if __name__ == "__main__":
    engine = Engine()
    declare_test_operations(engine.operations)
    info = serve(engine)
    sys.stdout.write(f"{info.kernel_id}\n")
    sys.stdout.flush()
    sys.stdin.read()
    engine.close()
