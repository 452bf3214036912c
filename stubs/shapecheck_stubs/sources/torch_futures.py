"""Values that are there later, https://docs.pytorch.org/docs/2.13/futures.html: here they are there at once."""


class Future:
    def __init__(self, *, devices=None):
        self.result = None

    def __class_getitem__(cls, item):
        return cls

    def done(self):
        return True

    def wait(self):
        return self.result

    value = wait

    def set_result(self, result):
        self.result = result

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
