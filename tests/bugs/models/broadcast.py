"""A class token was added to the patches, and the position table was not lengthened."""

import torch
import torch.nn as nn


class ViT(nn.Module):
    def __init__(self):
        super().__init__()
        self.patches = nn.Sequential(nn.Conv2d(3, 192, 16, stride=16), nn.AdaptiveAvgPool2d(14))
        self.cls = nn.Parameter(torch.zeros(1, 1, 192))
        self.positions = nn.Parameter(torch.zeros(1, 14 * 14, 192))
        # fix: self.positions = nn.Parameter(torch.zeros(1, 14 * 14 + 1, 192))
        self.norm = nn.LayerNorm(192)

    def forward(self, images):
        x = self.patches(images).flatten(2).transpose(1, 2)
        x = torch.cat([self.cls.expand(x.shape[0], -1, -1), x], dim=1)
        x = x + self.positions  # bug: "197" "196"
        return self.norm(x)[:, 0]


# call: ViT()(torch.rand(2, 3, 224, 224))
