import math
from datetime import UTC, datetime, timedelta

import bm25s
import numpy as np
import pytest
import Stemmer
from hypothesis import given, settings
from hypothesis import strategies as st

from lux_nb.memory.search.documents import Document
from lux_nb.memory.search.hybrid import HybridIndex
from lux_nb.memory.search.keyword import KeywordIndex
from lux_nb.memory.search.scoring import PARTS, Preferences
from lux_nb.memory.search.text import Analyser
from lux_nb.models.encoders import StaticEncoder

ENCODER = StaticEncoder()
START = datetime(2026, 1, 2, 10, tzinfo=UTC)
NOTES = [
    "Implemented JWT authentication with refresh tokens",
    "The nightly backup failed because the disk was full",
    "We decided to use PostgreSQL instead of MySQL",
    "Grandmother's recipe for plum cake needs cinnamon",
    "Raised the proxy timeout to sixty seconds",
]


def notes(**changes: str) -> list[Document]:
    return [
        Document(f"n{place}", text, START + timedelta(days=place), **changes)
        for place, text in enumerate(NOTES)
    ]


@pytest.fixture
def index() -> HybridIndex:
    built = HybridIndex(ENCODER)
    built.add(notes())
    return built


def ids(index: HybridIndex, query: str, **options: int) -> list[str]:
    return [hit.id for hit in index.search(query, **options)]


def test_a_question_finds_the_note_that_answers_it(index: HybridIndex) -> None:
    assert ids(index, "Which database did we choose?  PostgreSQL?")[0] == "n2"
    assert ids(index, "authenticating with tokens")[0] == "n0"


def test_an_update_is_visible_at_once(index: HybridIndex) -> None:
    index.update([Document("n3", "The submarine dives at dawn")])
    assert ids(index, "submarine", top_k=1) == ["n3"]
    assert index.keywords.scores(index.analyser.terms("cinnamon"), 5).bm25.max() == 0
    assert len(index) == len(NOTES)


def test_a_removed_document_is_gone_at_once(index: HybridIndex) -> None:
    assert index.remove(["n0", "never there"]) == 1
    assert "n0" not in index
    assert "n0" not in ids(index, "JWT authentication tokens")


def test_an_emptied_slot_is_used_again(index: HybridIndex) -> None:
    index.remove(["n1"])
    index.add([Document("fresh", "A lighthouse on the cliff")])
    assert index.table.slots == len(NOTES)
    assert ids(index, "lighthouse")[0] == "fresh"


def test_two_identical_queries_give_identical_results(index: HybridIndex) -> None:
    assert index.search("backup disk") == index.search("backup disk")


@pytest.mark.parametrize("query", ["", "   ", "?!…", "\x00"])
def test_a_query_without_words_finds_nothing(index: HybridIndex, query: str) -> None:
    assert index.search(query) == []


def test_an_empty_index_finds_nothing() -> None:
    assert HybridIndex(ENCODER).search("anything") == []


def test_an_index_whose_documents_were_all_removed_finds_nothing(index: HybridIndex) -> None:
    index.remove([f"n{place}" for place in range(len(NOTES))])
    assert index.search("backup") == []


def test_no_result_reaches_an_impossible_score(index: HybridIndex) -> None:
    assert index.search("backup", min_score=1.1) == []
    assert index.search("backup", top_k=0) == []


def test_texts_of_other_scripts_are_found() -> None:
    index = HybridIndex(ENCODER)
    index.add(
        [
            Document("de", "Die Prüfung der Größe schlägt fehl"),
            Document("ja", "認証トークンを更新しました"),
            Document("ru", "Резервное копирование завершено"),
            Document("emoji", "🚀 launch 🎉"),
        ]
    )
    assert ids(index, "Größe")[0] == "de"
    assert ids(index, "認証")[0] == "ja"
    assert ids(index, "копирование")[0] == "ru"
    assert ids(index, "launch")[0] == "emoji"


def test_a_huge_document_is_indexed_and_found(index: HybridIndex) -> None:
    index.add([Document("huge", "filler words here " * 100_000 + " xylophone")])
    assert ids(index, "xylophone")[0] == "huge"


def test_a_document_without_text_is_kept_but_never_found(index: HybridIndex) -> None:
    index.add([Document("blank", "")])
    assert "blank" in index
    assert "blank" not in ids(index, "backup authentication cake", top_k=50)


def test_the_breakdown_sums_to_the_final_score(index: HybridIndex) -> None:
    preferences = Preferences(branch="", category="")
    for hit in index.search("latest backup of the database", preferences=preferences):
        total = sum(getattr(hit.parts, name) for name in PARTS)
        assert hit.score == pytest.approx(1 / (1 + math.exp(-total)), abs=1e-4)
        assert hit.parts.final == hit.score
        assert 0 <= hit.score <= 1


def test_min_score_cuts_the_same_list_short(index: HybridIndex) -> None:
    everything = index.search("proxy timeout database")
    floor = everything[1].score
    kept = index.search("proxy timeout database", min_score=floor)
    assert kept == [hit for hit in everything if hit.score >= floor]


def test_a_branch_that_is_preferred_is_seen_in_the_score() -> None:
    index = HybridIndex(ENCODER)
    index.add([Document("a", NOTES[1], branch="main"), Document("b", NOTES[1], branch="side")])
    first, second = index.search("backup failed", preferences=Preferences(branch="side"))
    assert (first.id, second.id) == ("b", "a")
    assert first.parts.branch > 0 == second.parts.branch


def test_filters_leave_only_what_they_name() -> None:
    index = HybridIndex(ENCODER)
    index.add([Document("a", NOTES[1], branch="main", category="data")])
    index.add([Document("b", NOTES[1], branch="side", category="bug_fix")])
    for preferences in (
        Preferences(only_branches=frozenset({"side"})),
        Preferences(only_category="bug_fix"),
        Preferences(excluded=frozenset({"a"})),
    ):
        assert [hit.id for hit in index.search("backup", preferences=preferences)] == ["b"]
    assert index.search("backup", preferences=Preferences(only_category="research")) == []


def test_the_newest_comes_first_when_the_question_asks_for_it() -> None:
    index = HybridIndex(ENCODER)
    text = "Status of the migration"
    index.add(
        [Document(f"d{place}", text, START + timedelta(days=90 * place)) for place in range(4)]
    )
    found = index.search("latest status of the migration")
    assert [hit.id for hit in found] == ["d3", "d2", "d1", "d0"]
    assert found[0].parts.recency > found[1].parts.recency > 0


def conversation() -> list[Document]:
    turns = [
        ("Ann", "How was your holiday?"),
        ("Bob", "Wonderful, we hiked in Norway for two weeks."),
        ("Ann", "I stayed at home and painted the kitchen."),
        ("Bob", "Which colour did you paint it?"),
        ("Ann", "A light green, it took three days."),
    ]
    return [
        Document(f"t{place}", text, speaker=name, conversation="c", position=float(place))
        for place, (name, text) in enumerate(turns)
    ]


def test_the_turn_after_a_matching_question_gains_from_it() -> None:
    index = HybridIndex(ENCODER)
    index.add(conversation())
    answer = next(hit for hit in index.search("colour paint") if hit.id == "t4")
    assert answer.parts.neighbours > 0


def test_a_question_about_one_speaker_prefers_what_that_speaker_said() -> None:
    index = HybridIndex(ENCODER)
    index.add(conversation())
    found = {hit.id: hit for hit in index.search("Where did Bob go hiking?")}
    assert found["t1"].parts.speaker > found["t2"].parts.speaker


def test_a_leading_name_is_taken_for_the_speaker() -> None:
    turn = Document("x", "Ann: hello there", conversation="c")
    assert turn.spoken() == ("ann", "hello there")
    assert Document("x", "https://example.org", conversation="c").spoken()[0] == ""
    assert Document("x", "Conclusion: it works").spoken()[0] == ""


def test_an_updated_turn_keeps_its_place() -> None:
    index = HybridIndex(ENCODER)
    documents = [Document(f"t{place}", NOTES[place], START, conversation="c") for place in range(3)]
    index.add(documents)
    index.update([Document("t1", "Something else", START, conversation="c")])
    slots = [index.table.slot_of[f"t{place}"] for place in range(3)]
    assert index.table.rows["after"][slots[0]] == slots[1]
    assert index.table.rows["before"][slots[2]] == slots[1]


def test_a_removed_turn_leaves_no_gap() -> None:
    index = HybridIndex(ENCODER)
    index.add(conversation())
    index.remove(["t2"])
    rows, slot_of = index.table.rows, index.table.slot_of
    assert rows["after"][slot_of["t1"]] == slot_of["t3"]
    assert rows["before"][slot_of["t3"]] == slot_of["t1"]


def test_keyword_scores_are_those_of_bm25s() -> None:
    stemmer = Stemmer.Stemmer("english")
    tokens = [stemmer.stemWords(text.lower().split()) for text in NOTES * 3]
    reference = bm25s.BM25(method="lucene", k1=1.2, b=0.75)
    reference.index(tokens, show_progress=False)
    ours = KeywordIndex(padding=0.0)
    for slot, terms in enumerate(tokens):
        ours.add(slot, terms)
    query = stemmer.stemWords(["authentication", "the", "disk"])
    # bm25s leaves out the constant factor k1 + 1.
    expected = reference.get_scores(query) * 2.2
    np.testing.assert_allclose(ours.scores(query, len(tokens)).bm25, expected, rtol=1e-4)


def test_identifiers_are_found_by_their_parts_and_whole() -> None:
    terms = Analyser().terms("def load_userProfile(HTTPServer):")
    assert {"load", "user", "profil", "http", "server", "load_userprofil"} <= set(terms)


VOCABULARY = "red green blue stone river cloud walk sing seven Ann: Bob: ?"
WORDS = st.sampled_from(VOCABULARY.split())
TEXTS = st.lists(WORDS, max_size=6).map(" ".join)
STEPS = st.lists(st.tuples(st.sampled_from(["put", "remove"]), st.integers(0, 5), TEXTS))


@given(STEPS, TEXTS)
@settings(max_examples=60, deadline=None)
def test_a_rebuilt_index_gives_the_same_results(
    steps: list[tuple[str, int, str]], query: str
) -> None:
    lived = HybridIndex(ENCODER)
    documents: dict[str, Document] = {}
    for action, number, text in steps:
        name = f"d{number}"
        if action == "put":
            documents[name] = Document(name, text, conversation="c", position=float(number))
            lived.add([documents[name]])
        else:
            documents.pop(name, None)
            lived.remove([name])
    rebuilt = HybridIndex(ENCODER)
    rebuilt.add(documents[name] for name in sorted(documents))
    before, after = lived.search(query), rebuilt.search(query)
    assert [hit.id for hit in before] == [hit.id for hit in after]
    for one, other in zip(before, after, strict=True):
        assert one.score == pytest.approx(other.score, abs=1e-4)


def test_stored_vectors_give_the_same_index(index: HybridIndex) -> None:
    vectors = np.stack([index.vector(f"n{place}") for place in range(len(NOTES))])
    again = HybridIndex(ENCODER)
    again.add(notes(), vectors)
    assert again.search("backup disk") == index.search("backup disk")


def test_the_index_stays_small() -> None:
    index = HybridIndex(ENCODER)
    index.add(
        Document(f"context_{n:06d}", f"{NOTES[n % 5]} number {n} of {n % 97} things")
        for n in range(2000)
    )
    assert index.memory_bytes() / len(index) < 1024


def test_a_question_that_mistakes_the_person_scores_low() -> None:
    index = HybridIndex(ENCODER)
    said = [
        ("Ada", "I adopted a rescue dog last week, he is called Bolt."),
        ("Ben", "That is lovely! I planted tomatoes on my balcony."),
        ("Ada", "You must have a lot of sun there."),
        ("Ben", "I do. My brother gave me the seeds."),
    ]
    index.add(
        Document(f"t{place}", text, speaker=name, conversation="c", position=float(place))
        for place, (name, text) in enumerate(said)
    )
    asked = {
        name: index.search(f"What is {name}'s rescue dog called?", 1)[0] for name in ("Ada", "Ben")
    }
    assert asked["Ada"].id == "t0"
    assert asked["Ada"].score > 0.6
    assert asked["Ben"].score < 0.3
    # Who is spoken to is told of as well.
    assert index.search("Does Ben have a lot of sun?", 1)[0].score > 0.6


def test_code_is_found_by_an_identifier_that_is_named() -> None:
    index = HybridIndex(ENCODER)
    index.add(
        [
            Document("wanted", "def read_harbour_log(path):\n    return open(path).read()"),
            Document(
                "near", 'def parse(path):\n    """Read the harbour log of a path."""\n    pass'
            ),
            Document("far", "def bake(cake):\n    return cake"),
        ]
    )
    assert index.analyser.question("where is read_harbour_log").identifiers == ("read_harbour_log",)
    assert index.analyser.question("call toString or open()").identifiers == ("tostr", "open")
    found = index.search("where is read_harbour_log called", 1)[0]
    assert found.id == "wanted"
