"""ast, json, keyword, string, random and secrets: results of known types."""

from __future__ import annotations

import ast
import fnmatch
import json
import keyword
import string
from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.classes import CLASSES
from shapecheck.interpret.builtins.exact import as_dim, convert, unknown_from
from shapecheck.interpret.builtins.hierarchy import new_class
from shapecheck.interpret.builtins.iteration import contents, one_of, shuffled
from shapecheck.interpret.builtins.lists import forget_order, set_items
from shapecheck.interpret.builtins.numbers import Between
from shapecheck.interpret.builtins.stdlib.inert import declare, unknown_name
from shapecheck.interpret.builtins.tables import Namespace, unwrap, words
from shapecheck.symbolic import Dim, ge, le, lt
from shapecheck.values import ClassValue, ListValue, NativeFunction, Scalar, Value, each

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

MAX_JSON = 100_000
"""So many characters are read."""
MAX_LITERAL = 10_000
MAX_STARS, MAX_NAME = 8, 1_000

AST = Namespace("ast")
JSON = Namespace("json")
STRING = Namespace("string")
KEYWORD = Namespace("keyword")
RANDOM = Namespace("random")
TEXTWRAP = Namespace("textwrap")
PPRINT = Namespace("pprint")
FNMATCH = Namespace("fnmatch")


@AST.native("literal_eval")
def _literal_eval(machine: Machine, text: Value, /) -> Value:
    """Of a text that is known and not long: `ast.literal_eval("[3, 5]")`."""
    if not isinstance(text, str) or len(text) > MAX_LITERAL:
        return unknown_from(machine, "ast.literal_eval() of a text that is not known", text)
    try:
        return convert(ast.literal_eval(text))
    except SyntaxError:
        raise machine.error("SyntaxError", "this is no literal") from None
    except (ValueError, TypeError, MemoryError, RecursionError):
        raise machine.error("ValueError", "malformed node or string") from None


declare(JSON, "str", "dumps")
declare(JSON, "None", "dump")
unknown_name(JSON, "JSONDecodeError JSONDecoder JSONEncoder")


@JSON.native("loads")
def _loads(machine: Machine, s: Value, /, **options: Value) -> Value:
    """Of a text that is known and not long: `json.loads('{"width": 64}')`."""
    if options or not isinstance(s, str) or len(s) > MAX_JSON:
        return unknown_from(machine, "json.loads() of a text that is not known", s)
    try:
        return convert(json.loads(s))
    except (ValueError, RecursionError):
        raise machine.error("ValueError", "this is no JSON") from None


@JSON.native("load")
def _load(machine: Machine, file: Value, /, **options: Value) -> Value:
    """Of a file whose text is known."""
    return _loads(machine, machine.call(machine.get_attribute(file, "read"), [], {}), **options)


for _name in words(
    "ascii_letters ascii_lowercase ascii_uppercase digits hexdigits octdigits punctuation whitespace"
):
    STRING[_name] = str(getattr(string, _name))
declare(STRING, "str", "capwords")
KEYWORD["kwlist"], KEYWORD["softkwlist"] = ListValue(list(keyword.kwlist)), ListValue(list(keyword.softkwlist))


@KEYWORD.native("iskeyword")
def _iskeyword(machine: Machine, s: Value, /) -> Value:
    return keyword.iskeyword(s) if isinstance(s, str) else Scalar("bool")


declare(TEXTWRAP, "str", "dedent fill indent shorten")
declare(TEXTWRAP, "list of str", "wrap")
declare(PPRINT, "None", "pprint pp")
declare(PPRINT, "str", "pformat")


@FNMATCH.native("fnmatch", "fnmatchcase")
def _fnmatch(machine: Machine, name: Value, pat: Value) -> Value:
    """Of known texts; the work of a pattern grows with each star."""
    if not isinstance(name, str) or not isinstance(pat, str):
        return Scalar("bool")
    return fnmatch.fnmatchcase(name, pat) if pat.count("*") <= MAX_STARS and len(name) <= MAX_NAME else Scalar("bool")


@FNMATCH.native("filter")
def _filter(machine: Machine, names: Value, pat: Value) -> Value:
    found = contents(machine, names).items or [names]
    matches = [(name, _fnmatch(machine, name, pat)) for name in found]
    if not all(isinstance(matched, bool) for _, matched in matches):
        return unknown_from(machine, "fnmatch.filter() of texts that are not known", names)
    return ListValue([name for name, matched in matches if matched])


unknown_name(FNMATCH, "translate")

# -------------------------------------------------------------------- random

declare(
    RANDOM,
    "float",
    "betavariate expovariate gammavariate gauss lognormvariate normalvariate triangular",
)
declare(RANDOM, "float", "vonmisesvariate paretovariate weibullvariate")
declare(RANDOM, "None", "seed setstate")
declare(RANDOM, "bytes", "randbytes")
unknown_name(RANDOM, "getstate")


def _between(machine: Machine, low: Dim | None, high: Dim | None) -> Value:
    """An integer that only the run decides, from low to high."""
    result = machine.path.fresh("random", None)
    if low is not None:
        machine.path.assume(ge(result, low))
    if high is not None:
        machine.path.assume(le(result, high))
    return result


@RANDOM.native("random")
def _random(machine: Machine) -> Value:
    return Between(0.0, 1.0)


@RANDOM.native("uniform")
def _uniform(machine: Machine, a: Value, b: Value) -> Value:
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return Between(min(a, b), max(a, b))
    return Scalar("float")


@RANDOM.native("randint")
def _randint(machine: Machine, a: Value, b: Value) -> Value:
    low, high = as_dim(a), as_dim(b)
    if low is not None and high is not None and machine.path.decide(le(low, high)) is not True:
        return machine.path.fresh("random", None)
    return _between(machine, low, high)


@RANDOM.native("randrange")
def _randrange(machine: Machine, start: Value, stop: Value = None, step: Value = 1) -> Value:
    low, high = (0, as_dim(start)) if stop is None else (as_dim(start), as_dim(stop))
    if step != 1 or low is None or high is None or machine.path.decide(lt(low, high)) is not True:
        return machine.path.fresh("random", None)
    return _between(machine, low, high - 1)


@RANDOM.native("getrandbits")
def _getrandbits(machine: Machine, k: Value, /) -> Value:
    return machine.path.fresh("random", 0)


@RANDOM.native("choice")
def _choice(machine: Machine, seq: Value) -> Value:
    known = contents(machine, seq)
    if known.items is None:
        return known.element
    if not known.items:
        raise machine.error("IndexError", "Cannot choose from an empty sequence")
    return one_of(machine, known.items, "a random choice")


@RANDOM.native("shuffle")
def _shuffle(machine: Machine, x: Value) -> Value:
    x = unwrap(x)
    if isinstance(x, ListValue) and x.items is not None:
        set_items(machine, x, shuffled(machine, x.items, len(x.items), "an item of a shuffled list"))
    elif isinstance(x, ListValue):
        forget_order(machine, x)
    return None


@RANDOM.native("sample", "choices")
def _sample(machine: Machine, population: Value, /, *args: Value, k: Value = 1, **kwargs: Value) -> Value:
    known = contents(machine, population)
    count = as_dim(args[-1] if args else k)
    if count is None or len(args) > 1:
        return unknown_from(machine, "a random sample", population)
    if known.items is None:
        return ListValue(None, each.in_any_order(machine.path, known.element), count)
    if isinstance(count, int) and count <= 1_000:
        return ListValue(shuffled(machine, known.items, count, "an item of a random sample"))
    return ListValue(None, one_of(machine, known.items, "an item of a random sample"), count)


def _generator_class(name: str) -> ClassValue:
    """A generator of its own, whose methods are the functions of the module."""
    cls = new_class(name, "random", [CLASSES["object"]])

    def method(function: NativeFunction) -> NativeFunction:
        return NativeFunction(
            f"{name}.{function.name}", lambda machine, args, kwargs: function.call(machine, args[1:], kwargs)
        )

    cls.namespace.update({key: method(one) for key, one in RANDOM.items() if isinstance(one, NativeFunction)})
    cls.namespace["__init__"] = NativeFunction(f"{name}.__init__", lambda machine, args, kwargs: None)
    return cls


for _generator in ("Random", "SystemRandom"):
    RANDOM[_generator] = _generator_class(_generator)
