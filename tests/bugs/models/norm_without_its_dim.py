"""The norm of each row: it has no second dim since torch 0.2, and none to squeeze."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class WeightNormLinear(nn.Linear):
    def __init__(self, inputs=6, outputs=4):
        super().__init__(inputs, outputs)
        self.gain = nn.Parameter(torch.ones(outputs))

    def forward(self, x):
        x = F.linear(x, self.weight)
        scale = self.gain / torch.norm(self.weight, 2, 1).squeeze(1)  # bug: "[-1, 0]" "1"
        # fix: scale = self.gain / torch.norm(self.weight, 2, 1)
        return scale * x + self.bias


# call: WeightNormLinear()(torch.rand(2, 6))
