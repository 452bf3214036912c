"""The rules of torchaudio beside torchaudio itself, where there is one; its compiled part is not needed."""

from __future__ import annotations

import functools
import textwrap
from importlib.util import find_spec
from typing import Any

import pytest

from tests.rules import beside

pytestmark = pytest.mark.filterwarnings("ignore")

PROGRAM = textwrap.dedent("""
    import torch
    import torchaudio.functional as F
    import torchaudio.transforms as T
    wave = torch.rand(2, 4000)
    power = torch.rand(2, 201, 30)
    mel = torch.rand(2, 128, 30)
    complex_spectrogram = torch.rand(2, 201, 30, dtype=torch.complex64)
""")
SHAPES = {
    "T.Spectrogram()(wave)": [2, 201, 21], "T.Spectrogram(n_fft=512)(wave)": [2, 257, 16],
    "T.Spectrogram(n_fft=256, win_length=200, hop_length=80)(wave)": [2, 129, 51],
    "T.Spectrogram(n_fft=255, center=False, pad=7)(wave)": [2, 128, 30],
    "T.Spectrogram(power=None)(wave[0])": [201, 21], "T.Spectrogram(onesided=False)(wave)": [2, 400, 21],
    "T.MelSpectrogram()(wave)": [2, 128, 21],
    "T.MelSpectrogram(sample_rate=16000, n_fft=400, hop_length=160, n_mels=80)(wave)": [2, 80, 26],
    "T.MelSpectrogram(16000, n_fft=401, win_length=300, pad=3, center=False)(wave)": [2, 128, 25],
    "T.MFCC(n_mfcc=13)(wave)": [2, 13, 21],
    "T.MFCC(n_mfcc=20, melkwargs={'n_fft': 512, 'hop_length': 256, 'n_mels': 64})(wave)": [2, 20, 16],
    "T.LFCC()(wave)": [2, 40, 21], "T.MelScale()(power)": [2, 128, 30],
    "T.MelScale(n_mels=80, n_stft=201)(power)": [2, 80, 30],
    "T.InverseMelScale(201, driver='gelsd')(mel)": [2, 201, 30],
    "T.Resample(16000, 8000)(wave)": [2, 2000], "T.Resample(44100, 16000)(wave)": [2, 1452],
    "T.AmplitudeToDB()(power)": [2, 201, 30], "T.TimeMasking(10)(power)": [2, 201, 30],
    "T.FrequencyMasking(10)(power)": [2, 201, 30], "T.Fade(100, 100)(wave)": [2, 4000],
    "T.Vol(0.5)(wave)": [2, 4000], "T.ComputeDeltas()(power)": [2, 201, 30],
    "T.SlidingWindowCmn()(power)": [2, 201, 30], "T.MuLawEncoding()(wave)": [2, 4000],
    "T.SpectralCentroid(16000)(wave)": [2, 21], "T.GriffinLim(n_iter=2)(power)": [2, 5800],
    "T.InverseSpectrogram()(complex_spectrogram)": [2, 5800], "T.Convolve()(wave, wave)": [2, 7999],
    "T.FFTConvolve('same')(wave, wave)": [2, 4000], "T.Preemphasis()(wave)": [2, 4000],
    "F.resample(wave, 44100, 16000)": [2, 1452],
}  # fmt: skip
REFUSED = ("T.MelScale(n_stft=257)(power)", "T.MFCC(n_mfcc=200)", "T.InverseMelScale(201, n_mels=80)(mel)",
           "T.Spectrogram(n_fft=8000, center=False)(wave)")  # fmt: skip


@functools.cache
def _names() -> dict[str, Any]:
    """The program's names, as torchaudio makes them."""
    if find_spec("torchaudio") is None:
        pytest.skip("torchaudio is not installed")
    names: dict[str, Any] = {}
    exec(PROGRAM, names)
    return names


@pytest.mark.parametrize("expression", SHAPES)
def test_the_shape(expression: str) -> None:
    machine, value, errors = beside.run(PROGRAM, expression)
    assert not errors
    assert list(machine.path.resolve(value.shape)) == SHAPES[expression]  # type: ignore[union-attr]


@pytest.mark.parametrize("expression", REFUSED)
def test_what_is_refused(expression: str) -> None:
    _, _, errors = beside.run(PROGRAM, expression)
    assert errors == 1


@pytest.mark.parametrize("expression", SHAPES)
def test_torchaudio_agrees(expression: str) -> None:
    real = eval(expression, _names())
    machine, value, _ = beside.run(PROGRAM, expression)
    beside.assert_same(machine, value, real)


@pytest.mark.parametrize("expression", REFUSED)
def test_torchaudio_refuses(expression: str) -> None:
    names = _names()
    with pytest.raises((RuntimeError, ValueError)):
        eval(expression, names)
