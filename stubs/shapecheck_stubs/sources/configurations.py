"""Dicts whose entries are attributes, as packages for configurations have them.

https://omegaconf.readthedocs.io, https://github.com/makinacorpus/easydict, https://github.com/rbgirshick/yacs,
https://github.com/mewwts/addict, https://github.com/google/ml_collections, https://github.com/Infinidat/munch,
https://box.readthedocs.io
"""

import copy
import operator

import yaml
from shapecheck import not_known


class Attributes(dict):
    """A dict, and an object with its entries as attributes; so are the dicts in it."""

    def __init__(self, *given, **others):
        super().__init__()
        for source in given:
            self.update(source)
        self.update(others)

    def _inner(self, value):
        if isinstance(value, dict) and not isinstance(value, Attributes):
            return type(self)(value)
        if isinstance(value, (list, tuple)) and type(value) in (list, tuple):
            return type(value)(self._inner(item) for item in value)
        return value

    def update(self, *given, **others):
        for source in given:
            if source is not None:
                for name, value in source.items() if isinstance(source, dict) else source:
                    self[name] = value
        for name, value in others.items():
            self[name] = value

    def __setitem__(self, name, value):
        super().__setitem__(name, self._inner(value))

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name, value):
        self[name] = value

    def __delattr__(self, name):
        del self[name]

    def setdefault(self, name, value=None):
        if name not in self:
            self[name] = value
        return self[name]

    def copy(self):
        return type(self)(self)


class EasyDict(Attributes): ...


class Munch(Attributes):
    @classmethod
    def fromDict(cls, data):
        return cls(data)

    def toDict(self):
        return plain(self)


class Dict(Attributes):
    """addict's: what is missing is an empty one."""

    def __missing__(self, name):
        made = self[name] = type(self)()
        return made

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self[name] if name in self else self.__missing__(name)

    def to_dict(self):
        return plain(self)


class Box(Attributes):
    def to_dict(self):
        return plain(self)


class _Merging(Attributes):
    def merge_from_file(self, name):
        with open(name) as file:
            merge(self, yaml.safe_load(file))

    def merge_from_other_cfg(self, other):
        merge(self, copy.deepcopy(other))

    def merge_from_list(self, names_and_values):
        for name, value in zip(names_and_values[::2], names_and_values[1::2]):
            put(self, name, not_known("a value of a command line") if isinstance(value, str) else value)

    def freeze(self):
        return None

    def defrost(self):
        return None

    def is_frozen(self):
        return bool(not_known("whether it is frozen"))

    def clone(self):
        return copy.deepcopy(self)


class CfgNode(_Merging):
    """yacs, and fvcore's and detectron2's, which are made from it."""

    def __init__(self, init_dict=None, key_list=None, new_allowed=False):
        super().__init__(init_dict or {})

    @classmethod
    def load_cfg(cls, source):
        return cls(yaml.safe_load(source))


class FieldReference:
    """ml_collections': a value that entries share, and those that are computed from it."""

    def __init__(self, default, field_type=None, op=None, required=False):
        self._made = lambda: value_of(default)

    def get(self):
        return self._made()

    def set(self, value, type_safe=True):
        self._made = lambda: value_of(value)

    def _computed(self, operation, other):
        made = FieldReference(None)
        made._made = lambda: operation(self.get(), value_of(other))
        return made

    def __add__(self, other):
        return self._computed(operator.add, other)

    def __radd__(self, other):
        return self._computed(lambda a, b: b + a, other)

    def __sub__(self, other):
        return self._computed(operator.sub, other)

    def __rsub__(self, other):
        return self._computed(lambda a, b: b - a, other)

    def __mul__(self, other):
        return self._computed(operator.mul, other)

    def __rmul__(self, other):
        return self._computed(lambda a, b: b * a, other)

    def __truediv__(self, other):
        return self._computed(operator.truediv, other)

    def __floordiv__(self, other):
        return self._computed(operator.floordiv, other)

    def __mod__(self, other):
        return self._computed(operator.mod, other)

    def __pow__(self, other):
        return self._computed(operator.pow, other)

    def to_int(self):
        return self._computed(lambda a, _: int(a), None)

    def to_float(self):
        return self._computed(lambda a, _: float(a), None)


def value_of(one):
    return one.get() if isinstance(one, FieldReference) else one


class ConfigDict(_Merging):
    """ml_collections': its names are sorted."""

    def __init__(self, initial_dictionary=None, **options):
        super().__init__(initial_dictionary or {})

    def __getitem__(self, name):
        return value_of(super().__getitem__(name))

    def __setitem__(self, name, value):
        held = super().__getitem__(name) if name in self else None
        if isinstance(held, FieldReference) and not isinstance(value, FieldReference):
            held.set(value)
        else:
            super().__setitem__(name, value)

    def get(self, name, default=None):
        return self[name] if name in self else default

    def get_ref(self, name):
        held = super().__getitem__(name)
        if not isinstance(held, FieldReference):
            held = FieldReference(held)
            super().__setitem__(name, held)
        return held

    def get_oneway_ref(self, name):
        return FieldReference(self.get_ref(name))

    def keys(self):
        return sorted(super().keys())

    def __iter__(self):
        return iter(self.keys())

    def values(self):
        return [self[name] for name in self.keys()]

    def items(self):
        return [(name, self[name]) for name in self.keys()]

    def lock(self):
        return self

    def unlock(self):
        return self

    def to_dict(self):
        return plain(self)

    def copy_and_resolve_references(self):
        return copy.deepcopy(self)


FrozenConfigDict = ConfigDict


class DictConfig(Attributes):
    """omegaconf's: what is missing is None to those who ask for an attribute."""

    def __init__(self, content=None, **options):
        super().__init__(content or {})

    def _inner(self, value):
        if isinstance(value, str) and "${" in value:
            return not_known("an interpolation")
        return super()._inner(value)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self[name] if name in self else not_known("an entry of a configuration that is not there")


class ListConfig(list):
    def __init__(self, content=(), **options):
        super().__init__(content)


class OmegaConf:
    @staticmethod
    def create(obj=None, **options):
        if isinstance(obj, str):
            obj = yaml.safe_load(obj)
        return DictConfig(obj) if obj is None or isinstance(obj, dict) else DictConfig({"": obj})._inner(obj)

    @staticmethod
    def structured(obj, **options):
        return not_known("a structured configuration")

    @staticmethod
    def load(file_):
        with open(file_) as file:
            return OmegaConf.create(yaml.safe_load(file))

    @staticmethod
    def merge(*configs):
        found = DictConfig()
        for config in configs:
            merge(found, copy.deepcopy(config))
        return found

    @staticmethod
    def from_dotlist(dotlist):
        return not_known("values of a command line")

    @staticmethod
    def from_cli(args_list=None):
        return not_known("values of a command line")

    @staticmethod
    def to_container(cfg, *, resolve=False, **options):
        return plain(cfg)

    @staticmethod
    def to_object(cfg):
        return plain(cfg)

    @staticmethod
    def to_yaml(cfg, **options):
        return not_known("a text in YAML")

    @staticmethod
    def select(cfg, key, *, default=None, **options):
        for part in key.split("."):
            if part not in cfg:
                return default
            cfg = cfg[part]
        return cfg

    @staticmethod
    def update(cfg, key, value=None, **options):
        put(cfg, key, value)

    @staticmethod
    def is_config(obj):
        return isinstance(obj, (DictConfig, ListConfig))

    @staticmethod
    def is_dict(obj):
        return isinstance(obj, DictConfig)

    @staticmethod
    def is_list(obj):
        return isinstance(obj, (list, ListConfig))

    @staticmethod
    def is_missing(cfg, key):
        return key not in cfg or cfg[key] == "???"

    @staticmethod
    def set_struct(conf, value):
        return None

    @staticmethod
    def set_readonly(conf, value):
        return None

    @staticmethod
    def resolve(cfg):
        return None

    @staticmethod
    def register_new_resolver(*args, **options):
        return None

    @staticmethod
    def save(config, f, resolve=False):
        return None


def plain(value):
    """The same as dicts and lists."""
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


def merge(into, other):
    """The entries of the other one, those of inner dicts one by one."""
    for name, value in other.items():
        if name in into and isinstance(value, dict) and isinstance(into[name], dict):
            merge(into[name], value)
        else:
            into[name] = value


def put(into, name, value):
    """The entry `a.b.c`."""
    first, _, rest = name.partition(".")
    into[first] = put(into.get(first, {}), rest, value) if rest else value
    return into


def munchify(value):
    return Munch()._inner(value)


def open_dict(config):
    return _Inert()


def read_write(config):
    return _Inert()


def flag_override(*args):
    return _Inert()


class _Inert:
    def __enter__(self):
        return self

    def __exit__(self, *reason):
        return None


MISSING = "???"


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return not_known(name)
