"""The map is pooled to 4 x 4, and the view still speaks of 2 x 2."""

import torch
import torch.nn as nn


class Discriminator(nn.Module):
    def __init__(self, width=64):
        super().__init__()
        self.main = nn.Sequential(
            nn.Conv2d(1, width, 4, stride=2, padding=1),
            nn.LeakyReLU(0.2),
            nn.Conv2d(width, 64, 4, stride=2, padding=1),
            nn.BatchNorm2d(64),
            nn.AdaptiveMaxPool2d(4),
        )
        self.size = 64 * 2 * 2
        # fix: self.size = 64 * 4 * 4
        self.classify = nn.Linear(self.size, 1)

    def forward(self, images):
        batch = images.size(0)
        x = self.main(images)
        x = x.view(batch, self.size)  # bug: "256"
        return torch.sigmoid(self.classify(x)).squeeze(1)


# call: Discriminator()(torch.rand(8, 1, 64, 64))
