import json

import pytest

from lux_nb.errors import Conflict, InvalidRequest, NotFound
from lux_nb.memory.search.documents import Document
from lux_nb.memory.search.hybrid import HybridIndex
from lux_nb.memory.search.suggest import History, Suggester
from lux_nb.models.encoders import StaticEncoder

ENCODER = StaticEncoder()
TASK = "Adding role based access control"


@pytest.fixture(scope="module")
def index() -> HybridIndex:
    built = HybridIndex(ENCODER)
    built.add(
        [
            Document("auth", "Access control for each role is added to the login"),
            Document("tokens", "Refresh tokens are rotated every hour"),
            Document("cake", "Plum cake needs cinnamon"),
        ]
    )
    return built


def sources(suggester: Suggester, session: str, index: HybridIndex) -> dict[str, tuple[str, float]]:
    found = suggester.suggest(session, TASK, index).suggestions
    return {entry.id: (entry.source, entry.confidence) for entry in found}


def test_what_says_something_close_has_seventy_percent(index: HybridIndex) -> None:
    assert sources(Suggester(), "s", index)["auth"] == ("ai_analysis", 0.70)


def test_what_was_used_together_has_ninety_five_percent(index: HybridIndex) -> None:
    suggester = Suggester()
    suggester.reference(["auth", "tokens"])
    assert sources(suggester, "s", index)["tokens"] == ("reference_history", 0.95)


def test_what_was_chosen_before_has_a_hundred_percent(index: HybridIndex) -> None:
    suggester = Suggester()
    suggester.suggest("first", TASK, index)
    assert suggester.accept("first", ["auth"]) == 1
    assert sources(suggester, "second", index)["auth"] == ("user_selected", 1.0)


def test_a_rejection_lowers_what_is_suggested_next(index: HybridIndex) -> None:
    suggester = Suggester()
    suggester.suggest("first", TASK, index)
    suggester.reject("first", "a different phase")
    first = sources(suggester, "second", index)["auth"]
    suggester.reject("second", "again")
    second = sources(suggester, "third", index)["auth"]
    assert 0.70 > first[1] > second[1]


def test_an_acceptance_takes_a_rejection_back(index: HybridIndex) -> None:
    suggester = Suggester()
    suggester.suggest("first", TASK, index)
    suggester.reject("first", "no")
    suggester.suggest("second", TASK, index)
    suggester.accept("second", ["auth"])
    assert sources(suggester, "third", index)["auth"] == ("user_selected", 1.0)


def test_a_session_must_be_answered_once(index: HybridIndex) -> None:
    suggester = Suggester()
    suggester.suggest("s", TASK, index)
    assert [session.id for session in suggester.open_sessions()] == ["s"]
    suggester.reject("s", "no")
    assert suggester.open_sessions() == []
    with pytest.raises(Conflict):
        suggester.accept("s", [])
    with pytest.raises(NotFound):
        suggester.reject("unknown", "no")


def test_only_what_was_suggested_can_be_accepted(index: HybridIndex) -> None:
    suggester = Suggester()
    suggester.suggest("s", TASK, index)
    with pytest.raises(InvalidRequest):
        suggester.accept("s", ["elsewhere"])
    assert suggester.open_sessions()


def test_the_plan_follows_the_acceptance_rate(index: HybridIndex) -> None:
    suggester = Suggester()
    assert suggester.acceptance_rate() is None
    assert suggester.plan() == "A"
    suggester.suggest("s", TASK, index)
    suggester.reject("s", "no")
    assert suggester.acceptance_rate() == 0
    assert suggester.plan() == "B"


def test_a_history_survives_json(index: HybridIndex) -> None:
    suggester = Suggester()
    suggester.suggest("first", TASK, index)
    suggester.accept("first", ["auth"])
    suggester.reference(["auth", "tokens"])
    again = Suggester(History.from_mapping(json.loads(json.dumps(suggester.history.to_mapping()))))
    assert sources(again, "s", index) == sources(suggester, "s", index)


def test_a_forgotten_context_is_not_suggested_from_history(index: HybridIndex) -> None:
    suggester = Suggester()
    suggester.reference(["auth", "tokens"])
    suggester.forget("tokens")
    assert "tokens" not in sources(suggester, "s", index)


def test_an_empty_task_is_refused(index: HybridIndex) -> None:
    with pytest.raises(InvalidRequest):
        Suggester().suggest("s", "  ", index)
