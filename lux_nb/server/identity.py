"""Which kernel this process is, as Jupyter knows it."""

import re
import sys
import uuid
from pathlib import Path


def kernel_id() -> str:
    """Return Jupyter's id of this kernel, which a restart keeps, or a fresh one elsewhere."""
    name = _connection_name()
    cleaned = re.sub(r"[^A-Za-z0-9_-]", "-", name.removeprefix("kernel-"))
    return cleaned or str(uuid.uuid4())


def _connection_name() -> str:
    # Not imported: in a kernel it is there already, and elsewhere it is not needed.
    application = sys.modules.get("ipykernel.kernelapp")
    if application is None or not application.IPKernelApp.initialized():
        return ""
    file = getattr(application.IPKernelApp.instance(), "connection_file", "")
    return Path(file).stem if file else ""
