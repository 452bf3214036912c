"""Sequences of different lengths. https://docs.pytorch.org/docs/2.13/nn.html#utilities"""


class PackedSequence:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.utils.rnn.PackedSequence.html

    `sizes` holds the number of sequences and the length of the longest, which torch computes anew; `is_sorted` says
    whether they surely have no order that is to be restored.
    """
    def __init__(
        self, data: Any, batch_sizes: Any = None, sorted_indices: Any = None, unsorted_indices: Any = None,
        sizes: Any = None, is_sorted: Any = False,
    ):
        self.sizes = _sizes(batch_sizes, sorted_indices) if sizes is None else sizes
    def __iter__(self):
        return (self.data, self.batch_sizes, self.sorted_indices, self.unsorted_indices)
    def __getitem__(self, index: Any):
        return (self.data, self.batch_sizes, self.sorted_indices, self.unsorted_indices)[index]
    def _replace(self, data: Any = None, **others):
        return _repacked(self, self.data if data is None else data)
    def to(self, *args, **kwargs):
        return self
    def cuda(self, *args, **kwargs):
        return self
    def cpu(self, *args, **kwargs):
        return self

def _sizes(batch_sizes: Any, sorted_indices: Any):
    """What a user's own packed sequence says of them."""
    B = fresh(1) if sorted_indices is None else sorted_indices.shape[0]
    return (B, batch_sizes.shape[0])

def _repacked(packed: Any, data: Any):
    """The same sequences with other features."""
    return PackedSequence(
        data, packed.batch_sizes, packed.sorted_indices, packed.unsorted_indices, packed.sizes, packed.is_sorted,
    )

def _packed(data: Any, B: int, L: int, enforce_sorted: Any):
    """A packed sequence of `B` sequences, the longest of length `L`."""
    is_sorted = known(enforce_sorted) and enforce_sorted
    return PackedSequence(data, Tensor["L", int64], Tensor["B", int64], Tensor["B", int64], (B, L), is_sorted)

def pack_padded_sequence(
    input: Tensor["*S"], lengths: Any, batch_first: bool = False, enforce_sorted: Any = True,
):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.utils.rnn.pack_padded_sequence.html"""
    require(len(S) >= 2, "Expected at least two dimensions, but got {S}")
    B, T = (S[0], S[1]) if batch_first else (S[1], S[0])
    if known(lengths):
        sizes = data_shape(lengths)
        require(len(sizes) == 1, "'lengths' argument should be a 1D CPU int64 tensor, but got {len(sizes)}D")
        require(sizes[0] == B, "Expected `len(lengths)` to be equal to batch_size, but got {sizes[0]} (batch_size={B})")
    each = numbers(lengths)
    if each is not None:
        require(
            min(each) > 0,
            "Length of all samples has to be greater than 0, but found an element in 'lengths' that is <= 0",
        )
        if known(enforce_sorted) and enforce_sorted:
            for i in range(1, len(each)):
                require(
                    each[i - 1] >= each[i],
                    "`lengths` array must be sorted in decreasing order when `enforce_sorted` is True",
                )
    L = fresh(1, T) if each is None else min(max(each), T)
    n = fresh(1, B * T) if each is None else sum(min(one, T) for one in each)
    rest = S[2:]
    return _packed(Tensor["n *rest"], B, L, enforce_sorted)

def pad_packed_sequence(
    sequence: Any, batch_first: bool = False, padding_value: Any = 0.0, total_length: Any = None,
):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.utils.rnn.pad_packed_sequence.html"""
    B, T = sequence.sizes
    L = T if total_length is None else total_length
    if fixed(T):
        require(
            L >= T,
            "Expected total_length to be at least the length of the longest sequence in input, but got "
            "total_length={L} and max sequence length being {T}",
        )
    rest = sequence.data.shape[1:]
    size = (B, L, *rest) if batch_first else (L, B, *rest)
    return Tensor["*size", sequence.data.dtype], Tensor["B", int64]

def pack_sequence(sequences: Tensor["N L *rest"], enforce_sorted: Any = True):
    """The rows of a tensor, which are equally long."""
    return _packed(Tensor["N*L *rest", sequences.dtype], N, L, enforce_sorted)
def pack_sequence(sequences: Sequence[Tensor], enforce_sorted: Any = True):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.utils.rnn.pack_sequence.html"""
    _check_sequences(sequences)
    rest = sequences[0].shape[1:]
    n = sum(t.shape[0] for t in sequences)
    L = max(tuple(t.shape[0] for t in sequences))
    return _packed(Tensor["n *rest", sequences[0].dtype], len(sequences), L, enforce_sorted)

def pad_sequence(
    sequences: Tensor["N L *rest"], batch_first: bool = False, padding_value: Any = 0.0, padding_side: Any = "right",
) -> Tensor["*T", sequences.dtype]:
    """The rows of a tensor, which are equally long."""
    T = (N, L, *rest) if batch_first else (L, N, *rest)
def pad_sequence(
    sequences: Sequence[Tensor], batch_first: bool = False, padding_value: Any = 0.0,
    padding_side: Any = "right",
) -> Tensor["*T", items[0].dtype]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.utils.rnn.pad_sequence.html

    >>> ([3 4], [5 4]) -> [5 2 4]
    """
    items = distinct(sequences)
    _check_sequences(items)
    rest = alone(items[0].shape, sequences)[1:]
    N = len(items) * times(sequences)
    L = fresh(0) if many(sequences) else max(tuple(t.shape[0] for t in items))
    T = (N, L, *rest) if batch_first else (L, N, *rest)

def _check_sequences(sequences: Sequence[Tensor]) -> None:
    """Sequences differ in their first dim only."""
    require(len(sequences) > 0, "received an empty list of sequences")
    for i, t in enumerate(sequences):
        require(t.ndim >= 1, "sequences[{i}] has no dimensions")
        require(
            t.ndim < sequences[0].ndim or t.shape[1:] == sequences[0].shape[1:],
            "The size of tensor a {t.shape} (sequences[{i}]) must match the size of tensor b "
            "{sequences[0].shape} (sequences[0]) behind the first dim",
        )

def unpad_sequence(padded_sequences: Tensor["*S"], lengths: Tensor["B"], batch_first: bool = False):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.utils.rnn.unpad_sequence.html"""
    T = S[1] if batch_first else S[0]
    rest = S[2:]
    return make_list(tuple(Tensor["n *rest"] for n in tuple(fresh(0, T) for i in range(B))))

def unpack_sequence(packed_sequences: Any) -> Unknown["as many tensors as sequences were packed"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.utils.rnn.unpack_sequence.html"""
