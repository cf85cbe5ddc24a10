"""lux_nb: a Jupyter kernel as a shared thinking room.

``%load_ext lux_nb`` brings the magics; ``from lux_nb import lux`` brings the same as Python.
Nothing heavy is imported here: loading the extension must not be felt.
"""

__version__ = "0.1.0"
