import pytest

from lux_nb.memory.search.documents import Document
from lux_nb.memory.search.duplicates import find_near_duplicate
from lux_nb.memory.search.hybrid import HybridIndex
from lux_nb.models.encoders import StaticEncoder

ENCODER = StaticEncoder()
STORED = "The nightly backup failed on 3 May because the disk of the server was full"


@pytest.fixture
def index() -> HybridIndex:
    built = HybridIndex(ENCODER)
    built.add(
        [
            Document("backup", STORED, branch="main"),
            Document("cake", "Plum cake needs cinnamon and a hot oven"),
        ]
    )
    return built


@pytest.mark.parametrize(
    "text",
    [
        STORED,
        "the nightly backup failed on 3 may, because the disk of the server was full!",
        "The nightly backups failed on 3 May because the disks of the server were full",
    ],
)
def test_the_same_thing_said_again_is_a_duplicate(index: HybridIndex, text: str) -> None:
    found = find_near_duplicate(index, text)
    assert found is not None
    assert found.id == "backup"
    assert found.similarity >= 0.85


@pytest.mark.parametrize(
    "text",
    [
        "The nightly backup failed on 4 May because the disk of the server was full",
        "The nightly backup has not failed on 3 May because the disk of the server was not full",
        "The weekly report was sent to the customers on Monday",
        "",
    ],
)
def test_another_number_a_negation_or_another_thing_is_new(index: HybridIndex, text: str) -> None:
    assert find_near_duplicate(index, text) is None


def test_a_duplicate_is_looked_for_in_one_branch_only_if_asked(index: HybridIndex) -> None:
    assert find_near_duplicate(index, STORED, branch="side") is None
    assert find_near_duplicate(index, STORED, branch="main") is not None


def test_a_removed_context_has_no_duplicates(index: HybridIndex) -> None:
    index.remove(["backup"])
    assert find_near_duplicate(index, STORED) is None


def test_an_empty_index_has_no_duplicates() -> None:
    assert find_near_duplicate(HybridIndex(ENCODER), STORED) is None
