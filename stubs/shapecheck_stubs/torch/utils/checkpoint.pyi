"""https://docs.pytorch.org/docs/2.13/checkpoint.html"""


def checkpoint(
    function: Any, *args, use_reentrant: Any = None, context_fn: Any = None,
    determinism_check: Any = None, debug: Any = False, preserve_rng_state: Any = True,
    early_stop: Any = True, **kwargs,
):
    """Calls the function."""
    return function(*args, **kwargs)

def checkpoint_sequential(functions: Any, segments: Any, input: Any, **kwargs):
    """Calls the functions one after the other."""
    x = input
    for f in members(functions):
        x = f(x)
    return x
