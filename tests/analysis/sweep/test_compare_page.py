"""The page of a comparison in a browser. The diagrams of all sides scroll together. A call that the user selects by
mouse or keyboard is shown on every side. The page fits on a phone and has the same contents as the text."""

import html
import json

import pytest
from browser import DESK, TELEPHONE, painted, see
from pages import Page
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from verbs import SCENARIOS

from rmasim_analysis.__main__ import main

PUTS = SCENARIOS / "newrma/lock/lock-put-put-unlock.json"
FAMILIES = ("--families", "newrma,ch3,oldqueue")
SIDES = ["newrma", "ch3", "oldqueue"]


def compare(*arguments):
    """Runs a comparison and returns its exit code."""
    return main(["compare", *map(str, arguments)])


@pytest.fixture(name="page", scope="module")
def fixture_page(tmp_path_factory):
    page = tmp_path_factory.mktemp("compare") / "page.html"
    assert compare(PUTS, *FAMILIES, "--page", page) == 0
    return page


def test_one_file_that_says_what_the_text_says(page, capsys):
    text = Page(page)
    known = text.raw.replace("http-equiv", "").replace("http://www.w3.org", "")
    assert "rmasim compare" in text and "http" not in known
    capsys.readouterr()
    assert compare(PUTS, *FAMILIES, "--format", "json") == 0
    found = json.loads(capsys.readouterr().out)
    for side in found["sides"]:
        assert f"{side['messages']['total']} packets, {side['messages']['bytes']} bytes" in text
    for difference in found["differences"]:
        for part in difference["parts"]:
            assert all(html.escape(reason["why"]).replace("&#x27;", "&#39;") in text for reason in part["reasons"])
    assert text.index(html.escape(found["verdict"])) < text.index("What differs most") < text.index("appeared and")
    assert text.index("appeared and") < text.index("<details><summary>All figures, side by side")


def test_figures_come_before_diagrams_of_many_ranks(tmp_path):
    page = tmp_path / "page.html"
    for ranks, figures_first in (4, False), (64, True):
        assert compare(SCENARIOS / "newrma/fence/put-right.json", "--families", "newrma,ch3",
                       "--set", f"ranks={ranks}", "--page", page) == 0
        text = Page(page)
        assert (text.index("All figures") < text.index("<canvas")) == figures_first


def test_recorded_results_and_families_without_the_calls_have_no_diagram(tmp_path):
    counts, page = SCENARIOS / "synccount/counts/one-put.json", tmp_path / "page.html"
    assert compare(counts, "--families", "synccount,newrma", "--page", page) == 0
    assert "the family has no" in Page(page) and Page(page).count("<canvas") == 1
    assert compare(PUTS, "--side", "a: seed=1", "--page", PUTS) == 2
    groups = SCENARIOS / "groups/halos.json"
    assert compare(groups, "--set", "groups=2", "--families", "newrma,ch3", "--page", page) == 0
    assert "runs of several groups" in Page(page) and "<canvas" not in Page(page)


@pytest.fixture(name="opened")
def fixture_opened(browser, page):
    see(browser, DESK, "light")
    browser.get(page.as_uri())
    painted(browser)
    yield browser
    assert browser.get_log("browser") == []


def stages(browser):
    return browser.find_elements(By.CSS_SELECTOR, ".stage")


def views(browser):
    """Returns the interval that each diagram shows, in nanoseconds."""
    painted(browser)
    return [(int(one.get_attribute("data-from-ns")), int(one.get_attribute("data-to-ns"))) for one in stages(browser)]


def said(browser):
    return browser.find_element(By.CSS_SELECTOR, ".same-call").text


def press(browser, key):
    browser.execute_script("document.querySelectorAll('.stage')[0].focus()")
    ActionChains(browser, duration=20).send_keys(key).perform()


@pytest.mark.long
def test_the_diagrams_have_one_scale_and_move_together(opened):
    assert [one.get_attribute("aria-label").split(" of ")[1] for one in stages(opened)] == SIDES
    assert len(set(views(opened))) == 1
    press(opened, "+")
    assert len(set(views(opened))) == 1
    press(opened, Keys.ARROW_RIGHT)
    begun = views(opened)
    assert len(set(begun)) == 1 and begun[0][0] > 0


@pytest.mark.long
def test_a_call_begins_at_the_same_place_on_every_side(opened):
    for _ in range(3):
        press(opened, ".")
    words = said(opened)
    assert words.startswith("rank 0, call 3, put, programs[0].calls[2].put")
    assert "sends LOCK" in words and "sends PUT+LOCK.X" in words
    began = {"newrma": 84, "ch3": 164, "oldqueue": 80}
    assert f"{began['newrma'] / 1000:.3f} µs {began['ch3'] / 1000:.3f} µs {began['oldqueue'] / 1000:.3f} µs" in words
    ahead = [began[name] - view[0] for name, view in zip(SIDES, views(opened))]
    assert max(ahead) - min(ahead) <= 1
    press(opened, ",")
    assert said(opened).startswith("rank 0, call 2")
    press(opened, Keys.ESCAPE)
    assert said(opened) == "No call chosen." and len(set(views(opened))) == 1


@pytest.mark.long
def test_a_click_on_a_bar_and_the_buttons_choose_too(opened):
    stage = stages(opened)[2]
    opened.execute_script("arguments[0].scrollIntoView({block: 'center'})", stage)
    row = stage.size["height"] * 0.33
    ActionChains(opened, duration=20).move_to_element_with_offset(
        stage, -stage.size["width"] // 6, int(row - stage.size["height"] / 2)).click().perform()
    assert "call 4, unlock" in said(opened) and "wait_ack" in said(opened)
    opened.find_element(By.CSS_SELECTOR, "[data-call=previous]").click()
    assert "call 3, put" in said(opened)


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_on_a_phone(opened, scheme):
    see(opened, TELEPHONE, scheme)
    painted(opened)
    width = opened.execute_script("return document.documentElement.scrollWidth")
    assert width <= TELEPHONE
    assert len(opened.find_elements(By.CSS_SELECTOR, ".causes")) == 1  # one legend for all sides
