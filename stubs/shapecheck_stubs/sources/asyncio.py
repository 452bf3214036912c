"""Functions that wait for each other. https://docs.python.org/3/library/asyncio.html

What `await` waits for is what it gives, so a call of an `async` function is its value.
"""

from shapecheck import not_known


def run(main, *, debug=None, loop_factory=None):
    return main


def gather(*coroutines, return_exceptions=False):
    return list(coroutines)


def wait_for(fut, timeout):
    return fut


def shield(arg):
    return arg


def sleep(delay, result=None):
    return result


def to_thread(func, /, *args, **kwargs):
    return func(*args, **kwargs)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return not_known(name)
