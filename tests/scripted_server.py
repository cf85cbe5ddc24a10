"""A model that says what a script tells it: an OpenAI-compatible HTTP server on loopback."""

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = str | int | tuple[str, list[float]]
Script = Callable[[dict[str, Any]], Answer]


class ScriptedServer:
    """Serves one model; the script gets the request's body and returns text or a status.

    A pair of text and log-probabilities is streamed one word per probability.
    """

    def __init__(self, script: Script) -> None:
        self.script = script
        self.requests: list[dict[str, Any]] = []
        handler = type("Handler", (_Handler,), {"owner": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def prompts(self) -> list[str]:
        """The last message of each request that was not for data."""
        return [
            body["messages"][-1]["content"]
            for body in self.requests
            if "response_format" not in body
        ]


class _Handler(BaseHTTPRequestHandler):
    owner: ScriptedServer
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        self._send(200, "application/json", json.dumps({"data": [{"id": "scripted"}]}).encode())

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.owner.requests.append(body)
        answer = self.owner.script(body)
        if isinstance(answer, int):
            error = {"error": {"message": f"scripted failure {answer}: logprobs not supported"}}
            self._send(answer, "application/json", json.dumps(error).encode())
            return
        self._send(200, "text/event-stream", "".join(_events(answer)).encode())

    def _send(self, status: int, kind: str, data: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def _events(answer: str | tuple[str, list[float]]) -> list[str]:
    if isinstance(answer, str):
        pieces: list[tuple[str, float | None]] = [(answer, None)]
    else:
        words = answer[0].split(" ")
        pieces = [
            (word if index == 0 else f" {word}", answer[1][min(index, len(answer[1]) - 1)])
            for index, word in enumerate(words)
        ]
    chunks: list[dict[str, Any]] = []
    for text, logprob in pieces:
        choice: dict[str, Any] = {"delta": {"content": text}}
        if logprob is not None:
            choice["logprobs"] = {"content": [{"token": text, "logprob": logprob}]}
        chunks.append({"model": "scripted", "choices": [choice]})
    chunks.append({"model": "scripted", "choices": [{"delta": {}, "finish_reason": "stop"}]})
    usage = {"prompt_tokens": 10, "completion_tokens": 5}
    chunks.append({"model": "scripted", "choices": [], "usage": usage})
    return [f"data: {json.dumps(chunk)}\n\n" for chunk in chunks] + ["data: [DONE]\n\n"]
