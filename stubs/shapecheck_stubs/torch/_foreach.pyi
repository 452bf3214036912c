"""Lists of tensors, each changed in the same way. https://docs.pytorch.org/docs/2.13/torch.html#foreach-operations"""

modules = "torch"


def foreach_in_place(self: Any, *rest, **options):
    """The tensors of the list are changed."""
    return None

_foreach_add_ = _foreach_sub_ = _foreach_mul_ = _foreach_div_ = _foreach_addcmul_ = _foreach_addcdiv_ = foreach_in_place
_foreach_lerp_ = _foreach_sqrt_ = _foreach_neg_ = _foreach_zero_ = _foreach_copy_ = _foreach_clamp_min_ = foreach_in_place
