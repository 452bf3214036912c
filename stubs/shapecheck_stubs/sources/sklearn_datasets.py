"""Arrays of known sizes. https://scikit-learn.org/stable/api/sklearn.datasets.html"""

import numpy as np
from shapecheck import not_known


class Bunch(dict):
    def __getattr__(self, key):
        try:
            return self[key]
        except KeyError:
            raise AttributeError(key) from None


def _loaded(data, target, return_X_y, as_frame, **more):
    if as_frame:
        return not_known("a table")
    if return_X_y:
        return data, target
    return Bunch(data=data, target=target, frame=None, **more)


def _names(number):
    return ["a name" for _ in range(number)]


def load_iris(*, return_X_y=False, as_frame=False):
    data, target = np.zeros((150, 4)), np.zeros(150, dtype=np.int64)
    names = {"feature_names": _names(4), "target_names": np.array(_names(3))}
    return _loaded(data, target, return_X_y, as_frame, **names)


def load_wine(*, return_X_y=False, as_frame=False):
    data, target = np.zeros((178, 13)), np.zeros(178, dtype=np.int64)
    names = {"feature_names": _names(13), "target_names": np.array(_names(3))}
    return _loaded(data, target, return_X_y, as_frame, **names)


def load_breast_cancer(*, return_X_y=False, as_frame=False):
    data, target = np.zeros((569, 30)), np.zeros(569, dtype=np.int64)
    names = {"feature_names": np.array(_names(30)), "target_names": np.array(_names(2))}
    return _loaded(data, target, return_X_y, as_frame, **names)


def load_diabetes(*, return_X_y=False, as_frame=False, scaled=True):
    return _loaded(np.zeros((442, 10)), np.zeros(442), return_X_y, as_frame, feature_names=_names(10))


def fetch_california_housing(*, data_home=None, download_if_missing=True, return_X_y=False, as_frame=False, **options):
    return _loaded(np.zeros((20640, 8)), np.zeros(20640), return_X_y, as_frame, feature_names=_names(8))


def load_digits(*, n_class=10, return_X_y=False, as_frame=False):
    if n_class != 10:
        return not_known("some of the digits")
    data, target = np.zeros((1797, 64)), np.zeros(1797, dtype=np.int64)
    more = {"images": np.zeros((1797, 8, 8)), "feature_names": _names(64), "target_names": np.arange(10)}
    return _loaded(data, target, return_X_y, as_frame, **more)


def _points(n_samples, dims):
    if not isinstance(n_samples, int):
        return not_known("samples of each class"), not_known("their classes")
    return np.zeros((n_samples, dims)), np.zeros(n_samples, dtype=np.int64)


def make_moons(n_samples=100, *, shuffle=True, noise=None, random_state=None):
    return _points(n_samples, 2)


def make_circles(n_samples=100, *, shuffle=True, noise=None, random_state=None, factor=0.8):
    return _points(n_samples, 2)


def make_blobs(
    n_samples=100, n_features=2, *, centers=None, cluster_std=1.0, center_box=(-10.0, 10.0), shuffle=True,
    random_state=None, return_centers=False,
):
    if return_centers or not (centers is None or isinstance(centers, int)):
        return not_known("points around given centers")
    return _points(n_samples, n_features)


def make_classification(n_samples=100, n_features=20, *, return_X_y=True, **options):
    if not return_X_y:
        return not_known("a bunch")
    return _points(n_samples, n_features)


def make_regression(n_samples=100, n_features=100, *, n_targets=1, coef=False, **options):
    data = np.zeros((n_samples, n_features))
    target = np.zeros(n_samples) if n_targets == 1 else np.zeros((n_samples, n_targets))
    if coef:
        return data, target, not_known("coefficients")
    return data, target


def make_swiss_roll(n_samples=100, *, noise=0.0, random_state=None, hole=False):
    return np.zeros((n_samples, 3)), np.zeros(n_samples)


make_s_curve = make_swiss_roll


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return not_known(name)
