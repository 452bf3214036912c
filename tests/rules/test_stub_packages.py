"""What torch offers under the name of a package and defines in a module of it, by either name."""

from __future__ import annotations

import importlib
import pkgutil
import sys
import warnings
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from shapecheck.interpret.importing.stub_packages import OFFERED_BY, offered_name
from shapecheck.interpret.world import World
from shapecheck.rules import load
from shapecheck.values import Unknown

torch: Any = pytest.importorskip("torch")
WORLD = World([], [], load())


def _module(name: str) -> ModuleType | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return importlib.import_module(name)
        except (ImportError, RuntimeError):  # it needs another package, or is an attribute that hides a module
            return sys.modules.get(name)


def _modules(name: str) -> Iterator[ModuleType]:
    """The module and the public ones in it that can be imported."""
    package = _module(name)
    below = [one.name for one in pkgutil.iter_modules(getattr(package, "__path__", ()))]
    for module in (package, *(_module(f"{name}.{one}") for one in below if not one.startswith("_"))):
        if module is not None:
            yield module


def _is_known(qualname: str) -> bool:
    return not isinstance(WORLD.stub_value(qualname), Unknown)


def test_a_known_name_is_known_where_it_is_defined() -> None:
    """As `torch.nn.utils.weight_norm.weight_norm`, a function in a module that it hides."""
    hidden = []
    for package in sorted(name for name in WORLD.registry.modules() if name.partition(".")[0] == "torch"):
        for name in WORLD.registry.names(package):
            real = getattr(_module(package), name, None)
            home = getattr(real, "__module__", None) or ""
            if getattr(real, "__name__", None) != name or not home.startswith("torch.") or home.startswith("torch._"):
                continue
            if _is_known(f"{package}.{name}") and not _is_known(f"{home}.{name}"):
                hidden.append(f"{home}.{name}")
    assert not hidden


@pytest.mark.parametrize("inner", OFFERED_BY)
def test_what_a_package_offers_is_the_same(inner: str) -> None:
    """No module defines something else under a name that goes to the package."""
    for module in _modules(inner):
        for name, real in vars(module).items():
            offered = offered_name(f"{module.__name__}.{name}")
            if not callable(real) or offered is None or WORLD.registry.find(offered) is None:
                continue
            if WORLD.registry.find(f"{module.__name__}.{name}") is None:
                assert getattr(_module(OFFERED_BY[inner]), name, real) is real, f"{module.__name__}.{name}"
