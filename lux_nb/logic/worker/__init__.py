"""Prolog in a process of its own: a client, a wire format and the worker itself."""

from lux_nb.logic.worker.client import Answers, Limits, PrologWorker

__all__ = ["Answers", "Limits", "PrologWorker"]
