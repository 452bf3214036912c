"""Queues whose least item comes first. https://docs.python.org/3/library/heapq.html"""

from itertools import chain


def heappush(heap, item):
    heap.append(item)
    _rise(heap, 0, len(heap) - 1)


def heappop(heap):
    last = heap.pop()
    if not heap:
        return last
    first, heap[0] = heap[0], last
    _sink(heap, 0)
    return first


def heapreplace(heap, item):
    first, heap[0] = heap[0], item
    _sink(heap, 0)
    return first


def heappushpop(heap, item):
    if heap and heap[0] < item:
        return heapreplace(heap, item)
    return item


def heapify(x):
    for place in reversed(range(len(x) // 2)):
        _sink(x, place)


def nlargest(n, iterable, key=None):
    return sorted(iterable, key=key, reverse=True)[:n]


def nsmallest(n, iterable, key=None):
    return sorted(iterable, key=key)[:n]


def merge(*iterables, key=None, reverse=False):
    return iter(sorted(chain(*iterables), key=key, reverse=reverse))


def _rise(heap, start, place):
    """The item at a place goes up to where its parent is no greater."""
    item = heap[place]
    while place > start:
        parent = (place - 1) // 2
        if not item < heap[parent]:
            break
        heap[place] = heap[parent]
        place = parent
    heap[place] = item


def _sink(heap, place):
    """The item at a place goes down past the lesser of its children, as far as there are any, and rises again."""
    start, item = place, heap[place]
    child = 2 * place + 1
    while child < len(heap):
        if child + 1 < len(heap) and not heap[child] < heap[child + 1]:
            child += 1
        heap[place] = heap[child]
        place, child = child, 2 * child + 1
    heap[place] = item
    _rise(heap, start, place)
