from lux_nb.tools.correction import Change, PatternBook, correct
from lux_nb.tools.correction.patterns import HALF_LIFE_DAYS, Scope

DAY = 86_400.0
SCHEMA = {
    "type": "object",
    "properties": {"path": {"type": "string"}, "content": {"type": "string"}},
    "required": ["path", "content"],
    "additionalProperties": False,
}


def applied(arguments):
    correction = correct(SCHEMA, arguments, tool="write_file")
    assert correction.changes
    return correction.changes


def change(strategy, pattern, path, after="x", from_path=None):
    return Change(strategy, pattern, path, "x", after, 0.8, "low", "because", from_path)


def test_a_pattern_is_learned_evolves_and_is_deprecated():
    book = PatternBook()
    changes = applied({"path": "a", "content": 1})
    first = book.record(changes, succeeded=True, now=0, tool="write_file")
    assert {event.kind for event in first} == {"learned"}
    kinds = [
        event.kind
        for _ in range(6)
        for event in book.record(changes, succeeded=False, now=0, tool="write_file")
    ]
    assert "evolved" in kinds
    assert "deprecated" in kinds


def test_confidence_is_the_mean_of_a_beta_posterior():
    book = PatternBook()
    one = change("typeConversion", "number_to_string", ("a",))
    for outcome in (True, True, True, False):
        book.record([one], succeeded=outcome, now=0, tool="t")
    pattern = book.patterns["t", None, "typeConversion", "number_to_string", "a", ""]
    assert pattern.confidence == (3 + 2) / (4 + 3)
    assert pattern.success_rate == 0.75
    assert not pattern.deprecated


def test_a_deprecated_pattern_is_no_longer_applied():
    book = PatternBook()
    arguments = {"path": "a", "content": 1}
    for _ in range(5):
        book.record(applied(arguments), succeeded=False, now=0, tool="write_file")
    correction = correct(SCHEMA, arguments, patterns=book, tool="write_file")
    assert not correction.changed
    assert correction.proposed_arguments == {"path": "a", "content": "1"}


def test_experience_with_one_agent_does_not_bind_the_tool_for_others():
    book = PatternBook()
    one = change("typeConversion", "number_to_string", ("a",))
    for _ in range(8):
        book.record([one], succeeded=True, now=0, tool="t", agent="good")
    for _ in range(8):
        book.record([one], succeeded=False, now=0, tool="t", agent="bad")

    def adjusted(agent):
        return book.adjust(0.8, "typeConversion", "number_to_string", ("a",), Scope("t", agent))

    assert adjusted("good") > 0.8 > adjusted("bad")


def test_old_outcomes_fade():
    book = PatternBook()
    one = change("typeConversion", "number_to_string", ("a",))
    book.record([one], succeeded=False, now=0, tool="t")
    book.record([one], succeeded=True, now=HALF_LIFE_DAYS * DAY, tool="t")
    pattern = book.patterns["t", None, "typeConversion", "number_to_string", "a", ""]
    assert (pattern.successes, pattern.failures, pattern.uses) == (1.0, 0.5, 2)


def test_a_learned_renaming_is_used_again_for_other_tools_too():
    book = PatternBook()
    schema = {**SCHEMA, "properties": {**SCHEMA["properties"], "mode": {"type": "string"}}}
    arguments = {"blob": "text", "path": "p", "other": "y"}
    assert not correct(schema, arguments, tool="write_file").changed
    learned = change("unknownProperties", "renamed_by_user", ("content",), from_path=("blob",))
    for _ in range(6):
        book.record([learned], succeeded=True, now=0, tool="write_file")
    for tool in ("write_file", "another_tool"):
        correction = correct(schema, arguments, patterns=book, tool=tool)
        assert correction.arguments["content"] == "text"
        assert any(item.pattern == "renamed_by_experience" for item in correction.changes)


def test_a_learned_value_fills_a_missing_parameter_of_that_tool_alone():
    book = PatternBook()
    filled = change("missingParameters", "described_default", ("content",), after="hello")
    for _ in range(6):
        book.record([filled], succeeded=True, now=0, tool="write_file")
    correction = correct(SCHEMA, {"path": "p"}, patterns=book, tool="write_file")
    assert correction.arguments == {"path": "p", "content": "hello"}
    assert not correct(SCHEMA, {"path": "p"}, patterns=book, tool="other").changed


def test_export_and_import_lose_nothing():
    book = PatternBook()
    book.record(applied({"path": "a", "content": 1}), succeeded=True, now=5, tool="t", agent="a")
    copy = PatternBook.load(book.export())
    assert copy.patterns == book.patterns
    assert copy.export() == book.export()


def test_merging_adds_outcomes():
    book, other = PatternBook(), PatternBook()
    one = change("typeConversion", "number_to_string", ("a",))
    book.record([one], succeeded=True, now=1, tool="t")
    other.record([one], succeeded=False, now=2, tool="t")
    book.merge(other)
    pattern = book.patterns["t", None, "typeConversion", "number_to_string", "a", ""]
    assert (pattern.successes, pattern.failures, pattern.uses, pattern.updated) == (1, 1, 2, 2)
