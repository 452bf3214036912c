"""The best last tag of a sequence: `max(0)` of a vector has no dims since torch 0.4, and no first item."""

import torch
import torch.nn as nn


class Decoder(nn.Module):
    def __init__(self, tags=5):
        super().__init__()
        self.end = nn.Parameter(torch.zeros(tags))

    def decode(self, emission):
        count, _ = emission.shape
        score = emission[0]
        paths = []
        for i in range(1, count):
            score, path = (score.view(-1, 1) + emission[i].view(1, -1)).max(0)
            paths.append(path)
        _, last = (score + self.end).max(0)
        tags = [last[0]]  # bug: "0-dim"
        # fix: tags = [last]
        for path in reversed(paths):
            tags.append(path[tags[-1]])
        return tags


# call: Decoder().decode(torch.rand(3, 5))
