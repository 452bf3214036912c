"""The language server over a fake interpreter: a line that says `wrong` is an error, `x` is [2, 3]."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from shapecheck.interpret.record import Record
from shapecheck.source.ir import Span
from shapecheck.values import Path as ValuePath
from shapecheck.values import Site, Tensor
from shapecheck.values.freeze import freeze
from shapecheck_lsp import checking, server
from tests.report.fakes import FakeSession, finding


class EditorSession(FakeSession):
    def watch(self, shown: str) -> None:
        pass

    def provide(self, file: Path, shown: str, data: bytes) -> None:
        pass

    def analyze(self, file: Path, shown: str, data: bytes | None = None) -> Any:
        assert data is not None
        text = data.decode()
        if "crash" in text:
            raise RuntimeError("inside")
        if "slow" in text:
            time.sleep(60)

        def notes(path: str, record: Record) -> None:
            for number, line in enumerate(text.splitlines(), 1):
                if "wrong" in line:
                    at = line.index("wrong") + 1
                    first = Site(shown, Span(1, 1, 1, 2))
                    place = Site(shown, Span(number, at, number, at + 5))
                    record.findings.append(finding(place, first, notes=[(first, "made here")]))
                if "x" in line:
                    at = line.index("x") + 1
                    value = freeze(Tensor((2, 3)), ValuePath())
                    record.shapes[Site(shown, Span(number, at, number, at + 1))] = [value]

        self.notes = notes
        return super().analyze(file, shown, data)


def main() -> None:
    def check(*args: Any) -> Any:
        return checking.check_document(*args, make=lambda *_: EditorSession({}))

    server.check_document = check  # type: ignore[assignment]
    server.main()


if __name__ == "__main__":
    main()
