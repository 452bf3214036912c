"""A bias for each pair of positions: with positions for every row of a batch it has a dim more than is permuted."""

import torch
import torch.nn as nn


class Bias(nn.Module):
    def __init__(self, heads: int):
        super().__init__()
        self.bias = nn.Embedding(32, heads)

    def forward(self, positions):
        context, memory = positions[:, :, None], positions[:, None, :]
        values = self.bias((memory - context).abs().clamp(max=31))
        return values.permute(2, 0, 1)  # bug: "4" "3"
        # fix: return values.permute(0, 3, 1, 2)


# call: Bias(12)(torch.arange(7).expand(2, 7))
