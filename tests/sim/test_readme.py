"""The README is true: its scenario runs and gives the printed output, its files exist."""

import re

from rmasim_runner import ROOT, rmasim

README = (ROOT / "README.md").read_text()


def test_the_scenario_of_the_readme_gives_what_it_expects(tmp_path):
    path = tmp_path / "readme.json"
    path.write_text(re.search(r"```json\n(.*?)```", README, re.DOTALL).group(1))
    finished = rmasim("run", path)
    assert finished.returncode == 0, finished.stderr
    assert "As the scenario expects." in finished.stdout


def test_every_linked_file_exists():
    links = [link for link in re.findall(r"\]\(([^)]+)\)", README) if "://" not in link]
    assert links
    assert [link for link in links if not (ROOT / link.partition("#")[0]).exists()] == []


def test_the_quickstart_is_the_one_shown():
    finished = rmasim("run", ROOT / "scenarios/quickstart.json")
    shown = re.search(r"Messages +([\d,]+)   ([\d,]+) bytes on the wire", README).groups()
    assert re.search(r"Messages +([\d,]+)   ([\d,]+) bytes on the wire", finished.stdout).groups() == shown
    per_rank = r"Protocol memory per rank +([\d,]+)   bytes"
    assert re.search(per_rank, finished.stdout).group(1) == re.search(per_rank, README).group(1)
