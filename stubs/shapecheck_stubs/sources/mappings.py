"""Containers of `collections` that are objects around dicts and lists. https://docs.python.org/3/library/collections.html"""

from collections.abc import MutableMapping, MutableSequence


class _Around:
    """An object around a plain container, which is its `data`."""

    def __len__(self):
        return len(self.data)

    def __iter__(self):
        return iter(self.data)

    def __contains__(self, item):
        return item in self.data


class UserDict(_Around, MutableMapping):
    def __init__(self, given=None, /, **named):
        self.data = {}
        if given is not None:
            self.update(given)
        self.update(named)

    def __getitem__(self, key):
        if key in self.data:
            return self.data[key]
        if hasattr(type(self), "__missing__"):
            return type(self).__missing__(self, key)
        raise KeyError(key)

    def __setitem__(self, key, value):
        self.data[key] = value

    def __delitem__(self, key):
        del self.data[key]

    def get(self, key, default=None):
        return self[key] if key in self else default

    def copy(self):
        other = type(self)()
        other.update(self)
        return other

    def __or__(self, other):
        both = self.copy()
        both.update(other)
        return both

    def __ior__(self, other):
        self.update(other)
        return self


class ChainMap(MutableMapping):
    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __missing__(self, key):
        raise KeyError(key)

    def __len__(self):
        return len(self._flat())

    def __iter__(self):
        return iter(self._flat())

    def __contains__(self, key):
        return any(key in mapping for mapping in self.maps)

    def __getitem__(self, key):
        for mapping in self.maps:
            if key in mapping:
                return mapping[key]
        return self.__missing__(key)

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __delitem__(self, key):
        del self.maps[0][key]

    def get(self, key, default=None):
        return self[key] if key in self else default

    def new_child(self, mapping=None, **named):
        first = {} if mapping is None else mapping
        first.update(named)
        return type(self)(first, *self.maps)

    @property
    def parents(self):
        return type(self)(*self.maps[1:])

    def copy(self):
        return type(self)(self.maps[0].copy(), *self.maps[1:])

    def _flat(self):
        """All of them in one: the order is that of the last, what the first says counts."""
        flat = {}
        for mapping in reversed(self.maps):
            flat.update(mapping)
        return flat


class UserList(_Around, MutableSequence):
    def __init__(self, initlist=None):
        self.data = [] if initlist is None else list(initlist)

    def __getitem__(self, i):
        return type(self)(self.data[i]) if isinstance(i, slice) else self.data[i]

    def __setitem__(self, i, item):
        self.data[i] = item

    def __delitem__(self, i):
        del self.data[i]

    def __add__(self, other):
        return type(self)(self.data + list(other))

    def __iadd__(self, other):
        self.data += list(other)
        return self

    def __mul__(self, n):
        return type(self)(self.data * n)

    def append(self, item):
        self.data.append(item)

    def extend(self, other):
        self.data.extend(list(other))

    def insert(self, i, item):
        self.data.insert(i, item)

    def pop(self, i=-1):
        return self.data.pop(i)

    def remove(self, item):
        self.data.remove(item)

    def clear(self):
        self.data.clear()

    def reverse(self):
        self.data.reverse()

    def sort(self, /, *args, **kwds):
        self.data.sort(*args, **kwds)

    def index(self, item, *args):
        return self.data.index(item, *args)

    def count(self, item):
        return self.data.count(item)

    def copy(self):
        return type(self)(self.data)
