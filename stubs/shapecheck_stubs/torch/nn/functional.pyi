"""https://docs.pytorch.org/docs/2.13/nn.functional.html"""

relu = torch.relu


def linear(input: Tensor["*N I"], weight: Tensor["O J"], bias: Tensor["P"] | None = None) -> Tensor["*N O"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.linear.html

    >>> [B T 32], [64 32] -> [B T 64]
    >>> [2 32], [64 33] -> error: mat1 and mat2 shapes cannot be multiplied (2x32 and 33x64)
    """
    require(I == J, "mat1 and mat2 shapes cannot be multiplied ({prod(N)}x{I} and {J}x{O}): in_features is {J}, the input has {I}")
    if bias is not None:
        require(P == O, "the bias has {P} elements, but the output has {O} features")

def conv2d(
    input: Tensor["*N C H W"], weight: Tensor["O D KH KW"], bias: Tensor["P"] | None = None,
    stride: Pair = 1, padding: Padding | Pair = 0, dilation: Pair = 1, groups: int = 1,
) -> Tensor["*N O H2 W2"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.nn.functional.conv2d.html

    >>> [B 3 224 224], [64 3 7 7], stride=2, padding=3 -> [B 64 112 112]
    >>> [1 64 8 8], [8 32 3 3] -> error: 64 channels
    """
    require(len(N) <= 1, "expected 3D (unbatched) or 4D (batched) input to conv2d, but got input of size {input.shape}")
    require(C == D * groups, "expected input{input.shape} to have {D * groups} channels, but got {C} channels instead")
    H2, W2 = windows([H, W], [KH, KW], stride, padding, dilation)
