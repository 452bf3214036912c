"""Each layer gets an embedding beside its input: its input is that much wider, and so is, by mistake, its output."""

import torch
import torch.nn as nn


class Interactions(nn.Module):
    def __init__(self, insize, width, outsize, kinds):
        super().__init__()
        self.kinds = kinds
        inputs = [insize + width, width + width]
        outputs = [width + width, outsize]
        # fix: outputs = [width, outsize]
        self.embeddings = nn.ModuleList(nn.Embedding(kinds**2, width) for _ in inputs)
        self.layers = nn.ModuleList(nn.Linear(one, other) for one, other in zip(inputs, outputs))

    def forward(self, x, i, j):
        for layer, embedding in zip(self.layers, self.embeddings):
            x = torch.cat([x, embedding(self.kinds * i + j)])
            x = layer(x)  # bug: "mat1 and mat2 shapes cannot be multiplied"
        return x


# call: Interactions(5, 64, 2, 9)(torch.rand(5), torch.tensor(1), torch.tensor(2))
