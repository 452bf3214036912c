"""https://github.com/sksq96/pytorch-summary: the model is called on two inputs of the given sizes."""

import torch
from shapecheck import not_known


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return not_known(name)


def summary(model, input_size, batch_size=-1, device="cuda"):
    sizes = [input_size] if isinstance(input_size, tuple) else input_size
    model(*[torch.rand(2, *size) for size in sizes])


def summary_string(model, input_size, batch_size=-1, device="cuda:0", dtypes=None):
    summary(model, input_size, batch_size, device)
    return "what it looks like", (not_known("number of parameters"), not_known("number of trained parameters"))
