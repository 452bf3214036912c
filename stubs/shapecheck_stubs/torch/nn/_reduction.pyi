"""How losses are reduced, as torch's own code and copies of it ask for it.

https://github.com/pytorch/pytorch/blob/v2.13.0/torch/nn/_reduction.py
"""

modules = "torch.nn._reduction", "torch.nn.functional._Reduction"


def get_enum(reduction: str) -> int:
    """The number by which ATen knows a reduction."""
    require(reduction in ("none", "mean", "elementwise_mean", "sum"), "{reduction} is not a valid value for reduction")
    return 0 if reduction == "none" else 2 if reduction == "sum" else 1

def legacy_get_string(size_average: Any, reduce: Any, emit_warning: Any = True) -> str:
    """The reduction that the two old arguments mean."""
    return functional._reduction(size_average, reduce, "mean")

def legacy_get_enum(size_average: Any, reduce: Any, emit_warning: Any = True) -> int:
    return get_enum(legacy_get_string(size_average, reduce))
