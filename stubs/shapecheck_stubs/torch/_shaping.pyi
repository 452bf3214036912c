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

def view_copy(input: Tensor, size: Dims):
    """A view of that size, copied."""
    return reshape(input, size)

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
    require(
        prod(parts) == size,
        "unflatten: Provided sizes {sizes} don't multiply up to the size of dim {dim} ({size}) in "
        "the input tensor",
    )
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

swapdims = transpose_copy = transpose

def swapaxes(input: Tensor, axis0: int, axis1: int):
    """https://docs.pytorch.org/docs/2.13/generated/torch.swapaxes.html"""
    return transpose(input, axis0, axis1)

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

def expand_copy(
    input: Tensor["*S"], size: Dims, *, implicit: bool = False,
) -> Tensor["*expands(S,size)"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.expand.html

    >>> [B 1 4], (-1, 3, 4) -> [B 3 4]
    """

def broadcast_to(input: Tensor["*S"], size: Dims) -> Tensor["*expands(S,size)"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.broadcast_to.html"""

def tile(input: Tensor["*S"], dims: Dims) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.tile.html

    >>> [2 3], (2, 1, 1) -> [2 2 3]
    """
    if not ranked(S, dims):
        return unknown_tensor("as many dims as the longer of the two has", input.dtype)
    n = max(len(S), len(dims))
    sizes = (*repeated(1, n - len(S)), *S)
    T = tuple(s * d for s, d in zip(sizes, (*repeated(1, n - len(dims)), *dims)))

def movedim(input: Tensor["*S"], source: Dims, destination: Ints | int) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.movedim.html

    >>> [B H W C], -1, 1 -> [B C H W]
    """
    T = moved(S, source, destination)

def movedim(input: Tensor["*S"], source: int | Ints, destination: int | Ints) -> Tensor["*T"]:
    T = moved(S, source, destination)

moveaxis = movedim

def flip(input: Tensor["*S"], dims: Dims) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.flip.html"""
    places = axes(dims, len(S))

def fliplr(input: Tensor["A B *S"]) -> Tensor["A B *S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.fliplr.html"""

def flipud(input: Tensor["A *S"]) -> Tensor["A *S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.flipud.html"""

def tril(input: Tensor["*S"], diagonal: int = 0, *, out: Any = None) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.tril.html"""
    require(len(S) >= 2, "tril and triu: input tensor must have at least 2 dimensions")

triu = tril

def roll(input: Tensor["*S"], shifts: int | Ints, dims: int | Ints | None = None) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.roll.html"""
    if dims is not None:
        n = 1 if is_int(shifts) else len(shifts)
        places = (dims,) if is_int(dims) else dims
        require(len(S) >= 1 or len(places) == 0, "Dimension specified as 0 but tensor has no dimensions")
        require(
            n == len(places),
            "shifts and dimensions must align. shifts: {n}, dims:{len(places)}",
        )
        d = tuple(axis(place, len(S)) for place in places)

def rot90(input: Tensor["*S"], k: int = 1, dims: Ints = (0, 1)) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.rot90.html"""
    require(len(dims) == 2, "expected total rotation dims == 2, but got dims = {len(dims)}")
    d = axes(dims, len(S))
    T = swapped(S, dims[0], dims[1]) if k % 2 == 1 else S

def narrow(input: Tensor["*S"], dim: int, start: Any, length: int) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.narrow.html"""
    d = axis(dim, len(S))
    require(length >= 0, "narrow(): length must be non-negative")
    if known(start) and is_int(start):
        require(
            -S[d] <= start and start <= S[d],
            "start (={start}) exceeds dimension size ({S[d]})",
        )
        if start >= 0:
            require(
                start + length <= S[d],
                "start ({start}) + length ({length}) exceeds dimension size ({S[d]})",
            )
    T = replace(S, d, length)

narrow_copy = narrow

def select(input: Tensor["*S"], dim: int, index: int) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.select.html"""
    require(len(S) >= 1, "select() cannot be applied to a 0-dim tensor")
    d = axis(dim, len(S))
    require(
        -S[d] <= index and index < S[d],
        "select(): index {index} out of range for tensor of size {S} at dimension {dim}",
    )
    T = without(S, d)

select_copy = select

def select_scatter(input: Tensor["*S"], src: Tensor["*R"], dim: int, index: int) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.select_scatter.html"""
    require(len(S) >= 1, "select() cannot be applied to a 0-dim tensor.")
    d = axis(dim, len(S))
    require(
        R == without(S, d),
        "expected src to have a size equal to the slice of self. src size = {R}, slice size = {without(S, d)}",
    )

def slice_scatter(
    input: Tensor["*S"], src: Tensor, dim: int = 0, start: Any = None, end: Any = None,
    step: int = 1,
) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.slice_scatter.html"""

def diagonal_scatter(
    input: Tensor["*S"], src: Tensor["*R"], offset: int = 0, dim1: int = 0, dim2: int = 1,
) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.diagonal_scatter.html"""
    wanted = diagonal(input, offset, dim1, dim2).shape
    require(
        R == wanted,
        "expected src to have a size equal to the slice of self. src size = {R}, slice size = {wanted}",
    )

def split(
    tensor: Tensor["*S"], split_size_or_sections: int | Parts, dim: int = 0,
):
    """https://docs.pytorch.org/docs/2.13/generated/torch.split.html

    >>> [B 7], 3, 1 -> [B 3], [B 3], [B 1]
    """
    require(len(S) >= 1, "split expects at least a 1-dimensional tensor")
    d = axis(dim, len(S))
    if not known(split_size_or_sections):
        return of_length(Tensor["*replace(S,d,fresh(0,S[d]))"], fresh(1))
    n = split_sizes(S[d], split_size_or_sections, d)
    if many(n):
        return of_length(Tensor["*replace(S,d,distinct(n)[0])"], times(n))
    return tuple(Tensor["*replace(S,d,one)"] for one in n)

def split(tensor: Tensor["*S"], split_size: int | Parts, dim: int = 0):
    return split(tensor, split_size, dim)

def split_with_sizes(input: Tensor, split_sizes: Parts, dim: int = 0):
    """https://docs.pytorch.org/docs/2.13/generated/torch.split.html"""
    return split(input, split_sizes, dim)

unsafe_split = split
split_with_sizes_copy = unsafe_split_with_sizes = split_with_sizes

def chunk(input: Tensor["*S"], chunks: int, dim: int = 0):
    """https://docs.pytorch.org/docs/2.13/generated/torch.chunk.html

    >>> [B 12], 3, 1 -> [B 4], [B 4], [B 4]
    """
    require(len(S) >= 1, "chunk expects at least a 1-dimensional tensor")
    d = axis(dim, len(S))
    n = chunk_sizes(S[d], chunks)
    if many(n):
        return of_length(Tensor["*replace(S,d,distinct(n)[0])"], times(n))
    return tuple(Tensor["*replace(S,d,one)"] for one in n)

unsafe_chunk = chunk

def tensor_split(input: Tensor["*S"], tensor_indices_or_sections: Any, dim: int = 0) -> tuple[Tensor, ...]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.tensor_split.html"""
    require(len(S) >= 1, "tensor_split expected at least a 1-dimensional tensor, but got a tensor with {len(S)} dims")
    d = axis(dim, len(S))
    given = tensor_indices_or_sections
    each = numbers(given) if is_tensor(given) and given.ndim == 1 else None
    if each is not None:
        given = each
    if is_tensor(given):
        if given.ndim == 0:
            return of_length(Tensor["*replace(S,d,fresh(0,S[d]))"], fresh(1))
        return tuple(Tensor["*replace(S,d,fresh(0,S[d]))"] for i in range(given.shape[0] + 1))
    sections = tuple(given) if is_sequence(given) else given
    return tuple(Tensor["*replace(S,d,n)"] for n in sectioned(S[d], sections))

def tensor_split(input: Tensor, indices: Any, dim: int = 0) -> tuple[Tensor, ...]:
    return tensor_split(input, indices, dim)

def tensor_split(input: Tensor, sections: Any, dim: int = 0) -> tuple[Tensor, ...]:
    return tensor_split(input, sections, dim)

def hsplit(input: Tensor["*S"], sections: Any) -> tuple[Tensor, ...]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.hsplit.html"""
    return tensor_split(input, sections, 0 if len(S) == 1 else 1)

def hsplit(input: Tensor, indices: Any) -> tuple[Tensor, ...]:
    return hsplit(input, indices)

def vsplit(input: Tensor, sections: Any) -> tuple[Tensor, ...]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.vsplit.html"""
    return tensor_split(input, sections, 0)

def vsplit(input: Tensor, indices: Any) -> tuple[Tensor, ...]:
    return vsplit(input, indices)

def dsplit(input: Tensor, sections: Any) -> tuple[Tensor, ...]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.dsplit.html"""
    return tensor_split(input, sections, 2)

def dsplit(input: Tensor, indices: Any) -> tuple[Tensor, ...]:
    return dsplit(input, indices)

def unbind(input: Tensor["*S"], dim: int = 0):
    """https://docs.pytorch.org/docs/2.13/generated/torch.unbind.html

    >>> [3 B 4] -> [B 4], [B 4], [B 4]
    """
    require(len(S) >= 1, "Dimension specified as {dim} but tensor has no dimensions")
    d = axis(dim, len(S))
    if not counted(S[d]):
        return of_length(Tensor["*component(without(S,d))"], S[d])
    return tuple(Tensor["*component(without(S,d))"] for i in range(S[d]))

unbind_copy = unbind

def diagonal(input: Tensor["*S"], offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.diagonal.html"""
    a, b = axes((dim1, dim2), len(S))
    T = (*without(S, sorted((a, b))), diagonal_size(S[a], S[b], offset))

diagonal_copy = diagonal

def diag_embed(
    input: Tensor["*S N"], offset: int = 0, dim1: int = -2, dim2: int = -1,
) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.diag_embed.html"""
    n = N + abs(offset)
    T = insert(S, axes((dim1, dim2), len(S) + 2), n)

def diag(input: Tensor["N"], diagonal: int = 0) -> Tensor["N+abs(diagonal) N+abs(diagonal)"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.diag.html"""

def diag(input: Tensor["N M"], diagonal: int = 0) -> Tensor["diagonal_size(N,M,diagonal)"]: ...

def diagflat(input: Tensor["*S"], offset: int = 0) -> Tensor["n n"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.diagflat.html"""
    n = prod(S) + abs(offset)

def unfold_copy(input: Tensor["*S"], dimension: int, size: int, step: int) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.unfold.html

    >>> [B 10], 1, 4, 2 -> [B 4 4]
    """
    require(step > 0, "step is {step} but must be > 0")
    if len(S) == 0:
        return Tensor["size"]
    d = axis(dimension, len(S))
    require(
        size <= S[d],
        "maximum size for tensor at dimension {dimension} is {S[d]} but size is {size}",
    )
    T = (*replace(S, d, (S[d] - size) // step + 1), size)

def repeat_interleave(
    input: Tensor["*S"], repeats: int, dim: int | None = None, output_size: int | None = None,
) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.repeat_interleave.html

    >>> [B 3], 2, 1 -> [B 6]
    """
    T = (prod(S) * repeats,) if dim is None else replace(S, axis(dim, len(S)), S[dim] * repeats)

def repeat_interleave(
    input: Tensor["*S"], repeats: Tensor["*R"], dim: int | None = None,
    output_size: int | None = None,
) -> Tensor["*T"]:
    require(len(R) <= 1, "repeats must be 0-dim or 1-dim tensor")
    size = prod(S) if dim is None else S[axis(dim, len(S))]
    if len(R) == 1:
        require(
            R[0] == size or R[0] == 1,
            "repeats must have the same size as input along dim, but got repeats.size(0) = {R[0]} and "
            "input.size({dim}) = {size}",
        )
    n = output_size
    if output_size is None:
        each = numbers(repeats)
        n = fresh(0) if each is None else sum(each) if len(each) > 1 else each[0] * size
    T = (n,) if dim is None else replace(S, axis(dim, len(S)), n)

def repeat_interleave(repeats: Tensor["N"], *, output_size: int | None = None) -> Tensor["n"]:
    each = numbers(repeats)
    n = output_size if output_size is not None else fresh(0) if each is None else sum(each)

def atleast_1d(tensor: Tensor["*S"]) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.atleast_1d.html"""
    T = S if len(S) >= 1 else (1,)

def atleast_1d(*tensors):
    return tuple(atleast_1d(t) for t in as_tensors(tensors))

def atleast_2d(tensor: Tensor["*S"]) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.atleast_2d.html"""
    T = (1,) * (2 - min(2, len(S))) + S

def atleast_2d(*tensors):
    return tuple(atleast_2d(t) for t in as_tensors(tensors))

def atleast_3d(tensor: Tensor["*S"]) -> Tensor["*T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.atleast_3d.html"""
    T = S if len(S) >= 3 else (*S, 1) if len(S) == 2 else (1, *S, 1) if len(S) == 1 else (1, 1, 1)

def atleast_3d(*tensors):
    return tuple(atleast_3d(t) for t in as_tensors(tensors))

def as_strided(
    input: Tensor, size: Dims, stride: Ints, storage_offset: Any = None,
) -> Tensor["*size"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.as_strided.html"""

as_strided_copy = as_strided

def as_strided_scatter(
    input: Tensor["*S"], src: Tensor, size: Ints, stride: Ints, storage_offset: Any = None,
) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.as_strided_scatter.html"""

def view_as_real(input: Tensor["*S", complex]) -> Tensor["*S 2", real_of(input.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.view_as_real.html"""

def view_as_complex(input: Tensor["*S P", floating]) -> Tensor["*S", complex_of(input.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.view_as_complex.html"""
    require(P == 2, "Tensor must have a last dimension of size 2, got {P}")
