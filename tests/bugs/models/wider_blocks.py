"""Each block widens by four, and the next one is made as if it did not: the factor is not handed on."""

import torch
import torch.nn as nn


class Backbone(nn.Module):
    def __init__(self):
        super().__init__()
        planes, count, factor = 8, 2, 4
        self.planes = planes
        self.narrow = nn.ModuleList([nn.Conv2d(planes, planes, 1) for _ in range(count)])
        self.widen = nn.ModuleList([nn.Conv2d(planes, planes * factor, 1) for _ in range(count)])

    def forward(self, x):
        for narrow, widen in zip(self.narrow, self.widen):
            x = widen(narrow(x).relu())  # bug: "8 channels" "32 channels"
            # fix: x = widen(narrow(x).relu())[:, : self.planes]
        return x


# call: Backbone()(torch.rand(1, 8, 4, 4))
