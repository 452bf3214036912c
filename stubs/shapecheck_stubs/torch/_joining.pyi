"""Several tensors to one. https://docs.pytorch.org/docs/2.13/torch.html#indexing-slicing-joining-mutating-ops"""

modules = "torch"


def cat(tensors: Sequence[Tensor], dim: int = 0) -> Tensor["*T", promote(*kept)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.cat.html

    >>> ([B 3], [B 5]), 1 -> [B 8]
    >>> ([2 3], [4 5]), 1 -> error: Sizes of tensors must match except in dimension 1
    """
    each = distinct(tensors)
    require(len(each) * times(tensors) >= 1, "torch.cat(): expected a non-empty list of Tensors")
    kept = each if len(each) == 1 else tuple(t for t in each if not is_empty_vector(t))
    if len(kept) == 0:
        return Tensor["0"]
    first = kept[0]
    require(first.ndim >= 1, "zero-dimensional tensor (at position 0) cannot be concatenated")
    d = axis(dim, first.ndim)
    for i, t in enumerate(kept[1:]):
        require(
            t.ndim == first.ndim,
            "torch.cat(): Tensors must have same number of dimensions: got {first.ndim} and "
            "{t.ndim}",
        )
        require(
            alike(without(t.shape, d), without(first.shape, d)),
            "Sizes of tensors must match except in dimension {d}. Expected size {misfit(first.shape, t.shape, d)[0]} but "
            "got size {misfit(first.shape, t.shape, d)[1]} for tensor number {i+1} in the list: tensors[{i+1}] is "
            "{t.shape}, tensors[0] is {first.shape}",
        )
    T = replace(alone(first.shape, tensors), d, summed(sum(t.shape[d] for t in kept), tensors))

concat = concatenate = cat

def stack(tensors: Sequence[Tensor], dim: int = 0) -> Tensor["*T", promote(*each)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.stack.html

    >>> ([B 3], [B 3]), 1 -> [B 2 3]
    >>> ([2 3], [2 4]) -> error: stack expects each tensor to be equal size
    """
    each = distinct(tensors)
    require(len(each) * times(tensors) >= 1, "stack expects a non-empty TensorList")
    first = each[0]
    for i, t in enumerate(each[1:]):
        require(
            t.ndim == first.ndim,
            "stack expects each tensor to be equal size, but got {first.shape} at entry 0 and "
            "{t.shape} at entry {i+1}",
        )
        require(
            alike(t.shape, first.shape),
            "stack expects each tensor to be equal size, but got {first.shape} at entry 0 and "
            "{t.shape} at entry {i+1}",
        )
    T = insert(alone(first.shape, tensors), dim, len(each) * times(tensors))

def hstack(tensors: Sequence[Tensor]) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.hstack.html"""
    wide = tuple(atleast_1d(t) for t in tensors)
    return cat(wide, 0 if wide[0].ndim == 1 else 1)

def vstack(tensors: Sequence[Tensor]) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.vstack.html"""
    return cat(tuple(atleast_2d(t) for t in tensors), 0)

row_stack = vstack

def dstack(tensors: Sequence[Tensor]) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.dstack.html"""
    return cat(tuple(atleast_3d(t) for t in tensors), 2)

def column_stack(tensors: Sequence[Tensor]) -> Tensor:
    """https://docs.pytorch.org/docs/2.13/generated/torch.column_stack.html"""
    return cat(tuple(t if t.ndim >= 2 else reshape(t, (prod(t.shape), 1)) for t in tensors), 1)

def block_diag(*tensors):
    """https://docs.pytorch.org/docs/2.13/generated/torch.block_diag.html"""
    wide = tuple(atleast_2d(t) for t in as_tensors(tensors))
    for t in wide:
        require(t.ndim == 2, "torch.block_diag: Input tensors must have 2 or fewer dimensions, got {t.shape}")
    rows = sum(t.shape[0] for t in wide)
    columns = sum(t.shape[1] for t in wide)
    return Tensor["rows columns", promote(*wide)]

def broadcast_tensors(*tensors):
    """https://docs.pytorch.org/docs/2.13/generated/torch.broadcast_tensors.html"""
    known = as_tensors(tensors)
    T = broadcast(*(t.shape for t in known))
    return tuple(Tensor["*T", t.dtype] for t in known)

def broadcast_shapes(*shapes):
    """https://docs.pytorch.org/docs/2.13/generated/torch.broadcast_shapes.html"""
    return broadcast(*((s,) if is_int(s) else tuple(s) for s in shapes))

def meshgrid(*tensors, indexing: str = "ij"):
    """https://docs.pytorch.org/docs/2.13/generated/torch.meshgrid.html

    >>> [3], [4] -> [3 4], [3 4]
    """
    known = as_tensors(tensors)
    require(len(known) > 0, "meshgrid expects a non-empty TensorList")
    for t in known:
        require(t.ndim <= 1, "Expected 0D or 1D tensor in the tensor list but got: {t.shape}")
        if dtype_known(t.dtype) and dtype_known(known[0].dtype):
            require(same_dtype(t.dtype, known[0].dtype), "meshgrid expects all tensors to have the same dtype")
    require(indexing == "ij" or indexing == "xy", "indexing must be one of \"xy\" or \"ij\", but received: {indexing}")
    T = tuple(prod(t.shape) for t in known)
    if indexing == "xy" and len(T) >= 2:
        T = (T[1], T[0], *T[2:])
    return tuple(Tensor["*T", t.dtype] for t in known)

def cartesian_prod(*tensors):
    """https://docs.pytorch.org/docs/2.13/generated/torch.cartesian_prod.html"""
    known = as_tensors(tensors)
    for t in known:
        require(t.ndim == 1, "Expect a 1D vector, but got shape {t.shape}")
    n = prod(tuple(t.shape[0] for t in known))
    return Tensor["n"] if len(known) == 1 else Tensor["n len(known)"]

def combinations(input: Tensor["N"], r: int = 2, with_replacement: bool = False) -> Tensor["n r"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.combinations.html"""
    if r == 0:
        return Tensor["0"]
    top = N + r - 1 if with_replacement else N
    n = 1
    for i in range(r):
        n = n * (top - i) // (i + 1)

def einsum(equation: str, *operands):
    """https://docs.pytorch.org/docs/2.13/generated/torch.einsum.html

    >>> "bij,bjk->bik", [B 2 3], [B 3 4] -> [B 2 4]
    """
    known = as_tensors(operands)
    T = torch_einsum(tuple(t.shape for t in known), text(equation))
    if len(known) == 2 and is_product(tuple(t.shape for t in known), text(equation)):
        first, second = known
        require(
            same_dtype(first.dtype, second.dtype),
            "expected scalar type {scalar_type(first.dtype)} but found {scalar_type(second.dtype)}",
        )
        require(not surely(first.dtype, "bool"), '"bmm" not implemented for \'Bool\'')
    return Tensor["*T", promote(*known)]
