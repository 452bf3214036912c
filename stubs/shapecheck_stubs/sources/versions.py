"""Versions that are compared, of `packaging` and of what came before it. https://packaging.pypa.io/en/stable/version.html"""

import re

_RELEASE = re.compile(r"\s*v?([\d.]*\d)")
_PHASE = re.compile(r"[._-]?(alpha|a|beta|b|preview|pre|rc|c)[._-]?(\d*)")
_PHASES = {"a": "a", "alpha": "a", "b": "b", "beta": "b", "c": "rc", "pre": "rc", "preview": "rc", "rc": "rc"}
_ORDER = {"a": -3, "b": -2, "rc": -1}


class InvalidVersion(ValueError): ...


class Version:
    def __init__(self, version):
        self._text = str(version)
        public, _, local = self._text.partition("+")
        found = _RELEASE.match(public)
        if found is None:
            raise InvalidVersion(f"Invalid version: {version!r}")
        behind = public[found.end() :]
        phase = _PHASE.match(behind)
        self.base_version = found.group(1)
        self.release = tuple(int(part) for part in self.base_version.split("."))
        self.public = public
        self.local = local or None
        self.pre = None if phase is None else (_PHASES[phase.group(1)], int(phase.group(2) or 0))
        self.epoch = 0
        self.is_devrelease = "dev" in behind
        self.is_postrelease = "post" in behind
        self.is_prerelease = self.pre is not None or self.is_devrelease
        numbers = (*self.release, 0, 0, 0, 0)
        self.major, self.minor, self.micro = numbers[0], numbers[1], numbers[2]
        self.version = self.release
        dev, final = -4, 0
        phase = (_ORDER[self.pre[0]], self.pre[1]) if self.pre else (dev if self.is_devrelease else final, 0)
        self._order = (*numbers[:4], *phase, int(self.is_postrelease))

    def _other(self, other):
        return other if isinstance(other, Version) else Version(other)

    def __str__(self):
        return self._text

    def __lt__(self, other):
        return self._order < self._other(other)._order

    def __le__(self, other):
        return self._order <= self._other(other)._order

    def __eq__(self, other):
        return self._order == self._other(other)._order

    def __ne__(self, other):
        return self._order != self._other(other)._order

    def __gt__(self, other):
        return self._order > self._other(other)._order

    def __ge__(self, other):
        return self._order >= self._other(other)._order

    def __hash__(self):
        return hash(self._text)


LooseVersion = StrictVersion = LegacyVersion = Version


def parse(version):
    return Version(version)
