"""The standard library in programs: Python and the interpreter run each text; `out` must be the same."""

# ruff: noqa: E501 - the programs are written wide

from __future__ import annotations

from typing import Any

import pytest

from tests.builtins.machines import listed, real, run_source, same

PROGRAMS = {
    "dataclass": """
from dataclasses import dataclass, field, asdict, astuple, replace, fields, is_dataclass
from typing import ClassVar, List

@dataclass
class Base:
    a: int
    kind: ClassVar[str] = "base"
    b: int = 2

@dataclass
class Child(Base):
    c: List[int] = field(default_factory=list)
    d: int = field(default=4, init=False)
    def __post_init__(self):
        self.e = self.a + self.b

x, y = Child(1), Child(1, b=5, c=[1])
x.c.append(7)
z = replace(x, a=10)
out = (x.e, y.e, x.c, y.c, x.d, z.a, z.e, asdict(x), astuple(y), [f.name for f in fields(x)], is_dataclass(x),
       x == y, x == Child(1, 2, [7]), Child.kind)
""",
    "dataclass with options": """
from dataclasses import dataclass, KW_ONLY, InitVar
@dataclass(frozen=True, order=True)
class P:
    x: int
    y: int = 0
@dataclass(kw_only=True)
class Q:
    n: int
    m: int = 3
@dataclass
class R:
    a: int
    scale: InitVar[int]
    _: KW_ONLY
    b: int = 1
    def __post_init__(self, scale):
        self.a = self.a * scale
r = R(2, 5, b=9)
try:
    P()
    failed = False
except TypeError:
    failed = True
out = (P(1) < P(2), P(1, 2) == P(1, 2), Q(n=1).m, r.a, r.b, failed)
""",
    "enum": """
from enum import Enum, IntEnum, auto
class Color(Enum):
    RED = 1
    GREEN = 2
    ALIAS = 1
    def shout(self):
        return self.name + "!"
class Mode(str, Enum):
    TRAIN = "train"
    TEST = "test"
class Level(IntEnum):
    LOW = auto()
    HIGH = auto()
class Planet(Enum):
    EARTH = (3, 6)
    MARS = (2, 5)
    def __init__(self, mass, radius):
        self.mass = mass
        self.radius = radius
try:
    Color(9)
    missing = False
except ValueError:
    missing = True
out = ([c.name for c in Color], Color(2).name, Color["RED"].value, Color.ALIAS is Color.RED, Color.RED.shout(),
       Mode("test") is Mode.TEST, Mode.TRAIN == "train", Level.HIGH + 1, [m.value for m in Level], len(Color),
       Planet.MARS.radius, missing, Color.RED == Color.GREEN, isinstance(Color.RED, Color), list(Color.__members__))
""",
    "flag": """
from enum import Flag, auto
class F(Flag):
    A = auto()
    B = auto()
    C = auto()
ab = F.A | F.B
out = (F.C.value, ab.value, F.A in ab, F.C in ab, (ab & F.A) is F.A, bool(ab & F.C))
""",
    "named tuples": """
from collections import namedtuple
from typing import NamedTuple
P = namedtuple("P", "x y", defaults=[5])
class Q(NamedTuple):
    a: int
    b: str = "q"
    def double(self):
        return self.a * 2
p, q = P(1), Q(3)
x, y = p
out = (p.x, p.y, x, y, p[1], len(p), q.double(), q.b, q._replace(a=9).a, q._asdict(), P._fields, tuple(p),
       isinstance(q, tuple), P._make([7, 8]).y, p == (1, 5), [i for i in q], Q(b="z", a=1)[1])
""",
    "collections": """
from collections import OrderedDict, defaultdict, deque, Counter
d = defaultdict(list)
d["a"].append(1)
d["a"].append(2)
o = OrderedDict([("x", 1), ("y", 2)])
o.move_to_end("x")
q = deque([1, 2])
q.appendleft(0)
q.append(3)
first = q.popleft()
c = Counter("aab")
out = (d["a"], list(o), o["y"], first, list(q), c["a"], c["z"], len(d["b"]), "b" in d)
""",
    "functools": """
from functools import partial, reduce, wraps, lru_cache, cached_property, cache
def add(a, b, c=0):
    return a + b + c
def logged(f):
    @wraps(f)
    def inner(*args, **kwargs):
        return f(*args, **kwargs) + 100
    return inner
@logged
def g(x):
    return x
@lru_cache(maxsize=None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
@cache
def square(n):
    return n * n
class A:
    count = 0
    @cached_property
    def value(self):
        A.count += 1
        return 5
a = A()
a.value, a.value
out = (partial(add, 1)(2), partial(add, 1, c=3)(b=2), reduce(add, [1, 2, 3]), reduce(lambda x, y: x * y, [], 7),
       g(1), fib(10), square(4), a.value, A.count, partial(partial(add, 1), 2)())
""",
    "itertools": """
from itertools import chain, count, cycle, islice, repeat, zip_longest, starmap, takewhile, groupby, product
it = iter([1, 2, 3, 4])
out = (list(chain.from_iterable([[1], (2, 3)])), list(islice(count(5, 2), 3)), list(zip("ab", cycle([0]))),
       list(zip(count(), "xyz")), list(starmap(pow, [(2, 3), (3, 2)])), list(takewhile(lambda v: v < 3, [1, 2, 5, 1])),
       [(k, list(g)) for k, g in groupby([1, 1, 2], lambda v: v * 2)], list(product([0, 1], repeat=2)), list(zip(it, it)),
       list(map(lambda a, b: a + b, [1, 2], repeat(10))), next(iter([]), "none"), list(islice("abcdef", 1, None, 2)))
""",
    "operator": """
import operator
from operator import itemgetter, attrgetter, methodcaller
class A:
    def __init__(self, n):
        self.n = n
    def get(self, k):
        return self.n + k
out = (itemgetter(1)([5, 6]), itemgetter("a", "b")({"a": 1, "b": 2}), attrgetter("n")(A(3)), methodcaller("get", 2)(A(1)),
       sorted([3, 1, 2], key=operator.neg), operator.itemgetter(0)("xy"), operator.mul(3, 4))
""",
    "copy": """
import copy
class Node:
    def __init__(self):
        self.items = [1, 2]
        self.me = self
n = Node()
m, s = copy.deepcopy(n), copy.copy(n)
m.items.append(3)
s.items.append(4)
nested = [[1], {"k": [2]}]
deep = copy.deepcopy(nested)
deep[0].append(9)
deep[1]["k"].append(8)
shared = [1]
twice = copy.deepcopy([shared, shared])
twice[0].append(2)
out = (n.items, m.items, m.me is m, s.me is n, nested, deep, twice)
""",
    "contextlib": """
from contextlib import contextmanager, nullcontext, suppress, ExitStack
@contextmanager
def given(x):
    yield x + 1
with given(4) as a, nullcontext(7) as b:
    c = a + b
with ExitStack() as stack:
    d = stack.enter_context(nullcontext(3))
out = (a, b, c, d)
""",
    "math": """
import math
from math import ceil, prod
out = (ceil(7 / 2), math.floor(-0.5), prod([2, 3, 4]), math.sqrt(16), int(math.log2(8)), math.gcd(12, 18), math.inf > 5,
       math.ceil(224 / 16) ** 2, math.pi, math.isqrt(17))
""",
    "typing": """
from typing import TYPE_CHECKING, Any, Callable, Dict, Generic, List, Optional, Protocol, Tuple, TypeVar, Union, cast, overload
from abc import ABC, abstractmethod
T = TypeVar("T")
Alias = Union[int, Optional[str], List[Dict[str, Tuple[int, ...]]], Callable[..., Any]]
class Box(Generic[T]):
    def __init__(self, x: T):
        self.x = x
class Shape(ABC):
    @abstractmethod
    def area(self): ...
class Square(Shape):
    def area(self):
        return 4
class P(Protocol):
    def area(self) -> int: ...
@overload
def f(x: int) -> int: ...
def f(x):
    return x + 1
out = (TYPE_CHECKING, Box(3).x, Box[int](4).x, Square().area(), cast(int, 5), f(1), isinstance([], List))
""",
    "isinstance": """
from collections.abc import Callable, Iterable, Mapping, Sequence
import numbers
out = (isinstance([], Sequence), isinstance({}, Mapping), isinstance(1, Iterable), isinstance(len, Callable),
       isinstance(2, numbers.Number), isinstance("x", (int, str)), isinstance(True, int), isinstance(1.0, int),
       issubclass(bool, int), isinstance(None, type(None)), type(3) is int, callable(print), isinstance(ValueError(), Exception))
""",
    "getattr": """
class A:
    x = 1
    def __init__(self):
        self.y = 2
a = A()
setattr(a, "z", 3)
delattr(a, "y")
out = (getattr(a, "x"), getattr(a, "y", None), hasattr(a, "z"), getattr(a, "z"), vars(a), hasattr(a, "q"), a.__dict__)
""",
    "subclasses of built-ins": """
class Stack(list):
    def top(self):
        return self[-1]
class Config(dict):
    def __init__(self, **kw):
        super().__init__(kw)
        self["extra"] = 1
class Name(str):
    pass
class MyError(ValueError):
    def __init__(self, code):
        super().__init__("message")
        self.code = code
s = Stack([1, 2])
s.append(5)
c = Config(a=2)
try:
    raise MyError(7)
except ValueError as error:
    code = error.code
out = (s.top(), len(s), c["a"], c["extra"], len(c), sorted(c.keys()), Name("ab").upper(), code, isinstance(c, dict))
""",
    "type with three arguments": """
Base = type("Base", (), {"x": 1, "get": lambda self: self.x + 1})
class Derived(Base):
    y = 2
out = (Base.x, Base().get(), Derived().x, Base.__name__)
""",
    "properties": """
class A:
    def __init__(self):
        self._v = 1
    @property
    def v(self):
        return self._v
    @v.setter
    def v(self, value):
        self._v = value * 2
    @staticmethod
    def s(x):
        return x + 1
    @classmethod
    def make(cls):
        return cls()
    w = property(lambda self: self._v + 100)
a = A.make()
a.v = 4
out = (a.v, a.s(1), A.s(2), a.w)
""",
    "inspect": """
import inspect
def f(a, b=2, *args, c, **kw): ...
names = list(inspect.signature(f).parameters)
params = inspect.signature(f).parameters
class M:
    def forward(self, x, mask=None): ...
out = (names, params["b"].default, params["a"].default is inspect.Parameter.empty, inspect.isclass(M),
       inspect.isfunction(f), list(inspect.signature(M().forward).parameters), "mask" in inspect.signature(M.forward).parameters)
""",
    "text": """
import string, re, json
out = ("{} {:>4} {name!r}".format(1, 2, name="n"), "%s-%03d" % ("a", 7), "a.b.c".rsplit(".", 1), ",".join(str(i) for i in range(3)),
       f"{3:>5}|{2.5:.2f}|{'x'!r}", string.digits, re.escape("a.b"), "x".join(["1", "2"]), str(12) + repr("q"))
""",
    "namespaces": """
import types
from types import SimpleNamespace
n = SimpleNamespace(a=1)
n.b = 2
out = (n.a, n.b, isinstance(lambda: 0, types.FunctionType))
""",
    "sorting": """
pairs = [("b", 2), ("a", 3), ("c", 1)]
names = ["x10", "x9"]
names.sort(key=lambda n: int(n[1:]))
out = (sorted(pairs), sorted(pairs, key=lambda p: p[1], reverse=True), max(pairs, key=lambda p: p[1]), min([3, 1], default=0),
       max([], default=7), names, sum([[1], [2]], []), list(reversed(range(3))), dict(zip("ab", range(2))), any(x > 2 for x in [1, 3]))
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_same_as_python(name: str) -> None:
    source = PROGRAMS[name]
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(source, "main.py", "exec", dont_inherit=True), names)
    _, found = run_source(source)
    expected = listed(names["out"])
    shown = found["out"]
    assert isinstance(shown, tuple) and len(shown) == len(expected)
    for at, (value, wanted) in enumerate(zip(shown, expected, strict=True)):
        assert same(real(value), wanted), (name, at, value, wanted)


def test_validated_dataclasses_are_dataclasses() -> None:
    source = """
from dataclasses import dataclass, fields
from huggingface_hub.dataclasses import as_validated_field, strict, validated_field
import regex

@as_validated_field
def positive(value):
    if value <= 0:
        raise ValueError

@strict
@dataclass
class Sizes:
    width: int = positive(default=4)
    depth: int = validated_field(positive, default=2)

@strict(accept_kwargs=True)
@dataclass
class Named:
    name: str = "m"

one = Sizes(width=8)
out = (one.width, one.depth, Sizes().width, [f.name for f in fields(one)], Named().name, regex.sub("a+", "b", "caat"))
"""
    _, found = run_source(source)
    assert real(found["out"]) == (8, 2, 4, ["width", "depth"], "m", "cbt")
