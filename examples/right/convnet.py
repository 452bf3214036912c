"""A small image classifier. The flattened size fits, so shapecheck has nothing to say but what was asked."""

import torch
import torch.nn as nn


class ConvNet(nn.Module):
    def __init__(self, width=32, classes=10):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(3, width, 3, padding=1),
            nn.BatchNorm2d(width),
            nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Conv2d(width, 2 * width, 3, padding=1),
            nn.ReLU(),
            nn.AdaptiveAvgPool2d((4, 4)),
        )
        self.head = nn.Linear(2 * width * 4 * 4, classes)

    def forward(self, x):
        x = self.features(x)
        return self.head(torch.flatten(x, 1))


logits = ConvNet()(torch.rand(8, 3, 64, 48))
reveal_shape(logits)  # noqa: F821
