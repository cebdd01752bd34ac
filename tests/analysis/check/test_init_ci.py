"""rmasim init-ci and the action of GitHub: what is written, and that both are valid by GitHub's published schemas.

The schemas are those of SchemaStore. They are read from the folder $RMASIM_GITHUB_SCHEMAS, or from the Python package
check-jsonschema; without both, the tests that need them are skipped. CI installs the package."""

import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
import yaml
from verbs import ENVIRONMENT, ROOT

LOADER = type("Loader", (yaml.SafeLoader,), {})
# YAML 1.1 takes `on` for true, GitHub does not.
LOADER.yaml_implicit_resolvers = {
    letter: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:bool"]
    for letter, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()}
LOADER.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("true|false"), list("tf"))


def parsed(text):
    return yaml.load(text, Loader=LOADER)


@pytest.fixture(name="tmp_path")
def repository(tmp_path):
    """The top folder of a repository with scenarios, and with a checkout of rmasim in ./tools/rmasim."""
    for folder in (".git", "scenarios", "more", "tools/rmasim"):
        (tmp_path / folder).mkdir(parents=True)
    for file in ("more/a.json", "b.json", "tools/rmasim/action.yml"):
        (tmp_path / file).touch()
    return tmp_path


def init_ci(folder, *arguments):
    return subprocess.run([sys.executable, "-P", "-m", "rmasim_analysis", "init-ci", *arguments], cwd=folder,
                          capture_output=True, text=True, check=False, env=ENVIRONMENT)


def workflow(folder, *arguments):
    done = init_ci(folder, *arguments)
    assert done.returncode == 0, done.stderr
    return (folder / ".github/workflows/rmasim.yml").read_text()


def schema_of(kind):
    """The published schema of workflows or actions."""
    package = importlib.util.find_spec("check_jsonschema")
    folders = [Path(os.environ["RMASIM_GITHUB_SCHEMAS"])] if "RMASIM_GITHUB_SCHEMAS" in os.environ else []
    folders += [Path(package.origin).parent / "builtin_schemas/vendor"] if package and package.origin else []
    for folder in folders:
        for name in (f"github-{kind}.json", f"github-{kind}s.json"):
            if (folder / name).exists():
                return json.loads((folder / name).read_text(encoding="utf-8"))
    pytest.skip("needs the package check-jsonschema, or RMASIM_GITHUB_SCHEMAS")


def require_valid(document, kind):
    jsonschema.Draft7Validator(schema_of(kind)).validate(document)


@pytest.mark.parametrize("where", ["someone/rmasim@v0.3.0", "./tools/rmasim"])
def test_the_workflow_is_valid(tmp_path, where):
    require_valid(parsed(workflow(tmp_path, "scenarios", "more/a.json", "--rmasim", where)), "workflow")


def test_a_workflow_without_its_events_is_not_valid(tmp_path):
    without = parsed(workflow(tmp_path, "--rmasim", "someone/rmasim@v1"))
    del without["on"]
    with pytest.raises(jsonschema.ValidationError, match="'on' is a required property"):
        require_valid(without, "workflow")


@pytest.mark.parametrize("path", sorted(path.name for path in (ROOT / ".github/workflows").iterdir()))
def test_the_workflows_of_the_project_are_valid(path):
    require_valid(parsed((ROOT / ".github/workflows" / path).read_text()), "workflow")


def test_the_action_is_valid():
    require_valid(parsed((ROOT / "action.yml").read_text()), "action")


def test_the_workflow_uses_the_inputs_of_the_action(tmp_path):
    written = parsed(workflow(tmp_path, "scenarios", "b.json", "--rmasim", "someone/rmasim@v1"))
    assert written["on"] == {"push": None, "pull_request": None}
    assert written["permissions"] == {"contents": "read"}
    [checkout, action] = written["jobs"]["check"]["steps"]
    assert checkout == {"uses": "actions/checkout@v4"}
    assert action["uses"] == "someone/rmasim@v1" and action["with"] == {"scenarios": "scenarios b.json"}
    declared = parsed((ROOT / "action.yml").read_text())
    assert action["with"].keys() <= declared["inputs"].keys()
    assert all(step["shell"] == "bash" for step in declared["runs"]["steps"])  # a composite action must name the shell


def test_a_checkout_in_the_repository_needs_its_submodule(tmp_path):
    steps = parsed(workflow(tmp_path, "--rmasim", "./tools/rmasim"))["jobs"]["check"]["steps"]
    assert any(step.get("with") == {"submodules": "recursive"} for step in steps)
    assert steps[-1]["uses"] == "./tools/rmasim" and steps[-1]["with"] == {"scenarios": "scenarios"}


def test_the_action_runs_what_its_inputs_say(tmp_path):
    """The step's command with a launcher that prints its arguments."""
    [step] = parsed((ROOT / "action.yml").read_text())["runs"]["steps"]
    (tmp_path / "rmasim").write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    (tmp_path / "rmasim").chmod(0o755)
    inputs = {"scenarios": "scenarios b.json", "options": "--junit check.xml"}
    given = {name: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda found: inputs[found[1]], value)
             for name, value in step["env"].items()}
    ran = subprocess.run(["bash", "-e", "-c", step["run"]], capture_output=True, text=True, check=True,
                         env={**os.environ, **given, "GITHUB_ACTION_PATH": str(tmp_path)})
    assert ran.stdout.split() == ["check", "--junit", "check.xml", "scenarios", "b.json"]


def test_a_workflow_that_exists_is_kept(tmp_path):
    before = workflow(tmp_path, "--rmasim", "someone/rmasim@v1")
    again = init_ci(tmp_path, "--rmasim", "other/rmasim@v2")
    assert (again.returncode, again.stderr) == (
        2, ".github/workflows/rmasim.yml: found a file that exists; allowed: a new file, or --force\n")
    assert (tmp_path / ".github/workflows/rmasim.yml").read_text() == before
    forced = workflow(tmp_path, "--rmasim", "other/rmasim@v2", "--force")
    assert forced == before.replace("someone/rmasim@v1", "other/rmasim@v2")


@pytest.mark.parametrize("arguments, found", [
    (("--rmasim", "rmasim"), "--rmasim: found rmasim; allowed: OWNER/REPOSITORY@REF on GitHub, or ./FOLDER"),
    (("--rmasim", "a/b@v1\n- run: x"), "--rmasim: found a/b@v1"),
    (("--rmasim", "./rmasim"), "--rmasim: found ./rmasim, which has no file action.yml; allowed: OWNER/REPOSITORY@REF"),
    (("a b", "--rmasim", "a/b@v1"), "FILE|DIR: found 'a b'; allowed: paths without blanks"),
    (("other", "--rmasim", "a/b@v1"), "FILE|DIR: found other, which does not exist; allowed: a file or folder"),
    (("/usr", "--rmasim", "a/b@v1"), "FILE|DIR: found /usr; allowed: a file or folder of the repository"),
    (("--rmasim", "a/b@v1", "-o", "/dev/null/x"), "-o: found /dev/null/x"),
])
def test_what_makes_no_workflow_is_refused(tmp_path, arguments, found):
    refused = init_ci(tmp_path, *arguments)
    assert refused.returncode == 2 and refused.stderr.startswith(found), refused.stderr
    assert not (tmp_path / ".github").exists()


def test_the_workflow_belongs_to_the_top_folder_of_a_repository(tmp_path):
    (tmp_path / "scenarios/scenarios").mkdir()
    below = init_ci(tmp_path / "scenarios", "--rmasim", "a/b@v1")
    assert (below.returncode, below.stderr) == (
        2, f"{tmp_path}/scenarios: found a subfolder of the git repository {tmp_path}; allowed: the top folder of the "
        "repository\n")
    (tmp_path / ".git").rmdir()
    outside = init_ci(tmp_path, "--rmasim", "a/b@v1")
    assert (outside.returncode, outside.stderr) == (
        2, f"{tmp_path}: found no git repository; allowed: the top folder of a git repository\n")
    assert not list(tmp_path.rglob(".github"))


def test_the_workflow_of_the_tutorial_is_what_init_ci_writes(tmp_path):
    page = (ROOT / "analysis/TUTORIAL.md").read_text()
    [shown] = re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)
    assert workflow(tmp_path, "scenarios", "--rmasim", "OWNER/rmasim@v0.3.0") == shown
