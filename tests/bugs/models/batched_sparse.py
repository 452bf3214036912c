"""The features of several stacks are multiplied at once by a sparse matrix, which takes one matrix at a time."""

import torch
import torch.nn as nn


class Stacks(nn.Module):
    def __init__(self, width=16, stacks=2):
        super().__init__()
        self.weight = nn.Parameter(torch.rand(stacks, width, 8))

    def forward(self, x, adjacency):
        out = x.unsqueeze(-3) @ self.weight
        return torch.sparse.mm(adjacency, out)  # bug: "8"
        # fix: return torch.stack([torch.sparse.mm(adjacency, one) for one in out])


# call: Stacks()(torch.rand(4, 16), torch.eye(4).to_sparse())
