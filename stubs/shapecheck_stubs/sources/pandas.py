"""Tables as so many rows and columns, whose names are known or not. https://pandas.pydata.org/docs/reference/

The dtypes of columns are not known: a column may hold texts. What is not described is not known.
"""

import random

import numpy as np
from shapecheck import not_known

_MOST = 1 << 24


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return not_known(name)


def _any(least=0, most=_MOST):
    return random.randint(least, most)


def _array(shape, dtype=None):
    """Of a dtype that is not known: nobody knows what is in a column."""
    if dtype is not None:
        return np.empty(shape, dtype=dtype)
    return np.empty(shape) if random.random() < 0.5 else np.empty(shape, dtype=np.int64)


def _count(number, key):
    """How many of so many an index leaves; None of one alone."""
    if isinstance(key, int):
        return None
    if isinstance(key, (slice, list, np.ndarray, range)):
        return np.empty(number)[key].shape[0]
    return _any(0, number)


class Series:
    def __init__(self, data=None, index=None, dtype=None, name=None, copy=None, fastpath=None):
        known = isinstance(data, (list, tuple, np.ndarray, Series, range))
        self._rows = len(data) if known else _any()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return not_known(name)

    def __len__(self):
        return self._rows

    def __iter__(self):
        return iter(self.values)

    def __array__(self, dtype=None, copy=None):
        return self.values

    def __getitem__(self, key):
        if isinstance(key, Series):
            return _column(_any(0, self._rows))
        if isinstance(key, (slice, list)):
            return _column(_count(self._rows, key))
        return not_known("an item of a column")

    def __setitem__(self, key, value): ...

    @property
    def values(self):
        return _array((self._rows,))

    def to_numpy(self, dtype=None, copy=False, na_value=None, **options):
        return _array((self._rows,), dtype)

    def tolist(self):
        return self.values.tolist()

    to_list = tolist

    @property
    def shape(self):
        return (self._rows,)

    @property
    def size(self):
        return self._rows

    @property
    def iloc(self):
        return _Positions(self)

    def _part(self, key):
        number = _count(self._rows, key)
        return not_known("an item of a column") if number is None else _column(number)

    def to_frame(self, name=None):
        return _table(self._rows, 1, None)

    def unique(self):
        return _array((_any(0, self._rows),))

    def nunique(self, dropna=True):
        return _any(0, self._rows)

    def factorize(self, sort=False, use_na_sentinel=True):
        return np.empty((self._rows,), dtype=np.int64), not_known("the texts of a column")

    def head(self, n=5):
        return _column(_count(self._rows, slice(None, n)))

    def tail(self, n=5):
        return _column(min(n, self._rows))

    def dropna(self, *rest, **options):
        return _column(_any(0, self._rows))

    drop_duplicates = dropna

    def reset_index(self, level=None, drop=False, **options):
        return _column(self._rows) if drop is True else not_known("a column with its index")

    def _alike(self, *rest, inplace=False, **options):
        return None if inplace else _column(self._rows)

    astype = fillna = ffill = bfill = interpolate = round = abs = clip = replace = map = shift = diff = _alike
    pct_change = cumsum = cumprod = rank = isin = isna = isnull = notna = notnull = between = copy = _alike
    sort_values = sort_index = rename = _alike
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __pow__ = _alike
    __floordiv__ = __mod__ = __neg__ = __invert__ = __and__ = __or__ = __xor__ = _alike
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _alike


class _Positions:
    """`iloc`: rows, and columns, by their positions."""

    def __init__(self, whole):
        self._whole = whole

    def __getitem__(self, key):
        return self._whole._part(key)

    def __setitem__(self, key, value): ...


class _Labels:
    """`loc`: rows, and columns, by their names."""

    def __init__(self, table):
        self._table = table

    def __getitem__(self, key):
        rows, columns = key if isinstance(key, tuple) and len(key) == 2 else (key, slice(None))
        if not isinstance(rows, (slice, Series, list)):
            return not_known("a row of a table")
        table = self._table
        if isinstance(rows, list):
            number = len(rows)
        else:
            number = table._rows if isinstance(rows, slice) and rows == slice(None) else _any(0, table._rows)
        if isinstance(columns, str):
            return _column(number)
        if isinstance(columns, (list, _Columns)):
            return _table(number, len(columns), _names_in(columns))
        if isinstance(columns, slice) and columns == slice(None):
            return _table(number, table._width, table._names)
        return not_known("columns by their names")

    def __setitem__(self, key, value):
        if isinstance(key, tuple) and len(key) == 2:
            self._table._add(key[1])


class _Columns:
    """The names of columns."""

    def __init__(self, width, names):
        self._width, self._names = width, names

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return not_known(name)

    def __len__(self):
        return self._width

    def __iter__(self):
        return not_known("the names of columns") if self._names is None else iter(self._names)

    def __contains__(self, name):
        return not_known("the names of columns") if self._names is None else name in self._names

    def __getitem__(self, key):
        names = None if self._names is None else self._names[key] if isinstance(key, (int, slice)) else None
        if isinstance(key, int):
            return not_known("the name of a column") if names is None else names
        return _Columns(_count(self._width, key), names)

    def drop(self, labels, errors="raise"):
        names = None if self._names is None else _without(self._names, labels)
        return _Columns(self._width - _number(labels) if names is None else len(names), names)

    def tolist(self):
        return self if self._names is None else list(self._names)

    to_list = tolist


def _number(labels):
    return 1 if isinstance(labels, (str, int)) else len(labels)


def _names_in(labels):
    return labels if isinstance(labels, list) else labels._names if isinstance(labels, _Columns) else None


def _without(names, labels):
    left_out = [labels] if isinstance(labels, (str, int)) else labels
    return [name for name in names if name not in left_out]


class DataFrame:
    def __init__(self, data=None, index=None, columns=None, dtype=None, copy=None):
        self._rows, self._width, self._names = _any(), _any(), None
        if isinstance(columns, list):
            self._names, self._width = columns, len(columns)
        if isinstance(data, np.ndarray) and data.ndim == 2:
            self._rows, self._width = data.shape
        elif isinstance(data, DataFrame):
            self._rows = len(data)
            if columns is None:
                self._width, self._names = data._width, data._names
        elif isinstance(data, dict) and columns is None and index is None:
            self._names, self._width = list(data), len(data)
            for held in data.values():
                if isinstance(held, (list, np.ndarray, Series, range)):
                    self._rows = len(held)
        elif isinstance(data, list) and self._names is not None and index is None:
            self._rows = len(data)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return _column(self._rows) if self._names is not None and name in self._names else not_known(name)

    def __len__(self):
        return self._rows

    def __iter__(self):
        return iter(self.columns)

    def __contains__(self, name):
        return name in self.columns

    def __array__(self, dtype=None, copy=None):
        return self.values

    def __getitem__(self, key):
        if isinstance(key, (str, int)):
            return _column(self._rows)
        if isinstance(key, (list, _Columns)):
            return _table(self._rows, len(key), _names_in(key))
        if isinstance(key, slice):
            return _table(_count(self._rows, key), self._width, self._names)
        if isinstance(key, Series):
            return _table(_any(0, self._rows), self._width, self._names)
        if isinstance(key, DataFrame):
            return self._alike()
        return not_known("a part of a table")

    def __setitem__(self, key, value):
        self._add(key)

    def _add(self, key):
        """A column under a name, which may have been there."""
        if self._names is None:
            self._width = self._width + _any(0, 1 if isinstance(key, (str, int)) else _MOST)
        elif isinstance(key, (str, int)):
            if key not in self._names:
                self._names, self._width = [*self._names, key], self._width + 1
        elif not isinstance(key, (Series, DataFrame, slice)):
            self._names, self._width = None, _any(self._width)

    def __delitem__(self, key):
        self.pop(key)

    @property
    def values(self):
        return _array((self._rows, self._width))

    def to_numpy(self, dtype=None, copy=False, na_value=None):
        return _array((self._rows, self._width), dtype)

    @property
    def shape(self):
        return (self._rows, self._width)

    @property
    def size(self):
        return self._rows * self._width

    @property
    def T(self):
        return _table(self._width, self._rows, None)

    @property
    def columns(self):
        return _Columns(self._width, self._names)

    @columns.setter
    def columns(self, names):
        self._names = names if isinstance(names, list) else None

    @property
    def iloc(self):
        return _Positions(self)

    @property
    def loc(self):
        return _Labels(self)

    def _part(self, key):
        rows, columns = key if isinstance(key, tuple) and len(key) == 2 else (key, slice(None))
        height, width = _count(self._rows, rows), _count(self._width, columns)
        if height is None:
            return not_known("an item of a table") if width is None else _column(width)
        if width is None:
            return _column(height)
        known = self._names is not None and isinstance(columns, slice)
        return _table(height, width, self._names[columns] if known else None)

    def drop(self, labels=None, *, axis=0, index=None, columns=None, level=None, inplace=False, errors="raise"):
        dropped = columns if columns is not None else labels if axis in (1, "columns") else None
        rows, width, names = self._rows, self._width, self._names
        if dropped is None:
            rows = _any(0, rows)
        elif names is not None:
            names = _without(names, dropped)
            width = len(names)
        else:
            width = width - _number(dropped) if errors == "raise" else _any(0, width)
        if not inplace:
            return _table(rows, width, names)
        self._rows, self._width, self._names = rows, width, names

    def pop(self, item):
        self._width = self._width - 1
        self._names = None if self._names is None else _without(self._names, item)
        return _column(self._rows)

    def head(self, n=5):
        return self[:n]

    def tail(self, n=5):
        return _table(min(n, self._rows), self._width, self._names)

    def sample(self, n=None, frac=None, *rest, **options):
        number = n if n is not None else 1 if frac is None else self._rows if frac == 1 else _any()
        return _table(number, self._width, self._names)

    def dropna(self, *, axis=0, how=None, thresh=None, subset=None, inplace=False, ignore_index=False):
        if inplace:
            self._rows, self._width, self._names = _any(0, self._rows), _any(0, self._width), None
            return None
        if axis in (0, "index"):
            return _table(_any(0, self._rows), self._width, self._names)
        return _table(self._rows, _any(0, self._width), None)

    def drop_duplicates(self, *rest, **options):
        return _table(_any(0, self._rows), self._width, self._names)

    query = drop_duplicates

    def select_dtypes(self, include=None, exclude=None):
        return _table(self._rows, _any(0, self._width), None)

    def reset_index(self, level=None, *, drop=False, inplace=False, **options):
        if drop is True:
            return self._alike(inplace=inplace)
        if inplace:
            self._names, self._width = None, _any(self._width)
            return None
        return _table(self._rows, _any(self._width), None)

    def _of_columns(self, axis=0, *rest, **options):
        return _column(self._rows if axis in (1, "columns") else self._width)

    mean = std = var = min = max = sum = median = prod = any = all = nunique = _of_columns

    def _alike(self, *rest, inplace=False, **options):
        return None if inplace else _table(self._rows, self._width, self._names)

    astype = fillna = ffill = bfill = interpolate = round = abs = clip = replace = shift = diff = pct_change = _alike
    cumsum = rank = isin = isna = isnull = notna = notnull = copy = sort_values = sort_index = map = applymap = _alike
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __pow__ = _alike
    __neg__ = __invert__ = __and__ = __or__ = _alike
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _alike


def _table(rows, width, names):
    made = DataFrame()
    made._rows, made._width, made._names = rows, width, names
    return made


def _column(rows):
    made = Series()
    made._rows = rows
    return made


def read_csv(path, *, sep=None, header="infer", names=None, index_col=None, usecols=None, chunksize=None,
             iterator=False, nrows=None, **options):  # fmt: skip
    if chunksize is not None or iterator:
        return not_known("a table in pieces")
    if isinstance(header, (list, tuple)):
        return not_known("columns under several names")
    rows = _any() if nrows is None else _any(0, nrows)
    known = usecols if usecols is not None else names
    if isinstance(known, list) and index_col is None:
        return _table(rows, len(known), known)
    return _table(rows, _any(), None)


def read_table(path, **options):
    return read_csv(path, **options)


def read_excel(path, sheet_name=0, **options):
    return _table(_any(), _any(), None) if isinstance(sheet_name, (int, str)) else not_known("several tables")


def read_parquet(path, *rest, columns=None, **options):
    return _table(_any(), _any(), None) if columns is None else _table(_any(), len(columns), columns)


read_feather = read_parquet


def get_dummies(data, *rest, **options):
    return _table(len(data), _any(), None)


def concat(objs, *, axis=0, join="outer", ignore_index=False, **options):
    if not isinstance(objs, (list, tuple)) or not all(isinstance(one, DataFrame) for one in objs):
        return not_known("tables and columns together")
    if axis in (1, "columns"):
        return _table(_any(), sum(one._width for one in objs), None)
    return _table(sum(len(one) for one in objs), _any(), None)


def isna(obj):
    return obj.isna() if isinstance(obj, (Series, DataFrame)) else not_known("what is missing")


isnull = isna
