"""A key that is made of the query once that is split into heads already."""

import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.to_query = nn.Linear(16, 16)
        self.to_key = nn.Linear(16, 16)

    def split(self, x):
        return x.view(*x.shape[:-1], 4, 4).transpose(1, 2)

    def forward(self, x):
        query = self.split(self.to_query(x))
        key = self.split(self.to_key(query))  # bug: "4" "16"
        # fix: key = self.split(self.to_key(x))
        return query @ key.transpose(-2, -1)


# call: Attention()(torch.rand(2, 5, 16))
