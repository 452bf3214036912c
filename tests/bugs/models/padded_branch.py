"""Of two branches that halve an image one is padded: the sizes differ by one, whatever they are."""

import torch
import torch.nn as nn


class Halving(nn.Module):
    def __init__(self):
        super().__init__()
        self.pool = nn.MaxPool2d(3, stride=2)
        self.conv = nn.Conv2d(64, 96, kernel_size=3, stride=2, padding=1)
        # fix: self.conv = nn.Conv2d(64, 96, kernel_size=3, stride=2)

    def forward(self, x):
        return torch.cat((self.pool(x), self.conv(x)), dim=1)  # bug: "cat" "96"


# call: Halving()(torch.rand(2, 64, 31, 31))
