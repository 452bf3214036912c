"""Packages that stubs describe, and which of their names are the same."""

from __future__ import annotations

STUB_ONLY = ("torch", "einops", "numpy")
"""Packages that are known through stubs alone, never followed into."""
OFFERED_BY = {
    "torch.nn.modules": "torch.nn", "torch.nn.parameter": "torch.nn", "torch.nn.parallel": "torch.nn.parallel",
    "torch.distributions": "torch.distributions", "torch.utils.data": "torch.utils.data", "torch.optim": "torch.optim",
    "torch.autograd": "torch.autograd", "torch.amp": "torch.amp", "torch.fx": "torch.fx", "torch.jit": "torch.jit",
}  # fmt: skip
"""What offers the names of a package's modules: torch.distributions.normal.Normal is torch.distributions.Normal."""
NATIVE_MODULES = frozenset({"torch.nn.modules.container", "torch.nn.modules.module", "torch.nn.modules.utils"})
"""Modules of torch for which there is no stub: the interpreter itself gives what they hold."""


def offered_name(qualname: str) -> str | None:
    """Under which other name a package offers what a module in it defines."""
    module, _, name = qualname.rpartition(".")
    for inner, package in OFFERED_BY.items():
        if f"{module}.".startswith(f"{inner}.") and module != package:
            return f"{package}.{name}"
    return None
