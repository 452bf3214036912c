"""Queues between threads, https://docs.python.org/3/library/queue.html: what another thread puts in is not known."""

from shapecheck import not_known


class Empty(Exception):
    pass


class Full(Exception):
    pass


class Queue:
    def __init__(self, maxsize=0):
        self.maxsize = maxsize
        self.queue = []

    def put(self, item, block=True, timeout=None):
        self.queue.append(item)

    put_nowait = put

    def get(self, block=True, timeout=None):
        return self.queue.pop(0) if self.queue else not_known("what another thread has put into a queue")

    def get_nowait(self):
        return self.get(False)

    def qsize(self):
        return len(self.queue) or not_known("how many items other threads have put into a queue")

    def empty(self):
        return False if self.queue else not_known("whether another thread has put something into a queue")

    def full(self):
        return not_known("whether a queue is full")

    def task_done(self):
        pass

    def join(self):
        pass


SimpleQueue = Queue


class LifoQueue(Queue):
    def get(self, block=True, timeout=None):
        return self.queue.pop() if self.queue else not_known("what another thread has put into a queue")


class PriorityQueue(Queue):
    def get(self, block=True, timeout=None):
        return not_known("the least item of a queue")
