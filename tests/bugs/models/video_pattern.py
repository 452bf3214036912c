"""Attention over images was taken over for videos, whose convolutions and norms have one dim more than its pattern."""

import torch
import torch.nn as nn
from einops import rearrange


class LinearAttention(nn.Module):
    def __init__(self, dim=16, heads=8, dim_head=4):
        super().__init__()
        self.heads = heads
        self.gain = nn.Parameter(torch.ones(1, dim, 1, 1, 1))
        self.to_q = nn.Conv3d(dim, heads * dim_head, (1, 1, 1), bias=False)

    def forward(self, video):
        q = self.to_q(video * self.gain)
        q = rearrange(q, "b (h c) x y -> (b h) (x y) c", h=self.heads)  # bug: "4" "5"
        # fix: q = rearrange(q, "b (h c) f x y -> (b h) (f x y) c", h=self.heads)
        return q.softmax(dim=-1)


# call: LinearAttention()(torch.rand(2, 16, 3, 8, 8))
