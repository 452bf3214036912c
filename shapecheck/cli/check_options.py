"""The options of `check`, from the command line and the configuration."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import click

from shapecheck.check.rulebook import LEVELS
from shapecheck.cli.output import UsageProblem
from shapecheck.project.config import Config, require_rule
from shapecheck.project.kinds import nearest
from shapecheck.project.plan import Given
from shapecheck.report import FORMATS, Options


def _complete_rules(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from shapecheck.check.rulebook import rules

    return [name for name in rules() if name.startswith(incomplete)]


def _complete_formats(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in FORMATS if name.startswith(incomplete)]


_FILE = click.Path(dir_okay=False)

_OPTIONS: tuple[Any, ...] = (
    click.option("--output-format", "output_format", multiple=True, metavar="FORMAT[:FILE]",
                 shell_complete=_complete_formats,
                 help=f"How results are written, several times if wanted: {', '.join(FORMATS)}."),
    click.option("--select", multiple=True, metavar="RULES", shell_complete=_complete_rules,
                 help="Report only these rules."),
    click.option("--ignore", multiple=True, metavar="RULES", shell_complete=_complete_rules,
                 help="Do not report these rules."),
    click.option("--level", "levels", multiple=True, metavar="RULE=LEVEL",
                 help=f"The level of a rule: {', '.join(LEVELS)}."),
    click.option("--strict", is_flag=True, help="Report lower bounds too; warnings count for the exit status."),
    click.option("--error-on-warning", is_flag=True, help="Warnings count for the exit status."),
    click.option("--exit-zero", is_flag=True, help="Exit with 0 even if there are errors."),
    click.option("--max-unknown", type=click.FloatRange(0, 100), metavar="PERCENT",
                 help="Exit with 1 if a larger share of tensors has an unknown shape."),
    click.option("--baseline", type=_FILE, metavar="FILE", help="Do not report the diagnostics in this file."),
    click.option("--write-baseline", is_flag=True, help="Write all diagnostics of this run to the baseline."),
    click.option("--shrink-baseline", is_flag=True, help="Remove from the baseline what is no longer there."),
    click.option("--add-ignore", is_flag=True, help="Write a suppression comment for each diagnostic."),
    click.option("--show-shapes", type=click.Path(exists=True, dir_okay=False), metavar="FILE",
                 help="Print the file with the shape of every tensor beside its line."),
    click.option("--python", metavar="PATH", help="The interpreter or environment with the installed packages."),
    click.option("--stubs", multiple=True, metavar="FOLDER", help="Further shape rules."),
    click.option("--config", type=click.Path(exists=True, dir_okay=False), metavar="FILE",
                 help="The configuration, instead of the nearest one."),
    click.option("--stdin-filename", metavar="PATH", help="The name of what `-` reads."),
    click.option("--jobs", "-j", type=click.IntRange(0), metavar="N", help="Processes at work; 0: one a core."),
    click.option("--executor", metavar="dask://HOST:PORT", help="Run on an existing Dask cluster."),
    click.option("--shard", metavar="I/N", help="Check part I of N of the files; `merge` joins the results."),
    click.option("--no-cache", is_flag=True, help="Neither use nor keep results."),
    click.option("--watch", is_flag=True, help="Check again whenever a file changes."),
    click.option("--statistics", is_flag=True, help="Show counts of diagnostics, obligations and tensors."),
    click.option("--why-unknown", is_flag=True, help="Show the first causes of unknown values."),
    click.option("--timing", is_flag=True, help="Show how long it took."),
    click.option("--quiet", "-q", is_flag=True, help="Show diagnostics only."),
)  # fmt: skip


def check_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds all options of `check`."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


class CheckOptions(NamedTuple):
    """The options as given; the fields are called as click calls them."""

    output_format: tuple[str, ...]
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    levels: tuple[str, ...]
    strict: bool
    error_on_warning: bool
    exit_zero: bool
    max_unknown: float | None
    baseline: str | None
    write_baseline: bool
    shrink_baseline: bool
    add_ignore: bool
    show_shapes: str | None
    python: str | None
    stubs: tuple[str, ...]
    config: str | None
    stdin_filename: str | None
    jobs: int | None
    executor: str | None
    shard: str | None
    no_cache: bool
    watch: bool
    statistics: bool
    why_unknown: bool
    timing: bool
    quiet: bool

    def given(self, text: bytes | None) -> Given:
        """What comes before every configuration."""
        return Given(
            self.config,
            self.python,
            self.stubs,
            rules_in(self.select, "--select"),
            rules_in(self.ignore, "--ignore"),
            _levels(self.levels),
            self.strict,
            not self.no_cache,
            text,
        )

    def warnings_count(self, config: Config) -> bool:
        """Whether a warning is enough for an exit status of 1."""
        return self.strict or self.error_on_warning or config.strict or config.error_on_warning

    def shown(self, seconds: float | None) -> Options:
        """How the report is written."""
        return Options(False, self.statistics, self.why_unknown, self.quiet, seconds)

    def part(self) -> tuple[int, int] | None:
        """`--shard 2/3` as (2, 3)."""
        if self.shard is None:
            return None
        number, slash, count = self.shard.partition("/")
        if not (slash and number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count)):
            raise UsageProblem(f"--shard {self.shard}: write I/N with 1 <= I <= N")
        return int(number), int(count)


def rules_in(texts: Iterable[str], option: str) -> frozenset[str]:
    """The rules in `a,b` texts; ProjectError if one is none."""
    names = [name.strip() for text in texts for name in text.split(",") if name.strip()]
    for name in names:
        require_rule(name, option)
    return frozenset(names)


def _levels(texts: Sequence[str]) -> Mapping[str, str]:
    levels: dict[str, str] = {}
    for text in (part.strip() for one in texts for part in one.split(",") if part.strip()):
        name, _, level = text.partition("=")
        require_rule(name, "--level")
        if level not in LEVELS:
            raise UsageProblem(f"--level {text}: there is no level `{level}`{nearest(level, LEVELS)}")
        levels[name] = level
    return levels
