"""One layer of a chain was changed and its neighbour was not."""

import torch
import torch.nn as nn


class Policy(nn.Module):
    def __init__(self, observations=24, actions=4):
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(observations, 256),
            nn.Tanh(),
            nn.Linear(256, 128),
            nn.Tanh(),
            nn.Linear(64, 64),
            # fix: nn.Linear(128, 64),
            nn.Tanh(),
        )
        self.mean = nn.Linear(64, actions)
        self.value = nn.Linear(64, 1)

    def forward(self, state):
        h = self.body(state)  # bug: "128" "64"
        return self.mean(h), self.value(h).squeeze(-1)


# call: Policy()(torch.rand(16, 24))
