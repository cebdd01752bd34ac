"""The page in a browser: its console is empty, its diagram zooms and explains packets by mouse, touch and keyboard, and
it fits on a phone."""

import pathlib

import pytest
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

import small_sweep
from browser import DESK, TELEPHONE, painted, see
from rmasim_runner import SCENARIOS, rmasim

from rmasim_analysis.__main__ import main

pytestmark = pytest.mark.long

ROOT = pathlib.Path(__file__).resolve().parents[3]
FIVE_PACKETS = SCENARIOS / "newrma/lock/lock-put-get-unlock.json"
PUT_RIGHT = SCENARIOS / "newrma/fence/put-right.json"
CROSSED_LOCKS = SCENARIOS / "errors/crossed-locks.json"
WORLD = ROOT / "tests/explore/worlds/thread-flush-put.json"


@pytest.fixture(name="page", scope="module")
def fixture_page(tmp_path_factory):
    """Returns a page with two runs, an exploration and a sweep."""
    folder = tmp_path_factory.mktemp("report")
    exploration = folder / "exploration.json"
    exploration.write_text(rmasim("explore", WORLD, "--format", "json", "--set", 'expect={"messages":{"total":1}}',
                                  "--first", "--out", folder).stdout)
    ranges = {"ranks": [2, 4, 8], "protocol.slots": [1, 2], "protocol.target_pool.local": [1, 2]}
    sweep = small_sweep.run(folder / "sweep", PUT_RIGHT, ranges)
    out = folder / "page.html"
    inputs = [str(path) for path in (FIVE_PACKETS, CROSSED_LOCKS, exploration, sweep)]
    assert main(["report", *inputs, "-o", str(out)]) == 0
    return out


@pytest.fixture(name="opened")
def fixture_opened(browser, page):
    """The page, freshly opened in a wide window in light mode. Checks that the console is empty after each test."""
    see(browser, DESK, "light")
    browser.get(page.as_uri())
    yield browser
    assert browser.get_log("browser") == []


def actions(browser):
    """Actions without delay; by default each move takes a quarter of a second."""
    return ActionChains(browser, duration=20)


def stage(browser):
    return browser.find_element(By.CSS_SELECTOR, ".stage")


def text_of(browser, selector):
    return browser.find_element(By.CSS_SELECTOR, selector).text


def view(browser):
    """Returns the interval of time that the first diagram shows, after the diagram was drawn."""
    painted(browser)
    data = stage(browser)
    return int(data.get_attribute("data-from-ns")), int(data.get_attribute("data-to-ns"))


def span(browser):
    begin, end = view(browser)
    return end - begin


def point_at(browser, x, y):
    """Moves the mouse to a position in the diagram, counted from its upper left corner."""
    size = stage(browser).size
    actions(browser).move_to_element_with_offset(stage(browser), round(x - size["width"] / 2),
                                                 round(y - size["height"] / 2)).perform()


def middle_of_packet(browser, packet):
    return browser.execute_script("""
        const { view, layout, model } = diagrams[0], { source, target, sent } = model.packets, k = arguments[0];
        return [(view.x(sent[k]) + view.x(model.arrival(k))) / 2, (layout.y(source[k]) + layout.y(target[k])) / 2];
    """, packet)


# ---- By mouse.

def test_a_packet_explains_itself_when_pointed_at(opened):
    point_at(opened, *middle_of_packet(opened, 3))
    tip = text_of(opened, ".tip")
    assert tip.startswith("GET+UNLOCK")
    for words in ("Requests data of the target's window, and releases the lock", "Answered by GET_RESP+RMA_DONE_ACK",
                  "rank 0 to rank 1", "8 bytes", "in unlock (programs[0].calls[3].unlock)", "to handle"):
        assert words in tip


def test_a_call_explains_itself_too(opened):
    x, y = opened.execute_script("""
        const { view, layout, model } = diagrams[0], call = model.call(model.callsOf[0].at(-1));
        return [view.x(call.ended) - 4, layout.y(0)];
    """)
    point_at(opened, x, y)
    tip = text_of(opened, ".tip")
    assert tip.startswith("unlock") and "programs[0].calls[3].unlock" in tip and "LOCK_GRANTED" in tip


def test_buttons_zoom_and_go_back(opened):
    whole = view(opened)
    for _ in range(3):
        opened.find_element(By.CSS_SELECTOR, "[data-do=in]").click()
    assert span(opened) < (whole[1] - whole[0]) / 3
    opened.find_element(By.CSS_SELECTOR, "[data-do=whole]").click()
    assert view(opened) == whole


def test_the_wheel_zooms_once_the_diagram_has_been_clicked(opened):
    whole = span(opened)
    wheel = webdriver.common.actions.wheel_input.ScrollOrigin.from_element(stage(opened))
    actions(opened).scroll_from_origin(wheel, 0, -200).perform()
    assert span(opened) == whole  # the wheel is the page's
    stage(opened).click()
    actions(opened).scroll_from_origin(wheel, 0, -200).perform()
    assert span(opened) < 0.7 * whole


def test_dragging_moves_and_does_not_choose(opened):
    opened.find_element(By.CSS_SELECTOR, "[data-do=in]").click()
    before = view(opened)
    actions(opened).drag_and_drop_by_offset(stage(opened), -200, 0).perform()
    after = view(opened)
    assert after[0] > before[0] and abs(after[1] - after[0] - (before[1] - before[0])) <= 1
    assert text_of(opened, ".chosen") == "No packet chosen."


def test_a_click_chooses(opened):
    point_at(opened, *middle_of_packet(opened, 0))
    actions(opened).click().perform()
    assert text_of(opened, ".chosen").startswith("LOCK\n")


def test_a_call_that_never_returns_says_why(opened):
    x, y = opened.execute_script("""
        const { view, layout, model } = diagrams[1];
        document.querySelectorAll('.stage')[1].scrollIntoView({ block: 'center' });
        return [view.x(model.end) - 10, layout.y(0)];
    """)
    second = opened.find_elements(By.CSS_SELECTOR, ".stage")[1]
    actions(opened).move_to_element_with_offset(second, round(x - second.size["width"] / 2),
                                                round(y - second.size["height"] / 2)).perform()
    tip = second.find_element(By.XPATH, "..").find_element(By.CSS_SELECTOR, ".tip").text
    assert "never" in tip and "whose lock rank 1 took at" in tip


# ---- By keyboard.

def test_the_keyboard_reaches_and_reads_every_packet(opened):
    for _ in range(40):
        actions(opened).send_keys(Keys.TAB).perform()
        if opened.switch_to.active_element == stage(opened):
            break
    else:
        pytest.fail("Tab does not come to the diagram")
    read = []
    for _ in range(6):
        actions(opened).send_keys("n").perform()
        read.append(text_of(opened, ".chosen").splitlines()[0])
    assert read == ["LOCK", "LOCK_GRANTED", "PUT", "GET+UNLOCK", "GET_RESP+RMA_DONE_ACK", "GET_RESP+RMA_DONE_ACK"]
    actions(opened).send_keys("p").perform()
    assert text_of(opened, ".chosen").startswith("GET+UNLOCK")
    assert opened.find_element(By.CSS_SELECTOR, ".chosen").get_attribute("aria-live") == "polite"
    actions(opened).send_keys(Keys.ESCAPE).perform()
    assert text_of(opened, ".chosen") == "No packet chosen."


def test_keys_zoom_and_move(opened):
    whole = view(opened)
    stage(opened).send_keys("++")
    zoomed = view(opened)
    assert zoomed[1] - zoomed[0] < 0.5 * (whole[1] - whole[0])
    stage(opened).send_keys(Keys.ARROW_RIGHT)
    assert view(opened)[0] > zoomed[0]
    stage(opened).send_keys("-" + Keys.ARROW_LEFT)
    assert span(opened) > zoomed[1] - zoomed[0]
    stage(opened).send_keys("0")
    assert view(opened) == whole


def test_hidden_packets_are_passed_over(opened):
    opened.find_element(By.CSS_SELECTOR, "[data-shows=request]").click()
    stage(opened).send_keys("n")
    assert text_of(opened, ".chosen").startswith("LOCK_GRANTED")


def test_every_control_has_a_name(opened):
    opened.execute_script("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    for control in opened.find_elements(By.CSS_SELECTOR, "button, select, input, summary, [tabindex]"):
        if not control.is_displayed():
            continue  # in what is folded, or for the moment left out
        assert control.accessible_name, control.get_attribute("outerHTML")[:100]


# ---- By touch.

def test_two_fingers_zoom(opened):
    whole = span(opened)
    box = opened.execute_script("const r = arguments[0].getBoundingClientRect(); return [r.x, r.y]", stage(opened))

    def touch(kind, *xs):
        points = [{"x": box[0] + x, "y": box[1] + 60, "id": k} for k, x in enumerate(xs)]
        opened.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 500, 600)
    for apart in (20, 60, 120):
        touch("touchMove", 500 - apart, 600 + apart)
    touch("touchEnd")
    assert span(opened) < 0.6 * whole


# ---- The rest of the page.

def test_a_choice_shows_its_chart_alone(opened):
    choice = [one for one in opened.find_elements(By.CSS_SELECTOR, ".choice") if "grows as ranks" in one.text][0]
    select = choice.find_element(By.CSS_SELECTOR, "select")
    shown = "arguments[0].querySelectorAll('[data-group]:not([hidden])')"
    before = opened.execute_script(f"return [...{shown}].map((one) => one.textContent)", choice)
    Select(select).select_by_index(1)
    after = opened.execute_script(f"return [...{shown}].map((one) => one.textContent)", choice)
    assert len(before) == len(after) == 1 and before != after


def test_a_map_tells_its_cells_to_the_mouse_and_the_keyboard(opened):
    cells = opened.find_elements(By.CSS_SELECTOR, ".map:first-child td[data-words]")
    assert len(cells) == 6
    actions(opened).move_to_element(cells[1]).perform()
    tip = opened.find_element(By.CSS_SELECTOR, ".maps .tip")
    assert tip.text.startswith("ranks = 4, slots = 2, target_pool.local = 1: time_ns") and "µs (" in tip.text
    cells[1].click()
    actions(opened).send_keys(Keys.ARROW_DOWN).perform()
    assert tip.text.startswith("ranks = 4, slots = 1")
    actions(opened).send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT).perform()
    assert tip.text.startswith("ranks = 8, slots = 1")


def test_a_map_shows_what_is_chosen(opened):
    figure, across, up, each = (Select(opened.find_element(By.CSS_SELECTOR, f"[data-part={part}]"))
                                for part in ("figure", "across", "up", "each"))

    def captions():
        return [caption.text for caption in opened.find_elements(By.CSS_SELECTOR, ".map caption")]

    assert captions() == ["target_pool.local = 1", "target_pool.local = 2"]
    each.select_by_visible_text("ranks")
    assert across.first_selected_option.text == "target_pool.local"  # they are exchanged
    assert captions() == ["ranks = 2", "ranks = 4", "ranks = 8"]
    each.select_by_visible_text("nothing")
    up.select_by_visible_text("target_pool.local")
    assert across.first_selected_option.text == "slots" and captions() == []
    figure.select_by_visible_text("messages")
    assert "messages" in opened.find_element(By.CSS_SELECTOR, ".map").get_attribute("aria-label")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wider_than_a_telephone(opened, scheme):
    see(opened, TELEPHONE, scheme)
    wanted, room = opened.execute_script(
        "return [document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wanted == room <= TELEPHONE


def test_tables_with_long_last_cells_fit_on_a_telephone(opened):
    see(opened, TELEPHONE, "light")
    widths = opened.execute_script("return [...document.querySelectorAll('.scroll:has(> .stacked)')]"
                                   ".map((one) => [one.scrollWidth, one.clientWidth])")
    assert widths and all(wanted <= room for wanted, room in widths)


def test_the_diagram_is_dark_in_the_dark(opened):
    # A new canvas each time: browsers complain about a canvas that is read often.
    corner = """
        const context = document.createElement("canvas").getContext("2d");
        context.drawImage(document.querySelector(".stage canvas"), 0, 0);
        return [...context.getImageData(2, 2, 1, 1).data.slice(0, 3)];
    """
    view(opened)
    assert opened.execute_script(corner) == [255, 255, 255]
    see(opened, DESK, "dark")
    view(opened)
    assert max(opened.execute_script(corner)) < 60
    opened.execute_script("window.dispatchEvent(new Event('beforeprint'))")
    assert opened.execute_script(corner) == [255, 255, 255]  # paper is white
    assert opened.find_elements(By.CSS_SELECTOR, "details:not([open])") == []
    opened.execute_script("window.dispatchEvent(new Event('afterprint'))")
    assert max(opened.execute_script(corner)) < 60
    assert opened.find_elements(By.CSS_SELECTOR, "details:not([open])") != []


def test_a_script_that_was_changed_is_noticed(browser, page, tmp_path):
    changed = tmp_path / "changed.html"
    assert '"use strict";' in page.read_text()
    changed.write_text(page.read_text().replace('"use strict";', '"use strict"; notThere();', 1))
    browser.get(changed.as_uri())
    assert any("Content Security Policy" in entry["message"] for entry in browser.get_log("browser"))
