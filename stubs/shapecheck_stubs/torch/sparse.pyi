"""Functions of sparse tensors, of which only the sizes are modelled. https://docs.pytorch.org/docs/2.13/sparse.html"""

addmm = torch.addmm
softmax = torch.softmax
log_softmax = torch.log_softmax


def mm(mat1: Tensor, mat2: Tensor, reduce: Any = None) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.sparse.mm.html"""
    return torch.mm(mat1, mat2)

def sampled_addmm(
    input: Tensor["*S M N"], mat1: Tensor["*S M K"], mat2: Tensor["*S K N"], *, beta: Any = 1.0,
    alpha: Any = 1.0, out: Any = None,
) -> Tensor["*S M N"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.sparse.sampled_addmm.html"""

def sum(input: Tensor, dim: Any = None, dtype: dtype | None = None) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.sparse.sum.html"""
    return torch.sum(input, dim, dtype=dtype)

def FloatTensor(indices: Any, values: Any, size: Ints) -> Tensor["*size", float32]:
    """The old constructor of torch.sparse_coo_tensor."""

def DoubleTensor(indices: Any, values: Any, size: Ints) -> Tensor["*size", float64]:
    """The old constructor of torch.sparse_coo_tensor."""

def LongTensor(indices: Any, values: Any, size: Ints) -> Tensor["*size", int64]:
    """The old constructor of torch.sparse_coo_tensor."""
