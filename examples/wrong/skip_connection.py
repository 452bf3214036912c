"""The decoder concatenates a skip connection, but its convolution still expects the channels without it."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class UNet(nn.Module):
    def __init__(self, width=64):
        super().__init__()
        self.down = nn.Conv2d(3, width, 3, padding=1)
        self.bottom = nn.Conv2d(width, 2 * width, 3, padding=1)
        self.up = nn.Conv2d(2 * width, width, 3, padding=1)

    def forward(self, x):
        skip = F.relu(self.down(x))
        y = F.relu(self.bottom(F.max_pool2d(skip, 2)))
        y = F.interpolate(y, scale_factor=2)
        return self.up(torch.cat([y, skip], dim=1))


out = UNet()(torch.rand(1, 3, 128, 128))
