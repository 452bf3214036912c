"""Scalers keep shapes. https://scikit-learn.org/stable/api/sklearn.preprocessing.html"""

import numpy as np
from shapecheck import not_known


class _Scaler:
    def __init__(self, *args, **options): ...

    def fit(self, X, y=None, sample_weight=None):
        return self

    def partial_fit(self, X, y=None, sample_weight=None):
        return self

    def transform(self, X, copy=None):
        return np.asarray(X) * 1.0

    def fit_transform(self, X, y=None, **options):
        return np.asarray(X) * 1.0

    def inverse_transform(self, X, copy=None):
        return np.asarray(X) * 1.0

    def set_output(self, *, transform=None):
        return not_known("a scaler that may give tables")

    def __getattr__(self, name):
        return not_known(name)


class StandardScaler(_Scaler): ...
class MinMaxScaler(_Scaler): ...
class MaxAbsScaler(_Scaler): ...
class RobustScaler(_Scaler): ...


class LabelEncoder:
    def fit(self, y):
        return self

    def transform(self, y):
        return np.zeros(len(y), dtype=np.int64)

    def fit_transform(self, y):
        return np.zeros(len(y), dtype=np.int64)

    def __getattr__(self, name):
        return not_known(name)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return not_known(name)
