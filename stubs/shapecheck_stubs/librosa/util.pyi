"""Arrays of a given length. https://librosa.org/doc/latest/util.html"""


def pad_center(data: Array["*S"], size: int, axis: int = -1, **options):
    """https://librosa.org/doc/latest/generated/librosa.util.pad_center.html"""
    require(size >= S[axis], "Target size ({size}) must be at least input size ({S[axis]})")
    return array_of(Tensor["*replace(S,axis%len(S),size)", data.dtype])

def fix_length(data: Array["*S"], size: int, axis: int = -1, **options):
    """https://librosa.org/doc/latest/generated/librosa.util.fix_length.html"""
    return array_of(Tensor["*replace(S,axis%len(S),size)", data.dtype])

def normalize(S: Array["*D"], **options):
    """https://librosa.org/doc/latest/generated/librosa.util.normalize.html"""
    return array_of(Tensor["*D", S.dtype])
