"""Requests on a comm of their own, so that a panel is answered while a cell runs.

A message goes to the shell that last sent on its comm. A widget's comm is sent on from the main
shell, so what comes in on it waits for the running cell. On this comm the kernel never sends: what
comes in is taken by a subshell, and the answers go out on the widget's own comm.
"""

from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

if TYPE_CHECKING:
    from lux_nb.widgets.channel import Channel

TARGET = "lux-nb:panel"
_channels: "WeakValueDictionary[str, Channel]" = WeakValueDictionary()


def answer_requests(key: str, channel: "Channel") -> None:
    """Hand requests for a widget to its channel; the comm's target is registered once."""
    import comm

    _channels[key] = channel
    manager = comm.get_comm_manager()
    if TARGET not in getattr(manager, "targets", {TARGET: None}):
        manager.register_target(TARGET, _opened)


def _opened(opened: Any, _message: dict[str, Any]) -> None:
    def received(message: dict[str, Any]) -> None:
        data = message["content"]["data"]
        channel = _channels.get(str(data.get("key")))
        if channel is not None:
            channel.receive(data.get("message") or {})

    opened.on_msg(received)
