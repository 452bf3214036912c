"""https://github.com/TylerYep/torchinfo: the model is called on the given input, or on one of the given size."""

import torch
from shapecheck import not_known


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return not_known(name)


def summary(
    model, input_size=None, input_data=None, batch_dim=None, cache_forward_pass=None, col_names=None, col_width=25,
    depth=3, device=None, dtypes=None, mode=None, row_settings=None, verbose=None, **kwargs,
):  # fmt: skip
    if input_data is not None:
        _call_on(model, input_data, kwargs)
    elif input_size is not None:
        several = isinstance(input_size, (list, tuple)) and isinstance(input_size[0], (list, tuple))
        sizes = list(input_size) if several else [input_size]
        if batch_dim is not None:
            sizes = [(*size[:batch_dim], 1, *size[batch_dim:]) for size in sizes]
        kinds = dtypes or [torch.float32 for _ in sizes]
        model(*[torch.rand(*size).to(kind) for size, kind in zip(sizes, kinds)], **kwargs)
    return not_known("a summary")


def _call_on(model, data, kwargs):
    if isinstance(data, dict):
        model(**data, **kwargs)
    elif isinstance(data, (list, tuple)):
        model(*data, **kwargs)
    else:
        model(data, **kwargs)
