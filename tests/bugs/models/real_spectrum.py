"""A spectrum with its real and imaginary parts in a dim of their own is not what istft reads any more."""

import torch
import torch.nn as nn


class Phase(nn.Module):
    def __init__(self):
        super().__init__()
        self.n_fft = 256

    def forward(self, magnitude):
        assert magnitude.dim() == 3
        phase = torch.rand_like(magnitude)
        parts = torch.stack((magnitude * phase.cos(), magnitude * phase.sin()), dim=-1)
        return torch.istft(parts, self.n_fft, window=torch.hann_window(self.n_fft))  # bug: "istft"
        # fix: return torch.istft(torch.view_as_complex(parts), self.n_fft, window=torch.hann_window(self.n_fft))


# call: Phase()(torch.rand(2, 129, 10))
