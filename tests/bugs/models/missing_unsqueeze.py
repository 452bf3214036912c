"""A vector of channel weights is multiplied with a map, without the axes for height and width."""

import torch
import torch.nn as nn


class SqueezeExcite(nn.Module):
    def __init__(self, channels, reduction=4):
        super().__init__()
        self.fc1 = nn.Linear(channels, channels // reduction)
        self.fc2 = nn.Linear(channels // reduction, channels)

    def forward(self, x):
        weights = x.mean(dim=(2, 3))
        weights = torch.sigmoid(self.fc2(torch.relu(self.fc1(weights))))
        return x * weights  # bug: "7" "32"
        # fix: return x * weights[:, :, None, None]


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 32, 3, padding=1)
        self.pool = nn.AdaptiveAvgPool2d(7)
        self.gate = SqueezeExcite(32)

    def forward(self, x):
        return self.gate(self.pool(self.conv(x)))


# call: Net()(torch.rand(5, 3, 28, 28))
