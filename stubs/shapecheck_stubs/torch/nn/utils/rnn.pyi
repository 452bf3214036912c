"""https://docs.pytorch.org/docs/2.13/nn.html#utilities"""


def pad_sequence(sequences: Sequence[Tensor], batch_first: bool = False, padding_value: Any = 0.0, padding_side: Any = "right") -> Tensor["*T", sequences[0].dtype]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.utils.rnn.pad_sequence.html

    >>> ([3 4], [5 4]) -> [5 2 4]
    """
    rest = sequences[0].shape[1:]
    for t in sequences[1:]:
        require(t.shape[1:] == rest, "The expanded size of the tensor must match the existing size: {t.shape} and {sequences[0].shape}")
    n = max(tuple(t.shape[0] for t in sequences))
    T = (len(sequences), n, *rest) if batch_first else (n, len(sequences), *rest)

def pack_padded_sequence(input: Any, lengths: Any, batch_first: Any = False, enforce_sorted: Any = True) -> Unknown["packed sequences have no rule"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.utils.rnn.pack_padded_sequence.html"""

pack_sequence = pack_padded_sequence

def pad_packed_sequence(sequence: Any, batch_first: Any = False, padding_value: Any = 0.0, total_length: Any = None):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.utils.rnn.pad_packed_sequence.html"""
    return unknown_tensor(float32), Tensor["fresh()", int64]
