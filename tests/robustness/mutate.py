"""Broken copies of good source: truncated, spliced, with bytes flipped. The seed decides everything."""

from __future__ import annotations

import random
from collections.abc import Callable


def truncated(source: bytes, other: bytes, draw: random.Random) -> bytes:
    """The beginning of a file, as a crashed editor leaves it."""
    return source[: draw.randrange(len(source))]


def spliced(source: bytes, other: bytes, draw: random.Random) -> bytes:
    """The beginning of one file and the end of another."""
    return source[: draw.randrange(len(source))] + other[draw.randrange(len(other)) :]


def flipped(source: bytes, other: bytes, draw: random.Random) -> bytes:
    """One to eight bits flipped; often no UTF-8 any more."""
    changed = bytearray(source)
    for _ in range(draw.randint(1, 8)):
        changed[draw.randrange(len(changed))] ^= 1 << draw.randrange(8)
    return bytes(changed)


def without_lines(source: bytes, other: bytes, draw: random.Random) -> bytes:
    """Some lines missing: still Python more often than not, but of another meaning."""
    lines = source.splitlines(keepends=True)
    for _ in range(min(draw.randint(1, 4), len(lines))):
        del lines[draw.randrange(len(lines))]
    return b"".join(lines)


def shuffled_tokens(source: bytes, other: bytes, draw: random.Random) -> bytes:
    """Names and numbers exchanged: valid syntax, absurd programs."""
    words = sorted(
        {word for word in source.replace(b"(", b" ").replace(b",", b" ").split() if word.isalnum()}
    )
    if len(words) < 2:
        return source
    for _ in range(draw.randint(1, 3)):
        old, new = draw.sample(words, 2)
        source = source.replace(old, new)
    return source


KINDS: list[Callable[[bytes, bytes, random.Random], bytes]] = [
    truncated,
    spliced,
    flipped,
    without_lines,
    shuffled_tokens,
]


def mutants(sources: list[bytes], count: int, seed: int) -> list[bytes]:
    """`count` broken files, the kinds in turn."""
    draw = random.Random(seed)
    return [KINDS[i % len(KINDS)](draw.choice(sources), draw.choice(sources), draw) for i in range(count)]
