"""https://docs.pytorch.org/docs/2.13/nn.functional.html#convolution-functions"""

modules = "torch.nn.functional"


def conv1d(
    input: Tensor["*N C L"], weight: Tensor["O D K"],
    bias: Tensor["P"] | None = None,
    stride: Single = 1, padding: Padding | Single = 0, dilation: Single = 1, groups: int = 1,
) -> Tensor["*N M *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.conv1d.html

    >>> [B 16 50], [33 16 3], stride=2 -> [B 33 24]
    """
    require(
        len(N) <= 1,
        "Expected 2D (unbatched) or 3D (batched) input to conv1d, but got input of size: {input.shape}",
    )
    M = _channels(C, O)
    _check_conv(C, O, D, P if bias is not None else O, groups, input, weight)
    _check_dtypes(input, weight, bias, padding)
    T = windows((L,), (K,), stride, padding, dilation)

def conv2d(
    input: Tensor["*N C H W"], weight: Tensor["O D KH KW"],
    bias: Tensor["P"] | None = None,
    stride: Pair = 1, padding: Padding | Pair = 0, dilation: Pair = 1, groups: int = 1,
) -> Tensor["*N M *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.conv2d.html

    >>> [B 3 224 224], [64 3 7 7], stride=2, padding=3 -> [B 64 112 112]
    >>> [1 64 8 8], [8 32 3 3] -> error: expected input[1, 64, 8, 8] to have 32 channels, but got 64 channels instead
    """
    require(
        len(N) <= 1,
        "Expected 3D (unbatched) or 4D (batched) input to conv2d, but got input of size: {input.shape}",
    )
    M = _channels(C, O)
    _check_conv(C, O, D, P if bias is not None else O, groups, input, weight)
    _check_dtypes(input, weight, bias, padding)
    T = windows((H, W), (KH, KW), stride, padding, dilation)

def conv3d(
    input: Tensor["*N C Z H W"], weight: Tensor["O D KZ KH KW"],
    bias: Tensor["P"] | None = None,
    stride: Triple = 1, padding: Padding | Triple = 0, dilation: Triple = 1, groups: int = 1,
) -> Tensor["*N M *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.conv3d.html"""
    require(
        len(N) <= 1,
        "Expected 4D (unbatched) or 5D (batched) input to conv3d, but got input of size: {input.shape}",
    )
    M = _channels(C, O)
    _check_conv(C, O, D, P if bias is not None else O, groups, input, weight)
    _check_dtypes(input, weight, bias, padding)
    T = windows((Z, H, W), (KZ, KH, KW), stride, padding, dilation)

def _channels(C: int, O: int) -> int:
    """Of no channels torch makes none, whatever the weight says."""
    return 0 if fixed(C) and C == 0 else O

def _check_dtypes(input: Tensor, weight: Tensor, bias: Tensor | None, padding: Any) -> None:
    """The bias has the dtype of the input (padding by words takes any), and so has the weight."""
    if bias is not None and known(padding) and not is_text(padding):
        require(
            same_dtype(input.dtype, bias.dtype),
            "Input type ({c_type(input.dtype)}) and bias type ({c_type(bias.dtype)}) should be the same",
        )
    require(
        same_dtype(input.dtype, weight.dtype),
        "Input type (torch.{scalar_type(input.dtype)}Tensor) and weight type (torch.{scalar_type(weight.dtype)}Tensor) "
        "should be the same or input should be a MKLDNN tensor and weight is a dense tensor",
    )

def _check_conv(C: int, O: int, D: int, P: int, groups: int, input: Tensor, weight: Tensor) -> None:
    """What all convolutions demand of channels."""
    _check_groups(O, groups, weight)
    require(
        C == D * groups,
        "Given groups={groups}, weight of size {weight.shape}, expected input{input.shape} to have {D * groups} "
        "channels, but got {C} channels instead",
    )
    require(
        O % groups == 0,
        "expected weight to be divisible by groups={groups} at dimension 0, but got weight of size "
        "{weight.shape}",
    )
    require(
        P == O,
        "Given weight of size {weight.shape}, expected bias to be 1-dimensional with {O} elements, but got "
        "{P}",
    )

def _check_groups(rows: int, groups: int, weight: Tensor) -> None:
    """A weight has a row for every group at least, so that there are no convolutions to 0 channels."""
    require(groups > 0, "non-positive groups is not supported")
    require(
        rows >= groups,
        "Given groups={groups}, expected weight to be at least {groups} at dimension 0, but got weight of size "
        "{weight.shape} instead",
    )

def _check_transposed(D: int, O: int, groups: int, weight: Tensor) -> None:
    """What all transposed convolutions demand of the weight; an empty one is refused in the words of the back end."""
    _check_groups(D, groups, weight)
    require(O >= 1, "non-empty weight tensor expected, but got: {weight.shape}")

def conv_transpose1d(
    input: Tensor["*N C L"], weight: Tensor["D O K"],
    bias: Tensor["P", input.dtype] | None = None, stride: Single = 1,
    padding: Single = 0, output_padding: Single = 0, groups: int = 1, dilation: Single = 1,
) -> Tensor["*N O*groups *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.conv_transpose1d.html"""
    require(
        len(N) <= 1,
        "Expected 2D (unbatched) or 3D (batched) input to conv_transpose1d, but got input of size: "
        "{input.shape}",
    )
    _check_transposed(D, O, groups, weight)
    require(
        C == D,
        "Given transposed=1, weight of size {weight.shape}, expected input{input.shape} to have {D} "
        "channels, but got {C} channels instead",
    )
    if bias is not None:
        require(
            P == O * groups,
            "Given transposed=1, weight of size {weight.shape}, expected bias to be 1-dimensional with {O * groups} "
            "elements, but got {P}",
        )
    require(
        same_dtype(input.dtype, weight.dtype),
        "Input type (torch.{scalar_type(input.dtype)}Tensor) and weight type (torch.{scalar_type(weight.dtype)}Tensor) "
        "should be the same or input should be a MKLDNN tensor and weight is a dense tensor",
    )
    T = transposed_windows((L,), (K,), stride, padding, output_padding, dilation)

def conv_transpose2d(
    input: Tensor["*N C H W"], weight: Tensor["D O KH KW"],
    bias: Tensor["P", input.dtype] | None = None, stride: Pair = 1,
    padding: Pair = 0, output_padding: Pair = 0, groups: int = 1, dilation: Pair = 1,
) -> Tensor["*N O*groups *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.conv_transpose2d.html

    >>> [B 64 7 7], [64 32 2 2], stride=2 -> [B 32 14 14]
    """
    require(
        len(N) <= 1,
        "Expected 3D (unbatched) or 4D (batched) input to conv_transpose2d, but got input of size: "
        "{input.shape}",
    )
    _check_transposed(D, O, groups, weight)
    require(
        C == D,
        "Given transposed=1, weight of size {weight.shape}, expected input{input.shape} to have {D} "
        "channels, but got {C} channels instead",
    )
    if bias is not None:
        require(
            P == O * groups,
            "Given transposed=1, weight of size {weight.shape}, expected bias to be 1-dimensional with {O * groups} "
            "elements, but got {P}",
        )
    require(
        same_dtype(input.dtype, weight.dtype),
        "Input type (torch.{scalar_type(input.dtype)}Tensor) and weight type (torch.{scalar_type(weight.dtype)}Tensor) "
        "should be the same or input should be a MKLDNN tensor and weight is a dense tensor",
    )
    T = transposed_windows((H, W), (KH, KW), stride, padding, output_padding, dilation)

def conv_transpose3d(
    input: Tensor["*N C Z H W"], weight: Tensor["D O KZ KH KW", input.dtype],
    bias: Tensor["P", input.dtype] | None = None,
    stride: Triple = 1, padding: Triple = 0, output_padding: Triple = 0, groups: int = 1,
    dilation: Triple = 1,
) -> Tensor["*N O*groups *T"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.conv_transpose3d.html"""
    require(
        len(N) <= 1,
        "Expected 4D (unbatched) or 5D (batched) input to conv_transpose3d, but got input of size: "
        "{input.shape}",
    )
    _check_transposed(D, O, groups, weight)
    require(
        C == D,
        "Given transposed=1, weight of size {weight.shape}, expected input{input.shape} to have {D} "
        "channels, but got {C} channels instead",
    )
    if bias is not None:
        require(
            P == O * groups,
            "Given transposed=1, weight of size {weight.shape}, expected bias to be 1-dimensional with {O * groups} "
            "elements, but got {P}",
        )
    require(
        same_dtype(input.dtype, weight.dtype),
        "Input type (torch.{scalar_type(input.dtype)}Tensor) and weight type (torch.{scalar_type(weight.dtype)}Tensor) "
        "should be the same or input should be a MKLDNN tensor and weight is a dense tensor",
    )
    T = transposed_windows((Z, H, W), (KZ, KH, KW), stride, padding, output_padding, dilation)
