"""A camera is turned by angles that are tensors, and by default by numbers of Python, of which torch has no cosine."""

import math

import torch


def turned(alphas):
    turns = []
    for alpha in alphas:
        turn = torch.eye(3)
        turn[1, 1] = torch.cos(alpha)  # bug: "cos" "float"
        # fix: turn[1, 1] = math.cos(alpha)
        turns.append(turn)
    return torch.stack(turns)


def camera():
    return turned([math.pi / 2.0])


# call: camera()
