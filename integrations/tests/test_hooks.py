"""The hooks of .pre-commit-hooks.yaml by pre-commit itself, on repositories made here."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def run(*command, cwd, check=True):
    environment = os.environ | {
        "PATH": f"{cwd.parent / 'bin'}:{os.environ['PATH']}",
        "PRE_COMMIT_HOME": str(cwd.parent / "cache"),
        "GIT_AUTHOR_NAME": "x",
        "GIT_AUTHOR_EMAIL": "x@example.org",
        "GIT_COMMITTER_NAME": "x",
        "GIT_COMMITTER_EMAIL": "x@example.org",
    }
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True)
    assert not check or done.returncode == 0, done.stdout + done.stderr
    return done


@pytest.fixture
def shop(tmp_path):
    """A repository with data, rules and tests, beside one that has the hooks."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "lunadiff").symlink_to(os.environ["LUNADIFF"])
    hooks, shop = tmp_path / "hooks", tmp_path / "shop"
    (hooks / "integrations").mkdir(parents=True)
    shutil.copy(ROOT / ".pre-commit-hooks.yaml", hooks)
    shutil.copytree(ROOT / "integrations" / "pre-commit", hooks / "integrations" / "pre-commit")
    (shop / "rules").mkdir(parents=True)
    (shop / "prices.csv").write_text("id,price\n1,1.00\n2,2.00\n")
    (shop / "rules" / "prices.lua").write_text('return { identity = "id" }\n')
    (shop / "rules" / "prices.test.lua").write_text(
        'return { rules = "prices.lua", same = { old = "id\\n1\\n", new = "id\\n1\\n", expect = { inserted = 0 } } }\n'
    )
    for repository in (hooks, shop):
        run("git", "init", "-q", cwd=repository)
        run("git", "add", ".", cwd=repository)
        run("git", "commit", "-qm", "all", cwd=repository)
    return shop


def hook(shop, name, *more):
    run("git", "add", ".", cwd=shop)
    command = [sys.executable, "-m", "pre_commit", "try-repo", str(shop.parent / "hooks"), name, *more]
    return run(*command, cwd=shop, check=False)


def test_records_that_went_are_refused_and_others_shown(shop):
    (shop / "prices.csv").write_text("id,price\n1,1.00\n2,2.50\n")
    (shop / "new.csv").write_text("id\n1\n")
    done = hook(shop, "lunadiff")
    assert done.returncode == 0, done.stdout
    assert "price: 2.00 → 2.50" in done.stdout
    (shop / "prices.csv").write_text("id,price\n1,1.00\n")
    done = hook(shop, "lunadiff")
    assert done.returncode == 1
    assert "- 2" in done.stdout


def test_a_column_that_went_is_refused(shop):
    (shop / "prices.csv").write_text("id,cost\n1,1.00\n2,2.00\n")
    done = hook(shop, "lunadiff")
    assert done.returncode == 1
    assert "columns removed: price" in done.stdout


def test_an_argument_that_yaml_took_apart_is_refused(shop):
    manifest = shop.parent / "hooks" / ".pre-commit-hooks.yaml"
    quoted = "['--fail-on=deleted,columns']"
    assert quoted in manifest.read_text()
    manifest.write_text(manifest.read_text().replace(quoted, quoted.replace("'", "")))
    (shop / "prices.csv").write_text("id,price\n1,1.00\n2,2.50\n")
    done = hook(shop, "lunadiff")
    assert done.returncode == 1
    assert "there is no file columns" in done.stdout


def test_what_cannot_be_read_is_refused(shop):
    (shop / "prices.csv").write_text('id,price\n1,"1.00\n')
    done = hook(shop, "lunadiff")
    assert done.returncode == 1
    assert "prices.csv" in done.stdout


def test_rules_are_checked_and_tested(shop):
    assert hook(shop, "lunadiff-check", "--all-files").returncode == 0
    assert hook(shop, "lunadiff-test", "--all-files").returncode == 0
    (shop / "rules" / "prices.lua").write_text('return { igmore = "id" }\n')
    done = hook(shop, "lunadiff-check")
    assert done.returncode == 1
    assert "unknown rule 'igmore'" in done.stdout
    assert hook(shop, "lunadiff-test").returncode == 1
