"""Keys are multiplied without being transposed: [.., 64, 32] @ [.., 64, 32]."""

import torch


def attention(q, k, v):
    scores = torch.softmax(q @ k, dim=-1)
    return scores @ v


q, k, v = (torch.rand(4, 8, 64, 32) for _ in range(3))
out = attention(q, k, v)
