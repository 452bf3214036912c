"""Embeddings. https://docs.pytorch.org/docs/2.13/nn.html#sparse-layers"""

modules = "torch.nn", "torch.nn.modules", "torch.nn.modules.sparse"


def _table(num_embeddings: int, embedding_dim: int, weight: Tensor["*W"] | None, dtype: dtype | None):
    """The weight of a layer: one's own, or a new one."""
    if weight is None:
        return Parameter["num_embeddings embedding_dim", dtype]
    require(W == (num_embeddings, embedding_dim), "Shape of weight does not match num_embeddings and embedding_dim")
    return Parameter["num_embeddings embedding_dim", weight.dtype]

class Embedding(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.Embedding.html"""
    def __init__(
        self, num_embeddings: int, embedding_dim: int, padding_idx: int | None = None, max_norm: Any = None,
        norm_type: float = 2.0, scale_grad_by_freq: bool = False, sparse: bool = False,
        weight: Any = None, freeze: Any = False, device: Any = None, dtype: dtype | None = None,
    ):
        if known(padding_idx) and padding_idx is not None:
            require(
                -num_embeddings <= padding_idx and padding_idx < num_embeddings,
                "Padding_idx must be within num_embeddings",
            )
            self.padding_idx = padding_idx if padding_idx >= 0 else num_embeddings + padding_idx
        else:
            self.padding_idx = padding_idx
        self.weight = _table(num_embeddings, embedding_dim, weight, dtype)
        self.freeze = None
    def forward(self, input: Any):
        return functional.embedding(input, self.weight)
    def reset_parameters(self) -> None: ...
    def from_pretrained(
        embeddings: Tensor["V D"], freeze: Any = True, padding_idx: int | None = None, max_norm: Any = None,
        norm_type: Any = 2.0, scale_grad_by_freq: Any = False, sparse: Any = False,
    ):
        return torch.nn.Embedding(V, D, padding_idx, weight=embeddings)

class EmbeddingBag(Module):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.EmbeddingBag.html"""
    def __init__(
        self, num_embeddings: int, embedding_dim: int, max_norm: Any = None, norm_type: float = 2.0,
        scale_grad_by_freq: bool = False, mode: str = "mean", sparse: bool = False,
        weight: Any = None, include_last_offset: bool = False, padding_idx: int | None = None,
        device: Any = None, dtype: dtype | None = None,
    ):
        self.weight = _table(num_embeddings, embedding_dim, weight, dtype)
    def forward(self, input: Any, offsets: Any = None, per_sample_weights: Any = None):
        return functional.embedding_bag(
            input, self.weight, offsets, mode=self.mode, per_sample_weights=per_sample_weights,
            include_last_offset=self.include_last_offset,
        )
    def reset_parameters(self) -> None: ...
    def from_pretrained(
        embeddings: Tensor["V D"], freeze: Any = True, max_norm: Any = None, norm_type: Any = 2.0,
        scale_grad_by_freq: Any = False, mode: str = "mean", sparse: Any = False, include_last_offset: bool = False,
        padding_idx: int | None = None,
    ):
        return torch.nn.EmbeddingBag(V, D, mode=mode, include_last_offset=include_last_offset, weight=embeddings)
