"""A recurrent tagger: embedding, bidirectional LSTM, one score for each token and tag."""

import torch
import torch.nn as nn


class Tagger(nn.Module):
    def __init__(self, words=10_000, tags=17, dim=64, hidden=128):
        super().__init__()
        self.embed = nn.Embedding(words, dim)
        self.lstm = nn.LSTM(dim, hidden, batch_first=True, bidirectional=True)
        self.norm = nn.LayerNorm(2 * hidden)
        self.score = nn.Linear(2 * hidden, tags)

    def forward(self, tokens):
        states, _ = self.lstm(self.embed(tokens))
        return self.score(self.norm(states))


scores = Tagger()(torch.zeros(4, 30, dtype=torch.int64))
