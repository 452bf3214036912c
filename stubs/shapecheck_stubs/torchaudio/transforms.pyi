"""Signals [..., time] and spectrograms [..., freq, time]. https://docs.pytorch.org/audio/stable/transforms.html"""

modules = "torchaudio.transforms", "torchaudio.transforms._transforms"


class _Same(Module):
    def __init__(self, *args, **options): ...
    def forward(self, x: Tensor["*S"], *rest) -> Tensor["*S"]: ...

class Preemphasis(_Same): ...
class Deemphasis(_Same): ...
class Fade(_Same): ...
class Vol(_Same): ...
class AmplitudeToDB(_Same): ...
class ComputeDeltas(_Same): ...
class SlidingWindowCmn(_Same): ...
class FrequencyMasking(_Same): ...
class TimeMasking(_Same): ...
class SpecAugment(_Same): ...
class PitchShift(_Same): ...
class MuLawDecoding(_Same): ...

class MuLawEncoding(Module):
    def __init__(self, quantization_channels: int = 256): ...
    def forward(self, x: Tensor["*S"]) -> Tensor["*S", int64]: ...

class Resample(Module):
    """https://docs.pytorch.org/audio/stable/generated/torchaudio.transforms.Resample.html"""
    def __init__(
        self, orig_freq: int = 16000, new_freq: int = 16000, resampling_method: Any = "sinc_interp_hann",
        lowpass_filter_width: int = 6, rolloff: float = 0.99, beta: Any = None, *, dtype: Any = None,
    ): ...
    def forward(self, waveform: Tensor["*N L"]) -> Tensor["*N ceildiv(self.new_freq*L,self.orig_freq)"]: ...

def _hop(n_fft: int, win_length: int | None, hop_length: int | None):
    """How far neighbouring frames are apart: by default half a window, which is as long as the transform."""
    if hop_length is not None:
        return hop_length
    return (n_fft if win_length is None else win_length) // 2

class Spectrogram(Module):
    """https://docs.pytorch.org/audio/stable/generated/torchaudio.transforms.Spectrogram.html"""
    def __init__(
        self, n_fft: int = 400, win_length: int | None = None, hop_length: int | None = None, pad: int = 0,
        window_fn: Any = None, power: float | None = 2.0, normalized: Any = False, wkwargs: Any = None,
        center: bool = True, pad_mode: Any = "reflect", onesided: bool = True, return_complex: Any = None,
    ):
        self.win_length = n_fft if win_length is None else win_length
        self.hop_length = _hop(n_fft, win_length, hop_length)
    def forward(self, waveform: Any):
        return torchaudio.functional.spectrogram(
            waveform, self.pad, None, self.n_fft, self.hop_length, self.win_length, self.power, False,
            self.center, self.pad_mode, self.onesided,
        )

class InverseSpectrogram(Module):
    """https://docs.pytorch.org/audio/stable/generated/torchaudio.transforms.InverseSpectrogram.html"""
    def __init__(
        self, n_fft: int = 400, win_length: int | None = None, hop_length: int | None = None, pad: int = 0,
        window_fn: Any = None, normalized: Any = False, wkwargs: Any = None, center: bool = True,
        pad_mode: Any = "reflect", onesided: bool = True,
    ):
        self.hop_length = _hop(n_fft, win_length, hop_length)
    def forward(self, spectrogram: Tensor["*B F T"], length: int | None = None) -> Tensor["*B n", d]:
        bins = self.n_fft // 2 + 1 if self.onesided else self.n_fft
        require(F == bins, "expected {bins} frequencies for n_fft={self.n_fft}, but got {F}")
        whole = self.n_fft + self.hop_length * (T - 1) - (2 * (self.n_fft // 2) if self.center else 0)
        n = whole - 2 * self.pad if length is None else length
        d = real_of(spectrogram.dtype)

class MelScale(Module):
    """https://docs.pytorch.org/audio/stable/generated/torchaudio.transforms.MelScale.html"""
    def __init__(
        self, n_mels: int = 128, sample_rate: Any = 16000, f_min: Any = 0.0, f_max: Any = None, n_stft: int = 201,
        norm: Any = None, mel_scale: Any = "htk",
    ):
        self.fb = Tensor["n_stft n_mels", float32]
    def forward(self, specgram: Tensor["*B F T"]) -> Tensor["*B M T"]:
        M = self.n_mels
        require(F == self.fb.shape[0], "expected {self.fb.shape[0]} frequencies (n_stft), but got {F}")

class InverseMelScale(Module):
    """https://docs.pytorch.org/audio/stable/generated/torchaudio.transforms.InverseMelScale.html"""
    def __init__(
        self, n_stft: int, n_mels: int = 128, sample_rate: Any = 16000, f_min: Any = 0.0, f_max: Any = None,
        norm: Any = None, mel_scale: Any = "htk", driver: Any = "gels",
    ): ...
    def forward(self, melspec: Tensor["*B M T"]) -> Tensor["*B F T"]:
        F = self.n_stft
        require(M == self.n_mels, "Expected an input with {self.n_mels} mel bins. Found: {M}")

class MelSpectrogram(Module):
    """https://docs.pytorch.org/audio/stable/generated/torchaudio.transforms.MelSpectrogram.html"""
    def __init__(
        self, sample_rate: Any = 16000, n_fft: int = 400, win_length: int | None = None,
        hop_length: int | None = None, f_min: Any = 0.0, f_max: Any = None, pad: int = 0, n_mels: int = 128,
        window_fn: Any = None, power: float = 2.0, normalized: Any = False, wkwargs: Any = None,
        center: bool = True, pad_mode: Any = "reflect", onesided: Any = None, norm: Any = None,
        mel_scale: Any = "htk",
    ):
        self.win_length = n_fft if win_length is None else win_length
        self.hop_length = _hop(n_fft, win_length, hop_length)
        self.spectrogram = Spectrogram(
            n_fft=n_fft, win_length=win_length, hop_length=hop_length, pad=pad, power=power, center=center
        )
        self.mel_scale = MelScale(n_mels, n_stft=n_fft // 2 + 1)
    def forward(self, waveform: Any):
        return self.mel_scale(self.spectrogram(waveform))

class MFCC(Module):
    """https://docs.pytorch.org/audio/stable/generated/torchaudio.transforms.MFCC.html"""
    def __init__(
        self, sample_rate: Any = 16000, n_mfcc: int = 40, dct_type: int = 2, norm: Any = "ortho",
        log_mels: Any = False, melkwargs: Any = None,
    ):
        if melkwargs is None:
            self.MelSpectrogram = MelSpectrogram(sample_rate)
        else:
            self.MelSpectrogram = MelSpectrogram(sample_rate, **melkwargs)
        require(n_mfcc <= self.MelSpectrogram.n_mels, "Cannot select more MFCC coefficients than # mel bins")
    def forward(self, waveform: Any):
        return _coefficients(self.MelSpectrogram(waveform), self.n_mfcc)

class LFCC(Module):
    """https://docs.pytorch.org/audio/stable/generated/torchaudio.transforms.LFCC.html"""
    def __init__(
        self, sample_rate: Any = 16000, n_filter: int = 128, f_min: Any = 0.0, f_max: Any = None, n_lfcc: int = 40,
        dct_type: int = 2, norm: Any = "ortho", log_lf: Any = False, speckwargs: Any = None,
    ):
        if speckwargs is None:
            self.Spectrogram = Spectrogram()
        else:
            self.Spectrogram = Spectrogram(**speckwargs)
        require(n_lfcc <= self.Spectrogram.n_fft, "Cannot select more LFCC coefficients than # fft bins")
    def forward(self, waveform: Any):
        return _coefficients(self.Spectrogram(waveform), self.n_lfcc)

def _coefficients(spectrogram: Tensor["*B F T"], n: int) -> Tensor["*B n T"]:
    """As many numbers as wanted in the place of the frequencies."""

class SpectralCentroid(Module):
    """https://docs.pytorch.org/audio/stable/generated/torchaudio.transforms.SpectralCentroid.html"""
    def __init__(
        self, sample_rate: Any, n_fft: int = 400, win_length: int | None = None, hop_length: int | None = None,
        pad: int = 0, window_fn: Any = None, wkwargs: Any = None,
    ):
        self.spectrogram = Spectrogram(n_fft, win_length, hop_length, pad)
    def forward(self, waveform: Any):
        return _without_frequencies(self.spectrogram(waveform))

def _without_frequencies(spectrogram: Tensor["*B F T"]) -> Tensor["*B T"]:
    """One number for each frame."""

class GriffinLim(Module):
    """https://docs.pytorch.org/audio/stable/generated/torchaudio.transforms.GriffinLim.html"""
    def __init__(
        self, n_fft: int = 400, n_iter: int = 32, win_length: int | None = None, hop_length: int | None = None,
        window_fn: Any = None, power: float = 2.0, wkwargs: Any = None, momentum: float = 0.99,
        length: int | None = None, rand_init: Any = True,
    ):
        self.hop_length = _hop(n_fft, win_length, hop_length)
    def forward(self, specgram: Tensor["*B F T"]) -> Tensor["*B n"]:
        bins = self.n_fft // 2 + 1
        require(F == bins, "expected {bins} frequencies for n_fft={self.n_fft}, but got {F}")
        n = self.hop_length * (T - 1) + (self.n_fft % 2) if self.length is None else self.length

class TimeStretch(Module):
    """https://docs.pytorch.org/audio/stable/generated/torchaudio.transforms.TimeStretch.html"""
    def __init__(self, hop_length: Any = None, n_freq: int = 201, fixed_rate: Any = None): ...
    def forward(self, complex_specgrams: Tensor["*B F T"], overriding_rate: Any = None) -> Tensor["*B F n"]:
        n = fresh(0)

class Convolve(Module):
    """https://docs.pytorch.org/audio/stable/generated/torchaudio.transforms.Convolve.html"""
    def __init__(self, mode: str = "full"): ...
    def forward(self, x: Any, y: Any):
        return torchaudio.functional.convolve(x, y, self.mode)

class FFTConvolve(Convolve): ...
