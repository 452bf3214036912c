"""Values that are there later, https://docs.pytorch.org/docs/2.13/futures.html: what code gives one is there at once.

What another thread or process gives it is not known.
"""

from shapecheck import not_known


class Future:
    def __init__(self, *, devices=None):
        self.result = not_known("what a future is given elsewhere")
        self.is_done = False

    def __class_getitem__(cls, item):
        return cls

    def done(self):
        return self.is_done or not_known("whether a future has been given something elsewhere")

    def wait(self):
        return self.result

    value = wait

    def set_result(self, result):
        self.result = result
        self.is_done = True

    def set_exception(self, result):
        raise result

    def then(self, callback):
        later = Future()
        later.set_result(callback(self))
        return later

    def add_done_callback(self, callback):
        callback(self)


def collect_all(futures):
    later = Future()
    later.set_result(list(futures))
    return later


def wait_all(futures):
    return [future.wait() for future in futures]
