"""Sparse matrices as indices and values. https://github.com/rusty1s/pytorch_sparse"""


class SparseTensor:
    """https://github.com/rusty1s/pytorch_sparse"""

class SparseStorage:
    """https://github.com/rusty1s/pytorch_sparse"""


def spmm(
    index: Tensor["P E"], value: Tensor["V"], m: int, n: int, matrix: Tensor["N *K"],
) -> Tensor["m *K", matrix.dtype]:
    """A sparse matrix [m, n] times a dense one.

    >>> int64[2 5], [5], 3, 4, [4 7] -> [3 7]
    """
    require(P == 2, "the indices of a sparse matrix are [2, E], got [{P}, {E}]")
    require(N == n, "a matrix of {n} columns times one of {N} rows")

def coalesce(index: Tensor["P E"], value: Tensor["V *K"] | None, m: int, n: int, op: Any = "add"):
    """https://github.com/rusty1s/pytorch_sparse#coalesce"""
    k = fresh(0, E)
    return Tensor["P k", index.dtype], None if value is None else Tensor["k *K", value.dtype]

def transpose(index: Tensor["P E"], value: Tensor["V *K"] | None, m: int, n: int, coalesced: bool = True):
    """https://github.com/rusty1s/pytorch_sparse#transpose"""
    if coalesced:
        return coalesce(index, value, n, m)
    return Tensor["P E", index.dtype], value

def spspmm(
    indexA: Tensor["P E"], valueA: Tensor["V"], indexB: Tensor["Q F"], valueB: Tensor["W"], m: int, k: int, n: int,
    coalesced: Any = False,
):
    """https://github.com/rusty1s/pytorch_sparse#sparse-sparse-matrix-multiplication"""
    e = fresh(0)
    return Tensor["P e", indexA.dtype], Tensor["e", valueA.dtype]
