"""Derivatives forwards, by numbers that bring a tangent with them. https://docs.pytorch.org/docs/2.13/autograd.html#forward-mode-automatic-differentiation"""

modules = "torch.autograd.forward_ad"

dual_level = torch.Inert


def make_dual(tensor: Tensor["*S"], tangent: Tensor["*T"], *, level: Any = None) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.autograd.forward_ad.make_dual.html

    >>> [B 3], [B 3] -> [B 3]
    >>> [2 3], [2 4] -> error: has a different size
    """
    require(T == S, "Trying to set a forward gradient that has a different size than that of the original Tensor")

def unpack_dual(tensor: Tensor["*S"], *, level: Any = None) -> named(primal=Tensor["*S"], tangent=Tensor["*S"]):
    """The tangent is None where the tensor is none with one.
    https://docs.pytorch.org/docs/2.13/generated/torch.autograd.forward_ad.unpack_dual.html
    """

def enter_dual_level() -> int: ...

def exit_dual_level(*, level: Any = None) -> None: ...
