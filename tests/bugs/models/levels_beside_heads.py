"""Offsets lie in one dim for all levels, what they are divided by has levels and points apart: heads meet levels."""

import torch
import torch.nn as nn


class Sampling(nn.Module):
    def __init__(self):
        super().__init__()
        self.heads, self.levels, self.points = 8, 4, 4
        self.offsets = nn.Linear(32, 8 * 4 * 4 * 2)

    def forward(self, query, sizes):
        offsets = self.offsets(query).reshape(*query.shape[:2], self.heads, self.levels * self.points, 2)
        # fix: offsets = self.offsets(query).reshape(*query.shape[:2], self.heads, self.levels, self.points, 2)
        return offsets / sizes.reshape(1, 1, 1, self.levels, 1, 2)  # bug: "8" "4"


# call: Sampling()(torch.rand(2, 10, 32), torch.rand(4, 2))
