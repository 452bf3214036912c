"""Features are folded to the width that a layer makes, not to the one that it takes."""

import torch
import torch.nn as nn


class Update(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = 64
        # fix: self.inner = 256
        self.parameters_of = nn.Linear(256, 128)
        self.features_of = nn.Linear(256, 128)

    def forward(self, update, features):
        given = self.parameters_of(update)
        folded = features.reshape(update.size(0), -1, self.inner)
        return self.features_of(folded) * given.unsqueeze(1)  # bug: "256" "64"


# call: Update()(torch.rand(4, 256), torch.rand(4, 9, 256))
