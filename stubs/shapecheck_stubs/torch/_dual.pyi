"""Derivatives forwards, by numbers that bring a tangent with them. https://docs.pytorch.org/docs/2.13/autograd.html#forward-mode-automatic-differentiation"""

modules = "torch.autograd.forward_ad"

dual_level = torch.Inert


def make_dual(tensor: Tensor["*S"], tangent: Tensor["*T"], *, level: Any = None) -> Tensor["*S"]:
    """https://docs.pytorch.org/docs/2.13/generated/torch.autograd.forward_ad.make_dual.html"""
    require(T == S, "Trying to set a forward gradient that has a different size than that of the original Tensor")

def unpack_dual(tensor: Any, *, level: Any = None):
    """The tangent is None where the tensor is none with one.
    https://docs.pytorch.org/docs/2.13/generated/torch.autograd.forward_ad.unpack_dual.html
    """
    if is_tensor(tensor):
        return _parts(tensor)
    unknown("what is no tensor")

def _parts(tensor: Tensor["*S"]) -> named(primal=Tensor["*S"], tangent=Tensor["*S"]): ...

def enter_dual_level() -> int: ...

def exit_dual_level(*, level: Any = None) -> None: ...
