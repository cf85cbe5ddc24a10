"""Operations that carry the memory over time and machines: snapshots, sync and git."""

import asyncio
import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pydantic import Field
from sqlalchemy import Connection, func, select

from lux_nb.engine.calls import current_call
from lux_nb.engine.operations import operation
from lux_nb.errors import LuxError, NotFound, PermissionDenied, RateLimited, StorageError
from lux_nb.memory import snapshots as snapshot_work
from lux_nb.memory.bundles import collect_rows, read_members
from lux_nb.memory.cloud import Cloud, Tidied
from lux_nb.memory.git import branch_exists, head_file
from lux_nb.memory.operations import ProjectRequest
from lux_nb.memory.records import branch_row, project_row
from lux_nb.memory.requests import MemoryRequest, ProjectId, invalid, no_project, require_edition
from lux_nb.memory.results import (
    Downloaded,
    GitLinked,
    SnapshotCreated,
    SnapshotList,
    SnapshotRestored,
    SnapshotView,
    Uploaded,
    moment,
)
from lux_nb.memory.service import memory_of
from lux_nb.store.memory_tables import branches, projects, syncs

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
else:
    Engine = object

DAILY_LIMITS = {"up": 100, "down": 20}


class CreateSnapshotRequest(MemoryRequest):
    """Which project to back up."""

    project_id: ProjectId
    description: Annotated[str, Field(description="Snapshot description.")] = ""


@operation("create_snapshot", toolset="memory", title="Create a snapshot", writes=True)
async def create_snapshot(engine: Engine, request: CreateSnapshotRequest) -> SnapshotCreated:
    """Back up a project's memory to an archive, extracted again to verify it."""
    memory = memory_of(engine)
    row = await snapshot_work.make_snapshot(memory, request.project_id, request.description)
    path = snapshot_work.snapshot_file(memory.home, request.project_id, row["id"])
    memory.announce("snapshot_created", row["id"], current_call().author)
    return SnapshotCreated(
        snapshot_id=row["id"],
        snapshot_path=str(path),
        size_bytes=row["size_bytes"],
        verified=True,
        message="Snapshot created and verified",
    )


class RestoreSnapshotRequest(MemoryRequest):
    """Which snapshot to restore."""

    project_id: ProjectId
    snapshot_id: Annotated[str, Field(min_length=1, description="Snapshot ID to restore.")]


@operation("restore_snapshot", toolset="memory", title="Restore a snapshot", writes=True)
async def restore_snapshot(engine: Engine, request: RestoreSnapshotRequest) -> SnapshotRestored:
    """Bring a snapshot back; what is there now is backed up first.

    A damaged archive is refused, and a failure leaves everything as it was.
    """
    memory = memory_of(engine)
    contexts, found, backup = await snapshot_work.restore(
        memory, request.project_id, request.snapshot_id
    )
    memory.announce("snapshot_restored", request.snapshot_id, current_call().author)
    return SnapshotRestored(
        restored_contexts=contexts,
        restored_branches=found,
        verified=True,
        backup_snapshot_id=backup,
        message="Snapshot restored and verified successfully",
    )


@operation("list_snapshots", toolset="memory", title="List snapshots")
async def list_snapshots(engine: Engine, request: ProjectRequest) -> SnapshotList:
    """List the snapshots of a project, newest first, each compared with its checksum."""
    rows = await snapshot_work.all_snapshots(memory_of(engine), request.project_id)
    views = [
        SnapshotView(
            snapshot_id=row["id"],
            created_at=moment(row["created_at"]),
            description=row["description"],
            size_bytes=row["size_bytes"],
            verified=row["verified"],
        )
        for row in rows
    ]
    return SnapshotList(snapshots=views, total_snapshots=len(views))


class SyncToCloudRequest(ProjectRequest):
    """Which project, and how many of its versions stay there."""

    keep_versions: Annotated[
        int | None,
        Field(ge=1, description="Keep only so many versions there; sync_keep_versions if not set."),
    ] = None


@operation(
    "sync_to_cloud",
    toolset="memory",
    title="Back up to the cloud",
    writes=True,
    writes_files=True,
)
async def sync_to_cloud(engine: Engine, request: SyncToCloudRequest) -> Uploaded:
    """Send an encrypted backup of a project to the folder or URL of sync_url.

    With keep_versions, or the setting sync_keep_versions, older versions there are then removed.
    """
    require_edition(engine, "enterprise", "sync_to_cloud")
    memory = memory_of(engine)
    await engine.store.read(lambda c: project_row(c, request.project_id))
    cloud = _cloud(engine)
    await _limit(engine, request.project_id, "up")
    members = await engine.store.read(lambda c: collect_rows(c, request.project_id))
    sent = await asyncio.to_thread(cloud.upload, request.project_id, members)
    size = sent.size_bytes
    await _note(engine, request.project_id, "up", size)
    memory.announce("memory_uploaded", request.project_id, current_call().author, bytes=size)
    tidied, message = Tidied(), "Backup uploaded successfully"
    keep = request.keep_versions or engine.settings.sync_keep_versions
    if keep is not None:
        try:
            tidied = await asyncio.to_thread(cloud.tidy, request.project_id, keep)
        except LuxError as error:
            # The backup is there; that is what was asked for.
            message = f"{message}; old versions stay: {error}"
    return Uploaded(
        uploaded_bytes=size,
        encrypted=True,
        cloud_path=sent.path,
        version=sent.version,
        objects_sent=sent.objects_sent,
        objects_known=sent.objects_known,
        versions_removed=tidied.versions,
        objects_removed=tidied.objects,
        message=message,
    )


class SyncFromCloudRequest(ProjectRequest):
    """Which project, and which of its versions."""

    version: Annotated[
        str | None, Field(description="Version from sync_to_cloud; the newest if not given.")
    ] = None


@operation(
    "sync_from_cloud",
    toolset="memory",
    title="Restore from the cloud",
    writes=True,
    writes_files=True,
)
async def sync_from_cloud(engine: Engine, request: SyncFromCloudRequest) -> Downloaded:
    """Fetch an encrypted backup of a project, the newest if no version is named, and restore it.

    A wrong passphrase or a damaged backup changes nothing; what is there is backed up first.
    """
    require_edition(engine, "enterprise", "sync_from_cloud")
    memory = memory_of(engine)
    cloud = _cloud(engine)
    await _limit(engine, request.project_id, "down")
    query = select(projects.c.id).where(projects.c.id == request.project_id)
    known = await engine.store.read(lambda c: c.execute(query).first())
    try:
        fetched = await asyncio.to_thread(cloud.download, request.project_id, request.version)
    except NotFound as error:
        raise (error if known else no_project(request.project_id)) from error
    try:
        bundle = await asyncio.to_thread(read_members, fetched.members, request.project_id)
    except StorageError:
        await asyncio.to_thread(fetched.forget)
        raise
    size = fetched.size_bytes
    if known is not None:
        await snapshot_work.make_snapshot(memory, request.project_id, "Before sync from cloud")
    contexts, _ = await snapshot_work.apply(memory, bundle, request.project_id)
    await asyncio.to_thread(fetched.forget)
    await _note(engine, request.project_id, "down", size)
    memory.announce("memory_downloaded", request.project_id, current_call().author, bytes=size)
    return Downloaded(
        downloaded_bytes=size,
        decrypted=True,
        restored_contexts=contexts,
        version=fetched.version,
        versions=fetched.versions,
        objects_fetched=fetched.objects_fetched,
        objects_known=fetched.objects_known,
        message="Backup restored from cloud",
    )


def _cloud(engine: Engine) -> Cloud:
    settings = engine.settings
    if settings.sync_passphrase is None:
        raise PermissionDenied(
            "Sync needs a passphrase or licence key to encrypt with.",
            code="LICENSE_REQUIRED",
            hint="Set LUX_SYNC_PASSPHRASE; keep it, without it no backup can be read.",
        )
    url = settings.sync_url or str(settings.lux_home / "sync")
    kept = settings.lux_home / "sync-unfinished"
    return Cloud(url, settings.sync_passphrase.get_secret_value(), kept)


async def _limit(engine: Engine, project_id: str, direction: str) -> None:
    """Hold to the daily number of syncs of the reference."""
    since = datetime.now(UTC) - timedelta(days=1)
    query = select(func.count()).where(syncs.c.direction == direction, syncs.c.at > since)
    count = await engine.store.read(lambda c: int(c.execute(query).scalar() or 0))
    if count >= DAILY_LIMITS[direction]:
        message = f"{DAILY_LIMITS[direction]} syncs a day are the limit in this direction."
        raise RateLimited(message, retry_after=3600.0)


async def _note(engine: Engine, project_id: str, direction: str, size: int) -> None:
    row = {
        "id": uuid.uuid4().hex,
        "project_id": project_id,
        "direction": direction,
        "size_bytes": size,
        "at": datetime.now(UTC),
    }
    await engine.store.write(lambda c: c.execute(syncs.insert(), row))


class LinkGitBranchRequest(MemoryRequest):
    """Which memory branch follows which git branch."""

    project_id: ProjectId
    cortex_branch_id: Annotated[str, Field(min_length=1, description="Cortex branch ID.")]
    git_branch_name: Annotated[str, Field(min_length=1, description="Git branch name.")]


@operation("link_git_branch", toolset="memory", title="Link a git branch", writes=True)
async def link_git_branch(engine: Engine, request: LinkGitBranchRequest) -> GitLinked:
    """Make a memory branch the active one whenever its git branch is checked out."""
    memory = memory_of(engine)
    project_id, branch_id = request.project_id, request.cortex_branch_id

    def read(connection: Connection) -> Path:
        branch_row(connection, project_id, branch_id)
        return Path(project_row(connection, project_id)["path"])

    folder = await engine.store.read(read)
    await asyncio.to_thread(_check_git, folder, request.git_branch_name)

    def write(connection: Connection) -> None:
        mine = branches.c.project_id == project_id
        same = branches.c.git_branch == request.git_branch_name
        connection.execute(branches.update().where(mine, same).values(git_branch=None))
        connection.execute(
            branches.update()
            .where(mine, branches.c.id == branch_id)
            .values(git_branch=request.git_branch_name)
        )

    await engine.store.write(write)
    await memory.rewrite_mirror(project_id, branch_id)
    await memory.look_at_git(project_id)
    return GitLinked(
        linked=True,
        auto_switch=True,
        message="Cortex will auto-switch when you checkout this git branch",
    )


def _check_git(folder: Path, name: str) -> None:
    if head_file(folder) is None:
        raise invalid(f"{folder} is not in a git repository.")
    if not branch_exists(folder, name):
        raise invalid(f"git_branch_name: there is no git branch {name!r}.")
