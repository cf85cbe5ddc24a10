import json

from hypothesis import given
from hypothesis import strategies as st
from mcp.shared.inbound import decode_header_value

from lux_nb.attach.frames import encode, header_value, own_version, routing_headers
from lux_nb.attach.http import EventParser

anything = st.text(st.characters(exclude_categories=["Cs"]))
META = {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}}


@given(anything)
def test_a_name_arrives_as_it_was_sent(name: str) -> None:
    sent = header_value(name)
    assert sent.isascii()
    assert "\n" not in sent
    assert decode_header_value(sent) == name


@given(st.recursive(st.none() | st.integers() | st.text(), st.lists) | st.text())
def test_a_frame_is_one_line_and_means_the_same(value: object) -> None:
    line = encode({"result": value})
    assert b"\n" not in line
    assert json.loads(line) == {"result": value}


@given(st.lists(anything.filter(lambda t: t and not set(t) & set("\r\n")), max_size=5), st.data())
def test_events_are_cut_right_however_the_bytes_come(texts: list[str], data: st.DataObject) -> None:
    stream = b": ping\r\n\r\n" + b"".join(
        f"id: 1\r\nevent: message\r\ndata: {text}\r\n\r\n".encode() for text in texts
    )
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    pieces = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    parser = EventParser()
    found = [event.decode() for piece in pieces for event in parser.feed(piece)]
    assert found == texts


def test_a_newer_request_repeats_its_method_and_name_as_headers() -> None:
    frame = {"method": "tools/call", "id": 1, "params": {"name": "confer", **META}}
    assert own_version(frame) == "2026-07-28"
    assert routing_headers(frame, "2026-07-28") == {
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/call",
        "mcp-name": "confer",
    }
    assert own_version({"method": "ping", "id": 1}) is None
