"""What the operations of the memory answer, with the fields of the reference."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from lux_nb.engine.operations import Result

Status = Literal["ACCEPT", "WARN", "REJECT"]
Risk = Literal["low", "medium", "high"]


def moment(value: datetime) -> str:
    """Return a time as the reference writes it."""
    return value.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


class MemoryResult(Result):
    """An answer of the memory."""

    success: bool = True
    message: str = ""

    def _repr_html_(self) -> str:
        from lux_nb.display.memory import result_html

        return result_html(self)


class InitializeResult(MemoryResult):
    """A project and what was read of it."""

    project_id: str
    mode: str
    files_scanned: int
    contexts_created: int
    files_changed: int = 0
    contexts_removed: int = 0


class BranchCreated(MemoryResult):
    """A branch and the file that was written and verified for it."""

    branch_id: str
    branch_path: str
    verified: bool


class MemoryUpdated(MemoryResult):
    """A saved context; what is found out behind the save is null until it is known."""

    context_id: str
    task_id: str
    grounding_score: float | None = None
    hallucination_status: Status | None = None
    risk_level: Risk | None = None
    ontology_category: str | None = None
    indexed: bool = False
    duplicate_of: str | None = None

    @classmethod
    def omits_none(cls) -> bool:
        """Keep the fields that are not known yet, as null."""
        return False


class ContextsImported(MemoryResult):
    """The ids of contexts that were loaded in bulk, in the order they were given."""

    context_ids: list[str]
    imported: int

    def __len__(self) -> int:
        return len(self.context_ids)

    def __getitem__(self, place: int) -> str:
        return self.context_ids[place]

    def __iter__(self) -> Iterator[str]:  # type: ignore[override]
        return iter(self.context_ids)


class ActiveSummary(MemoryResult):
    """A branch in a few sentences, to put before a conversation."""

    summary: str
    content: str
    branch_topic: str
    last_updated: str
    message_count: int
    status: str


class ProjectView(BaseModel):
    """A project in a list."""

    project_id: str
    name: str
    path: str
    mode: str
    active_branch: str | None
    branches: int
    contexts: int
    last_updated: str


class ProjectList(MemoryResult):
    """The projects there are."""

    projects: list[ProjectView]
    total_projects: int


class BranchView(BaseModel):
    """A branch in a list."""

    branch_id: str
    branch_topic: str
    parent_branch: str | None
    git_branch: str | None
    status: str
    active: bool
    message_count: int
    last_updated: str


class BranchList(MemoryResult):
    """The branches of a project."""

    branches: list[BranchView]
    total_branches: int


class Changed(MemoryResult):
    """How many contexts an operation changed."""

    count: int


class Compressed(MemoryResult):
    """How many contexts were compressed and what that saved."""

    compressed: int
    saved_bytes: int


class AuditRow(BaseModel):
    """A context, where it is from, how it stands and why it is kept."""

    context_id: str
    branch_id: str
    role: str
    summary: str
    source: str
    origin: str | None
    author: str
    category: str
    grounding_score: float | None
    status: str | None
    duplicate_of: str | None
    searchable: bool
    compressed: bool
    size_bytes: int
    created_at: str
    last_used: str
    uses: int
    kept_because: str


class Audit(MemoryResult):
    """Every context of a project."""

    contexts: list[AuditRow]
    total_contexts: int


class Found(BaseModel):
    """One result of a search; ``metadata`` tells what its score is made of."""

    context_id: str
    branch_id: str
    branch_topic: str
    content: str
    score: float
    metadata: dict[str, Any]


class SearchResult(MemoryResult):
    """What a search found."""

    results: list[Found]
    total_results: int
    search_time_ms: float
    left_out: int = Field(0, description="Results the quality gate kept out.")

    def _repr_html_(self) -> str:
        from lux_nb.display.memory import search_html

        return search_html(self)


class LoadedContext(MemoryResult):
    """One context, whole."""

    context_id: str
    branch_id: str
    role: str
    content: str
    metadata: dict[str, Any]


class SuggestedContext(BaseModel):
    """A suggested context."""

    context_id: str
    branch_id: str
    branch_topic: str
    reason: str
    confidence: float
    source: str


class Suggestions(MemoryResult):
    """A session of suggestions; it must be answered."""

    session_id: str
    suggestions: list[SuggestedContext]
    total_suggestions: int
    open_sessions: list[str] = []


class SuggestionsAccepted(MemoryResult):
    """How many suggestions were taken."""

    accepted_count: int


class EvidenceItem(BaseModel):
    """A claim and the evidence nearest to it."""

    claim: str
    evidence: str | None
    quote: str | None = None
    grounding: float
    verified: bool
    verdict: str
    judged_by: Literal["offline", "llm"] = "offline"
    reason: str = ""
    start: int
    end: int


class Verification(MemoryResult):
    """How far a response is grounded, claim by claim."""

    grounding_score: float
    status: Status
    risk_level: Risk
    claims_extracted: int
    claims_verified: int
    evidence_items: list[EvidenceItem]
    fuzzy_confidence: float
    contradictions: list[dict[str, Any]]
    evidence_count: int = 0
    judge: Literal["offline", "llm"] = "offline"
    judge_model: str | None = None
    response_text: str = Field("", exclude=True)

    def _repr_html_(self) -> str:
        from lux_nb.display.memory import verification_html

        return verification_html(self)


class GraphNode(BaseModel):
    """A project's branch or context in the graph."""

    id: str
    type: str
    label: str
    branch_id: str


class GraphEdge(BaseModel):
    """A relation of two nodes, and how strong it is."""

    model_config = ConfigDict(populate_by_name=True)

    source: str = Field(alias="from")
    target: str = Field(alias="to")
    type: str
    weight: float


class ContextGraph(MemoryResult):
    """The contexts of a project and how they relate."""

    nodes: list[GraphNode]
    edges: list[GraphEdge]
    total_nodes: int
    total_edges: int

    def _repr_html_(self) -> str:
        from lux_nb.display.memory_graph import graph_svg

        return graph_svg(self)

    def plain(self) -> dict[str, list[dict[str, Any]]]:
        """Return nodes and edges as plain lists of dictionaries, for a frame or a picture."""
        wire = self.wire()
        return {"nodes": wire["nodes"], "edges": wire["edges"]}


class SnapshotCreated(MemoryResult):
    """A snapshot that was written and test-extracted."""

    snapshot_id: str
    snapshot_path: str
    size_bytes: int
    verified: bool


class SnapshotRestored(MemoryResult):
    """What came back from a snapshot."""

    restored_contexts: int
    restored_branches: int
    verified: bool
    backup_snapshot_id: str | None = None


class SnapshotView(BaseModel):
    """A snapshot in a list."""

    snapshot_id: str
    created_at: str
    description: str
    size_bytes: int
    verified: bool


class SnapshotList(MemoryResult):
    """The snapshots of a project."""

    snapshots: list[SnapshotView]
    total_snapshots: int


class Uploaded(MemoryResult):
    """An encrypted backup that was sent."""

    uploaded_bytes: int
    encrypted: bool
    cloud_path: str
    version: str
    objects_sent: int
    objects_known: int
    versions_removed: int = 0
    objects_removed: int = 0


class Downloaded(MemoryResult):
    """An encrypted backup that was fetched and restored."""

    downloaded_bytes: int
    decrypted: bool
    restored_contexts: int
    version: str
    versions: list[str]
    objects_fetched: int
    objects_known: int


class GitLinked(MemoryResult):
    """A branch that follows git from now on."""

    linked: bool
    auto_switch: bool


class AutomationStatus(MemoryResult):
    """Whether suggestions are taken well enough to be automatic."""

    current_plan: Literal["A", "B"]
    acceptance_rate: float
    rejection_rate: float
    feedback_count: int
    open_sessions: list[str] = []
