"""What `torch.compile` makes of a module. https://docs.pytorch.org/docs/2.13/generated/torch.compile.html

Here it gives the module itself, so nothing is one of these.
"""

modules = "torch._dynamo", "torch._dynamo.eval_frame"


class OptimizedModule(torch.nn.Module):
    """A module beside its compiled code."""
    def __init__(self, mod: Any, *args, **options):
        self._orig_mod = mod
    def forward(self, *inputs, **kwargs):
        return self._orig_mod(*inputs, **kwargs)
