"""The operators that the stubs know: what `shapecheck ops` lists and `shapecheck explain` shows."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from shapecheck.check.places import shown_path
from shapecheck.rules import Registry, Rule, StubClass, bundled_folder, load
from shapecheck.rules.forms import Form as Form  # the server shows it
from shapecheck.rules.forms import delegate, forms
from shapecheck.rules.words import in_words, left_open, source, written

_FAMILY = "_elementwise.pyi"
"""Operators that only share one rule for all of them are declared in files of this name."""


_NATIVE = frozenset({
    "Tensor", "Tensor.data", "Tensor.device", "Tensor.dtype", "Tensor.grad", "Tensor.layout", "Tensor.requires_grad",
    "Tensor.is_leaf", "Tensor.is_cuda", "Tensor.is_sparse", "Tensor.is_nested", "Tensor.is_quantized", "nn.Module",
    "nn.Module.__init__", "nn.ModuleDict", "nn.ModuleList", "nn.ParameterDict", "nn.ParameterList",
    "nn.Sequential", "nn.Container",
})  # fmt: skip
"""What the interpreter knows without a stub, by the name behind `torch.`."""
_ON_PURPOSE = (
    (r"quant|qparams|fbgemm|qscheme|\.q_|int_repr", "quantized tensors are not modelled"),
    (
        r"sparse|(crow|ccol|col|row)_indices|indices_copy|values_copy|dense_dim|sspaddmm",
        "sparse layouts are not modelled",
    ),
    (
        r"miopen|batch_norm_|native_|_copy$|_generator$|\.sym_|slice_inverse|\.convolution$",
        "is internal to torch",
    ),
    (
        r"storage|data_ptr|module_load|\.set_$|grad_fn|output_nr|volatile|hook$|\.name$",
        "says nothing of sizes",
    ),
    (
        r"Tensor\.is_|Tensor\.mtia$|get_device|is_distributed|is_signed|is_conj|is_neg",
        "depends on data or machine",
    ),
)
"""Patterns of public names without a rule, and why nobody misses one."""


class Operator(NamedTuple):
    """`status` is rule, family, unknown-on-purpose or missing; `why` says what is unknown on purpose, of a rule what it
    leaves open; `stub` is `path:line`, `declared` what is there."""

    name: str
    status: str
    why: str | None
    stub: str | None
    doc: str
    declared: Rule | StubClass | None = None

    @property
    def written(self) -> str:
        """The stub's own text."""
        return "" if self.declared is None else written(self.declared.path, self.declared.line)

    @property
    def forms(self) -> list[Form]:
        """The ways to call it; those of a class make an instance."""
        declared = self.declared
        rule = declared.methods.get("__init__") if isinstance(declared, StubClass) else declared
        return [] if rule is None else forms(self.name, rule.path, rule.line)

    @property
    def applied(self) -> list[Form]:
        """Of a class: the ways to call an instance, with the shapes of the function that it hands its work to."""
        rule = self.declared.methods.get("forward") if isinstance(self.declared, StubClass) else None
        if rule is None:
            return []
        name = delegate(rule.path, rule.line)
        function = None if name is None else declared_as(f"torch.nn.functional.{name}")
        own = forms("forward", rule.path, rule.line)
        return own if function is None or len(own) != 1 else [own[0].with_shapes_of(one) for one in function.forms]

    @property
    def words(self) -> list[list[str]]:
        """What each overload of the rule takes, demands and gives."""
        return in_words(self.declared) if isinstance(self.declared, Rule) else []

    @property
    def source(self) -> str | None:
        """The page of the documentation that the rule follows."""
        return source(self.doc)


@lru_cache(maxsize=4)
def _registry(stubs: tuple[Path, ...]) -> Registry:
    """The rules of the bundled stubs and of further folders; to read them takes seconds."""
    return load(stubs)


def operators(stubs: Sequence[Path] = ()) -> list[Operator]:
    """All of them, by name."""
    registry = _registry(tuple(stubs))
    found: dict[str, Operator] = {}
    for module in registry.modules():
        for name in registry.names(module):
            if name.startswith("_") and not name.startswith("__"):
                continue
            declared = registry.find(f"{module}.{name}")
            if isinstance(declared, StubClass):
                operator = _of_class(declared)
                found[operator.name] = operator
            elif isinstance(declared, Rule):
                found[declared.name] = _of_rule(declared)
    for name in (*public_names(), *(f"torch.{short}" for short in sorted(_NATIVE))):
        if name not in found:
            declared = registry.find(name)
            if isinstance(declared, StubClass):
                found[name] = _of_class(declared)._replace(name=name)
            else:
                found[name] = _without_stub(name, found)
    return [found[name] for name in sorted(found)]


def public_names() -> list[str]:
    """The public names of torch that take or give tensors."""
    table = bundled_folder() / "torch" / "public_names.txt"
    return [line for line in table.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def _without_stub(name: str, found: dict[str, Operator]) -> Operator:
    short = name.removeprefix("torch.")
    same = found.get(f"torch.{short.removeprefix('functional.')}")
    if same is not None:
        return same._replace(name=name)
    if short in _NATIVE:
        return Operator(name, "rule", "known to the interpreter", None, "")
    why = next((why for pattern, why in _ON_PURPOSE if re.search(pattern, name)), None)
    return Operator(name, "missing" if why is None else "unknown-on-purpose", why, None, "")


def find(name: str, stubs: Sequence[Path] = ()) -> list[Operator]:
    """The operators that the user may mean: of that full name, else those whose last part it is."""
    known = operators(stubs)
    exact = [one for one in known if one.name == name]
    return exact or [one for one in known if one.name.endswith(f".{name}")]


def declared_as(name: str, stubs: Sequence[Path] = ()) -> Operator | None:
    """The operator of exactly that name, if it has a stub."""
    declared = _registry(tuple(stubs)).find(name)
    if isinstance(declared, StubClass):
        return _of_class(declared)
    return _of_rule(declared) if isinstance(declared, Rule) else None


def similar(name: str, stubs: Sequence[Path] = ()) -> list[str]:
    """Names that look like it."""
    names = {one.name for one in operators(stubs)}
    return difflib.get_close_matches(name, sorted(names | {one.rpartition(".")[2] for one in names}), 3)


def _of_rule(rule: Rule) -> Operator:
    status = "family" if rule.path.name == _FAMILY else "rule"
    if rule.why_unknown is not None:
        status = "unknown-on-purpose"
    why = rule.why_unknown or _open_text(left_open(rule.path, rule.line))
    return Operator(rule.name, status, why, _place(rule.path, rule.line), rule.doc, rule)


def _of_class(cls: StubClass) -> Operator:
    why = _open_text(left_open(cls.path, cls.line))
    return Operator(cls.qualname, "rule", why, _place(cls.path, cls.line), cls.doc, cls)


def _open_text(reasons: Sequence[str]) -> str | None:
    return f"leaves open: {'; '.join(reasons)}" if reasons else None


def _place(path: Path, line: int) -> str:
    """Bundled stubs by their place in the package, others as any path."""
    parts = path.parts
    if "shapecheck_stubs" in parts:
        return "/".join(parts[parts.index("shapecheck_stubs") :]) + f":{line}"
    return f"{shown_path(path)}:{line}"
