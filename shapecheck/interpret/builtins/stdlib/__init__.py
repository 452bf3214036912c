"""The modules of the standard library that are modelled, and those of annotations (jaxtyping, beartype) and tests
(pytest, parameterized).

A name that a listed module lacks is unknown, unless the module says that it is complete. A module that is
not listed here is unknown as a whole: Python's own library is never followed into.
"""

from shapecheck.interpret.builtins.stdlib import (
    abstract,
    argparse,
    contextlib,
    inspect,
    jaxtyping,
    parameterized,
    paths,
    plain_files,
    pytest,
    regex,
    strict_dataclasses,
    system,
    text,
    typing,
)
from shapecheck.interpret.builtins.stdlib.collections import COLLECTIONS
from shapecheck.interpret.builtins.stdlib.contextvars import CONTEXTVARS
from shapecheck.interpret.builtins.stdlib.copy import COPY
from shapecheck.interpret.builtins.stdlib.dataclass_transform import DATACLASS_TRANSFORM
from shapecheck.interpret.builtins.stdlib.dataclasses import DATACLASSES
from shapecheck.interpret.builtins.stdlib.dates import DATETIME
from shapecheck.interpret.builtins.stdlib.enum import ENUM
from shapecheck.interpret.builtins.stdlib.frames import ARG_VALUES, CURRENT_FRAME, GET_FRAME
from shapecheck.interpret.builtins.stdlib.functools import FUNCTOOLS
from shapecheck.interpret.builtins.stdlib.itertools import ITERTOOLS
from shapecheck.interpret.builtins.stdlib.math import MATH
from shapecheck.interpret.builtins.stdlib.operator import OPERATOR
from shapecheck.interpret.builtins.stdlib.tempfile import TEMPFILE
from shapecheck.interpret.builtins.tables import Namespace

typing.TYPING["dataclass_transform"] = DATACLASS_TRANSFORM
inspect.INSPECT.update({"currentframe": CURRENT_FRAME, "getargvalues": ARG_VALUES})
system.SYS["_getframe"] = GET_FRAME

MODULES: dict[str, Namespace] = {
    namespace.name: namespace
    for namespace in (
        COLLECTIONS, COPY, DATACLASSES, DATETIME, ENUM, FUNCTOOLS, ITERTOOLS, MATH, OPERATOR, TEMPFILE,
        argparse.ARGPARSE, contextlib.CONTEXTLIB,
        inspect.INSPECT, inspect.TYPES,
        jaxtyping.BEARTYPE, jaxtyping.BEARTYPE_TYPING, jaxtyping.JAXTYPING, jaxtyping.TYPEGUARD,
        parameterized.PARAMETERIZED, paths.OS_PATH, paths.URLLIB, paths.URLLIB_PARSE, plain_files.FILES, pytest.PYTEST,
        regex.RE,
        strict_dataclasses.STRICT,
        system.ATEXIT, system.FUTURE, system.GC, system.IMPORTLIB,
        system.IMPORTLIB_METADATA, system.IMPORTLIB_UTIL, system.LOGGING, system.OS, system.PLATFORM,
        system.SHUTIL, system.SUBPROCESS, system.SYS, system.THREADING, system.TIME, system.TRACEBACK,
        system.UUID, system.WARNINGS,
        text.AST, text.FNMATCH, text.JSON, text.KEYWORD, text.PPRINT, text.RANDOM, text.STRING, text.TEXTWRAP,
        typing.ABC, abstract.COLLECTIONS_ABC, CONTEXTVARS, typing.NUMBERS, typing.TYPING,
    )
}  # fmt: skip
MODULES["typing_extensions"] = typing.TYPING
MODULES["regex"] = regex.RE  # has the same functions; its own source is a parser that says nothing of tensors
"""Module name -> name -> its value, or a Lazy that makes it."""
