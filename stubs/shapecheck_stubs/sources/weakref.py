"""Weak references, https://docs.python.org/3/library/weakref.html: what they refer to stays here as long as they do."""


class ReferenceType:
    def __init__(self, object, callback=None):
        self.__object = object
        self.__callback__ = callback

    def __call__(self):
        return self.__object

    def __eq__(self, other):
        return isinstance(other, ReferenceType) and self() == other()

    def __hash__(self):
        return hash(self.__object)


ref = ReferenceType


class WeakMethod(ReferenceType):
    pass


def proxy(object, callback=None):
    return object


class ProxyType:
    """No object here is one: a proxy is what it stands for."""


CallableProxyType = ProxyType
WeakKeyDictionary = WeakValueDictionary = dict
WeakSet = set


def getweakrefcount(object):
    return len(getweakrefs(object))


def getweakrefs(object):
    from shapecheck import not_known

    return not_known("the references to an object")


class finalize:
    def __init__(self, obj, func, /, *args, **kwargs):
        self.alive = True

    def __call__(self, _=None):
        self.alive = False

    detach = peek = __call__
