"""Programs from the files of pytorch-jit-paritybench: each test case as a function that makes a module and calls it.

A file holds the modules of one GitHub project, behind a header that replaces by mocks what the project imports, and a
list `TESTCASES` of modules with the arguments of their constructors and calls (in older ones, methods that call
`self._check`). The header is left out; imports of what the modules use take its place.
"""

from __future__ import annotations

import ast
import symtable
from collections.abc import Iterator
from typing import NamedTuple

HEADER_ENDS = "__version__ = '1.0.0'\n"
COMMON = """
import abc, collections, copy, enum, functools, inspect, itertools, logging, math, numbers, random, re, string, time
import types, typing, uuid, warnings
import numpy
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import Tensor
from torch.autograd import Function, Variable
from torch.nn import Module, Parameter
"""
OFFERED = """
import glob, json, os, sys
import torch.distributed as dist
import torch.optim as optim
import torch.utils.checkpoint as cp
import torch.utils.data as data
import torch.utils.model_zoo as model_zoo
import torchvision
from abc import ABC, abstractmethod
from collections import OrderedDict, defaultdict, namedtuple
from copy import deepcopy
from dataclasses import dataclass
from einops import rearrange, repeat
from einops.layers.torch import Rearrange, Reduce
from enum import Enum
from functools import partial, reduce, wraps
from itertools import chain, product
from math import log, pi, sqrt
from torch import autograd, einsum
from torch.distributions import Categorical, Normal
from torch.hub import load_state_dict_from_url
from torch.nn import functional, init, utils
from torch.nn.init import constant_, normal_, xavier_normal_, xavier_uniform_
from torch.nn.modules.utils import _pair, _single, _triple
from torch.nn.utils import spectral_norm, weight_norm
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence
from torch.utils.checkpoint import checkpoint
from torchvision import models
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Type
from typing import Union
"""
"""What a program imports of these: the names that it uses and does not make."""
MOCKS = '''
class _mock_config(dict):
    __getattr__ = dict.__getitem__


def _mock_layer(in_features=None, out_features=None, bias=True):
    if in_features and out_features:
        return torch.nn.Linear(in_features, out_features, bias)
    return torch.nn.ReLU()
'''
CASE = """

def {name}():
    module = {made}
    module.eval()
    out = {called}
    reveal_shape(out)
"""


class Case(NamedTuple):
    """The expressions that make a module and that stand between the brackets of its call."""

    made: str
    given: str


def program(text: str) -> tuple[str, int]:
    """The program of a file, and how many cases it has: functions `case_0`, `case_1` and so on."""
    if HEADER_ENDS in text:
        text = text.partition(HEADER_ENDS)[2]
    tree = ast.parse(text)
    lines = text.splitlines(keepends=True)
    for node in tree.body:
        if _is_test(node):
            lines[node.lineno - 1 : node.end_lineno] = ["\n"] * ((node.end_lineno or node.lineno) - node.lineno + 1)
    found = list(cases(tree))
    functions = [
        CASE.format(name=f"case_{i}", made=case.made, called=f"module({case.given})") for i, case in enumerate(found)
    ]
    body = "".join([*lines, *functions])
    return "".join([COMMON, *_needed(body), MOCKS, "\n", body]), len(found)


def cases(tree: ast.Module) -> Iterator[Case]:
    """All test cases of a file."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "TESTCASES":
            assert isinstance(node.value, ast.List)
            for entry in node.value.elts:
                assert isinstance(entry, ast.Tuple)
                cls, init, forward = entry.elts[:3]
                yield Case(f"{ast.unparse(cls)}({_of_lambda(init)})", _of_lambda(forward))
        elif isinstance(node, ast.ClassDef) and _is_test(node):
            yield from _checked(node)


def _checked(tests: ast.ClassDef) -> Iterator[Case]:
    """`self._check(Net(*[4], **{}), [torch.rand([4, 4])], {})`"""
    for node in ast.walk(tests):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "self._check" and len(node.args) == 3:
            module, args, kwargs = node.args
            yield Case(ast.unparse(module), _arguments(args, kwargs))


def _of_lambda(node: ast.expr) -> str:
    """`lambda: ([4], {'bias': False})` as it stands in a call: `4, bias=False`."""
    assert isinstance(node, ast.Lambda) and isinstance(node.body, ast.Tuple)
    return _arguments(*node.body.elts)


def _arguments(args: ast.expr, kwargs: ast.expr) -> str:
    assert isinstance(args, ast.List) and isinstance(kwargs, ast.Dict)
    named = [f"{ast.literal_eval(key)}={ast.unparse(value)}" for key, value in zip(kwargs.keys, kwargs.values) if key]
    return ", ".join([*map(ast.unparse, args.elts), *named])


def _is_test(node: ast.stmt) -> bool:
    if isinstance(node, ast.ImportFrom):
        return node.module == "_paritybench_helpers"
    if isinstance(node, ast.ClassDef):
        return any(ast.unparse(base) == "_paritybench_base" for base in node.bases)
    return isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "TESTCASES"


def _needed(body: str) -> Iterator[str]:
    """The imports of what the program uses and does not make."""
    table = symtable.symtable(body, "<program>", "exec")
    used = set(_globals(table)) - {one.get_name() for one in table.get_symbols() if one.is_assigned()}
    for statement in ast.parse(OFFERED).body:
        assert isinstance(statement, (ast.Import, ast.ImportFrom))
        statement.names = [alias for alias in statement.names if (alias.asname or alias.name) in used]
        if statement.names:
            yield ast.unparse(statement) + "\n"


def _globals(table: symtable.SymbolTable) -> Iterator[str]:
    """Names that are looked up outside of functions, anywhere in the program."""
    yield from (one.get_name() for one in table.get_symbols() if one.is_global() or table.get_type() == "module")
    for child in table.get_children():
        yield from _globals(child)

