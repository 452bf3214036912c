"""Two branches of different width are joined along the height."""

import torch
import torch.nn as nn


class Inception(nn.Module):
    def __init__(self, inp):
        super().__init__()
        self.narrow = nn.Sequential(nn.Conv2d(inp, 64, 1), nn.ReLU())
        self.wide = nn.Sequential(nn.Conv2d(inp, 48, 1), nn.Conv2d(48, 96, 3, padding=1), nn.ReLU())
        self.join = nn.Conv2d(64 + 96, 128, 1)

    def forward(self, x):
        parts = [branch(x) for branch in (self.narrow, self.wide)]
        x = torch.cat(parts, dim=2)  # bug: "64" "96"
        # fix: x = torch.cat(parts, dim=1)
        return self.join(x)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(3, 32, 3, padding=1)
        self.block = Inception(32)

    def forward(self, x):
        return self.block(self.stem(x)).mean(dim=(2, 3))


# call: Net()(torch.rand(2, 3, 32, 32))
