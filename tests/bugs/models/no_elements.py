"""A tensor without points is to become [0, 2], but one of no dims is asked for: that has one element."""

import torch


class Points:
    def __init__(self, points: torch.Tensor):
        if len(points.shape) == 0:
            # fix: if points.numel() == 0:
            points = points.reshape((-1, 2))  # bug: "[-1, 2]" "1"
        self.points = points


# call: Points(torch.tensor(1.0))
