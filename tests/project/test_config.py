"""`[tool.shapecheck]`"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shapecheck.project import ProjectError, config
from shapecheck.project.cache import cache_folder, clean
from shapecheck.project.config import Option, load_config, options, read_config
from shapecheck.project.toml_lines import key_lines

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


def test_the_nearest_file_with_our_table(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        '[tool.shapecheck]\nexclude = ["old"]\npython = ".venv"\nstubs = ["s"]\n'
    )
    inner = tmp_path / "pkg" / "sub"
    inner.mkdir(parents=True)
    (tmp_path / "pkg" / "pyproject.toml").write_text('[project]\nname = "x"\n')
    (tmp_path / ".venv").mkdir()
    found = load_config(inner)
    assert found.folder == tmp_path and found.exclude == ("old",)
    assert found.python_path == str(tmp_path / ".venv") and found.stub_folders == [tmp_path / "s"]


def test_no_file(tmp_path: Path) -> None:
    assert load_config(tmp_path).exclude == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[tool.shapecheck]\n\nexlude = []\n",
            r"pyproject\.toml:3: unknown key `exlude`; did you mean `exclude`",
        ),
        (
            "[tool.other]\nzzz = 1\n[tool.shapecheck]\nzzz = 1\n",
            r"pyproject\.toml:4: unknown key `zzz`; known are",
        ),
        ("[tool.shapecheck]\nexclude = [\n", r"pyproject\.toml:2: "),
        ("[tool.other]\n\n[tool.shapecheck\n", r"pyproject\.toml:3: Expected"),
        ("[tool.shapecheck]\nexclude = 3\n", r"pyproject\.toml:2: `exclude` has to be a list of strings"),
        ("[tool.shapecheck]\npython = 3\n", r"pyproject\.toml:2: `python` has to be a string"),
        (
            '[tool.shapecheck]\nignore = ["imposible-shape"]\n',
            "no rule `imposible-shape`; did you mean `impossible-shape`",
        ),
        ("[tool.shapecheck]\nfolder = 3\n", "unknown key `folder`"),
        ("[tool]\nshapecheck = 3\n", r"pyproject\.toml:2: .* has to be a table"),
        ("[tool.shapecheck\n", r"pyproject\.toml:1: "),
    ],
)
def test_mistakes_are_told_with_their_line(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "pyproject.toml").write_text(text)
    with pytest.raises(ProjectError, match=message):
        load_config(tmp_path)


def test_only_our_own_cache_is_removed(tmp_path: Path) -> None:
    folder = cache_folder({"SHAPECHECK_CACHE_DIR": str(tmp_path / "cache")})
    assert not clean(folder)
    folder.mkdir()
    (folder / "precious").write_text("")
    assert not clean(folder) and folder.exists()
    (folder / "CACHEDIR.TAG").write_text("Signature: 8a477f597d28d172789f06886806bc55\n")
    assert clean(folder) and not folder.exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[tool.shapecheck]\nstrict = true\n", "shapecheck.toml:1: the options stand at the top"),
        ('[[entry]]\ntraget = "a:B"\n', "shapecheck.toml:2: `entry` unknown key `traget`; did you mean `target`?"),
        ("strct = true\n", "shapecheck.toml:1: unknown key `strct`; did you mean `strict`"),
        ("jobs = -1\n", "toml:1: `jobs` has to be a whole number of at least 0"),
        ("jobs = true\n", "toml:1: `jobs` has to be a whole number"),
        ("strict = 1\n", "toml:1: `strict` has to be true or false"),
        ("max-unknown = 101\n", "toml:1: `max-unknown` has to be a number from 0 to 100"),
        (
            "\n[levels]\n\nimpossible-shap = 'off'\n",
            "toml:4: there is no rule `impossible-shap`; did you mean",
        ),
        (
            "[levels]\nimpossible-shape = 'loud'\n",
            "toml:2: `levels` `impossible-shape` has to be one of error, w",
        ),
        ("[[entry]]\ntarget = 'a:B'\n[[entry]]\n\nwith = {}\n", "toml:3: `entry` `target` is missing"),
        (
            "[[entry]]\ntarget = 'a:B'\n[entry.inputs]\nx = 3\n",
            "toml:4: `entry` `inputs`: `x` has to be a string",
        ),
        (
            "text = '''\n[levels]\n'''\n[[overrides]]\nfiles = [\n 'a', # ]\n]\nselct = []\n",
            "toml:1: unknown key `text`",
        ),
        (
            "[[overrides]]\nfiles = [\n 'a', # ]\n]\nselct = []\n",
            "toml:5: `overrides` unknown key `selct`; did you mean `select`",
        ),
        ("overrides = 3\n", "toml:1: `overrides` has to be an array of tables"),
    ],
)
def test_what_is_wrong_in_shapecheck_toml(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "shapecheck.toml").write_text(text)
    with pytest.raises(ProjectError) as caught:
        load_config(tmp_path)
    assert message in str(caught.value)


def test_shapecheck_toml_comes_before_pyproject(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.shapecheck]\njobs = 1\n")
    (tmp_path / "shapecheck.toml").write_text("jobs = 2\n")
    assert load_config(tmp_path).jobs == 2
    assert read_config(tmp_path / "pyproject.toml").jobs == 1


def test_a_named_file_may_have_any_name(tmp_path: Path) -> None:
    file = tmp_path / "strict.toml"
    file.write_text("strict = true\n")
    assert read_config(file).strict
    file.write_text("[tool.shapecheck]\nstrict = true\n")
    with pytest.raises(ProjectError, match=r"the options stand at the top of strict\.toml"):
        read_config(file)


@pytest.mark.parametrize("option", list(options()), ids=lambda option: option.name)
def test_the_example_of_every_option_is_right(option: Option, tmp_path: Path) -> None:
    text = option.example if option.example.startswith("[[") else f"{option.name} = {option.example}\n"
    (tmp_path / "shapecheck.toml").write_text(text)
    found = load_config(tmp_path)
    assert getattr(found, option.name.replace("-", "_")) != option.default


KEYS = st.text("abc-_ .\"'#=[]", min_size=1, max_size=6)


@given(st.dictionaries(KEYS, st.one_of(st.integers(), st.text("x#\n\"'[]{}=\\", max_size=8)), max_size=5))
def test_the_line_of_a_key_is_the_one_it_stands_on(table: dict[str, int | str]) -> None:
    text, expected = "# [x]\n", {}
    for key, value in table.items():
        expected[key] = text.count("\n") + 1
        text += f"{json.dumps(key)} = [{json.dumps(value)},\n  3]\n"
    assert {key: value[0] for key, value in tomllib.loads(text).items()} == table
    lines = key_lines(text)
    assert {key: lines[(json.dumps(key)[1:-1],)] for key in table} == expected


SCHEMA = json.loads(Path(config.__file__).with_name("config.schema.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("option", list(options()), ids=lambda option: option.name)
def test_the_schema_takes_the_example_of_every_option(option: Option) -> None:
    text = option.example if option.example.startswith("[[") else f"{option.name} = {option.example}\n"
    jsonschema.Draft7Validator.check_schema(SCHEMA)
    jsonschema.validate(tomllib.loads(text), SCHEMA)


@pytest.mark.parametrize(
    "text", ["strct = true", "jobs = true", "levels = { x = 'off' }", "[[entry]]\nwith = {}"]
)
def test_the_schema_refuses_what_we_refuse(text: str, tmp_path: Path) -> None:
    (tmp_path / "shapecheck.toml").write_text(text)
    with pytest.raises(ProjectError):
        load_config(tmp_path)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(tomllib.loads(text), SCHEMA)


def test_what_is_made_from_the_options_is_up_to_date() -> None:
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "docs/options.py", "--check"], cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
