"""Which operators make sparse tensors: those whose layout is not torch.strided.

https://docs.pytorch.org/docs/2.13/sparse.html
"""

from __future__ import annotations

from collections.abc import Mapping

_SPARSE = frozenset({
    "to_sparse", "to_sparse_coo", "to_sparse_csr", "to_sparse_csc", "to_sparse_bsr", "to_sparse_bsc", "to_mkldnn",
    "sparse_coo_tensor", "sparse_csr_tensor", "sparse_csc_tensor", "sparse_bsr_tensor", "sparse_bsc_tensor",
    "sparse_compressed_tensor", "sparse.spdiags", "sparse.FloatTensor", "sparse.DoubleTensor", "sparse.LongTensor",
})  # fmt: skip
_DENSE = frozenset({"to_dense"})


class Sparseness:
    """Of the results of one operator, by its short name: `alone` where no operand may be sparse, `with_sparse` where
    one is or may be."""

    __slots__ = ("alone", "with_sparse")

    def __init__(self, short_name: str) -> None:
        self.alone: bool | None = short_name in _SPARSE
        self.with_sparse: bool | None = self.alone or (False if short_name in _DENSE else None)


def is_laid_out(options: Mapping[str, object]) -> bool:
    """Whether an operator is asked for a layout that may be a sparse one."""
    return options.get("layout") not in (None, "torch.strided")
