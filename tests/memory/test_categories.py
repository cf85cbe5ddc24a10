import json
from pathlib import Path

import pytest

from lux_nb.memory.search.categories import CATEGORIES, CategoryClassifier

EXAMPLES = json.loads(
    Path(__file__).with_name("category_examples.json").read_text(encoding="utf-8")
)
CLASSIFIER = CategoryClassifier()


def test_nine_in_ten_held_out_examples_are_classified_right() -> None:
    outcomes = [
        CLASSIFIER.classify(text).category == category
        for category, texts in EXAMPLES.items()
        for text in texts
    ]
    assert sum(outcomes) / len(outcomes) >= 0.9


def test_every_example_category_exists() -> None:
    assert set(EXAMPLES) == set(CATEGORIES)
    assert {"development", "bug_fix", "feature", "research", "decision", "data"} <= set(CATEGORIES)


def test_the_reference_example_is_development() -> None:
    text = "Implemented JWT authentication with refresh tokens"
    assert CLASSIFIER.classify(text).category == "development"


@pytest.mark.parametrize("text", ["", " ", "🎉", "認証", "zzz qqq"])
def test_a_text_without_cues_is_general(text: str) -> None:
    assert CLASSIFIER.classify(text).category == "general"
    assert CLASSIFIER.classify(text).confidence == 0


def test_confidence_is_a_share() -> None:
    found = CLASSIFIER.classify("Fixed the crash in the export dialog")
    assert found.category == "bug_fix"
    assert 0 < found.confidence <= 1
