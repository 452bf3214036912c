"""The encoder was widened from 32 to 48 channels; the decoder was forgotten."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Encoder(nn.Module):
    def __init__(self, width=48):
        super().__init__()
        self.stem = nn.Conv2d(3, width // 2, 7, stride=2, padding=3)
        self.down = nn.Conv2d(width // 2, width, 3, stride=2, padding=1)
        self.norm = nn.BatchNorm2d(width)

    def forward(self, x):
        x = F.relu(self.stem(x))
        return F.relu(self.norm(self.down(x)))


class Decoder(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.up = nn.ConvTranspose2d(width, width // 2, 4, stride=2, padding=1)
        self.out = nn.ConvTranspose2d(width // 2, 3, 4, stride=2, padding=1)

    def forward(self, z):
        z = F.relu(self.up(z))  # bug: "48" "32"
        return torch.sigmoid(self.out(z))


class AutoEncoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = Encoder(48)
        self.decoder = Decoder(32)
        # fix: self.decoder = Decoder(48)

    def forward(self, images):
        return self.decoder(self.encoder(images))


# call: AutoEncoder()(torch.rand(4, 3, 64, 64))
