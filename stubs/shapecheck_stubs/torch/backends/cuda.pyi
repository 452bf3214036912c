"""https://docs.pytorch.org/docs/2.13/backends.html#module-torch.backends.cuda: which kernels compute changes no shape."""


def sdp_kernel(
    enable_flash: Any = True, enable_math: Any = True, enable_mem_efficient: Any = True, enable_cudnn: Any = True,
):
    """https://docs.pytorch.org/docs/2.13/backends.html#torch.backends.cuda.sdp_kernel"""
    return torch.Inert()
