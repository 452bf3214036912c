"""The built-in exceptions and their hierarchy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.hierarchy import new_class
from shapecheck.interpret.builtins.tables import Native
from shapecheck.values import ClassValue, Instance, NativeFunction, PropertyValue, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

# Each line: a class, then direct subclasses. Source: https://docs.python.org/3/library/exceptions.html
_TREE = """
BaseException: Exception BaseExceptionGroup GeneratorExit KeyboardInterrupt SystemExit
Exception: ArithmeticError AssertionError AttributeError BufferError EOFError ExceptionGroup ImportError
Exception: LookupError MemoryError NameError OSError ReferenceError RuntimeError StopAsyncIteration
Exception: StopIteration SyntaxError SystemError TypeError ValueError Warning
ArithmeticError: FloatingPointError OverflowError ZeroDivisionError
ImportError: ModuleNotFoundError
LookupError: IndexError KeyError
NameError: UnboundLocalError
OSError: BlockingIOError ChildProcessError ConnectionError FileExistsError FileNotFoundError InterruptedError
OSError: IsADirectoryError NotADirectoryError PermissionError ProcessLookupError TimeoutError
ConnectionError: BrokenPipeError ConnectionAbortedError ConnectionRefusedError ConnectionResetError
RuntimeError: NotImplementedError PythonFinalizationError RecursionError
SyntaxError: IndentationError
IndentationError: TabError
ValueError: UnicodeError
UnicodeError: UnicodeDecodeError UnicodeEncodeError UnicodeTranslateError
Warning: BytesWarning DeprecationWarning EncodingWarning FutureWarning ImportWarning PendingDeprecationWarning
Warning: ResourceWarning RuntimeWarning SyntaxWarning UnicodeWarning UserWarning
"""  # fmt: skip

EXCEPTIONS: dict[str, ClassValue] = {}


def _construct(cls: ClassValue) -> Native:
    def call(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        instance = Instance(cls, machine.site)
        instance.attrs["args"] = tuple(args)
        return instance

    return call


def _init(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    receiver = args[0] if args else None
    if isinstance(receiver, Instance):
        machine.store.set_item(receiver.attrs, "args", tuple(args[1:]))
    return None


def _with_traceback(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    return args[0] if args else None


def _add_note(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    return None


def _origin(name: str) -> PropertyValue:
    """What an error says of where it comes from: unknown, unless the program has set it."""

    def read(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        receiver = args[0]
        told = machine.unknown(f"the {name.strip('_')} of an error")
        return receiver.attrs.get(name, told) if isinstance(receiver, Instance) else told

    def write(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        receiver, value = args
        if isinstance(receiver, Instance):
            machine.store.set_item(receiver.attrs, name, value, receiver.birth)
        return None

    return PropertyValue(NativeFunction(f"BaseException.{name}", read), NativeFunction(f"BaseException.{name}", write))


def exception_class(name: str, module: str, *bases: ClassValue) -> ClassValue:
    """A native exception class. Its objects have attributes (errno, value ...) that are not modelled."""
    cls = new_class(name, module, list(bases))
    cls.construct = _construct(cls)
    return cls


def _fill(root: ClassValue) -> None:
    root.namespace["__init__"] = NativeFunction("BaseException.__init__", _init)
    root.namespace["with_traceback"] = NativeFunction("BaseException.with_traceback", _with_traceback)
    root.namespace["add_note"] = NativeFunction("BaseException.add_note", _add_note)
    for name in ("__cause__", "__context__", "__traceback__"):
        root.namespace[name] = _origin(name)
    EXCEPTIONS[root.name] = root
    for line in _TREE.strip().splitlines():
        parent, _, children = line.partition(": ")
        for child in children.split():
            EXCEPTIONS[child] = exception_class(child, "builtins", EXCEPTIONS[parent])
    for alias in ("EnvironmentError", "IOError"):
        EXCEPTIONS[alias] = EXCEPTIONS["OSError"]


def make_exceptions(base: ClassValue) -> dict[str, ClassValue]:
    """All built-in exceptions by name; `base` is the class `object`."""
    if not EXCEPTIONS:
        _fill(exception_class("BaseException", "builtins", base))
    return EXCEPTIONS
