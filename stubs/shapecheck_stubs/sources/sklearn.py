"""scikit-learn: what its modules say of shapes stands beside this."""

import pickle


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return pickle.loads(name)
