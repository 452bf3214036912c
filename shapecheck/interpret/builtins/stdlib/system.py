"""os, sys, time, platform and the like: what depends on the machine that the program runs on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.classes import CLASSES
from shapecheck.interpret.builtins.hierarchy import inert_class, new_class, returns_first
from shapecheck.interpret.builtins.stdlib.inert import declare, manager_class, methods, unknown_name
from shapecheck.interpret.builtins.stdlib.paths import path_text
from shapecheck.interpret.builtins.tables import Lazy, Namespace, native_function, words
from shapecheck.values import ClassValue, Instance, ListValue, NativeFunction, Scalar, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

OS = Namespace("os")
SYS = Namespace("sys")
TIME = Namespace("time")
PLATFORM = Namespace("platform")
WARNINGS = Namespace("warnings")
LOGGING = Namespace("logging")
THREADING = Namespace("threading")
IMPORTLIB = Namespace("importlib")
IMPORTLIB_UTIL = Namespace("importlib.util")
IMPORTLIB_METADATA = Namespace("importlib.metadata")
GC = Namespace("gc")
ATEXIT = Namespace("atexit")
SUBPROCESS = Namespace("subprocess")
TRACEBACK = Namespace("traceback")
UUID = Namespace("uuid")
SHUTIL = Namespace("shutil")
FUTURE = Namespace("__future__")

declare(OS, "str", "getcwd strerror")
declare(OS, "None", "chdir chmod makedirs mkdir putenv remove rename replace rmdir unlink _exit")
declare(OS, "list of str", "listdir")
declare(OS, "int", "getpid getppid")
unknown_name(OS, "scandir stat walk")
OS["cpu_count"] = native_function("os.cpu_count", lambda machine: machine.path.lasting("cpu_count", 1))
OS["fspath"] = native_function("os.fspath", path_text)
OS.update({"curdir": ".", "pardir": ".."})
for _name in ("linesep", "name", "sep"):
    OS[_name] = Scalar("str")


@OS.native("getenv")
def _getenv(machine: Machine, key: Value, default: Value = None) -> Value:
    """A setting of the user. Installed packages are taken as they are without one, where they say what that is."""
    if default is not None and not machine.world.is_of_project(machine.frame.module):
        return default
    return machine.join(Scalar("str"), default)


def _environ_get(machine: Machine, environ: Value, key: Value, default: Value = None) -> Value:
    return _getenv(machine, key, default)


ENVIRON: ClassValue = new_class(
    "_Environ",
    "os",
    [],
    {
        "get": native_function("os.environ.get", _environ_get),
        "pop": native_function("os.environ.pop", _environ_get),
        "setdefault": native_function("os.environ.setdefault", _environ_get),
        "update": native_function("os.environ.update", lambda machine, *args, **kwargs: None),
        "copy": native_function("os.environ.copy", lambda machine, environ: Instance(ENVIRON, machine.site)),
        "__getitem__": native_function("os.environ", lambda machine, environ, key: Scalar("str")),
        "__setitem__": native_function("os.environ", lambda machine, environ, key, value: None),
        "__delitem__": native_function("os.environ", lambda machine, environ, key: None),
        "__contains__": native_function("os.environ", lambda machine, environ, key: Scalar("bool")),
    },
)
"""What the user has set is not known, and nothing that is set here changes it."""
OS["environ"] = Lazy(lambda machine: Instance(ENVIRON, machine.site))


def _arguments(machine: Machine) -> Value:
    return ListValue(None, Scalar("str"), machine.path.fresh("arguments", 1))


SYS.update({
    "argv": Lazy(_arguments),
    "byteorder": Scalar("str"), "executable": Scalar("str"), "maxsize": 2**63 - 1, "platform": Scalar("str"),
    "version": Scalar("str"),
})  # fmt: skip
declare(SYS, "None", "setrecursionlimit settrace setprofile")
declare(SYS, "int", "getrecursionlimit getrefcount getsizeof")


@IMPORTLIB_METADATA.native("version")
def _version(machine: Machine, distribution_name: Value) -> Value:
    """That of torch is known; others may be installed or not."""
    is_torch = distribution_name == "torch"
    return machine.world.torch_version if is_torch else machine.unknown("the version of a package")


MODULE_SPEC = new_class("ModuleSpec", "importlib.machinery", [CLASSES["object"]])
MODULE_SPEC.is_complete = False
MODULE_TABLE = new_class("dict", "builtins", [CLASSES["object"]])
"""The class of `sys.modules`: modules by name, found when they are asked for."""
MODULE_TABLE.is_complete = False


def _loaded(machine: Machine, name: Value) -> Value:
    module = machine.world.find_module(name) if isinstance(name, str) else None
    return machine.unknown("an entry of sys.modules") if module is None else module


def _module_at(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    return _loaded(machine, args[1])


def _has_module(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """Whether a module is loaded at this moment is known only of the one that asks for itself, and of those that are
    nowhere. One whose name is made at run time is loaded by whoever makes it, if it is not there yet: it is followed
    how that is done."""
    name, world = args[1], machine.world
    if name == machine.frame.module.name:
        return True
    if not isinstance(name, str):
        return False
    if world.is_alone or not world.is_missing(name):
        return Scalar("bool")
    return False if world.find_module(name) is None else Scalar("bool")


for _name, _method in (("__getitem__", _module_at), ("get", _module_at), ("__contains__", _has_module)):
    MODULE_TABLE.namespace[_name] = NativeFunction(f"sys.modules.{_name}", _method)
SYS["modules"] = Instance(MODULE_TABLE)
unknown_name(SYS, "float_info path stderr stdin stdout version_info exc_info")


@SYS.native("exit")
def _exit(machine: Machine, status: Value = None, /) -> Value:
    raise machine.error("SystemExit")


declare(TIME, "float", "time perf_counter monotonic process_time thread_time")
declare(TIME, "int", "time_ns perf_counter_ns monotonic_ns process_time_ns")
declare(TIME, "str", "asctime ctime strftime")
declare(TIME, "None", "sleep")
declare(
    PLATFORM,
    "str",
    "machine node platform processor python_implementation python_version release system version",
)
declare(GC, "int", "collect")
declare(GC, "None", "enable disable freeze")
declare(TRACEBACK, "None", "print_exc print_exception print_stack")
declare(TRACEBACK, "str", "format_exc")
declare(SHUTIL, "None", "rmtree")

# -------------------------------------------------------------------- warnings, logging, threads

declare(WARNINGS, "None", "filterwarnings resetwarnings showwarning simplefilter warn warn_explicit")
_CATCH = manager_class(
    "catch_warnings", "warnings", lambda machine, receiver: machine.unknown("caught warnings")
)
_CATCH.construct = lambda machine, args, kwargs: Instance(_CATCH, machine.site)
WARNINGS["catch_warnings"] = _CATCH


@WARNINGS.native("deprecated")
def _deprecated(machine: Machine, *args: Value, **kwargs: Value) -> Value:
    return returns_first("warnings.deprecated")


_LEVELS = {
    "CRITICAL": 50,
    "DEBUG": 10,
    "ERROR": 40,
    "FATAL": 50,
    "INFO": 20,
    "NOTSET": 0,
    "WARN": 30,
    "WARNING": 30,
}
_MESSAGES = "critical debug error exception fatal info log warn warning"
LOGGING.update(_LEVELS)
declare(LOGGING, "None", f"{_MESSAGES} addLevelName basicConfig captureWarnings disable shutdown")
LOGGER = new_class("Logger", "logging", [CLASSES["object"]])
LOGGER.is_complete = False
methods(LOGGER, "None", f"{_MESSAGES} addFilter addHandler removeFilter removeHandler setLevel")
methods(LOGGER, "bool", "hasHandlers isEnabledFor")
LOGGING["Logger"] = LOGGER


@LOGGING.native("getLogger")
def _get_logger(machine: Machine, name: Value = None, /) -> Value:
    return Instance(LOGGER, machine.site)


def _plain_class(namespace: Namespace, name: str) -> ClassValue:
    """A class to whose objects anything may be assigned, as threading.local."""
    cls = inert_class(name, namespace.name)
    namespace[name] = cls
    return cls


_plain_class(THREADING, "local")
for _name in ("Condition", "Lock", "RLock", "Semaphore"):
    _lock = manager_class(_name, "threading", lambda machine, receiver: True)
    methods(_lock, "bool", "acquire locked")
    methods(_lock, "None", "notify notify_all release wait")
    _lock.construct = lambda machine, args, kwargs, cls=_lock: Instance(cls, machine.site)
    THREADING[_name] = _lock

# -------------------------------------------------------------------- imports by name


@IMPORTLIB.native("import_module", "reload")
def _import_module(machine: Machine, name: Value, package: Value = None) -> Value:
    return machine.unknown("a module imported by name")


@IMPORTLIB_UTIL.native("spec_from_file_location")
def _spec_from_file_location(machine: Machine, name: Value, location: Value = None, /, **options: Value) -> Value:
    """A module by its file, which may be one that the program has just written: for those who wait for a failure, it is
    not there. What they then do serves the same purpose, and can be followed."""
    machine.fail_import("the file of a module that is not imported by its name")
    return machine.unknown("a module that is not imported by its name")


@IMPORTLIB_UTIL.native("find_spec")
def _find_spec(machine: Machine, name: Value, package: Value = None) -> Value:
    """Whether a module is installed. Installed packages are taken as they are in the environment that is looked at;
    code of the project may be meant for others."""
    world = machine.world
    if not isinstance(name, str) or world.is_alone or world.is_of_project(machine.frame.module):
        return machine.unknown("whether a module is installed")
    is_there = not world.is_missing(name) or world.find_module(name) is not None
    return Instance(MODULE_SPEC, machine.site) if is_there else None


for _name in words(
    "absolute_import annotations division generator_stop generators nested_scopes print_function "
    "unicode_literals with_statement"
):
    FUTURE[_name] = NativeFunction(f"__future__.{_name}", lambda machine, args, kwargs: None)
