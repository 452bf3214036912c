"""12 heads do not divide a width of 512."""

import torch
import torch.nn as nn


class Attention(nn.Module):
    def __init__(self, dim=512, heads=12):
        super().__init__()
        self.heads = heads
        self.head_dim = dim // heads
        self.query = nn.Linear(dim, dim)

    def forward(self, x):
        b, t, _ = x.shape
        q = self.query(x).view(b, t, self.heads, self.head_dim)
        return q.transpose(1, 2)


out = Attention()(torch.rand(2, 16, 512))
