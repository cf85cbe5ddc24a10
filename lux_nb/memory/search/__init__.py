"""Hybrid search over contexts: exact keywords, vectors and the signals around them."""

from lux_nb.memory.search.categories import CATEGORIES, CategoryClassifier, Classification
from lux_nb.memory.search.documents import Document
from lux_nb.memory.search.duplicates import NearDuplicate, find_near_duplicate
from lux_nb.memory.search.hybrid import HybridIndex
from lux_nb.memory.search.scoring import Hit, Preferences, ScoreParts
from lux_nb.memory.search.suggest import History, Suggester, Suggestion, SuggestionSession

__all__ = [
    "CATEGORIES",
    "CategoryClassifier",
    "Classification",
    "Document",
    "History",
    "Hit",
    "HybridIndex",
    "NearDuplicate",
    "Preferences",
    "ScoreParts",
    "Suggester",
    "Suggestion",
    "SuggestionSession",
    "find_near_duplicate",
]
