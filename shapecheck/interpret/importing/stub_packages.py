"""Packages that stubs describe, and which of their names are the same."""

from __future__ import annotations

STUB_ONLY = ("torch", "einops", "numpy")
"""Packages that are known through stubs alone, never followed into."""
OFFERED_BY = {
    "torch.nn.modules": "torch.nn", "torch.nn.parameter": "torch.nn", "torch.nn.parallel": "torch.nn.parallel",
    "torch.nn.utils": "torch.nn.utils", "torch.distributions": "torch.distributions",
    "torch.utils.data": "torch.utils.data", "torch.utils.dlpack": "torch", "torch.optim": "torch.optim",
    "torch.autograd.grad_mode": "torch", "torch.autograd": "torch.autograd", "torch.amp": "torch.amp",
    "torch.fx": "torch.fx", "torch.jit": "torch.jit", "torch._jit_internal": "torch.jit",
    "torch.functional": "torch", "torch.serialization": "torch", "torch._lowrank": "torch", "torch._lobpcg": "torch",
    "torch._tensor_str": "torch", "torch.masked": "torch.masked",
    "torch.signal.windows": "torch.signal.windows", "torch.export": "torch.export", "torch.profiler": "torch.profiler",
    "torch.testing": "torch.testing", "torch.accelerator": "torch.accelerator",
    "torch.cuda.amp": "torch.cuda.amp", "torch.cuda.memory": "torch.cuda", "torch.cuda.random": "torch.cuda",
    "torch.xpu.memory": "torch.xpu", "torch.xpu.random": "torch.xpu",
    "torch.distributed.distributed_c10d": "torch.distributed",
    "torch.ao.quantization.quantize": "torch.ao.quantization", "torch.ao.quantization.stubs": "torch.ao.quantization",
    "torch.ao.nn.quantized": "torch.ao.nn.quantized",
    "torch._higher_order_ops": "torch._higher_order_ops",
}  # fmt: skip
"""What offers the names of a package's modules: torch.distributions.normal.Normal is torch.distributions.Normal. The
innermost module decides."""
NATIVE_MODULES = frozenset({"torch.nn.modules.container", "torch.nn.modules.module", "torch.nn.modules.utils"})
"""Modules of torch for which there is no stub: the interpreter itself gives what they hold."""


def offered_name(qualname: str) -> str | None:
    """Under which other name a package offers what a module in it defines."""
    module, _, name = qualname.rpartition(".")
    inner = module
    while inner and inner not in OFFERED_BY:
        inner = inner.rpartition(".")[0]
    package = OFFERED_BY.get(inner)
    return None if package is None or package == module else f"{package}.{name}"
