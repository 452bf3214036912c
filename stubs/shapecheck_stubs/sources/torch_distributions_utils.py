"""What distributions are written with. https://github.com/pytorch/pytorch/blob/v2.13.0/torch/distributions/utils.py"""

from functools import cached_property as lazy_property
from math import isqrt

import torch

from shapecheck import not_known


def broadcast_all(*values):
    tensors = [value for value in values if isinstance(value, torch.Tensor)]
    if not tensors:
        return torch.broadcast_tensors(*[torch.tensor(value, dtype=torch.get_default_dtype()) for value in values])
    first = tensors[0]
    return torch.broadcast_tensors(
        *[value if isinstance(value, torch.Tensor) else first.new_full((), value) for value in values]
    )


def logits_to_probs(logits, is_binary=False):
    return torch.sigmoid(logits) if is_binary else torch.softmax(logits, -1)


def clamp_probs(probs):
    eps = torch.finfo(probs.dtype).eps
    return probs.clamp(min=eps, max=1 - eps)


def probs_to_logits(probs, is_binary=False):
    clamped = clamp_probs(probs)
    return torch.log(clamped) - torch.log1p(-clamped) if is_binary else torch.log(clamped)


def vec_to_tril_matrix(vec, diag=0):
    doubled = 1 + 2 * diag
    side = (isqrt(doubled**2 + 8 * vec.shape[-1] + 4 * abs(diag) * (diag + 1)) - doubled) // 2
    return vec.new_zeros(*vec.shape[:-1], side, side)


def tril_matrix_to_vec(mat, diag=0):
    side = mat.shape[-1]
    return mat[..., 0].new_zeros(*mat.shape[:-2], torch.tril_indices(side, side, diag).shape[1])


def _standard_normal(shape, dtype, device):
    return torch.normal(torch.zeros(shape, dtype=dtype), torch.ones(shape, dtype=dtype))


def _sum_rightmost(value, dim):
    return value if dim == 0 else value.reshape(*value.shape[:-dim], -1).sum(-1)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return not_known(name)
