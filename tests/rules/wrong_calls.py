"""Wrong calls of all families of operators: what torch says of each, and what shapecheck says (test_messages.py)."""

from __future__ import annotations

import torch
import torch.nn as nn
import torch.nn.functional as F
from einops import rearrange, reduce, repeat

r = torch.rand


def i(*s: int) -> torch.Tensor:
    return torch.zeros(*s, dtype=torch.int64)


def linear() -> object:
    return nn.Linear(512, 10)(r(2, 25088))


def f_linear() -> object:
    return F.linear(r(2, 3), r(5, 4))


def linear_bias() -> object:
    return F.linear(r(2, 3), r(5, 3), r(4))


def bilinear() -> object:
    return nn.Bilinear(3, 4, 5)(r(2, 3), r(2, 5))


def conv1d() -> object:
    return nn.Conv1d(3, 8, 3)(r(2, 4, 10))


def conv2d() -> object:
    return nn.Conv2d(3, 8, 3)(r(2, 4, 10, 10))


def conv2d_small() -> object:
    return nn.Conv2d(3, 8, 7)(r(2, 3, 5, 5))


def conv2d_rank() -> object:
    return nn.Conv2d(3, 8, 3)(r(2, 10))


def conv2d_groups() -> object:
    return F.conv2d(r(2, 3, 8, 8), r(4, 3, 3, 3), groups=2)


def conv3d() -> object:
    return nn.Conv3d(3, 8, 3)(r(2, 4, 10, 10, 10))


def conv_transpose2d() -> object:
    return nn.ConvTranspose2d(3, 8, 3)(r(2, 4, 10, 10))


def matmul() -> object:
    return r(2, 3) @ r(4, 5)


def matmul_batch() -> object:
    return r(2, 3, 4) @ r(5, 4, 6)


def matmul_inner() -> object:
    return r(2, 3, 4) @ r(2, 5, 6)


def mm() -> object:
    return torch.mm(r(2, 3), r(4, 5))


def mm_rank() -> object:
    return torch.mm(r(2, 3, 4), r(4, 5))


def mv() -> object:
    return torch.mv(r(2, 3), r(4))


def dot() -> object:
    return torch.dot(r(3), r(4))


def bmm() -> object:
    return torch.bmm(r(2, 3, 4), r(2, 5, 6))


def bmm_batch() -> object:
    return torch.bmm(r(2, 3, 4), r(3, 4, 6))


def addmm() -> object:
    return torch.addmm(r(7), r(2, 3), r(3, 5))


def baddbmm() -> object:
    return torch.baddbmm(r(1, 2, 7), r(2, 3, 4), r(2, 4, 5))


def einsum() -> object:
    return torch.einsum("bij,bjk->bik", r(2, 3, 4), r(2, 5, 6))


def einsum_rank() -> object:
    return torch.einsum("bij,bjk->bik", r(2, 3, 4), r(5, 6))


def einsum_out() -> object:
    return torch.einsum("ij,jk->il", r(2, 3), r(3, 4))


def cat() -> object:
    return torch.cat([r(2, 3), r(2, 4)], 0)


def cat_rank() -> object:
    return torch.cat([r(2, 3), r(2, 4, 1)], 1)


def stack() -> object:
    return torch.stack([r(2, 3), r(2, 4)])


def view() -> object:
    return r(2, 3, 4).view(5, -1)


def view_stride() -> object:
    return r(2, 3).t().view(6)


def reshape() -> object:
    return r(2, 3, 4).reshape(2, 13)


def permute() -> object:
    return r(2, 3, 4).permute(0, 2)


def permute_twice() -> object:
    return r(2, 3, 4).permute(0, 1, 1)


def transpose() -> object:
    return r(2, 3).transpose(0, 2)


def t() -> object:
    return r(2, 3, 4).t()


def expand() -> object:
    return r(2, 3).expand(2, 4)


def expand_rank() -> object:
    return r(2, 3).expand(3)


def expand_as() -> object:
    return r(2, 3).expand_as(r(4, 2, 5))


def broadcast() -> object:
    return r(2, 3) + r(2, 4)


def broadcast_to() -> object:
    return torch.broadcast_to(r(2, 3), (4, 3))


def broadcast_tensors() -> object:
    return torch.broadcast_tensors(r(2, 3), r(4, 3))


def inplace() -> object:
    return r(3).add_(r(2, 3))


def where() -> object:
    return torch.where(r(2, 3) > 0, r(2, 4), r(2, 3))


def masked_fill() -> object:
    return r(2, 3).masked_fill(r(4) > 0, 0.0)


def index_int() -> object:
    return r(2, 3)[5]


def index_many() -> object:
    return r(2, 3)[0, 0, 0]


def index_mask() -> object:
    return r(2, 3)[r(4) > 0]


def index_tensors() -> object:
    return r(5, 5)[i(2), i(3)]


def setitem() -> None:
    x = r(2, 3)
    x[0] = r(4)


def gather() -> object:
    return torch.gather(r(2, 3), 1, i(3, 3))


def gather_rank() -> object:
    return torch.gather(r(2, 3), 1, i(3))


def scatter() -> object:
    return r(2, 3).scatter(1, i(2, 4), r(2, 3))


def scatter_add() -> object:
    return r(2, 3).scatter_add(0, i(3, 4), r(3, 4))


def index_select() -> object:
    return torch.index_select(r(2, 3), 2, i(2))


def index_select_rank() -> object:
    return torch.index_select(r(2, 3), 1, i(2, 2))


def index_add() -> object:
    return r(2, 3).index_add(0, i(2), r(3, 3))


def take_along_dim() -> object:
    return torch.take_along_dim(r(2, 3), i(4, 2), 1)


def embedding() -> object:
    return nn.Embedding(10, 4)(r(2, 3))


def f_embedding() -> object:
    return F.embedding(i(2, 3), r(4))


def cross_entropy() -> object:
    return F.cross_entropy(r(4, 10), i(5))


def cross_entropy_2d() -> object:
    return F.cross_entropy(r(4, 10, 7), i(4, 8))


def nll_loss() -> object:
    return F.nll_loss(r(4, 10), i(5))


def mse_loss() -> object:
    return F.mse_loss(r(4, 3), r(4, 2))


def bce() -> object:
    return F.binary_cross_entropy(r(4, 1), r(4))


def bce_logits() -> object:
    return F.binary_cross_entropy_with_logits(r(4, 1), r(4))


def kl_div() -> object:
    return F.kl_div(r(4, 3), r(4, 5))


def l1_loss() -> object:
    return nn.L1Loss()(r(4, 3), r(5, 3))


def cosine_embedding() -> object:
    return F.cosine_embedding_loss(r(4, 3), r(4, 3), r(5))


def triplet() -> object:
    return F.triplet_margin_loss(r(4, 3), r(4, 3), r(5, 3))


def ctc() -> object:
    return F.ctc_loss(r(10, 2, 5), i(2, 4), i(3), i(2))


def layer_norm() -> object:
    return nn.LayerNorm(8)(r(2, 7))


def batch_norm() -> object:
    return nn.BatchNorm2d(8)(r(2, 7, 4, 4))


def batch_norm_rank() -> object:
    return nn.BatchNorm2d(8)(r(2, 8))


def batch_norm1d_rank() -> object:
    return nn.BatchNorm1d(8)(r(2, 8, 4, 4))


def group_norm() -> object:
    return nn.GroupNorm(2, 8)(r(2, 6, 4))


def group_norm_init() -> object:
    return nn.GroupNorm(3, 8)


def instance_norm() -> object:
    return nn.InstanceNorm2d(3, affine=True)(r(2, 4, 5, 5))


def rms_norm() -> object:
    return nn.RMSNorm(8)(r(2, 7))


def lstm() -> object:
    return nn.LSTM(8, 16)(r(5, 2, 7))


def lstm_h() -> object:
    return nn.LSTM(8, 16)(r(5, 2, 8), (r(1, 3, 16), r(1, 3, 16)))


def lstm_rank() -> object:
    return nn.LSTM(8, 16)(r(5, 2, 8, 1))


def gru() -> object:
    return nn.GRU(8, 16)(r(5, 2, 7))


def gru_h() -> object:
    return nn.GRU(8, 16, num_layers=2)(r(5, 2, 8), r(1, 2, 16))


def gru_cell() -> object:
    return nn.GRUCell(8, 16)(r(2, 7))


def lstm_cell() -> object:
    return nn.LSTMCell(8, 16)(r(2, 8), (r(2, 15), r(2, 16)))


def attention() -> object:
    return F.scaled_dot_product_attention(r(2, 4, 5, 8), r(2, 4, 6, 7), r(2, 4, 6, 8))


def attention_kv() -> object:
    return F.scaled_dot_product_attention(r(2, 4, 5, 8), r(2, 4, 6, 8), r(2, 4, 7, 8))


def mha() -> object:
    return nn.MultiheadAttention(16, 4)(r(5, 2, 15), r(5, 2, 15), r(5, 2, 15))


def mha_kv() -> object:
    return nn.MultiheadAttention(16, 4)(r(5, 2, 16), r(6, 2, 16), r(7, 2, 16))


def mha_init() -> object:
    return nn.MultiheadAttention(16, 3)


def encoder_layer() -> object:
    return nn.TransformerEncoderLayer(16, 4)(r(5, 2, 15))


def max_pool() -> object:
    return F.max_pool2d(r(2, 3, 4, 4), 5)


def max_pool_rank() -> object:
    return F.max_pool2d(r(2, 3), 2)


def avg_pool() -> object:
    return F.avg_pool2d(r(2, 3, 1, 1), 2)


def max_pool_pad() -> object:
    return F.max_pool2d(r(2, 3, 8, 8), 2, padding=2)


def adaptive_pool() -> object:
    return F.adaptive_avg_pool2d(r(2, 3), 1)


def pad() -> object:
    return F.pad(r(2, 3), (1, 1, 1, 1, 1, 1))


def pad_odd() -> object:
    return F.pad(r(2, 3), (1, 1, 1))


def pad_reflect() -> object:
    return F.pad(r(2, 3, 4), (4, 0), mode="reflect")


def pad_negative() -> object:
    return F.pad(r(2, 3), (-2, -2))


def split() -> object:
    return r(2, 7).split([3, 3], dim=1)


def split_unpack() -> None:
    _a, _b = r(2, 7).split(3, dim=1)


def chunk_unpack() -> None:
    _a, _b, _c = r(2, 7).chunk(2, dim=1)


def tensor_split() -> object:
    return torch.tensor_split(r(()), 2)


def unflatten() -> object:
    return r(2, 7).unflatten(1, (2, 4))


def flatten() -> object:
    return r(2, 7).flatten(2)


def squeeze() -> object:
    return r(2, 1).squeeze(2)


def unsqueeze() -> object:
    return r(2, 1).unsqueeze(4)


def rearrange_() -> object:
    return rearrange(r(2, 7, 3), "b (h d) c -> b h d c", h=2)


def rearrange_rank() -> object:
    return rearrange(r(2, 7), "b c h -> b h c")


def reduce_() -> object:
    return reduce(r(2, 7, 6), "b (h h2) w -> b h w", "mean", h2=2)


def repeat_() -> object:
    return repeat(r(2, 7), "b c -> b c t")


def interpolate() -> object:
    return F.interpolate(r(2, 3, 4), size=(5, 5))


def interpolate_mode() -> object:
    return F.interpolate(r(2, 3, 4, 4), scale_factor=2, mode="linear")


def fold() -> object:
    return F.fold(r(2, 12, 5), (4, 4), 2)


def fold_l() -> object:
    return F.fold(r(2, 12, 5), (4, 4), (2, 2), stride=2)


def unfold_f() -> object:
    return F.unfold(r(2, 3, 1, 1), 2)


def unfold() -> object:
    return r(2, 3).unfold(1, 4, 1)


def pixel_shuffle() -> object:
    return F.pixel_shuffle(r(2, 3, 4, 4), 2)


def pixel_unshuffle() -> object:
    return F.pixel_unshuffle(r(2, 3, 5, 4), 2)


def grid_sample() -> object:
    return F.grid_sample(r(2, 3, 4, 4), r(3, 5, 5, 2))


def affine_grid() -> object:
    return F.affine_grid(r(2, 3, 3), (2, 3, 4, 4))


def sum_dim() -> object:
    return r(2, 3).sum(2)


def max_dim() -> object:
    return r(2, 3).max(dim=3)


def softmax() -> object:
    return r(2, 3).softmax(2)


def topk() -> object:
    return r(2, 3).topk(4)


def sort() -> object:
    return r(2, 3).sort(dim=2)


def cumsum() -> object:
    return r(2, 3).cumsum(2)


def argmax() -> object:
    return r(2, 3).argmax(2)


def norm() -> object:
    return r(2, 3).norm(dim=2)


def roll() -> object:
    return r(2, 3).roll(1, 2)


def flip() -> object:
    return r(2, 3).flip(2)


def narrow() -> object:
    return r(2, 3).narrow(1, 2, 2)


def select() -> object:
    return r(2, 3).select(1, 3)


def diagonal() -> object:
    return r(3).diagonal()


def tril() -> object:
    return r(3).tril()


def cross() -> object:
    return torch.linalg.cross(r(2, 4), r(2, 4))


def inv() -> object:
    return torch.linalg.inv(r(2, 3))


def solve() -> object:
    return torch.linalg.solve(r(3, 3), r(4, 2))


def det() -> object:
    return torch.det(r(2, 3))


def cdist() -> object:
    return torch.cdist(r(2, 3), r(4, 5))


def cosine() -> object:
    return F.cosine_similarity(r(2, 3), r(2, 4))


def outer() -> object:
    return torch.outer(r(2, 3), r(4))


def tensordot() -> object:
    return torch.tensordot(r(2, 3), r(4, 5), dims=1)


def kron_() -> object:
    return torch.vstack([r(2, 3), r(2, 4)])


def hstack() -> object:
    return torch.hstack([r(2, 3), r(3, 4)])


def unpack() -> None:
    _b, _t, _d = r(2, 3).shape


def item() -> object:
    return r(2).item()


def bool_() -> object:
    return bool(r(2))


def matmul_dtype() -> object:
    return r(2, 3) @ i(3, 4)


def linear_dtype() -> object:
    return nn.Linear(3, 4)(i(2, 3))


def conv_dtype() -> object:
    return nn.Conv2d(3, 4, 3)(i(2, 3, 8, 8))


def conv_half() -> object:
    return nn.Conv2d(3, 4, 3)(r(2, 3, 8, 8).double())


def mean_int() -> object:
    return i(2, 3).mean()


def softmax_int() -> object:
    return i(2, 3).softmax(1)


def ce_dtype() -> object:
    return F.cross_entropy(r(4, 10), r(4))


def index_float() -> object:
    return r(2, 3)[r(2)]


def gather_dtype() -> object:
    return r(2, 3).gather(1, r(2, 3))


def bool_minus() -> object:
    return (r(2) > 0) - (r(2) > 0)


def invert() -> object:
    return ~r(2)


def bitand() -> object:
    return r(2) & r(2)


def inplace_dtype() -> object:
    return i(2).add_(1.5)


def glu() -> object:
    return F.glu(r(2, 3))


def prelu() -> object:
    return nn.PReLU(4)(r(2, 3))


def one_hot() -> object:
    return F.one_hot(r(2, 3))


def bincount() -> object:
    return torch.bincount(i(2, 3))


def repeat_rank() -> object:
    return r(2, 3).repeat(2)


def repeat_interleave() -> object:
    return torch.repeat_interleave(r(2, 3), i(3), dim=0)


def movedim() -> object:
    return r(2, 3).movedim(0, 2)


def swapaxes() -> object:
    return r(2, 3).swapaxes(0, 2)


def meshgrid() -> object:
    return torch.meshgrid(r(2, 3), r(2), indexing="ij")


def embedding_bag() -> object:
    return nn.EmbeddingBag(10, 3)(i(2))


def stft() -> object:
    return torch.stft(r(2, 3, 4), 4, return_complex=True)


def stft_window() -> object:
    return torch.stft(r(2, 80), 16, 4, 16, torch.hann_window(12), return_complex=True)


def stft_win_length() -> object:
    return torch.stft(r(2, 80), 16, 4, 20, return_complex=True)


def istft_window() -> object:
    return torch.istft(torch.randn(2, 9, 6, dtype=torch.complex64), 16, 4, window=torch.ones(12))


def istft_hop_length() -> object:
    return torch.istft(torch.randn(2, 9, 6, dtype=torch.complex64), 16, 20)


def masked_scatter() -> object:
    return r(2, 3).masked_scatter(r(4) > 0, r(6))


def copy_() -> object:
    return r(2, 3).copy_(r(4))


def load() -> object:
    return nn.Linear(2, 3).weight.data.copy_(r(2, 3))


def sequential() -> object:
    return nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(4, 5))(r(1, 2))


def cross_entropy_4d() -> object:
    return F.cross_entropy(r(2, 3, 4, 5), i(2, 4, 6))


def lstm_cell_batch() -> object:
    return nn.LSTMCell(8, 16)(r(2, 8), (r(3, 16), r(3, 16)))


def bmm_dtype() -> object:
    return torch.bmm(r(2, 3, 4), r(2, 4, 5).double())


def matmul_vector() -> object:
    return r(2, 5, 3) @ r(4)


def scale_factor() -> object:
    return F.interpolate(r(2, 3, 4, 4), scale_factor=(2.0,))


def negative_mask() -> object:
    return -(r(2) > 0)


def one_minus_mask() -> object:
    return 1 - (r(2) > 0)


def condition() -> object:
    return 1 if r(2) > 0 else 2
