"""A correction by halves is taken into counts in place, and counts are whole."""

import torch


def chi_squared(preds, target, classes=2):
    counts = torch.bincount(classes * target + preds, minlength=classes**2).reshape(classes, classes)
    expected = torch.outer(counts.sum(1), counts.sum(0)) / counts.sum()
    direction = (expected - counts).sign()
    counts += direction * torch.minimum(0.5 * torch.ones_like(direction), direction.abs())  # bug: "Long"
    # fix: counts = counts + direction * torch.minimum(0.5 * torch.ones_like(direction), direction.abs())
    return torch.sum((counts - expected) ** 2 / expected)


# call: chi_squared(torch.tensor([0, 1, 1, 0]), torch.tensor([0, 1, 0, 1]))
