"""... and the head, in another file, was forgotten."""

import torch
import torch.nn as nn

from .encoder import Encoder


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = Encoder()
        self.head = nn.Linear(128, 2)

    def forward(self, tokens):
        return self.head(self.encoder(tokens))


tokens = torch.randint(0, 1000, (8, 40))
loss = nn.functional.cross_entropy(Model()(tokens), torch.zeros(8, dtype=torch.int64))
