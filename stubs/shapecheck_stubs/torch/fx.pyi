"""Graphs of programs: what is traced computes what it was traced from. https://docs.pytorch.org/docs/2.13/fx.html"""

modules = "torch.fx", "torch.fx._symbolic_trace", "torch.fx.experimental.proxy_tensor"


def wrap(fn_or_name: Any):
    """A leaf of every trace. https://docs.pytorch.org/docs/2.13/fx.html#torch.fx.wrap"""
    return fn_or_name

def symbolic_trace(root: Any, concrete_args: Any = None):
    """https://docs.pytorch.org/docs/2.13/fx.html#torch.fx.symbolic_trace"""
    if concrete_args is not None:
        unknown("a trace with arguments of its own")
    return root
