"""A block takes what is left of its layers for the shortcut around them, whose channels are those of its input."""

import torch
import torch.nn as nn


class Block(nn.Module):
    def __init__(self, channels, out):
        super().__init__()
        self.first = nn.Conv2d(channels, out, 3, padding=1)
        self.second = nn.Conv2d(out, out, 3, padding=1)
        self.shortcut = nn.Conv2d(channels, out, 1) if channels != out else None

    def forward(self, x):
        residual = x
        x = self.second(torch.relu(self.first(x)))
        if self.shortcut is not None:
            x = self.shortcut(x)  # bug: "channels"
            # fix: residual = self.shortcut(residual)
        return x + residual


# call: Block(8, 16)(torch.rand(2, 8, 6, 6))
