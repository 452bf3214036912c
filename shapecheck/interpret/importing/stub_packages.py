"""Packages that stubs describe, and which of their names are the same."""

from __future__ import annotations

from shapecheck.interpret.builtins.tables import words

STUB_ONLY = ("torch", "einops", "numpy")
"""Packages that are known through stubs alone, never followed into."""
OFFERED_BY = {
    "torch.nn.modules": "torch.nn", "torch.nn.parameter": "torch.nn", "torch.nn.parallel": "torch.nn.parallel",
    "torch.nn.utils": "torch.nn.utils", "torch.distributions": "torch.distributions",
    "torch.distributions.kl": "torch.distributions",
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
LISTED = {
    "torch.functional": frozenset(words("""
        F Tensor atleast_1d atleast_2d atleast_3d block_diag boolean_dispatch broadcast_shapes broadcast_tensors
        cartesian_prod cdist chain_matmul einsum istft lu meshgrid norm pca_lowrank split stft svd_lowrank tensordot
        unique unique_consecutive unravel_index
    """)),
    "torch.return_types": frozenset(words("""
        aminmax cummax cummin frexp geqrf histogram histogramdd kthvalue linalg_cholesky_ex linalg_eig linalg_eigh
        linalg_inv_ex linalg_ldl_factor linalg_ldl_factor_ex linalg_lstsq linalg_lu linalg_lu_factor
        linalg_lu_factor_ex linalg_qr linalg_slogdet linalg_solve_ex linalg_svd lu_unpack max median min mode nanmedian
        qr slogdet sort svd topk triangular_solve
    """)),
}  # fmt: skip
"""Of modules that hold few of the names of their package, which these are: no others are offered."""
ALIASES = {"torch.functional.F": "torch.nn.functional", "torch.torch": "torch"}
NATIVE_MODULES = frozenset(words("""
    torch.functional torch.nn.modules.container torch.nn.modules.module torch.nn.modules.utils torch.return_types
"""))  # fmt: skip
"""Modules of torch for which there is no stub: the interpreter itself gives what they hold."""


def offered_name(qualname: str) -> str | None:
    """Under which other name a package offers what a module in it defines."""
    module, _, name = qualname.rpartition(".")
    if qualname in ALIASES or name not in LISTED.get(module, (name,)):
        return ALIASES.get(qualname)
    inner = module
    while inner and inner not in OFFERED_BY:
        inner = inner.rpartition(".")[0]
    package = OFFERED_BY.get(inner)
    return None if package is None or package == module else f"{package}.{name}"
