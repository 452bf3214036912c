"""Pooling functions. https://docs.pytorch.org/docs/2.13/nn.functional.html#pooling-functions"""

modules = "torch.nn.functional"


def _check_pool(input: Tensor["*S"], n: int) -> None:
    """The ranks that pools take, and that only the batch dim may be empty."""
    require(
        len(S) == n + 1 or len(S) == n + 2,
        "Expected {n + 1}D or {n + 2}D (batch mode) tensor with optional 0 dim batch size for input, but "
        "got: {S}",
    )
    for size in last(S, n + 1):
        require(
            size > 0,
            "Expected {n + 1}D or {n + 2}D (batch mode) tensor with optional 0 dim batch size for input, "
            "but got: {S}",
        )

def _fits_unpadded(sizes: Any, kernel_size: Triple) -> None:
    """What pools that take averages over volumes ask for beside: the padding does not count."""
    for size, kernel in zip(sizes, kernel_size):
        require(size >= kernel, "input image {sizes} smaller than kernel size {kernel_size}")

def _with_indices(result: Tensor["*T"], return_indices: bool):
    """The result, and if wanted where each of its values was found."""
    if return_indices:
        return result, Tensor["*T", int64]
    return result

def max_pool1d(
    input: Tensor["*N L"], kernel_size: Single, stride: Single | None = None, padding: Single = 0,
    dilation: Single = 1, ceil_mode: bool = False, return_indices: bool = False,
):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.max_pool1d.html"""
    _check_pool(input, 1)
    half_padding(padding, kernel_size, dilation)
    T = windows((L,), kernel_size, stride, padding, dilation, ceil_mode)
    return _with_indices(Tensor["*N *T"], return_indices)

def max_pool1d_with_indices(input: Tensor, *args, **options):
    return max_pool1d(input, *args, return_indices=True, **options)

def max_pool2d(
    input: Tensor["*N H W"], kernel_size: Pair, stride: Pair | None = None, padding: Pair = 0,
    dilation: Pair = 1, ceil_mode: bool = False, return_indices: bool = False,
):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.max_pool2d.html

    >>> [B 64 56 56], 2 -> [B 64 28 28]
    >>> [1 64 1 1], 2 -> error: Output size is too small
    """
    _check_pool(input, 2)
    half_padding(padding, kernel_size, dilation)
    T = pools(input.shape, (H, W), kernel_size, stride, padding, dilation, ceil_mode)
    return _with_indices(Tensor["*N *T"], return_indices)

def max_pool2d_with_indices(
    input: Tensor, kernel_size: Any, stride: Any = None, padding: Any = 0, dilation: Any = 1,
    ceil_mode: Any = False, return_indices: Any = False,
):
    return max_pool2d(input, kernel_size, stride, padding, dilation, ceil_mode, True)

def max_pool3d(
    input: Tensor["*N Z H W"], kernel_size: Triple, stride: Triple | None = None, padding: Triple = 0,
    dilation: Triple = 1, ceil_mode: bool = False, return_indices: bool = False,
):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.max_pool3d.html"""
    _check_pool(input, 3)
    half_padding(padding, kernel_size, dilation)
    T = pools(input.shape, (Z, H, W), kernel_size, stride, padding, dilation, ceil_mode)
    return _with_indices(Tensor["*N *T"], return_indices)

def max_pool3d_with_indices(input: Tensor, *args, **options):
    return max_pool3d(input, *args, return_indices=True, **options)

def avg_pool1d(
    input: Tensor["*N L"], kernel_size: Single, stride: Single | None = None, padding: Single = 0,
    ceil_mode: bool = False, count_include_pad: bool = True,
) -> Tensor["*N *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.avg_pool1d.html"""
    _check_pool(input, 1)
    half_padding(padding, kernel_size)
    T = pools(input.shape, (L,), kernel_size, stride, padding, (1,), ceil_mode)

def avg_pool2d(
    input: Tensor["*N H W"], kernel_size: Pair, stride: Pair | None = None, padding: Pair = 0,
    ceil_mode: bool = False, count_include_pad: bool = True, divisor_override: int | None = None,
) -> Tensor["*N *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.avg_pool2d.html

    >>> [B 64 7 7], 7 -> [B 64 1 1]
    """
    _check_pool(input, 2)
    half_padding(padding, kernel_size)
    if divisor_override is not None:
        require(divisor_override != 0, "divisor must be not zero")
    T = pools(input.shape, (H, W), kernel_size, stride, padding, (1, 1), ceil_mode)

def avg_pool3d(
    input: Tensor["*N Z H W"], kernel_size: Triple, stride: Triple | None = None, padding: Triple = 0,
    ceil_mode: bool = False, count_include_pad: bool = True, divisor_override: int | None = None,
) -> Tensor["*N *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.avg_pool3d.html"""
    _check_pool(input, 3)
    half_padding(padding, kernel_size)
    if divisor_override is not None:
        require(divisor_override != 0, "divisor must be not zero")
    _fits_unpadded((Z, H, W), kernel_size)
    T = pools(input.shape, (Z, H, W), kernel_size, stride, padding, (1, 1, 1), ceil_mode)

def lp_pool1d(
    input: Tensor["*N L"], norm_type: float, kernel_size: Single, stride: Single | None = None,
    ceil_mode: bool = False,
) -> Tensor["*N *T", float_of(input.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.lp_pool1d.html"""
    _check_pool(input, 1)
    T = pools(input.shape, (L,), kernel_size, stride, (0,), (1,), ceil_mode)

def lp_pool2d(
    input: Tensor["*N H W"], norm_type: float, kernel_size: Pair, stride: Pair | None = None,
    ceil_mode: bool = False,
) -> Tensor["*N *T", float_of(input.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.lp_pool2d.html"""
    _check_pool(input, 2)
    T = pools(input.shape, (H, W), kernel_size, stride, (0, 0), (1, 1), ceil_mode)

def lp_pool3d(
    input: Tensor["*N Z H W"], norm_type: float, kernel_size: Triple, stride: Triple | None = None,
    ceil_mode: bool = False,
) -> Tensor["*N *T", float_of(input.dtype)]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.lp_pool3d.html"""
    _check_pool(input, 3)
    _fits_unpadded((Z, H, W), kernel_size)
    T = pools(input.shape, (Z, H, W), kernel_size, stride, (0, 0, 0), (1, 1, 1), ceil_mode)

def adaptive_avg_pool1d(input: Tensor["*N L"], output_size: Any) -> Tensor["*N *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.adaptive_avg_pool1d.html"""
    _check_adaptive(input, 1)
    T = adaptive((L,), output_size)

def adaptive_avg_pool2d(input: Tensor["*N H W"], output_size: Any) -> Tensor["*N *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.adaptive_avg_pool2d.html

    >>> [B 512 7 7], (1, 1) -> [B 512 1 1]
    >>> [2 3], (2, 2) -> error: Expected 3D or 4D tensor
    """
    if not _is_mean(input, output_size, 2):
        _check_adaptive(input, 2)
    T = adaptive((H, W), output_size)

def adaptive_avg_pool3d(input: Tensor["*N Z H W"], output_size: Any) -> Tensor["*N *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.adaptive_avg_pool3d.html"""
    if not _is_mean(input, output_size, 3):
        _check_adaptive(input, 3)
    T = adaptive((Z, H, W), output_size)

def _is_mean(input: Tensor["*S"], output_size: Any, n: int) -> bool:
    """Averages over all are computed as a mean, which takes any rank; unknown ranks are learned all the same."""
    if not ranked(S) or len(S) == n + 1 or len(S) == n + 2:
        return False
    wanted = tuple(output_size) if is_sequence(output_size) else (output_size,)
    return all(is_int(one) and one == 1 for one in wanted)

def _check_adaptive(input: Tensor["*S"], n: int) -> None:
    """The ranks that adaptive pools take, and that only the batch dim may be empty."""
    require(len(S) == n + 1 or len(S) == n + 2, "Expected {n + 1}D or {n + 2}D tensor, but got {S}")
    for size in last(S, n):
        require(
            size > 0,
            "Expected input to have non-zero size for non-batch dimensions, but input has sizes {S}",
        )

def adaptive_max_pool1d(input: Tensor["*N L"], output_size: Any, return_indices: bool = False):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.adaptive_max_pool1d.html"""
    _check_adaptive(input, 1)
    T = adaptive((L,), output_size)
    return _with_indices(Tensor["*N *T"], return_indices)

def adaptive_max_pool1d_with_indices(input: Tensor, output_size: Any, return_indices: Any = False):
    return adaptive_max_pool1d(input, output_size, True)

def adaptive_max_pool2d(input: Tensor["*N H W"], output_size: Any, return_indices: bool = False):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.adaptive_max_pool2d.html

    >>> [B 512 7 9], (None, 3) -> [B 512 7 3]
    """
    _check_adaptive(input, 2)
    T = adaptive((H, W), output_size)
    return _with_indices(Tensor["*N *T"], return_indices)

def adaptive_max_pool2d_with_indices(input: Tensor, output_size: Any, return_indices: Any = False):
    return adaptive_max_pool2d(input, output_size, True)

def adaptive_max_pool3d(input: Tensor["*N Z H W"], output_size: Any, return_indices: bool = False):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.adaptive_max_pool3d.html"""
    _check_adaptive(input, 3)
    T = adaptive((Z, H, W), output_size)
    return _with_indices(Tensor["*N *T"], return_indices)

def adaptive_max_pool3d_with_indices(input: Tensor, output_size: Any, return_indices: Any = False):
    return adaptive_max_pool3d(input, output_size, True)

def fractional_max_pool2d(
    input: Tensor["*N H W"], kernel_size: Pair, output_size: Any = None, output_ratio: Any = None,
    return_indices: bool = False, random_samples: Any = None, **options
):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.fractional_max_pool2d.html"""
    require(
        output_size is not None or output_ratio is not None,
        "fractional_max_pool2d requires specifying either an output_size or an output_ratio",
    )
    T = resized((H, W), output_size, None if output_size is not None else output_ratio)
    for size, kernel, out in zip((H, W), kernel_size, T):
        require(
            out + kernel - 1 <= size,
            "fractional_max_pool2d(): pool size ({kernel}) too large relative to input size ({size})",
        )
    return _with_indices(Tensor["*N *T"], return_indices)

def fractional_max_pool2d_with_indices(
    input: Tensor, kernel_size: Any, output_size: Any = None, output_ratio: Any = None,
    return_indices: Any = False, **options
):
    return fractional_max_pool2d(input, kernel_size, output_size, output_ratio, True)

def fractional_max_pool3d(
    input: Tensor["*N Z H W"], kernel_size: Triple, output_size: Any = None, output_ratio: Any = None,
    return_indices: bool = False, random_samples: Any = None, **options
):
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.fractional_max_pool3d.html"""
    require(
        output_size is not None or output_ratio is not None,
        "fractional_max_pool3d requires specifying either an output_size or an output_ratio",
    )
    T = resized((Z, H, W), output_size, None if output_size is not None else output_ratio)
    for size, kernel, out in zip((Z, H, W), kernel_size, T):
        require(
            out + kernel - 1 <= size,
            "fractional_max_pool3d(): pool size ({kernel}) too large relative to input size ({size})",
        )
    return _with_indices(Tensor["*N *T"], return_indices)

def fractional_max_pool3d_with_indices(
    input: Tensor, kernel_size: Any, output_size: Any = None, output_ratio: Any = None,
    return_indices: Any = False, **options
):
    return fractional_max_pool3d(input, kernel_size, output_size, output_ratio, True)

def max_unpool1d(
    input: Tensor["*N L"], indices: Tensor["*I"], kernel_size: Single, stride: Single | None = None,
    padding: Single = 0, output_size: Any = None,
) -> Tensor["*N *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.max_unpool1d.html"""
    require(
        I == (*N, *(L,)),
        "Expected shape of indices to be same as that of the input tensor ({input.shape}) but got indices "
        "tensor with shape: {I}",
    )
    T = unpooled((L,), kernel_size, stride, padding, output_size)

def max_unpool2d(
    input: Tensor["*N H W"], indices: Tensor["*I"], kernel_size: Pair, stride: Pair | None = None,
    padding: Pair = 0, output_size: Any = None,
) -> Tensor["*N *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.max_unpool2d.html"""
    require(
        I == (*N, *(H, W)),
        "Expected shape of indices to be same as that of the input tensor ({input.shape}) but got indices "
        "tensor with shape: {I}",
    )
    T = unpooled((H, W), kernel_size, stride, padding, output_size)

def max_unpool3d(
    input: Tensor["*N Z H W"], indices: Tensor["*I"], kernel_size: Triple, stride: Triple | None = None,
    padding: Triple = 0, output_size: Any = None,
) -> Tensor["*N *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.max_unpool3d.html"""
    require(
        I == (*N, *(Z, H, W)),
        "Expected shape of indices to be same as that of the input tensor ({input.shape}) but got indices "
        "tensor with shape: {I}",
    )
    T = unpooled((Z, H, W), kernel_size, stride, padding, output_size)
