"""Calls of torch's own test suite, made anew: every sample of an OpInfo, every error input, every module sample.

What an OpInfo calls is often a lambda around the function that it is about. So each sample is run under a torch
function mode, and the outermost calls of public names are what is compared.
"""

from __future__ import annotations

import contextlib
import inspect
import warnings
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

import torch
from torch.overrides import TorchFunctionMode, resolve_name

from tests.rules.rows import Call

GETTER = ".__get__"
PLAIN = (bool, int, str, type(None))


class Sample(NamedTuple):
    """One sample input: `op` is the OpInfo's or ModuleInfo's name, `calls` what it makes of public names, `again`
    repeats the first of them on other tensors."""

    op: str
    calls: tuple[Call, ...]
    again: tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]] | None = None


# ---------------------------------------------------------------- torch's values as data


def encode(value: Any) -> Any:
    """A value of torch in the format of `tests.rules.rows`."""
    if isinstance(value, torch.Tensor):
        return {"t": list(value.shape), "dt": _dtype(value.dtype)}
    if isinstance(value, PLAIN):
        return value
    if isinstance(value, float):
        return {"float": repr(value)}
    if isinstance(value, complex):
        return {"complex": [value.real, value.imag]}
    if isinstance(value, torch.dtype):
        return {"dtype": _dtype(value)}
    if isinstance(value, tuple):
        return {"tuple": [encode(item) for item in value]}
    if isinstance(value, list):
        return [encode(item) for item in value]
    if isinstance(value, dict):
        return {"dict": [[key, encode(item)] for key, item in value.items()]}
    if hasattr(value, "made_with"):
        args, kwargs = value.made_with
        return {"module": [type(value).__name__, encode(list(args)), encode_all(kwargs)]}
    if isinstance(value, slice):
        return {"slice": [encode(end) for end in (value.start, value.stop, value.step)]}
    if value is ...:
        return {"ellipsis": True}
    name = resolve_name(value) if callable(value) else None
    return {"object": type(value).__name__} if name is None else {"function": name}


def encode_all(values: Mapping[str, Any]) -> dict[str, Any]:
    """Keyword arguments."""
    return {key: encode(value) for key, value in values.items()}


def _dtype(dtype: torch.dtype) -> str:
    return str(dtype).removeprefix("torch.")


@contextlib.contextmanager
def _remembering(*classes: type[torch.nn.Module]) -> Iterator[None]:
    """Modules of these classes that are made meanwhile keep the arguments of their constructor."""
    originals = [cls.__init__ for cls in classes]

    def remembering(original: Callable[..., None]) -> Callable[..., None]:
        def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
            original(self, *args, **kwargs)
            self.made_with = args, kwargs

        return __init__

    for cls, original in zip(classes, originals):
        cls.__init__ = remembering(original)  # type: ignore[method-assign]
    try:
        yield
    finally:
        for cls, original in zip(classes, originals):
            cls.__init__ = original  # type: ignore[method-assign]


PASSED = (torch.nn.TransformerEncoderLayer, torch.nn.PairwiseDistance)
"""Modules that torch's samples pass as arguments."""


# ---------------------------------------------------------------- what a sample calls


class _Recorder(TorchFunctionMode):
    """Notes the outermost calls of public functions."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[Call] = []
        self.again: tuple[Any, ...] | None = None

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        name = resolve_name(func)
        given = [encode(arg) for arg in args], encode_all(kwargs)
        result = func(*args, **kwargs)
        if name is not None and not name.startswith("torch.Tensor.requires_grad"):
            self.calls.append(Call(public_name(name), *given, encode(result)))
            self.again = self.again or (func, args, kwargs)
        return result


def public_name(name: str) -> str:
    """`torch.Tensor.T` for its getter, `torch.ops.aten.x` for an overload of it."""
    name = name.removesuffix(GETTER).removeprefix("torch.torch.").removeprefix("torch.functional.")
    if name.removeprefix("ops.").startswith("aten."):
        return f"torch.ops.aten.{name.removeprefix('ops.').split('.')[1]}"
    return name if name.startswith("torch.") else f"torch.{name}"


def _direct_name(info: Any) -> str | None:
    """The name of the function itself, if the OpInfo calls no lambda around it."""
    for front in ("torch.", "torch.Tensor."):
        found: Any = torch
        for part in (front + info.name).split(".")[1:]:
            found = getattr(found, part, None)
        if found is info.op:
            return public_name(f"{front}{info.name}")
    return None


def _record(info: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Sample:
    name = _direct_name(info)
    if name is not None:
        given = [encode(arg) for arg in args], encode_all(kwargs)
        call = Call(name, *given, encode(info.op(*args, **kwargs)))
        return Sample(info.name, (call,), (info.op, args, kwargs))
    with _Recorder() as recorder:
        result = info.op(*args, **kwargs)
    if not recorder.calls:
        out = encode(result)
        return Sample(info.name, (Call(f"torch.{info.name}", [encode(arg) for arg in args], {}, out),))
    return Sample(info.name, tuple(recorder.calls), recorder.again)


# ---------------------------------------------------------------- operators


def _dtype_of(info: Any) -> torch.dtype:
    dtypes = info.supported_dtypes("cpu")
    return torch.float32 if torch.float32 in dtypes else min(dtypes, key=str)


def op_infos() -> list[Any]:
    """torch's op_db, without what needs a GPU; importing it takes seconds."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from torch.testing._internal.common_methods_invocations import op_db
    return [info for info in op_db if info.supported_dtypes("cpu")]


def op_samples(infos: list[Any], cap: int | None = None) -> Iterator[Sample]:
    """The samples that torch itself accepts here, the first `cap` of each OpInfo."""
    for info in infos:
        torch.default_generator.manual_seed(0)
        # Some samples of torch 2.13 ask for a GPU that is not there: an IndexError.
        with _remembering(*PASSED), contextlib.suppress(IndexError):
            for sample in islice(info.sample_inputs("cpu", _dtype_of(info), requires_grad=False), cap):
                made = _accepted(lambda: _record(info, (sample.input, *sample.args), sample.kwargs))  # noqa: B023
                if made is not None:
                    yield made


def _accepted(make: Callable[[], Sample]) -> Sample | None:
    """The sample, unless torch refuses it on this machine (a kernel that only a GPU has, say)."""
    unavailable = (RuntimeError, NotImplementedError, ValueError, AssertionError)
    with warnings.catch_warnings(), contextlib.suppress(*unavailable):
        warnings.simplefilter("ignore")
        return make()
    return None


def op_errors(infos: list[Any]) -> Iterator[Sample]:
    """The error inputs that torch refuses here, with its words; those that it takes are calls it accepts."""
    for info in infos:
        if info.error_inputs_func is None:
            continue
        torch.default_generator.manual_seed(0)
        for error in info.error_inputs("cpu"):
            sample = error.sample_input
            args = (sample.input, *sample.args)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                made = _refused(info, args, sample.kwargs)
            yield made


def _refused(info: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Sample:
    given = [encode(arg) for arg in args], encode_all(kwargs)
    try:
        return _record(info, args, kwargs)
    except Exception as error:  # torch raises errors of many classes
        name = _direct_name(info) or _called_name(info, args, kwargs) or f"torch.{info.name}"
        words = str(error).strip().splitlines()
        return Sample(
            info.name, (Call(name, *given, f"{type(error).__name__}: {words[0] if words else ''}"),)
        )


def _called_name(info: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str | None:
    """What a lambda calls when it fails."""
    names: list[str | None] = []

    class Names(TorchFunctionMode):
        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            names.append(resolve_name(func))
            return func(*args, **(kwargs or {}))

    with Names(), contextlib.suppress(Exception):
        info.op(*args, **kwargs)
    return public_name(names[-1]) if names and names[-1] else None


# ---------------------------------------------------------------- modules


def module_infos() -> list[Any]:
    """torch's module_db."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from torch.testing._internal.common_modules import module_db
    return list(module_db)


def module_samples(infos: list[Any], cap: int | None = None) -> Iterator[Sample]:
    """The samples in training and in evaluation."""
    for info in infos:
        inputs = inspect.unwrap(info.module_inputs_func)
        dtype = torch.float32 if torch.float32 in info.dtypes else min(info.dtypes, key=str)
        for training in (False, True):
            torch.default_generator.manual_seed(0)
            with _remembering(*PASSED):
                made = list(inputs(info, device="cpu", dtype=dtype, requires_grad=False, training=training))
            for sample in made[:cap]:
                if sample.forward_input is not None:
                    found = _accepted(lambda: _module_sample(info.module_cls, sample, training))  # noqa: B023
                    if found is not None:
                        yield found


def _module_sample(cls: type[torch.nn.Module], sample: Any, training: bool) -> Sample:
    constructor, forward = sample.constructor_input, sample.forward_input
    module = cls(*constructor.args, **constructor.kwargs).train(training)
    given = [encode(arg) for arg in forward.args], encode_all(forward.kwargs)
    with torch.no_grad():
        result = module(*forward.args, **forward.kwargs)
    made = [encode(arg) for arg in constructor.args], encode_all(constructor.kwargs)
    name = f"torch.nn.{cls.__name__}"
    return Sample(name, (Call(name, *given, encode(result), made),))
