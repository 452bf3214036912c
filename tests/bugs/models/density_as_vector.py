"""A batch of density matrices is made a batch of vectors, which a product of batches of matrices does not take."""

import torch
import torch.nn as nn


class Evolution(nn.Module):
    def __init__(self, wires, batch):
        super().__init__()
        self.wires = wires
        self.register_buffer("matrix", torch.eye(2**wires).expand(batch, -1, -1))

    def forward(self, operator):
        batch = self.matrix.shape[0]
        vectors = torch.reshape(self.matrix, [batch, 2 ** (2 * self.wires)])
        many = operator.expand([batch, *operator.shape])
        made = many.bmm(vectors)  # bug: "3"
        # fix: made = many.bmm(vectors.unsqueeze(2))
        return torch.reshape(made, [batch, 2**self.wires, 2**self.wires])


# call: Evolution(2, 3)(torch.eye(16))
