"""The detectors on traces made by hand."""

import pytest

from lux_nb.errors import InvalidRequest
from lux_nb.reasoning.monitor import score, score_frame
from lux_nb.reasoning.monitor.signals import COLUMNS, TRACE_SCORES

QUESTION = "How can we make the orders query faster?"
LOOP = [
    "We should add an index to the orders table.",
    "Let us measure how slow the query is today.",
    "We should add an index to the orders table.",
    "Let us measure how slow the query is today.",
    "We should add an index to the orders table.",
]
PARAPHRASED = [
    "We should add an index on the orders table to speed up the query.",
    "Adding an index to the table of orders would make the query quicker.",
    "To speed the query up, an index on the orders table should be added.",
    "The query on the orders table would speed up by adding an index.",
    "With an index added to the orders table the query would speed up.",
]
RETURN = [
    "Caching helps services that mostly read.",
    "Writes need invalidation of the cache.",
    "The database pool is limited to 20 connections.",
    "Back to caching: a lifetime of 60 seconds would do for prices.",
    "With that the load on the database pool falls by half.",
]


def kinds(frame):
    return {kind for cell in frame["alert_kinds"] for kind in cell}


def test_a_frame_has_exactly_the_promised_columns():
    frame = score(LOOP, QUESTION)
    assert tuple(frame.columns) == COLUMNS
    assert set(frame.attrs["trace"]) == set(TRACE_SCORES)
    assert all(0.0 <= value <= 1.0 for value in frame.attrs["trace"].values())
    numbers = frame.select_dtypes("number")
    assert ((numbers >= 0) & (numbers <= 1)).all().all()


@pytest.mark.parametrize("profile", ["tuned", "classic"])
def test_a_literal_loop_is_seen_by_both_profiles(profile):
    frame = score(LOOP, QUESTION, profile)
    assert kinds(frame) & {"loop", "circular"}
    assert frame.attrs["trace"]["loop"] >= 0.5
    assert frame["intervention"].notna().any()


def test_a_paraphrased_loop_is_seen_by_the_tuned_profile_only():
    assert score(PARAPHRASED, QUESTION).attrs["trace"]["loop"] >= 0.5
    assert "circular" not in kinds(score(PARAPHRASED, QUESTION, "classic"))


def test_a_return_to_a_topic_is_no_loop():
    frame = score(RETURN, "How do we scale the service?")
    assert kinds(frame) == set()
    assert frame.attrs["trace"]["loop"] < 0.3


def test_a_conclusion_taken_as_its_own_premise_is_circular():
    frame = score(
        [
            "Let us assume the answer is 49.",
            "If the age is 49, dividing by 2 leaves 1, which confirms the assumed 49.",
            "Verifying again with the assumption, 49 is consistent with itself.",
            "Therefore the answer is 49.",
        ],
        "The age leaves remainder 1 when divided by 2 and 3. How old is she?",
    )
    assert frame.attrs["trace"]["circular"] >= 0.5
    assert "circular" in kinds(frame)
    assert frame.attrs["trace"]["loop"] < 0.5


def test_a_derivation_from_the_given_facts_is_not_circular():
    frame = score(
        [
            "She must be one more than a multiple of 6.",
            "The candidates below 60 are 7, 13, 19, 25, 31, 37, 43, 49 and 55.",
            "Of these only 7 and 49 are multiples of 7.",
            "7 leaves 3 when divided by 4, so 7 is out.",
            "That leaves 49.",
        ],
        "Her age leaves remainder 1 when divided by 2, 3, 4 or 6 and 0 by 7. How old is she?",
    )
    assert frame.attrs["trace"]["circular"] < 0.5
    assert kinds(frame) == set()


def test_padding_is_redundant():
    frame = score(
        [
            "The rectangle has sides 4 and 6.",
            "Its area is 4 * 6 = 24.",
            "Let's verify the area again: 4 * 6 = 24.",
            "To double-check, we recalculate once more that the area is 24.",
            "Reconfirming, the area is indeed 24.",
            "So the area is 24.",
        ],
        "What is the area of a rectangle with sides 4 and 6?",
    )
    assert frame.attrs["trace"]["redundant"] >= 0.5


def test_a_claim_and_its_negation_contradict():
    frame = score(
        [
            "The migration is safe to run while users are online.",
            "It takes about 4 minutes on the copy.",
            "The migration is not safe to run while users are online.",
            "So we run it today.",
        ],
        "Can we run the migration?",
    )
    assert "contradiction" in frame["alert_kinds"][2]
    assert frame.attrs["trace"]["contradiction"] >= 0.5
    assert "thought 1" in frame["intervention"][2]


def test_drift_is_seen_and_recovery_ends_it():
    away = [
        "My neighbour bought a red car last summer.",
        "The car has leather seats and a loud radio.",
        "Formula one drivers train their necks.",
    ]
    frame = score(
        [
            "To bake bread you need flour, water and yeast.",
            "The bread dough has to rise for an hour.",
            *away,
            "Back to the bread: bake it at 220 degrees.",
            "The bread is done when it sounds hollow.",
        ],
        "How do I bake bread?",
    )
    assert "distractor" in frame["alert_kinds"][4]
    assert "distractor" not in frame["alert_kinds"][6]
    assert frame["distractor_score"][4] > frame["distractor_score"][6]
    assert frame["topic_shift"][2] >= 0.5


def test_thin_thoughts_after_rich_ones_are_a_loss_of_quality():
    frame = score(
        [
            "An index on customer and date lets the orders query skip the full scan.",
            "Measured on the copy, the orders query falls from 900 to 40 milliseconds.",
            "The orders index costs 2 percent on each insert, measured with pgbench.",
            "so it is what it is",
            "well, that is that then",
            "it could be this or that",
            "and so on and so on",
            "yes, well, now then",
            "it is how it is",
            "so then, there it is",
            "and that is what it is",
        ],
        QUESTION,
    )
    assert "degradation" in kinds(frame)
    assert frame["trend"].iloc[4] == "degrading"


def test_similar_steps_with_new_numbers_are_progress():
    frame = score(
        [
            f"When we divide {number} by 7 the remainder is {number % 7}."
            for number in range(30, 37)
        ],
        "Which number between 30 and 36 leaves 5 when divided by 7?",
    )
    assert "loop" not in kinds(frame)


def test_phases_run_from_exploration_to_conclusion():
    frame = score(
        [
            "One way is to cache the results of the query.",
            "Another way is a covering index on customer and date.",
            "Combining both, together they remove the scan and the network trip.",
            "In conclusion, the final answer is to add the index first.",
        ],
        QUESTION,
    )
    assert frame["phase"].iloc[0] == "exploration"
    assert frame["phase"].iloc[-1] == "conclusion"


def test_an_intervention_is_not_repeated_at_every_thought():
    frame = score(["The same thought about the orders index again."] * 9, QUESTION)
    spoken = frame["intervention"].notna()
    assert spoken.sum() < frame["alert_kinds"].map(len).gt(0).sum()


def test_an_unknown_profile_is_a_typed_error():
    with pytest.raises(InvalidRequest, match="profile"):
        score(["a"], profile="loose")


def test_one_text_instead_of_a_list_is_a_typed_error():
    with pytest.raises(InvalidRequest):
        score("one text")


def test_a_frame_without_the_named_column_is_a_typed_error():
    import pandas as pd

    with pytest.raises(InvalidRequest, match="trace_id"):
        score_frame(pd.DataFrame({"thought": ["a"]}))


def test_an_agent_that_makes_the_same_calls_again_loops_and_one_that_goes_on_does_not():
    pages = [f'Action: list_orders({{"customer": "Ada", "page": {n}}})' for n in range(1, 9)]
    steps = [*pages[:3], *pages[1:3] * 3]
    going_on = score(pages, "List all orders of Ada.")
    looping = score(steps, "List all orders of Ada.")
    assert looping.attrs["trace"]["loop"] >= 0.5 > going_on.attrs["trace"]["loop"]
    assert "loop" not in kinds(going_on)


@pytest.mark.parametrize(
    "step",
    [
        'read_file({{"path": "src/app.py", "line": {0}}})',
        "grep(pattern='total', file='part_{0}.py')",
        'Action: search\nAction Input: {{"query": "orders", "cursor": "c{0}"}}',
        "I run `sed -n {0},40p notes.txt` to see more of it.",
        "Search[orders of customer {0}]",
    ],
)
def test_one_changed_argument_is_progress_and_none_is_a_loop(step):
    words = ["I call", "Now", "Let me try", "Next:", "Once more", "So I use"]
    going_on = [f"{word} {step.format(number)}" for number, word in enumerate(words, start=11)]
    looping = [f"{word} {step.format(11)}" for word in words]
    question = "Where is the total of the orders computed?"
    assert "loop" not in kinds(score(going_on, question))
    assert "loop" in kinds(score(looping, question))


def test_a_flag_that_is_set_the_other_way_in_a_call_is_no_contradiction():
    steps = [
        'crime_record.get({"case": "CA12", "county": "San Diego", "details": true})',
        'crime_record.get({"case": "CA12", "county": "San Diego", "details": false})',
    ]
    assert kinds(score(steps, "What is in the record of case CA12?")) == set()
