"""Positions are whole numbers unless a dtype is given: half of a size cannot be taken from them in place."""

import torch


def window(size: int):
    positions = torch.arange(size)
    positions -= (size - 1) / 2.0  # bug: "Float" "Long"
    # fix: positions = positions - (size - 1) / 2.0
    return torch.exp(-(positions**2))


# call: window(5)
