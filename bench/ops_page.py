"""What the benchmark of the rules prints, and docs/operators.md, which it writes."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from shapecheck.check.operators import operators, public_names

if TYPE_CHECKING:
    from bench.ops import Figures, Refusals
    from bench.ops_size import Size
    from bench.ops_speed import Speed
    from bench.ops_use import Weighted

FILE = Path(__file__).resolve().parents[1] / "docs" / "operators.md"
TABLE = "## Every public name\n"
HEAD = """# Operators

Written by `make bench-ops` (`python -m bench ops --write`): torch 2.13.0 on the CPU is the oracle. The samples are
those of torch's own test suite (`op_db`, `module_db`), made anew; in symbolic mode every size of 2 or more is a symbol
of its own, and the result is evaluated at the sample. Nothing here is recorded by hand.

"""
REASONS = (
    (r"elements? of the (input|written)|single memory location|complex tensors and the|alias", "memory that overlaps"),
    (r"device|meta!|GPU|CUDA|pin", "devices and layouts"),
    (r"sparse|strided", "devices and layouts"),
    (r"only tensors with up to 64", "more dims than torch can have"),
    (r"combination of arguments|must be Tensor, not|expected Tensor|must be (an? )?(int|tuple)|Coefficients",
     "an error of Python about the kind of an argument, which ends the path and is none of shapes"),
    (r"positive|negative|nonzero|non-zero|range|expects (sigma|lambda|p|std)|overflow|negative|Center|No hash",
     "values of numbers or of tensors"),
    (r"generator|requires_grad|grad", "gradients and generators"),
    (r"dtype|scalar type|Float|Long", "dtypes of out= and of arguments that give no shape"),
)  # fmt: skip


def reason(words: str) -> str:
    """Why a refusal of torch is not reported, as far as its words tell."""
    return next((why for pattern, why in REASONS if re.search(pattern, words)), "not modelled")


class Page:
    """Collects the figures, and prints each when it comes."""

    def __init__(self) -> None:
        self._samples: list[str] = []
        self._failures: list[str] = []
        self._rates: dict[str, dict[str, float]] = defaultdict(dict)
        self._sections: list[str] = []
        self._unknown: set[str] = set()

    # ------------------------------------------------------------ figures

    def samples(self, group: str, mode: str, figures: Figures) -> None:
        counts = figures.verdicts
        cells = [
            counts.total(),
            counts["right"],
            counts["data"],
            counts["open"] + counts["partial"],
            counts["unknown"],
        ]
        cells += [counts["wrong"], counts["rejected"]]
        row = " | ".join(f"{cell:,}" for cell in cells)
        self._samples.append(f"| {group}, {mode} | {row} | {figures.right:.2f} % |")
        print(self._samples[-1], flush=True)
        if "method" not in group:
            self._rates[mode] |= figures.rates
        for op, own in sorted(figures.failures.items(), key=lambda item: -len(item[1])):
            verdicts = Counter(outcome.verdict for _, outcome in own)
            call, outcome = own[0]
            shown = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.items())
            line = f"- {group}, {mode}: `{op}`: {shown} ({outcome.detail.replace('|', '/')[:100]})"
            if verdicts["unknown"] and mode == "concrete":
                self._unknown.add(op)
            self._failures.append(line)
            if outcome.verdict in ("wrong", "rejected"):
                print(f"{line}\n  {str(call)[:300]}")

    def unsaid(self) -> str:
        """What is unknown although all sizes are known, and the table gives no reason for it."""
        reasons = {one.name: one.why for one in operators()}
        names = sorted(name for name in self._unknown if reasons.get(name) is None)
        words = ", ".join(f"`{name}`" for name in names) or "none"
        return f"Unknown with all sizes known, and `shapecheck ops` does not say why: {words}."

    def rates(self, mode: str) -> dict[str, float]:
        return self._rates[mode]

    def use(self, concrete: Weighted, symbolic: Weighted) -> None:
        lines = [
            "| figure | value |", "| --- | --- |",
            f"| right, weighted by use: concrete, symbolic | {concrete.right:.2%}, {symbolic.right:.2%} |",
            f"| uses of names that have samples | {concrete.covered:.2%} |",
            f"| names that have neither a rule nor a family | {', '.join(concrete.without_rule) or 'none'} |",
        ]  # fmt: skip
        about = (
            "\nNames without samples are modules' containers, contexts, devices, random state and other things that no "
            f"sample of torch's suite calls: {', '.join(concrete.unsampled)}."
        )
        self._section(
            "Weighted by use", "Of the names in `operator_use.csv` that are torch's.", [*lines, about]
        )

    def refusals(self, group: str, found: Refusals) -> None:
        why = Counter(reason(str(call.out)) for call in found.missed)
        lines = [f"{found.reported} of {found.total} are reported ({found.reported / max(1, found.total):.1%}), "
                 f"{len(found.alarms)} false alarms on calls that torch takes after all.", ""]  # fmt: skip
        lines += [f"- {count} not reported: {words}" for words, count in why.most_common()]
        lines += [""] + [f"    {str(call)[:100]}  --  {str(call.out)[:110]}" for call in found.missed[:60]]
        title = "Calls that torch refuses" if group == "recorded" else "Error inputs of the suite"
        about = "`conformance_reject.jsonl`." if group == "recorded" else "All that `op_db` has on the CPU."
        self._section(title, about, lines)

    def speed(self, speeds: dict[str, Speed]) -> None:
        lines = ["| mode | operators | rule, us | FakeTensor, us | times ahead, median | ahead in |"]
        lines.append("|" + " --- |" * 6)
        for mode, one in speeds.items():
            cells = f"{one.operators} | {one.ours:.0f} | {one.fake:.0f} | {one.ratio:.1f} | {one.ahead}"
            lines.append(f"| {mode} | {cells} |")
        about = "One applied rule beside the same call under torch's FakeTensor, in the same run: medians."
        self._section("Speed", about, lines)

    def size(self, size: Size) -> None:
        longest = ", ".join(f"`{name}` {lines}" for name, lines in size.longest)
        about = (
            f"Lines of a rule without its documentation: the {len(size.lines)} most used outside families."
        )
        self._section("Size", about, [f"Median {size.median:g} lines; the longest: {longest}."])

    def _section(self, title: str, about: str, lines: list[str]) -> None:
        self._sections.append("\n".join([f"## {title}", "", about, "", *lines, ""]))
        print("\n".join(lines), flush=True)

    # ------------------------------------------------------------ the page

    def write(self) -> None:
        head = "| samples | all | right | sizes that data decides | partly | unknown | wrong | false alarms | right |"
        about = "Where data decides a size, the rest is right and the bounds of that size admit torch's.\n\n"
        parts = [
            HEAD,
            "## Samples\n\n",
            about,
            head,
            "\n|",
            " --- |" * 9,
            "\n",
            "\n".join(self._samples),
            "\n\n",
        ]
        parts += ["What is not fully right, by operator:\n\n", "\n".join(self._failures), f"\n\n{self.unsaid()}\n\n"]
        FILE.write_text("".join([*parts, "\n".join(self._sections), "\n", table()]), encoding="utf-8")


def table() -> str:
    """The public names of torch by module and status, as `shapecheck ops` has them."""
    public = set(public_names())
    known = [one for one in operators() if one.name in public]
    by_module: dict[str, Counter[str]] = defaultdict(Counter)
    for one in known:
        by_module[one.name.rpartition(".")[0]][one.status] += 1
    lines = [
        TABLE,
        "`shapecheck ops` lists each with its place; `shapecheck explain NAME` shows the rule.",
        "",
    ]
    lines += ["| module | rule | family | unknown on purpose | missing |", "| --- | --- | --- | --- | --- |"]
    for module, counts in [*sorted(by_module.items()), ("all", Counter(one.status for one in known))]:
        cells = [counts[status] for status in ("rule", "family", "unknown-on-purpose", "missing")]
        lines.append(f"| {module} | {' | '.join(map(str, cells))} |")
    reasons: dict[str, list[str]] = defaultdict(list)
    for one in known:
        if one.status in ("unknown-on-purpose", "missing"):
            reasons[one.why or "missing"].append(f"`{one.name}`")
    lines += ["", "Unknown on purpose, and why:", ""]
    lines += [f"- {why}: {', '.join(names)}" for why, names in sorted(reasons.items())]
    return "\n".join([*lines, ""])
