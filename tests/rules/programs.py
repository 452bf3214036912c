"""Random straight-line functions of one tensor: sequences of operators that torch has run on some size."""

from __future__ import annotations

import random
from typing import NamedTuple

import torch
import torch.nn.functional as F

FORMS = (
    "{x}.unsqueeze({d1})", "{x}.squeeze({d})", "{x}.transpose({d}, {d})", "{x}.flatten({d})", "{x}.flatten(1)",
    "{x}.flatten(-2)", "{x}.T", "{x}.mT", "{x}.mean({d})", "{x}.sum({d}, keepdim=True)", "{x}.mean()",
    "torch.cat([{x}, {y}], {d})", "torch.stack([{x}, {y}], {d1})", "{x} @ {y}.transpose(-1, -2)", "{x} @ {y}",
    "{x} + {y}", "{x} * {y}[..., :1]", "{x}.chunk(2, {d})[0]", "{x}.split(1, {d})[0]", "{x}[0]", "{x}[..., 0]",
    "{x}[:, None]", "{x}[None]", "{x}[..., None, :]", "{x}[:, :-1]", "{x}[:, ::2]", "{x}.expand(2, *{x}.shape)",
    "{x}.repeat({x}.dim() * (2,))", "{x}.reshape(-1, {x}.shape[-1])", "{x}.view({x}.shape[0], -1)",
    "{x}.reshape(-1)", "{x}.reshape(*{x}.shape[:-1], 1, {x}.shape[-1])", "{x}.view(*{x}.shape[:-1], -1, 2)",
    "{x}.unflatten(-1, (2, -1))", "F.pad({x}, (1, 2))", "F.softmax({x}, {d})", "F.layer_norm({x}, {x}.shape[-1:])",
    "F.linear({x}, torch.zeros(3, {x}.shape[-1]))", "F.one_hot({x}.argmax({d}), 5)", "{x}.argmax({d})",
    "{x}.topk(1, {d})[0]", "{x}.cumsum({d})", "{x}.max({d}).values", "{x}.permute(*reversed(range({x}.dim())))",
    "{x}.movedim({d}, {d})", "torch.einsum('...ij,...kj->...ik', {x}, {y})", "torch.outer({x}, {y})",
    "torch.diag_embed({x})", "{x}.diagonal(dim1=-2, dim2=-1)", "torch.tril({x})",
    "{x}.gather({d}, {x}.argsort({d}))", "{x}.new_zeros({x}.shape[0], 3)", "torch.zeros_like({x}).unsqueeze(1)",
    "torch.where({x} > 0, {x}, {y})", "{x}.roll(1, {d})", "{x}.unfold({d}, 1, 1)", "{x}.narrow({d}, 0, 1)",
    "{x}.swapaxes(0, 1)", "{x}.repeat_interleave(2, {d})", "{x}.tile(2)", "{x}.norm(dim={d})",
    "F.normalize({x}, dim={d})", "torch.cdist({x}, {y})", "torch.bmm({x}, {y}.transpose(1, 2))",
    "F.avg_pool2d({x}, 2)", "F.interpolate({x}, scale_factor=2)",
    "F.conv2d({x}, torch.zeros(4, {x}.shape[1], 1, 1))", "{x}.index_select({d}, torch.tensor([0]))",
    "{x}.select({d}, 0)", "{x}.flip({d})", "{x}.masked_fill({x} > 0, 0.0)", "torch.atleast_2d({x})", "{x}.squeeze()",
    "{x}.numel() * torch.ones({x}.shape)",
)  # fmt: skip
"""`{x}` is one of the last two values, `{y}` any; `{d}` a dim of `{x}`, `{d1}` a place for a new one."""
LONGEST = 7
MOST_ELEMENTS = 20_000


class Program(NamedTuple):
    """A function `f(x)` that returns all of its values, the sizes of its input, and those of each value under torch."""

    code: str
    sizes: list[int]
    values: dict[str, list[int]]


def program(seed: int) -> Program:
    """The program of this number."""
    choose = random.Random(seed)
    sizes = [choose.randint(1, 4) * choose.choice((1, 2)) for _ in range(choose.randint(1, 4))]
    values = {"x": torch.zeros(sizes)}
    lines: list[str] = []
    for _ in range(200):
        if len(lines) >= choose.randint(2, LONGEST):
            break
        if choose.random() < 0.12:
            lines.append(_unpacked(choose.choice(list(values)), values, len(lines)))
            continue
        name = choose.choice(list(values)[-2:])
        text = _filled(choose, name, choose.choice(list(values)), max(1, values[name].dim()))
        try:
            value = eval(text, {"torch": torch, "F": F}, dict(values))
        except (RuntimeError, IndexError, ValueError, TypeError):
            continue
        if isinstance(value, torch.Tensor) and 0 < value.numel() < MOST_ELEMENTS and 0 < value.dim() < LONGEST:
            lines.append(f"v{len(values)} = ({text}).float()")
            values[f"v{len(values)}"] = value.float()
    body = "".join(f"    {line}\n" for line in lines)
    code = f"import torch\nimport torch.nn.functional as F\n\n\ndef f(x):\n{body}    return {', '.join(values)},\n"
    return Program(code, sizes, {name: list(value.shape) for name, value in values.items()})


def _unpacked(name: str, values: dict[str, torch.Tensor], number: int) -> str:
    return "".join(f"s{number}_{i}, " for i in range(values[name].dim())).rstrip() + f" = {name}.shape"


def _filled(choose: random.Random, x: str, y: str, rank: int) -> str:
    text = choose.choice(FORMS).replace("{x}", x).replace("{y}", y)
    for mark, ndim in (("{d1}", rank + 1), ("{d}", rank)):
        while mark in text:
            text = text.replace(mark, str(choose.randrange(-ndim, ndim)), 1)
    return text
