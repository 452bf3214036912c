"""A decoder that is given spectrograms where it takes latents: its embeddings are scaled by what has other steps."""

import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.codes = nn.Embedding(100, 32)

    def forward(self, codes, latent):
        scale, shift = torch.chunk(latent, 2, dim=1)
        codes = self.codes(codes).permute(0, 2, 1)
        return codes * (1 + scale.unsqueeze(-1)) + shift.unsqueeze(-1)  # bug: "32" "40"


def run():
    spectrogram = torch.rand(2, 10, 40)
    return Decoder()(torch.randint(0, 100, (2, 7)), spectrogram)
    # fix: return Decoder()(torch.randint(0, 100, (2, 7)), spectrogram.new_zeros(2, 64))


# call: run()
