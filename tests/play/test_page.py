"""The page of `rmasim play`, in Chromium, from a file."""

import json
import os
import subprocess
from pathlib import Path

import browser as chromium
import pytest
from page_in_browser import Page
from play_builds import ROOT, natively

pytestmark = pytest.mark.long

MAX_BYTES = 2_000_000
FLUSH_PUT = ROOT / "tests" / "explore" / "worlds" / "thread-flush-put.json"


@pytest.fixture(scope="module")
def opened(page, tmp_path_factory):
    made = Page(tmp_path_factory.mktemp("profile"), page.as_uri())
    yield made
    made.close()


def play(*arguments):
    return subprocess.run(["/usr/bin/python3", "-m", "rmasim_analysis", "play", *map(str, arguments)], check=False,
                          capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT / "analysis")})


def digest_of(path, *settings):
    changes = [part for setting in settings for part in ("--set", setting)]
    return json.loads(natively("run", path, "--format", "json", *changes).stdout)["digest"]


def test_the_file_is_small_and_needs_nothing_else(page):
    text = page.read_text()
    assert len(text) <= MAX_BYTES
    assert "<script src" not in text and "<link" not in text and "connect-src" not in text
    assert "default-src 'none'" in text


def test_choose_run_change_and_share(opened, page, tmp_path):
    path = ROOT / "scenarios" / "newrma" / "lock" / "lock-put-get-unlock.json"
    opened.choose("example", "lock-put-get-unlock")
    assert opened.text == path.read_text() and opened.find("about").text == json.loads(opened.text)["about"]
    opened.click("run")
    assert opened.digest == digest_of(path)
    assert opened.in_report("return page.querySelectorAll('.diagram canvas').length") == 1
    assert opened.in_report("return page.querySelector('h2').textContent") == "lock-put-get-unlock"
    opened.set("protocol.slots=1")
    opened.click("run")
    changed = digest_of(path, "protocol.slots=1")
    assert opened.digest == changed
    opened.click("share")
    address = opened.browser.current_url
    assert address.startswith(page.as_uri() + "#")
    another = Page(tmp_path / "profile", address)
    try:
        assert another.text == path.read_text()
        another.click("run")
        assert another.digest == changed
        assert another.errors() == []
    finally:
        another.close()
    assert opened.errors() == []


def test_a_wrong_scenario_marks_its_line(opened):
    opened.write('{\n  "name": "wrong",\n  "ranks": 2,\n  "windows": {"w": {"bytes": -8}},\n'
                 '  "programs": [{"ranks": "all", "calls": []}]\n}\n')
    opened.set("")
    opened.until("return document.querySelectorAll('.CodeMirror-wrong').length === 1")  # while it is written
    opened.click("run")
    assert opened.find("errors").text.startswith("line 4: windows.w.bytes: found -8")
    marked = opened.script("return document.querySelector('.CodeMirror-wrong').parentElement.textContent")
    assert '"bytes": -8' in marked
    assert opened.in_report("return page.textContent") == ""  # not that of an earlier scenario


def test_a_run_waits_for_what_is_being_checked(opened):
    """While the user types, the editor requests the errors of the text. The answer to a run must not be confused with
    the answer to such a request."""
    path = ROOT / "scenarios" / "newrma" / "lock" / "lock-put-unlock.json"
    opened.write(path.read_text())
    opened.set("")
    opened.script("""for (let k = 0; k < 20; ++k) runs.validate(editor.text, "", []);
                     document.getElementById('run').click();""")
    opened.until("return !document.getElementById('run').disabled")
    assert opened.digest == digest_of(path), opened.said


@pytest.mark.parametrize(("before", "offered", "not_offered"), [
    ('{\n  "name": "x",\n  "pro', {"programs", "protocol", "progress"}, {"ranks", "slots"}),
    ('{"protocol": {"fam', {"family"}, {"protocol"}),
    ('{"protocol": {"family": "', {"newrma", "ch3", "ch4", "shm", "oldqueue", "synccount"}, {"family"}),
    ('{"programs": [{"ranks": "all", "calls": [{"win_cre', {"win_create"}, {"programs"}),
    ('{"programs": [{"calls": [{"put": {"tar', {"target"}, {"calls"}),
])
def test_the_editor_completes_what_the_schema_allows(opened, before, offered, not_offered):
    opened.write(before)
    words = opened.script("""const mirror = editor.mirror;
        mirror.setCursor(mirror.lastLine(), mirror.getLine(mirror.lastLine()).length);
        return completion.hints(mirror).list.map(({ displayText }) => JSON.parse(displayText))""")
    assert offered <= set(words) and not not_offered & set(words)


def test_small_and_dark_screens(opened):
    chromium.see(opened.browser, chromium.TELEPHONE, "dark")
    try:
        opened.choose("example", "crossed-locks")
        opened.set("")
        opened.click("run")
        assert opened.script("return document.documentElement.scrollWidth") <= chromium.TELEPHONE
        grounds = [opened.script(f"return getComputedStyle({root}).backgroundColor") for root in (
            "document.documentElement", "document.querySelector('.CodeMirror')")]
        assert len(set(grounds)) == 1 and grounds[0] == "rgb(17, 22, 29)"
        unnamed = opened.script("""return [...document.querySelectorAll('input, select, button, progress, textarea')]
            .filter((one) => !one.labels?.length && !one.textContent && !one.ariaLabel && !one.closest('[hidden]'))
            .map((one) => one.outerHTML)""")
        assert unnamed == []
    finally:
        chromium.see(opened.browser, chromium.DESK, "light")


def test_explore_finds_a_planted_deadlock_and_steps_through_it(opened):
    opened.set("")
    opened.choose("example", "crossed-locks")
    opened.click("explore")
    assert "of them fail" in opened.said and " 0 of them" not in opened.said
    assert "deadlock" in opened.in_report("return page.textContent")
    seen = []
    for _ in range(3):
        opened.in_report("page.querySelector('[data-do=next]').click()")
        seen.append(opened.in_report("return page.querySelector('.chosen').textContent"))
    assert len(set(seen)) == 3 and all("from" in one for one in seen), seen


def test_an_exploration_can_be_stopped(opened):
    opened.write((ROOT / "scenarios" / "quickstart.json").read_text())  # far too large to be exhausted
    opened.set("ranks=9")
    opened.find("limit").clear()
    opened.find("limit").send_keys("100000000")
    opened.find("explore").click()
    opened.until("return document.getElementById('status').textContent.includes('executions')")
    opened.find("stop").click()
    opened.until("return !document.getElementById('run').disabled")
    assert opened.said.startswith("Stopped.") and "executions" in opened.said
    opened.set("ranks=4")
    opened.click("run")  # in a new thread
    assert opened.digest == digest_of(ROOT / "scenarios" / "quickstart.json", "ranks=4")


def test_it_is_fast_enough(opened):
    opened.write((ROOT / "scenarios" / "quickstart.json").read_text())
    opened.set("")
    took_s = min(opened.click("run") for _ in range(5))  # other tests may run at the same time
    assert opened.digest == digest_of(ROOT / "scenarios" / "quickstart.json")
    opened.write(FLUSH_PUT.read_text())
    explored_s = min(opened.click("explore") for _ in range(2))
    print(f"quickstart {took_s:.2f} s, exploration {explored_s:.2f} s")
    assert took_s < 2 and explored_s < 2


def first_picture_s(page, profile):
    """The seconds from opening the page to the first picture of the quickstart, by the browser's clock."""
    opened = Page(profile, page.as_uri())
    try:
        opened.click("run")
        assert opened.in_report("return page.querySelectorAll('.diagram canvas').length") == 1
        return opened.script("return performance.now() / 1000")
    finally:
        opened.close()


def test_the_first_picture_is_there_soon(page, tmp_path):
    took_s = min(first_picture_s(page, tmp_path / f"{number}") for number in range(3))
    print(f"first picture after {took_s:.2f} s")
    assert took_s <= 3


def test_a_run_of_many_ranks_leaves_the_page_usable(opened):
    opened.write((ROOT / "scenarios" / "scale" / "put-fence.json").read_text())
    opened.set("ranks=65536")
    opened.click("run")
    assert opened.digest == digest_of(ROOT / "scenarios" / "scale" / "put-fence.json", "ranks=65536")
    assert "65,536" in opened.in_report("return page.querySelector('.facts').textContent")


def test_families_are_compared(opened):
    opened.write((ROOT / "scenarios" / "newrma" / "fence" / "put-right.json").read_text())
    opened.set("")
    opened.click("compare")
    head = opened.script("return [...document.querySelectorAll('#compared th')].map((cell) => cell.textContent)")
    assert {"newrma", "ch3", "ch4", "oldqueue"} <= set(head)
    assert opened.in_report("return page.querySelectorAll('section.input').length") >= 4
    assert opened.errors() == []


@pytest.mark.parametrize("settings", [[], ["protocol.slots=2"]])
def test_the_command_gives_page_and_link(page, settings, tmp_path):
    path = ROOT / "scenarios" / "newrma" / "lock" / "lock-put-get-unlock.json"
    changes = [part for setting in settings for part in ("--set", setting)]
    written = play(path, "-o", tmp_path / "halo.html", "--no-browser", *changes)
    assert written.returncode == 0, written.stderr
    link = play(path, "--link", *changes).stdout.strip()
    for number, address in enumerate(((tmp_path / "halo.html").as_uri(), f"{page.as_uri()}#{link}")):
        shown = Page(tmp_path / f"profile-{number}", address)
        try:
            assert shown.text == path.read_text()
            shown.click("run")
            assert shown.digest == digest_of(path, *settings)
        finally:
            shown.close()


def test_the_package_is_the_page(page, tmp_path):
    """The installed page is outside of the checkout, in the folder of the module that writes scenarios into it."""
    build = Path(os.environ["RMASIM_BINARY"]).parent
    for component in ("program", "play"):
        subprocess.run(["cmake", "--install", build, "--component", component, "--prefix", tmp_path / "usr"],
                       check=True, stdout=subprocess.DEVNULL)
    scenario = ROOT / "scenarios" / "quickstart.json"
    run = subprocess.run([tmp_path / "usr/bin/rmasim", "play", scenario, "--no-browser"], cwd=tmp_path, check=False,
                         capture_output=True, text=True, env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)})
    assert run.returncode == 0, run.stderr
    written = (tmp_path / "quickstart.html").read_text()
    assert len(written) > len(page.read_text()) and '"quickstart\\"' in written
