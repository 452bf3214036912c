import torch


def overlap(first, second):
    shared = torch.matmul(first, second.T).clamp_(0)  # bug: "Long" "Bool"
    # fix: shared = torch.matmul(first.float(), second.float().T).clamp_(0)
    return shared / (first.sum(1)[:, None] + second.sum(1)[None])


def suppressed(scores: torch.Tensor):
    masks = scores.flatten(1) > 0.5
    return overlap(masks, masks) > 0.5


# call: suppressed(torch.rand(3, 4, 4))
