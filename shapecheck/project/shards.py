"""A run split over several machines: `--shard I/N` analyses a part of the files, `merge` joins the results.

Where a finding belongs depends on all files (two calls in different files may fail at one place), so a shard's JSON
carries the outcomes of its files, and what is needed to make the report that one run over all files makes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from shapecheck.check.diagnostics import Report
from shapecheck.check.outcome import Outcome, from_plain, to_plain
from shapecheck.check.places import CheckedFile
from shapecheck.check.policy import Selection
from shapecheck.check.run import Collector
from shapecheck.project import ProjectError
from shapecheck.project.plan import Plan

Json = dict[str, Any]


def chosen(files: Sequence[CheckedFile], part: tuple[int, int]) -> list[CheckedFile]:
    """The files of one part: every N-th, so that no part gets all the large ones of a folder."""
    number, count = part
    return list(files[number - 1 :: count])


def shard_of(plan: Plan, part: tuple[int, int], outcomes: Mapping[str, Outcome]) -> Json:
    """What a shard's JSON carries for `merge`."""
    selections: dict[str, int] = {}
    listed: list[Json] = []
    files = []
    for file in plan.files:
        plain = _plain(plan.policy.for_path(file.shown))
        index = selections.setdefault(repr(plain), len(listed))
        if index == len(listed):
            listed.append(plain)
        files.append([file.shown, index])
    return {
        "number": part[0],
        "of": part[1],
        "files": files,
        "selections": listed,
        "cells": dict(plan.cells),
        "outcomes": [to_plain(outcomes[shown]) for shown in sorted(outcomes)],
    }


def join(shards: Sequence[Json]) -> Report:
    """The report of the whole run. ProjectError if the shards are not those of one run."""
    try:
        return _joined(shards)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise ProjectError(f"these are no shards of this version of shapecheck: {error!r}") from None


def _joined(shards: Sequence[Json]) -> Report:
    first = shards[0]
    numbers = sorted(shard["number"] for shard in shards)
    if any(shard["of"] != first["of"] or shard["files"] != first["files"] for shard in shards):
        raise ProjectError("these are shards of different runs")
    if numbers != list(range(1, first["of"] + 1)):
        given = ", ".join(map(str, numbers))
        raise ProjectError(f"all {first['of']} shards are needed, each once; these are {given}")
    selections = [_selection(plain) for plain in first["selections"]]
    policy = _KnownPolicy({shown: selections[index] for shown, index in first["files"]})
    files = [CheckedFile(Path(shown).absolute(), shown) for shown, _ in first["files"]]
    outcomes = {plain[0]: from_plain(plain) for shard in shards for plain in shard["outcomes"]}
    collector = Collector(files, policy)
    for file in files:
        collector.take(outcomes[file.shown])
    cells = {path: tuple((n, line) for n, line in rows) for path, rows in first["cells"].items()}
    return collector.report()._replace(cells=cells)


class _KnownPolicy:
    """The selections that the shards were made with."""

    def __init__(self, by_path: Mapping[str, Selection]) -> None:
        self._by_path = by_path

    def for_path(self, path: str) -> Selection:
        return self._by_path.get(path) or Selection()


def _plain(selection: Selection) -> Json:
    return {
        "select": sorted(selection.select),
        "ignore": sorted(selection.ignore),
        "levels": dict(sorted(selection.levels.items())),
        "strict": selection.strict,
    }


def _selection(plain: Json) -> Selection:
    return Selection(
        frozenset(plain["select"]), frozenset(plain["ignore"]), plain["levels"], plain["strict"]
    )
