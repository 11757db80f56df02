"""What a release has beside the package: its page at a package index, and what the GitHub action writes."""

import importlib.util
import os
import pathlib
import re
import subprocess

import lunadiff
import pytest

ROOT = pathlib.Path(__file__).parents[3]


def test_the_page_of_a_package_index_leads_to_files_that_there_are():
    spec = importlib.util.spec_from_file_location("wheel", ROOT / "packaging/wheel.py")
    wheel = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(wheel)
    page = wheel.long_description("1.2.3", ROOT)
    targets = re.findall(r"\]\(([^)\s]+)", page) + re.findall(r'\b(?:src|srcset|href)="([^"]+)"', page)
    assert len(targets) > 40 and all(re.match(r"\w+:|#", target) for target in targets)
    own = [re.fullmatch(rf"{re.escape(wheel.REPOSITORY)}/(raw|blob)/v1\.2\.3/([^#]+)(#.*)?", target) for target in targets]
    files = {(match[1], match[2]) for match in own if match}
    assert len(files) > 20 and all((ROOT / path).exists() for _, path in files)
    assert {kind for kind, path in files if path.endswith((".svg", ".png"))} <= {"raw"}


def test_the_metadata_say_where_the_project_is():
    fields = (ROOT / "packaging/wheel/METADATA").read_text().splitlines()
    assert [field for field in fields if not re.fullmatch(r"[A-Z][\w-]+: \S.*", field)] == []
    assert sum(field.startswith("Project-URL: ") for field in fields) == 4
    assert {"Classifier: Operating System :: MacOS", "Classifier: Operating System :: POSIX :: Linux"} <= {*fields}


@pytest.mark.parametrize("name, written", [("a.csv", "a.csv"), ("a,b:100%.csv", "a%2Cb%3A100%25.csv")])
def test_an_annotation_names_a_file_of_any_name(tmp_path, name, written):
    (tmp_path / "old.csv").write_text("id,v\n1,2\n")
    (tmp_path / name).write_text("id,v\n1,3\n")
    program = tmp_path / "bin"
    program.mkdir()
    (program / "lunadiff").symlink_to(lunadiff.find_lunadiff())
    done = subprocess.run(
        [ROOT / "integrations/github/compare"], cwd=tmp_path, capture_output=True, text=True, check=False,
        env={"PATH": f"{program}:{os.environ['PATH']}", "OLD": "old.csv", "NEW": name, "ARGUMENTS": "--key=id"},
    )  # fmt: skip
    assert done.returncode == 1 and f"::notice file={written},title=updated::1  v: 2 → 3" in done.stdout.splitlines()
