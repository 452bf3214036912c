"""Parameters and buffers."""

modules = "torch.nn", "torch.nn.parameter"


def Parameter(data: Tensor["*S"] | None = None, requires_grad: Any = True):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.parameter.Parameter.html

    >>> [B 3] -> [B 3]
    """
    if data is None:
        return Parameter["0"]
    return Parameter["*S", data.dtype]

def Buffer(data: Tensor["*S"] | None = None, persistent: Any = True):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.parameter.Buffer.html"""
    if data is None:
        return Tensor["0", float32]
    return Tensor["*S", data.dtype]
