"""``lux.models``: the operations of the models domain."""

from lux_nb.api import Namespace


class ModelsApi(Namespace):
    """Chat, streams, fill-in-the-middle, lists, health and cost of all models."""

    toolset = "models"
