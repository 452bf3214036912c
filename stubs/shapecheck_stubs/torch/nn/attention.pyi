"""https://docs.pytorch.org/docs/2.13/nn.attention.html: which kernel computes attention changes no shape."""


class SDPBackend:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.attention.SDPBackend.html"""
    ERROR = -1
    MATH = 0
    FLASH_ATTENTION = 1
    EFFICIENT_ATTENTION = 2
    CUDNN_ATTENTION = 3
    OVERRIDEABLE = 4

def sdpa_kernel(backends: Any = None, set_priority: Any = False):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.attention.sdpa_kernel.html"""
    return torch.Inert()
