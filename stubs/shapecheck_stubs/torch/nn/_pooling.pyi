"""https://docs.pytorch.org/docs/2.13/nn.functional.html#pooling-functions"""

modules = "torch.nn.functional"


def max_pool1d(input: Tensor["*N C L"], kernel_size: Single, stride: Single | None = None, padding: Single = 0, dilation: Single = 1, ceil_mode: bool = False, return_indices: bool = False) -> Tensor["*N C *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.max_pool1d.html"""
    require(len(N) <= 1, "max_pool1d() Expected 2D or 3D input tensor, but got {input.shape}")
    half_padding(padding, kernel_size)
    T = windows((L,), kernel_size, stride, padding, dilation, ceil_mode)
    if return_indices:
        return Tensor["*N C *T"], Tensor["*N C *T", int64]

def max_pool2d(input: Tensor["*N C H W"], kernel_size: Pair, stride: Pair | None = None, padding: Pair = 0, dilation: Pair = 1, ceil_mode: bool = False, return_indices: bool = False) -> Tensor["*N C *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.max_pool2d.html

    >>> [B 64 56 56], 2 -> [B 64 28 28]
    """
    require(len(N) <= 1, "non-empty 3D or 4D (batch mode) tensor expected for input, got {input.shape}")
    half_padding(padding, kernel_size)
    T = windows((H, W), kernel_size, stride, padding, dilation, ceil_mode)
    if return_indices:
        return Tensor["*N C *T"], Tensor["*N C *T", int64]

def max_pool3d(input: Tensor["*N C Z H W"], kernel_size: Triple, stride: Triple | None = None, padding: Triple = 0, dilation: Triple = 1, ceil_mode: bool = False, return_indices: bool = False) -> Tensor["*N C *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.max_pool3d.html"""
    require(len(N) <= 1, "non-empty 4D or 5D (batch mode) tensor expected for input, got {input.shape}")
    half_padding(padding, kernel_size)
    T = windows((Z, H, W), kernel_size, stride, padding, dilation, ceil_mode)
    if return_indices:
        return Tensor["*N C *T"], Tensor["*N C *T", int64]

def avg_pool1d(input: Tensor["*N C L"], kernel_size: Single, stride: Single | None = None, padding: Single = 0, ceil_mode: bool = False, count_include_pad: bool = True) -> Tensor["*N C *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.avg_pool1d.html"""
    require(len(N) <= 1, "Expected 2D or 3D input to avg_pool1d, but got {input.shape}")
    half_padding(padding, kernel_size)
    T = windows((L,), kernel_size, stride, padding, (1,), ceil_mode)

def avg_pool2d(input: Tensor["*N C H W"], kernel_size: Pair, stride: Pair | None = None, padding: Pair = 0, ceil_mode: bool = False, count_include_pad: bool = True, divisor_override: Any = None) -> Tensor["*N C *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.avg_pool2d.html"""
    require(len(N) <= 1, "non-empty 3D or 4D (batch mode) tensor expected for input, got {input.shape}")
    half_padding(padding, kernel_size)
    T = windows((H, W), kernel_size, stride, padding, (1, 1), ceil_mode)

def avg_pool3d(input: Tensor["*N C Z H W"], kernel_size: Triple, stride: Triple | None = None, padding: Triple = 0, ceil_mode: bool = False, count_include_pad: bool = True, divisor_override: Any = None) -> Tensor["*N C *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.avg_pool3d.html"""
    require(len(N) <= 1, "non-empty 4D or 5D (batch mode) tensor expected for input, got {input.shape}")
    half_padding(padding, kernel_size)
    T = windows((Z, H, W), kernel_size, stride, padding, (1, 1, 1), ceil_mode)

def lp_pool1d(input: Tensor["*N C L"], norm_type: float, kernel_size: Single, stride: Single | None = None, ceil_mode: bool = False) -> Tensor["*N C *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.lp_pool1d.html"""
    T = windows((L,), kernel_size, stride, (0,), (1,), ceil_mode)

def lp_pool2d(input: Tensor["*N C H W"], norm_type: float, kernel_size: Pair, stride: Pair | None = None, ceil_mode: bool = False) -> Tensor["*N C *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.lp_pool2d.html"""
    T = windows((H, W), kernel_size, stride, (0, 0), (1, 1), ceil_mode)

def adaptive_avg_pool1d(input: Tensor["*N C L"], output_size: Any) -> Tensor["*N C *adaptive((L,),output_size)"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.adaptive_avg_pool1d.html"""
    require(len(N) <= 1, "adaptive_avg_pool1d(): Expected 2D or 3D tensor, but got {input.shape}")

def adaptive_avg_pool2d(input: Tensor["*N C H W"], output_size: Any) -> Tensor["*N C *adaptive((H,W),output_size)"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.adaptive_avg_pool2d.html

    >>> [B 512 7 7], (1, 1) -> [B 512 1 1]
    """
    require(len(N) <= 1, "adaptive_avg_pool2d(): Expected 3D or 4D tensor, but got {input.shape}")

def adaptive_avg_pool3d(input: Tensor["*N C Z H W"], output_size: Any) -> Tensor["*N C *adaptive((Z,H,W),output_size)"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.adaptive_avg_pool3d.html"""
    require(len(N) <= 1, "adaptive_avg_pool3d(): Expected 4D or 5D tensor, but got {input.shape}")

def adaptive_max_pool1d(input: Tensor["*N C L"], output_size: Any, return_indices: bool = False) -> Tensor["*N C *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.adaptive_max_pool1d.html"""
    T = adaptive((L,), output_size)
    if return_indices:
        return Tensor["*N C *T"], Tensor["*N C *T", int64]

def adaptive_max_pool2d(input: Tensor["*N C H W"], output_size: Any, return_indices: bool = False) -> Tensor["*N C *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.adaptive_max_pool2d.html"""
    T = adaptive((H, W), output_size)
    if return_indices:
        return Tensor["*N C *T"], Tensor["*N C *T", int64]

def adaptive_max_pool3d(input: Tensor["*N C Z H W"], output_size: Any, return_indices: bool = False) -> Tensor["*N C *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.adaptive_max_pool3d.html"""
    T = adaptive((Z, H, W), output_size)
    if return_indices:
        return Tensor["*N C *T"], Tensor["*N C *T", int64]

def fractional_max_pool2d(input: Tensor["*N C H W"], kernel_size: Pair, output_size: Any = None, output_ratio: Any = None, return_indices: bool = False, random_samples: Any = None) -> Tensor["*N C *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.fractional_max_pool2d.html"""
    T = resized((H, W), output_size, output_ratio)
    if return_indices:
        return Tensor["*N C *T"], Tensor["*N C *T", int64]

def fractional_max_pool3d(input: Tensor["*N C Z H W"], kernel_size: Triple, output_size: Any = None, output_ratio: Any = None, return_indices: bool = False, random_samples: Any = None) -> Tensor["*N C *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.fractional_max_pool3d.html"""
    T = resized((Z, H, W), output_size, output_ratio)
    if return_indices:
        return Tensor["*N C *T"], Tensor["*N C *T", int64]

def max_unpool1d(input: Tensor["*N L"], indices: Tensor, kernel_size: Single, stride: Single | None = None, padding: Single = 0, output_size: Any = None) -> Tensor["*N *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.max_unpool1d.html"""
    T = unpooled((L,), kernel_size, stride, padding, output_size)

def max_unpool2d(input: Tensor["*N H W"], indices: Tensor, kernel_size: Pair, stride: Pair | None = None, padding: Pair = 0, output_size: Any = None) -> Tensor["*N *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.max_unpool2d.html"""
    T = unpooled((H, W), kernel_size, stride, padding, output_size)

def max_unpool3d(input: Tensor["*N Z H W"], indices: Tensor, kernel_size: Triple, stride: Triple | None = None, padding: Triple = 0, output_size: Any = None) -> Tensor["*N *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.max_unpool3d.html"""
    T = unpooled((Z, H, W), kernel_size, stride, padding, output_size)
