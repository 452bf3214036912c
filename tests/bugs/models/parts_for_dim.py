"""Real and imaginary parts along the last dim: the number of parts is missing, and the dim has its place."""

import torch
import torch.nn as nn


class ComplexLSTM(nn.Module):
    def __init__(self):
        super().__init__()
        self.real, self.imaginary = nn.LSTM(4, 6), nn.LSTM(4, 6)

    def forward(self, x):
        real, imaginary = torch.chunk(x, -1)  # bug: "greater than 0"
        # fix: real, imaginary = torch.chunk(x, 2, -1)
        return self.real(real)[0] - self.imaginary(imaginary)[0]


# call: ComplexLSTM()(torch.rand(5, 2, 8))
