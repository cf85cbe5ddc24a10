"""What a choice of toolsets shows an assistant, and what each tool costs of its context."""

from lux_nb.server.toolsets import DEFAULT, read_names, select


def tool_costs(toolsets: str = "") -> str:
    """Return a table of the tools that are listed, with the tokens of each."""
    from lux_nb.attach.offline import OfflineEngine
    from lux_nb.models.tokens import count_tokens
    from lux_nb.server.tools import ToolTable

    table = ToolTable(OfflineEngine(), read_names(toolsets) or (DEFAULT,))
    rows = [
        (tool.name, count_tokens(tool.model_dump_json(by_alias=True, exclude_none=True)))
        for tool in table.tools()
    ]
    width = max(len(name) for name, _ in rows)
    lines = [f"{'TOOL':{width}}  TOKENS", *(f"{name:{width}}  {cost:6}" for name, cost in rows)]
    total = sum(cost for _, cost in rows)
    return "\n".join([*lines, f"{f'{len(rows)} tools':{width}}  {total:6}"])


def check_toolsets(text: str) -> tuple[str, ...]:
    """Read toolsets from a command line; one that does not exist is an error that names those."""
    names = read_names(text)
    if names:
        from lux_nb.attach.offline import OfflineEngine

        select(OfflineEngine().operations, names)
    return names
