"""Calls that others make. https://docs.python.org/3/library/concurrent.futures.html

Each call is made at once: what it gives is the same. In which order calls end is not known.
"""

import random

from shapecheck import not_known

FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED = "FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED"


class Future:
    def __init__(self, given=None):
        self._given = given

    def result(self, timeout=None):
        return self._given

    def add_done_callback(self, fn):
        fn(self)

    def __getattr__(self, name):
        return not_known(name)


class Executor:
    def __init__(self, max_workers=None, *options, **others):
        self._max_workers = max_workers

    def __enter__(self):
        return self

    def __exit__(self, *reason):
        return None

    def submit(self, fn, /, *args, **kwargs):
        return Future(fn(*args, **kwargs))

    def map(self, fn, *iterables, timeout=None, chunksize=1, buffersize=None):
        return iter([fn(*items) for items in zip(*iterables)])

    def shutdown(self, wait=True, *, cancel_futures=False):
        return None


class ThreadPoolExecutor(Executor):
    pass


class ProcessPoolExecutor(Executor):
    pass


def as_completed(fs, timeout=None):
    done = list(fs)
    random.shuffle(done)
    return iter(done)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return not_known(name)
