"""What is kept on disk between runs: whole or absent, never wrong."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from shapecheck.project.cache import clean
from shapecheck.project.sources import CachedParser
from shapecheck.project.store import Store
from shapecheck.source import ir, parse, stored

ROOT = Path(__file__).parents[2]
FILES = sorted([*(ROOT / "shapecheck" / "source").glob("*.py"), *(ROOT / "examples").rglob("*.py")])
LITERALS = "x = [1, -1.5e300, 1e999, 2j, b'\\xff\\0', '\\ud800', ..., None, True, 10 ** 40, 123456789012345678901]\n"


def test_a_stored_file_is_read_back_as_it_was() -> None:
    assert len(FILES) > 10
    for file in FILES:
        source = parse(file.read_bytes(), "shown.py")
        again = stored.load(stored.dump(source), "shown.py")
        assert again == source
        assert isinstance(again, ir.SourceFile)
        assert isinstance(source, ir.SourceFile)
        assert [type(node) for node in again.body] == [type(node) for node in source.body]


@pytest.mark.parametrize("text", [LITERALS, "def f(:", "match x:\n    case {'a': [1, *_]}: pass\n", "f'{x!r:>{w}}'\n"])
def test_literals_patterns_and_problems_are_kept(text: str) -> None:
    source = parse(text, "a.py")
    again = stored.load(stored.dump(source), "b.py")
    assert again == source._replace(path="b.py")


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b"7", b"[0]", b"[99999, 1]", b"[-1, 1]", b"[[1]]", b'["a"]'])
def test_anything_else_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"stored|Expecting|value"):
        stored.load(data, "a.py")


def test_a_second_run_does_not_parse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = CachedParser(Store(tmp_path))
    expected = first(b"x = 1\n", "a.py")
    first.store.close()
    monkeypatch.setattr("shapecheck.project.sources.parse", lambda *_: pytest.fail("parsed again"))
    assert CachedParser(Store(tmp_path))(b"x = 1\n", "b.py") == expected._replace(path="b.py")


def test_a_notebook_and_a_file_of_the_same_text_are_kept_apart(tmp_path: Path) -> None:
    read = CachedParser(Store(tmp_path))
    assert isinstance(read(b"await x\n", "a.ipynb"), ir.SourceFile)
    assert isinstance(read(b"await x\n", "a.py"), ir.SyntaxProblem)
    assert isinstance(read(b"await x\n", "b.ipynb"), ir.SourceFile)


def test_a_damaged_file_is_made_anew_with_a_note(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.put("kind", b"key", value=b"value")
    store.close()
    (file,) = tmp_path.glob("*.sqlite")
    file.write_bytes(b"this is no database" * 100)
    again = Store(tmp_path)
    assert again.note is not None
    assert "made anew" in again.note
    assert again.get("kind", b"key") is None
    again.put("kind", b"key", value=b"other")
    assert again.get("kind", b"key") == b"other"


def test_a_damaged_entry_counts_as_absent(tmp_path: Path) -> None:
    import sqlite3

    store = Store(tmp_path)
    store.put("kind", b"key", value=b"value" * 100)
    store.close()
    (file,) = tmp_path.glob("*.sqlite")
    with sqlite3.connect(file) as connection:
        (value,) = connection.execute("SELECT value FROM entries").fetchone()
        for spoiled in (value[:-3], b"", b"x" * 40, "text"):
            connection.execute("UPDATE entries SET value = ?", (spoiled,))
            connection.commit()
            assert Store(tmp_path).get("kind", b"key") is None


def test_parts_of_a_key_do_not_run_together(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.put("kind", b"ab", b"c", value=b"1")
    assert store.get("kind", b"a", b"bc") is None


def test_a_folder_that_cannot_be_used_only_costs_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    store = Store(tmp_path / "file")
    store.put("kind", b"key", value=b"value")
    assert store.get("kind", b"key") is None
    assert store.note is not None


def test_two_processes_may_write_at_once(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from shapecheck.project.store import Store\n"
        "store = Store(Path(sys.argv[1]))\n"
        "for i in range(200): store.put('kind', str(i).encode(), value=str(i).encode() * 50)\n"
        "assert store.note is None, store.note\n"
    )
    runs = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path)]) for _ in range(2)]
    assert [run.wait() for run in runs] == [0, 0]
    store = Store(tmp_path)
    assert [store.get("kind", str(i).encode()) for i in range(200)] == [str(i).encode() * 50 for i in range(200)]


def test_only_our_own_folder_is_removed(tmp_path: Path) -> None:
    Store(tmp_path / "cache").close()
    assert clean(tmp_path / "cache")
    assert not (tmp_path / "cache").exists()
    foreign = tmp_path / "foreign"
    foreign.mkdir()
    (foreign / "letter.txt").write_text("dear")
    Store(foreign).close()
    assert not clean(foreign)
    assert (foreign / "letter.txt").exists()
