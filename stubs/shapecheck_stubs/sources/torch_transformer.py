"""What code takes from the module of torch's transformer beside its layers. https://docs.pytorch.org/docs/2.13/generated/torch.nn.Transformer.html"""

import copy

import torch
import torch.nn.functional as F
from torch.nn import (
    Dropout,
    LayerNorm,
    Linear,
    Module,
    ModuleList,
    MultiheadAttention,
    Transformer,
    TransformerDecoder,
    TransformerDecoderLayer,
    TransformerEncoder,
    TransformerEncoderLayer,
)


def _get_clones(module, N):
    return ModuleList([copy.deepcopy(module) for _ in range(N)])


def _get_activation_fn(activation):
    known = {"relu": F.relu, "gelu": F.gelu}
    if activation not in known:
        raise RuntimeError(f"activation should be relu/gelu, not {activation}")
    return known[activation]


def _generate_square_subsequent_mask(sz, device=None, dtype=None):
    return torch.triu(torch.full((sz, sz), float("-inf"), dtype=dtype, device=device), diagonal=1)


def _get_seq_len(src, batch_first):
    size = src.size()
    if len(size) == 2:
        return size[0]
    return size[1 if batch_first else 0]
