"""The wire between client and worker: a length, then that many bytes of JSON."""

import json
import socket
import struct
from asyncio import StreamReader
from typing import Any

HEADER = struct.Struct(">I")


def pack(message: Any) -> bytes:
    """Give the bytes of one frame."""
    body = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()
    return HEADER.pack(len(body)) + body


def pack_columns(name: str, columns: bytes) -> bytes:
    """Give the frame that adds facts of encoded columns."""
    body = b'{"do":"columns","with":[%s,%s]}' % (json.dumps(name).encode(), columns)
    return HEADER.pack(len(body)) + body


def read_blocking(connection: socket.socket) -> Any:
    """Read one frame from a blocking socket, or None at its end."""
    header = _exactly(connection, HEADER.size)
    if header is None:
        return None
    body = _exactly(connection, HEADER.unpack(header)[0])
    return None if body is None else json.loads(body)


async def read_frame(reader: StreamReader) -> Any:
    """Read one frame from a stream; IncompleteReadError says the worker is gone."""
    header = await reader.readexactly(HEADER.size)
    return json.loads(await reader.readexactly(HEADER.unpack(header)[0]))


def _exactly(connection: socket.socket, count: int) -> bytes | None:
    chunks = bytearray()
    while len(chunks) < count:
        chunk = connection.recv(min(count - len(chunks), 1 << 20))
        if not chunk:
            return None
        chunks += chunk
    return bytes(chunks)
