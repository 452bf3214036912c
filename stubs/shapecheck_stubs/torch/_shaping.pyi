"""Operators that arrange the same elements anew.

https://docs.pytorch.org/docs/2.13/torch.html#indexing-slicing-joining-mutating-ops
"""

modules = "torch", "torch.Tensor"


def reshape(input: Tensor["*S"], shape: Dims) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.reshape.html

    >>> [B 12 64], (B, -1, 8) -> [B 96 8]
    >>> [2 3], (4, 2) -> error: is invalid for input of size 6
    """
    T = fill_minus_one(shape, prod(S))
    require(prod(T) == prod(S), "shape '{shape}' is invalid for input of size {prod(S)}")

view_copy = reshape

def flatten(input: Tensor["*S"], start_dim: int = 0, end_dim: int = -1) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.flatten.html

    >>> [B 512 7 7], 1 -> [B 25088]
    """
    T = flattened(S, start_dim, end_dim)

def ravel(input: Tensor["*S"]) -> Tensor["prod(S)"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.ravel.html"""

def unflatten(input: Tensor["*S"], dim: int, sizes: Dims) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.unflatten.html

    >>> [B 12], 1, (3, -1) -> [B 3 4]
    """
    d = axis(dim, len(S))
    size = S[d]
    parts = fill_minus_one(sizes, size)
    require(prod(parts) == size, "unflatten: Provided sizes {sizes} don't multiply up to the size of dim {dim} ({size}) in the input tensor")
    T = replace(S, d, parts)

def permute(input: Tensor["*S"], dims: Dims) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.permute.html

    >>> [B 3 H W], (0, 2, 3, 1) -> [B H W 3]
    """
    T = permuted(S, dims)

permute_copy = permute

def transpose(input: Tensor["*S"], dim0: int, dim1: int) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.transpose.html

    >>> [B T C], 1, 2 -> [B C T]
    """
    T = swapped(S, dim0, dim1)

swapaxes = swapdims = transpose_copy = transpose

def t(input: Tensor["*S"]) -> Tensor["*reversed(S)"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.t.html"""
    require(len(S) <= 2, "t() expects a tensor with <= 2 dimensions, but self is {len(S)}D")

t_copy = t

def unsqueeze(input: Tensor["*S"], dim: int) -> Tensor["*insert(S,dim,1)"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.unsqueeze.html

    >>> [B C], 1 -> [B 1 C]
    """

unsqueeze_copy = unsqueeze

def squeeze(input: Tensor["*S"], dim: Axes = None) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.squeeze.html

    >>> [2 1 3], 1 -> [2 3]
    """
    T = squeezed(S, dim)

squeeze_copy = squeeze
