"""`python -m bench`: the snippets, then vit-pytorch and x-transformers as a whole.

python -m bench snippets [--package NAME] [--block N] [--why-unknown] [--jobs N] [--limit S] [--json]
python -m bench snippets PACKAGE...|all [--why-unknown] [--limit S]
python -m bench whole [PACKAGE...] [--why-unknown] [--limit S] [--json]
python -m bench annotated
python -m bench fetch
python -m bench smt
python -m bench smt-differential
python -m bench ops [--write]
python -m bench ops-fuzz [OPERATOR...] [--count N] [--seed N] [--missed]
python -m bench speed [PART...] [--tools NAME,NAME] [--repeat N] [--limit S] [--most LINES]
"""

from __future__ import annotations

import argparse
import json
import sys

from bench import fetch, snippets, whole

WHAT = ("all", "snippets", "whole", "annotated", "fetch", "smt", "smt-differential", "ops", "ops-fuzz", "speed")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Benchmarks on real packages.")
    parser.add_argument("what", nargs="?", choices=WHAT, default="all")
    parser.add_argument(
        "packages",
        nargs="*",
        help="of `whole`: packages; `snippets`: whose README; `ops-fuzz`: operators; `speed`: parts",
    )
    parser.add_argument("--package", help="snippets of this package only")
    parser.add_argument("--block", type=int, help="this snippet only")
    parser.add_argument("--why-unknown", action="store_true", help="list causes, commonest first")
    parser.add_argument("--jobs", type=int, default=1, help="snippets at a time (times are then worth less)")
    parser.add_argument(
        "--limit", type=float, default=3600.0, help="seconds that a block or package may take"
    )
    parser.add_argument("--json", action="store_true", help="the figures only, as JSON")
    parser.add_argument("--write", action="store_true", help="of `ops`: the figures become docs/operators.md")
    parser.add_argument("--count", type=int, default=60, help="of `ops-fuzz`: calls of one operator")
    parser.add_argument("--seed", type=int, default=0, help="of `ops-fuzz`: other calls")
    parser.add_argument("--missed", action="store_true", help="of `ops-fuzz`: show what torch alone refuses")
    parser.add_argument("--repeat", type=int, default=3, help="of `speed`: runs whose median is taken")
    parser.add_argument("--tools", default="", help="of `speed`: these checkers only")
    parser.add_argument("--most", type=int, default=1_000_000, help="of `speed`: lines of the largest tree")
    return parser


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    alone = ALONE.get(options.what)
    if alone is not None:
        alone(options)
        return 0
    if options.what == "snippets" and options.packages:
        _readmes(options)
        return 0
    figures = {}
    if options.what in ("all", "snippets"):
        figures["snippets"] = _snippets(options)
    if options.what in ("all", "whole"):
        figures["whole"] = _whole(options)
    if options.json:
        json.dump(figures, sys.stdout, indent=2)
        print()
    return 0


def _annotated(options: argparse.Namespace) -> None:
    from bench import annotated  # needs torch, jaxtyping and beartype

    annotated.main()


def _smt(options: argparse.Namespace) -> None:
    from bench import smt  # needs z3, and torch for ShapeEnv

    smt.main()


def _smt_differential(options: argparse.Namespace) -> None:
    from bench import smt_differential
    from tests.smt import corpus

    smt_differential.main(corpus.files())


def _ops(options: argparse.Namespace) -> None:
    from bench import ops  # needs torch, and expecttest for its suite

    ops.main(options.write)


def _ops_fuzz(options: argparse.Namespace) -> None:
    from bench import ops_fuzz  # needs torch, and expecttest for its suite

    ops_fuzz.main(options.packages, options.count, options.seed, options.missed)


def _speed(options: argparse.Namespace) -> None:
    from bench import speed

    names = tuple(options.tools.split(",")) if options.tools else ()
    speed.main(options.packages, speed.Measuring(options.repeat, options.limit, names, options.most))


ALONE = {
    "fetch": lambda options: fetch.main(),
    "annotated": _annotated,
    "smt": _smt,
    "smt-differential": _smt_differential,
    "ops": _ops,
    "ops-fuzz": _ops_fuzz,
    "speed": _speed,
}
"""The benches that print their figures themselves, each with the packages that it needs."""


def _readmes(options: argparse.Namespace) -> None:
    from bench import readme, readme_packages  # needs torch

    chosen = readme_packages.VERSIONS if options.packages == ["all"] else options.packages
    print(readme.report(list(chosen), options.limit, options.why_unknown))


def _snippets(options: argparse.Namespace) -> snippets.Json:
    outcomes = snippets.run_all(options.package, options.block, options.jobs, options.limit)
    figures = snippets.summary(outcomes)
    if not options.json:
        print(snippets.table(outcomes))
        print()
        for name, value in figures.items():
            print(f"{name}: {value}")
    if options.why_unknown:
        for cause, spoiled in snippets.causes(outcomes):
            print(f"{len(spoiled):4}  {cause}  {' '.join(spoiled[:4])}")
    return figures


def _whole(options: argparse.Namespace) -> list[whole.Json]:
    outcomes = []
    for package in options.packages or ["vit_pytorch", "x_transformers"]:
        outcomes.append(whole.check(package, options.limit))
        if not options.json:
            print(whole.report(outcomes[-1], options.why_unknown), flush=True)
    if options.why_unknown and not options.json and len(outcomes) > 1:
        print(*whole.common(outcomes, 20), sep="\n")
    return [outcome.summary for outcome in outcomes]


if __name__ == "__main__":
    sys.exit(main())
