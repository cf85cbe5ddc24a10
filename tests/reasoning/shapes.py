"""The shapes of the reference, and a check that an answer has exactly that shape."""

from typing import Any

NUMBER = (int, float)
TRACED = {
    "thought_number": int,
    "content": str,
    "thought_type": str,
    "next_thought_needed": bool,
    "session_id": str,
    "thread_id": str,
    "monitoring": {
        "circular_score": NUMBER,
        "distractor_alert": bool,
        "quality_trend": {"improving", "stable", "degrading"},
        "phase": {"exploration", "synthesis", "conclusion"},
        "intervention?": str,
    },
    "synthesis": {
        "current_understanding": str,
        "key_insights": [str],
        "next_actions": [str],
        "confidence_level": str,
        "clarity_level": str,
        "ready_for_conclusion": bool,
    },
    "metrics": {
        "semantic_coherence": NUMBER,
        "information_density": NUMBER,
        "reasoning_depth": NUMBER,
        "confidence": NUMBER,
    },
}
BIASED = {
    "step_type": {"Query", "Reasoning", "BiasAnalysis", "Correction", "Synthesis"},
    "step_number": int,
    "content": str,
    "model_used": str,
    "next_action": {"BiasCheck", "ContinueReasoning", "Synthesize", "Complete"},
    "session_status": {
        "session_id": str,
        "total_steps": int,
        "reasoning_steps": int,
        "bias_checks": int,
        "corrections_made": int,
        "current_round": int,
        "max_rounds": int,
    },
}
PLANNED = {
    "step_number": int,
    "content": str,
    "next_step_required": bool,
    "total_steps": int,
    "session_id": str,
    "metadata": {"branch_id": str, "is_revision": bool, "planning_depth": int},
}
ILLUMINATION = {
    "status": {"active", "idle"},
    "monitoring": {
        "cognitive_load": NUMBER,
        "current_phase": {"exploration", "synthesis", "conclusion"},
        "circular_reasoning_score": NUMBER,
        "distractor_fixation_score": NUMBER,
        "quality_metrics": {
            "coherence": NUMBER,
            "information_density": NUMBER,
            "relevance": NUMBER,
            "trend": {"improving", "stable", "degrading"},
        },
        "intervention_history": [
            {"thought_number": int, "intervention_type": str, "reason": str},
        ],
    },
    "threads": {"active_count": int, "oldest_age_minutes": NUMBER, "average_turns": NUMBER},
}


def check(value: Any, shape: Any, place: str = "answer") -> None:
    """Assert that a value has a shape: its fields, all of them, and no others."""
    if isinstance(shape, dict):
        required = {name for name in shape if not name.endswith("?")}
        known = {name.removesuffix("?"): inner for name, inner in shape.items()}
        assert required <= set(value), (place, required - set(value))
        assert set(value) <= set(known), (place, set(value) - set(known))
        for name, inner in value.items():
            check(inner, known[name], f"{place}.{name}")
    elif isinstance(shape, list):
        assert isinstance(value, list), place
        for item in value:
            check(item, shape[0], f"{place}[]")
    elif isinstance(shape, set):
        assert value in shape, (place, value)
    else:
        assert isinstance(value, shape), (place, value)
        assert shape is not int or not isinstance(value, bool), place
