"""Splits keep all dims but the first. https://scikit-learn.org/stable/api/sklearn.model_selection.html"""

import math

from shapecheck import not_known


def train_test_split(*arrays, test_size=None, train_size=None, random_state=None, shuffle=True, stratify=None):
    """The sizes are those of `_validate_shuffle_split`: the test set is rounded up, the training set down."""
    number = len(arrays[0])
    if train_size is None:
        share = 0.25 if test_size is None else test_size
        testing = share if isinstance(share, int) else math.ceil(share * number)
        training = number - testing
    else:
        training = train_size if isinstance(train_size, int) else math.floor(train_size * number)
        share = number - training if test_size is None else test_size
        testing = share if isinstance(share, int) else math.ceil(share * number)
    found = []
    for array in arrays:
        found.append(array[:training])
        found.append(array[training : training + testing])
    return found


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return not_known(name)
