"""The public names of torch that take or give tensors: facts, generated from torch into a table.

`python -m tests.rules.public_names` writes the table, with `--check` it only says whether it is stale.
"""

from __future__ import annotations

import sys
import warnings
from pathlib import Path

TABLE = Path(__file__).parents[2] / "stubs" / "shapecheck_stubs" / "torch" / "public_names.txt"
HEAD = (
    "# Public names of torch {version} that take or give tensors; written by tests/rules/public_names.py.\n"
)


def _is_public(name: str) -> bool:
    return name.startswith("torch.") and not any(part.startswith("_") for part in name.split("."))


def names() -> list[str]:
    """Functions and methods that torch lets others override, creation functions, and modules."""
    import torch
    from torch import overrides

    found: set[str] = set()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for function in overrides.get_testing_overrides():
            name = overrides.resolve_name(function)
            if name:
                found.add(name.removesuffix(".__get__").removesuffix(".__set__"))
        for name in dir(torch):
            value = getattr(torch, name)
            if callable(value) and "-> Tensor" in str(getattr(value, "__doc__", "")):
                found.add(f"torch.{name}")
        for name in dir(torch.nn):
            value = getattr(torch.nn, name)
            if isinstance(value, type) and issubclass(value, torch.nn.Module):
                found.add(f"torch.nn.{name}")
    return sorted(name for name in found if _is_public(name))


def table() -> str:
    import torch

    version = torch.__version__.partition("+")[0]
    return HEAD.format(version=version) + "".join(f"{name}\n" for name in names())


def main() -> int:
    if "--check" in sys.argv:
        return int(TABLE.read_text(encoding="utf-8") != table())
    TABLE.write_text(table(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
