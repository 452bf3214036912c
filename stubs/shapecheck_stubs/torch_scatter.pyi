"""Reductions of segments given by indices. https://pytorch-scatter.readthedocs.io"""


def scatter(
    src: Tensor["*S"], index: Tensor, dim: int = -1, out: Tensor["*R"] | None = None, dim_size: int | None = None,
    reduce: Any = "sum",
) -> Tensor["*T"]:
    """One element for each segment; without `dim_size` the data decides how many there are.

    >>> [6 4], int64[6], 0, dim_size=3 -> [3 4]
    """
    T = R if out is not None else replace(S, dim, fresh(0) if dim_size is None else dim_size)

def scatter_add(
    src: Tensor, index: Tensor, dim: int = -1, out: Tensor | None = None, dim_size: int | None = None,
) -> Tensor:
    """https://pytorch-scatter.readthedocs.io/en/latest/functions/scatter.html"""
    return scatter(src, index, dim, out, dim_size)

scatter_sum = scatter_mean = scatter_mul = scatter_add

def scatter_max(
    src: Tensor, index: Tensor, dim: int = -1, out: Tensor | None = None, dim_size: int | None = None,
):
    """The values and where they come from. https://pytorch-scatter.readthedocs.io/en/latest/functions/scatter.html"""
    values = scatter(src, index, dim, out, dim_size)
    return values, Tensor["*values.shape", int64]

scatter_min = scatter_max

def scatter_softmax(src: Tensor["*S"], index: Tensor, dim: int = -1, dim_size: Any = None) -> Tensor["*S"]:
    """https://pytorch-scatter.readthedocs.io/en/latest/functions/composite.html"""

scatter_log_softmax = scatter_softmax

def scatter_logsumexp(
    src: Tensor, index: Tensor, dim: int = -1, out: Tensor | None = None, dim_size: int | None = None, eps: Any = 0,
) -> Tensor:
    """https://pytorch-scatter.readthedocs.io/en/latest/functions/composite.html"""
    return scatter(src, index, dim, out, dim_size)

def scatter_std(
    src: Tensor, index: Tensor, dim: int = -1, out: Tensor | None = None, dim_size: int | None = None,
    unbiased: Any = True,
) -> Tensor:
    """https://pytorch-scatter.readthedocs.io/en/latest/functions/composite.html"""
    return scatter(src, index, dim, out, dim_size)

def segment_csr(
    src: Tensor["*S"], indptr: Tensor["*B K"], out: Tensor | None = None, reduce: Any = "sum",
) -> Tensor["*replace(S,len(B),K-1)"]:
    """https://pytorch-scatter.readthedocs.io/en/latest/functions/segment_csr.html"""

def segment_coo(
    src: Tensor["*S"], index: Tensor["*B K"], out: Any = None, dim_size: int | None = None, reduce: Any = "sum",
) -> Tensor["*replace(S,len(B),n)"]:
    """https://pytorch-scatter.readthedocs.io/en/latest/functions/segment_coo.html"""
    n = fresh(0) if dim_size is None else dim_size

def gather_csr(src: Tensor["*S"], indptr: Tensor["*B K"], out: Any = None) -> Tensor["*replace(S,len(B),fresh())"]:
    """https://pytorch-scatter.readthedocs.io/en/latest/functions/segment_csr.html"""

def gather_coo(src: Tensor["*S"], index: Tensor["*B K"], out: Any = None) -> Tensor["*replace(S,len(B),K)"]:
    """https://pytorch-scatter.readthedocs.io/en/latest/functions/segment_coo.html"""
