"""Fixture tools of the suites that ask the client for something before they answer."""

import hashlib
import hmac
import json
import secrets
from typing import Any

from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    CreateMessageRequest,
    CreateMessageRequestParams,
    ElicitRequest,
    ElicitRequestFormParams,
    InputRequiredResult,
    ListRootsRequest,
    SamplingMessage,
    TextContent,
)

from tests.conformance.contents import text

KEY = secrets.token_bytes(32)
Asked = CallToolResult | InputRequiredResult


def form(message: str, name: str, kind: str = "string") -> ElicitRequest:
    schema = {"type": "object", "properties": {name: {"type": kind}}, "required": [name]}
    return ElicitRequest(
        params=ElicitRequestFormParams(message=message, requested_schema=schema, mode="form")
    )


def sample(question: str, most_tokens: int) -> CreateMessageRequest:
    said = SamplingMessage(role="user", content=TextContent(type="text", text=question))
    return CreateMessageRequest(
        params=CreateMessageRequestParams(messages=[said], max_tokens=most_tokens)
    )


def sealed(state: dict[str, Any]) -> str:
    body = json.dumps(state)
    return f"{hmac.new(KEY, body.encode(), hashlib.sha256).hexdigest()}.{body}"


def opened(sealed_state: str | None) -> dict[str, Any]:
    seal, _, body = (sealed_state or "").partition(".")
    wanted = hmac.new(KEY, body.encode(), hashlib.sha256).hexdigest()
    if not hmac.compare_digest(seal, wanted):
        raise MCPError(INVALID_PARAMS, "The state was changed on its way.")
    state: dict[str, Any] = json.loads(body)
    return state


def given(params: Any, key: str) -> dict[str, Any] | None:
    """Return what a client answered under a key, or None when it did not or not rightly."""
    answer = (params.input_responses or {}).get(key)
    if answer is None:
        return None
    data = answer if isinstance(answer, dict) else answer.model_dump(by_alias=True)
    return data or None


def named(params: Any, key: str, field: str) -> str | None:
    content = (given(params, key) or {}).get("content")
    value = content.get(field) if isinstance(content, dict) else None
    return value if isinstance(value, str) else None


NAME = form("What is your name?", "name")
CONFIRM = form("Please confirm", "ok", "boolean")


def elicitation(params: CallToolRequestParams) -> Asked:
    name = named(params, "user_name", "name")
    if name is None:
        return InputRequiredResult(input_requests={"user_name": NAME})
    return text(f"Hello, {name}!")


def sampling(params: CallToolRequestParams) -> Asked:
    answer = given(params, "capital_question")
    if answer is None:
        question = sample("What is the capital of France?", 100)
        return InputRequiredResult(input_requests={"capital_question": question})
    return text(f"The model said: {json.dumps(answer.get('content'))}")


def list_roots(params: CallToolRequestParams) -> Asked:
    answer = given(params, "client_roots")
    if answer is None:
        return InputRequiredResult(input_requests={"client_roots": ListRootsRequest()})
    uris = [str(root.get("uri")) for root in answer.get("roots") or []]
    return text(f"Roots: {', '.join(uris)}")


def request_state(params: CallToolRequestParams) -> Asked:
    if params.input_responses is None or given(params, "confirm") is None:
        return InputRequiredResult(
            input_requests={"confirm": CONFIRM}, request_state=sealed({"step": 1})
        )
    opened(params.request_state)
    return text("state-ok")


def multiple_inputs(params: CallToolRequestParams) -> Asked:
    keys = ("user_name", "greeting", "client_roots")
    if any(given(params, key) is None for key in keys):
        requests: dict[str, Any] = {
            "user_name": NAME,
            "greeting": sample("Generate a greeting", 50),
            "client_roots": ListRootsRequest(),
        }
        return InputRequiredResult(input_requests=requests, request_state=sealed({"step": 1}))
    opened(params.request_state)
    return text(f"Hello, {named(params, 'user_name', 'name')}!")


def multi_round(params: CallToolRequestParams) -> Asked:
    state = opened(params.request_state) if params.request_state else {}
    name = named(params, "step1", "name") or state.get("name")
    if name is None:
        first = form("Step 1: What is your name?", "name")
        return InputRequiredResult(
            input_requests={"step1": first}, request_state=sealed({"step": 1})
        )
    color = named(params, "step2", "color")
    if color is None:
        second = form("Step 2: What is your favorite color?", "color")
        return InputRequiredResult(
            input_requests={"step2": second}, request_state=sealed({"step": 2, "name": name})
        )
    return text(f"{name} likes {color}.")


def capabilities(params: CallToolRequestParams, declared: Any) -> Asked:
    requests: dict[str, Any] = {}
    if declared is not None and declared.sampling is not None:
        requests["capital_question"] = sample("What is the capital of France?", 100)
    if declared is not None and declared.elicitation is not None:
        requests["user_name"] = NAME
    if not requests or all(given(params, key) is not None for key in requests):
        return text("Nothing more to ask.")
    return InputRequiredResult(input_requests=requests)


ROUNDS = {
    "test_input_required_result_elicitation": elicitation,
    "test_input_required_result_sampling": sampling,
    "test_input_required_result_list_roots": list_roots,
    "test_input_required_result_request_state": request_state,
    "test_input_required_result_tampered_state": request_state,
    "test_input_required_result_multiple_inputs": multiple_inputs,
    "test_input_required_result_multi_round": multi_round,
    "test_streaming_elicitation": elicitation,
}
