"""The classifier was written for 6 x 6 features; the pooling gives 7 x 7."""

import torch
import torch.nn as nn


def conv_block(inp, out):
    return [nn.Conv2d(inp, out, 3, padding=1), nn.BatchNorm2d(out), nn.ReLU(inplace=True), nn.MaxPool2d(2)]


class VGG(nn.Module):
    def __init__(self, classes=10):
        super().__init__()
        layers, channels = [], 3
        for out in (32, 64, 128):
            layers += conv_block(channels, out)
            channels = out
        self.features = nn.Sequential(*layers)
        self.pool = nn.AdaptiveAvgPool2d((7, 7))
        self.drop = nn.Dropout(0.5)
        self.fc1 = nn.Linear(128 * 6 * 6, 256)
        # fix: self.fc1 = nn.Linear(128 * 7 * 7, 256)
        self.fc2 = nn.Linear(256, classes)

    def forward(self, x):
        x = self.pool(self.features(x))
        x = self.drop(torch.flatten(x, 1))
        x = torch.relu(self.fc1(x))  # bug: "6272" "4608"
        return self.fc2(x)


# call: VGG()(torch.rand(2, 3, 224, 224))
