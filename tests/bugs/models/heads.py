"""Twelve heads of 64 were made for a width of 768; this one is 800 wide."""

import torch
import torch.nn as nn


class Attention(nn.Module):
    def __init__(self, hidden, heads):
        super().__init__()
        self.heads = heads
        self.head_size = hidden // heads
        self.query = nn.Linear(hidden, hidden)
        self.key = nn.Linear(hidden, hidden)
        self.value = nn.Linear(hidden, hidden)

    def split(self, x):
        shape = x.size()[:-1] + (self.heads, self.head_size)
        return x.view(*shape).permute(0, 2, 1, 3)  # bug: "12" "66"

    def forward(self, states):
        q, k, v = self.split(self.query(states)), self.split(self.key(states)), self.split(self.value(states))
        weights = (q @ k.transpose(-1, -2) / self.head_size**0.5).softmax(-1)
        return (weights @ v).permute(0, 2, 1, 3).flatten(2)


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(1000, 800)
        self.attention = Attention(800, heads=12)
        # fix: self.attention = Attention(800, heads=16)
        self.norm = nn.LayerNorm(800)

    def forward(self, ids):
        x = self.words(ids)
        return self.norm(x + self.attention(x))


# call: Encoder()(torch.zeros(2, 16, dtype=torch.long))
