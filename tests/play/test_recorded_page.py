"""The page of `rmasim play` in Chromium, with recorded answers of the native program. The page draws what
`rmasim report` draws, fits on a telephone, asks before it opens a large link, and can be stopped."""

import base64
import json
import os
import subprocess
import sys
import zlib

import browser as chromium
import pytest
from page_in_browser import Page
from play_builds import ROOT
from selenium.webdriver.support import expected_conditions
from selenium.webdriver.support.ui import WebDriverWait

sys.path.insert(0, str(ROOT / "analysis"))

import recorded  # noqa: E402

pytestmark = pytest.mark.long

LOCK = ROOT / "scenarios/newrma/lock/lock-put-get-unlock.json"
CROSSED = ROOT / "scenarios/errors/crossed-locks.json"
RIGHT = ROOT / "scenarios/newrma/fence/put-right.json"
FAMILIES = ["newrma", "shm", "oldqueue", "ch3", "synccount", "ch4"]
MAX_BYTES_WITHOUT_PROGRAM = 1_000_000


@pytest.fixture(name="page", scope="module")
def fixture_page(tmp_path_factory):
    asked = [("run", LOCK, []), ("run", CROSSED, []), ("explore", CROSSED, [])]
    asked += [("run", RIGHT, [f"protocol.family={family}"]) for family in FAMILIES]
    return recorded.write_page(tmp_path_factory.mktemp("recorded"), asked)


@pytest.fixture(name="opened", scope="module")
def fixture_opened(page, tmp_path_factory):
    made = Page(tmp_path_factory.mktemp("profile"), page.as_uri())
    yield made
    assert made.errors() == []
    made.close()


def fragment(state):
    packer = zlib.compressobj(9, wbits=-15)
    return base64.urlsafe_b64encode(packer.compress(json.dumps(state).encode()) + packer.flush()).decode().rstrip("=")


def test_the_page_is_small_without_its_program(page):
    assert page.stat().st_size - (page.parent / "rmasim_play.js").stat().st_size <= MAX_BYTES_WITHOUT_PROGRAM


def test_a_run_is_drawn_as_by_report(opened, page, tmp_path):
    """The diagram, the tables and the words of packets are those of the page of `rmasim report`."""
    drawn = ("return [diagrams[0].model, [...document.querySelectorAll('.bars tr')].map((row) => row.innerText)]")
    opened.write(LOCK.read_text())
    opened.click("run")
    assert opened.script("return document.querySelectorAll('h1').length") == 1
    here = opened.script(drawn)
    out = tmp_path / "report.html"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "analysis"), "RMASIM_PROGRAM": os.environ["RMASIM_BINARY"]}
    subprocess.run([sys.executable, "-m", "rmasim_analysis", "report", LOCK, "-o", out], check=True, env=environment,
                   stdout=subprocess.DEVNULL)
    opened.browser.get(out.as_uri())
    there = opened.script(drawn)
    opened.browser.get(page.as_uri())
    opened.until("return 'ready' in document.body.dataset")
    assert here[1] == there[1]
    for part in ("tracks", "ranks", "notes", "causes", "stuck", "end", "waits"):
        assert here[0][part] == there[0][part], part
    for part, texts in (("calls", ("name", "place")), ("packets", ("kind",))):
        for column, values in here[0][part].items():
            mine, other = ([model["texts"][one] for one in model[part][column]] if column in texts
                           else model[part][column] for model in (here[0], there[0]))
            assert mine == other, (part, column)


def test_the_memory_of_this_page_is_marked(opened):
    opened.write(LOCK.read_text())
    opened.click("run")
    assert "pointers of 32 bits" in opened.find("report").text


def test_run_is_above_the_editor_on_a_telephone(opened):
    chromium.see(opened.browser, chromium.TELEPHONE, "light")
    try:
        opened.write(CROSSED.read_text())
        opened.click("run")
        tops = opened.script("return ['#run', '.CodeMirror'].map((one) => "
                             "document.querySelector(one).getBoundingClientRect().top)")
        assert tops[0] < tops[1]
        assert opened.script("return document.querySelectorAll('.primary').length") == 1
        assert opened.script("return document.documentElement.scrollWidth") <= chromium.TELEPHONE
    finally:
        chromium.see(opened.browser, chromium.DESK, "light")


def test_an_exploration_draws_its_failing_order(opened):
    opened.write(CROSSED.read_text())
    opened.click("explore")
    assert "35 of them fail" in opened.said and "deadlock" in opened.find("report").text
    assert opened.script("return diagrams.length") == 1
    assert opened.script("return diagrams[0].model.failure.what").startswith("a cycle of waits")


def test_families_are_compared(opened):
    opened.write(RIGHT.read_text())
    opened.click("compare")
    heads = opened.script("return [...document.querySelectorAll('#compared th')].map((cell) => cell.textContent)")
    assert {"newrma", "ch3", "ch4", "oldqueue"} <= set(heads)
    assert opened.script("return document.querySelectorAll('#report section.input').length") >= 4


def test_stop_ends_everything(opened):
    """An exploration runs, and further questions wait behind it."""
    opened.write(LOCK.read_text())
    opened.find("explore").click()
    opened.until("return document.getElementById('status').textContent.includes('executions')")
    opened.script("window.ended = []; for (let k = 0; k < 3; ++k) runs.validate(editor.text, '', [])"
                  ".catch((error) => window.ended.push(error.constructor.name))")
    opened.find("stop").click()
    opened.until("return !document.getElementById('run').disabled && window.ended.length === 3")
    assert opened.script("return window.ended") == ["Stopped"] * 3
    assert opened.said.startswith("Stopped.")
    opened.click("run")  # in a new thread
    assert "digest" in opened.said


@pytest.mark.parametrize("agrees", [True, False])
def test_a_large_link_asks_first(page, tmp_path, agrees):
    text = json.dumps({"name": "large", "about": "x" * 6_000_000})
    letters = fragment({"scenario": text, "settings": ""})
    assert len(letters) < 100_000
    browser = chromium.start(tmp_path)
    try:
        browser.get(page.as_uri())
        browser.execute_script("sessionStorage.clear()")
        browser.get("about:blank")
        browser.get(f"{page.as_uri()}#{letters}")
        alert = WebDriverWait(browser, 20).until(expected_conditions.alert_is_present())
        assert "more than 5 MB" in alert.text
        alert.accept() if agrees else alert.dismiss()
        WebDriverWait(browser, 60).until(lambda one: one.execute_script("return 'ready' in document.body.dataset"))
        assert browser.execute_script("return editor.text.length > 5e6") == agrees
    finally:
        browser.quit()


def test_only_the_scripts_of_the_page_run(page, tmp_path):
    state = {"scenario": "</script><script>window.hostile = 1</script>", "settings": "<img src=x onerror=hostile=1>"}
    browser = chromium.start(tmp_path)
    try:
        browser.get(f"{page.as_uri()}#{fragment(state)}")
        WebDriverWait(browser, 60).until(lambda one: one.execute_script("return 'ready' in document.body.dataset"))
        browser.execute_script("const one = document.createElement('script'); one.textContent = 'window.hostile = 1';"
                               "document.body.append(one)")
        assert browser.execute_script("return window.hostile") is None
    finally:
        browser.quit()
