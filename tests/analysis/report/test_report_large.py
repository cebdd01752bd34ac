"""Pages of 64 and of 1,024 ranks, of a failing order, of a tuning and of a sweep, in a browser. They fit on a desktop
and on a phone, in light and dark mode. Ranks can be selected, sorted and scrolled. Intervals, paths and pairs are
described."""

import contextlib
import io
import json
import pathlib

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

import small_sweep
from browser import DESK, TELEPHONE, WINDOW_HEIGHT, painted, see
from rmasim_runner import SCENARIOS, result_of, rmasim

from rmasim_analysis.__main__ import main

pytestmark = pytest.mark.long

ROOT = pathlib.Path(__file__).resolve().parents[3]
MAX_BYTES_OF_1024_RANKS = 6_000_000
QUICKSTART = SCENARIOS / "quickstart.json"


def report(folder, *inputs):
    out = folder / "page.html"
    assert main(["report", *map(str, inputs), "-o", str(out)]) == 0
    return out


def packets_of(scenario):
    return json.loads(scenario.read_text())["expect"]["messages"]["total"]


def failing(folder):
    path = folder / "exploration.json"
    path.write_text(rmasim("explore", SCENARIOS / "synccount/races/variant-3.json", "--first", "--format",
                           "json").stdout)
    return report(folder, path)


def tuned(folder):
    path = folder / "tuned.json"
    with contextlib.redirect_stdout(io.StringIO()) as said:
        assert main(["tune", str(SCENARIOS / "workloads/transpose.json"), "--set", "ranks=16", "--runs", "40",
                     "--format", "json"]) == 0
    path.write_text(said.getvalue())
    return report(folder, path)


def swept(folder):
    ranges = {"ranks": [2, 4, 8], "protocol.slots": [1, 2]}
    return report(folder, small_sweep.run(folder / "sweep", SCENARIOS / "newrma/fence/put-right.json", ranges))


PAGES = {
    "64": lambda folder: report(folder, SCENARIOS / "workloads/shared-counter.json"),
    "1024": lambda folder: report(folder, QUICKSTART),
    "failing": failing,
    "findings": lambda folder: report(folder, SCENARIOS / "semantics/lock_all/barrier-without-flush.json"),
    "tuned": tuned,
    "swept": swept,
}


@pytest.fixture(name="made", scope="module")
def fixture_made(tmp_path_factory):
    """Returns a function that makes each page once."""
    pages = {}

    def make(name):
        if name not in pages:
            pages[name] = PAGES[name](tmp_path_factory.mktemp(name))
        return pages[name]

    return make


@pytest.fixture(name="opened")
def fixture_opened(browser, made):
    """Opens a page, and checks at the end that nothing was written to the console."""

    def open_page(name, width=DESK, scheme="light"):
        see(browser, width, scheme)
        browser.get(made(name).as_uri())
        painted(browser)
        return browser

    yield open_page
    assert browser.get_log("browser") == []


def of_diagram(browser, expression):
    painted(browser)
    names = "const d = diagrams[0], { view, layout, model, painter } = d;"
    return browser.execute_script(f"{names} return {expression};")


def click(browser, what):
    browser.find_element(By.CSS_SELECTOR, f"[data-do={what}]").click()


def choose_ranks(browser, text):
    field = browser.find_element(By.CSS_SELECTOR, "[data-field=ranks]")
    field.send_keys(Keys.CONTROL + "a")
    field.send_keys((text or Keys.DELETE) + Keys.TAB)


def tracks(browser):
    return of_diagram(browser, "layout.order.map((track) => model.tracks[track])")


def words(browser, selector):
    return browser.find_element(By.CSS_SELECTOR, selector).text


# ---- Every page, on every screen.

@pytest.mark.parametrize("width, scheme", [(DESK, "light"), (TELEPHONE, "dark")])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_its_screen(opened, name, width, scheme):
    browser = opened(name, width, scheme)
    wanted, room = browser.execute_script(
        "return [document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wanted == room <= width
    for stage in browser.find_elements(By.CSS_SELECTOR, ".stage"):
        assert stage.size["height"] <= 0.6 * WINDOW_HEIGHT + 2
    browser.execute_script("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    for control in browser.find_elements(By.CSS_SELECTOR, "button, select, input, summary, [tabindex]"):
        assert not control.is_displayed() or control.accessible_name, control.get_attribute("outerHTML")[:100]


def test_a_page_of_a_thousand_ranks_is_small_and_quick(opened, made):
    assert made("1024").stat().st_size <= MAX_BYTES_OF_1024_RANKS
    browser = opened("1024")
    assert of_diagram(browser, "model.count") == packets_of(QUICKSTART) and len(tracks(browser)) == 1_024
    taken_ms = browser.execute_script("""
        const began = performance.now();
        diagrams[0].paintNow();
        return performance.now() - began;
    """)
    assert taken_ms < 2_000  # 0.1 to 0.2 s; a machine of tests is busy


# ---- The diagram of 64 ranks.

def test_the_axis_stays_while_rows_are_scrolled(opened):
    browser = opened("64")
    last = of_diagram(browser, "layout.y(63)")
    stage = browser.find_element(By.CSS_SELECTOR, ".stage")
    assert last > stage.size["height"]
    browser.execute_script("arguments[0].scrollTop = arguments[0].scrollHeight", stage)
    assert of_diagram(browser, "layout.y(63)") < stage.size["height"]
    tops = browser.execute_script("return ['canvas', '.stage'].map((one) => "
                                  "document.querySelector('.diagram ' + one).getBoundingClientRect().top)")
    assert abs(tops[0] - tops[1]) <= 1  # the canvas, with the axis at its top, has not moved


def test_a_chosen_packet_is_in_sight_with_its_words(opened):
    browser = opened("64")
    browser.execute_script("document.querySelector('.stage').scrollIntoView()")
    browser.execute_script("""
        const d = diagrams[0];
        d.choose(d.model.packets.source.findIndex((track) => track === 60), true);
    """)
    source, target, height = of_diagram(browser, "[layout.y(60), layout.y(0), layout.height]")
    assert 30 <= target < source <= height
    bottom = browser.execute_script("return document.querySelector('.chosen').getBoundingClientRect().bottom")
    assert bottom <= WINDOW_HEIGHT and "rank 60 to rank 0" in words(browser, ".chosen")


def test_zooming_keeps_the_chosen_packet_where_it_is(opened):
    browser = opened("64")
    browser.execute_script("diagrams[0].choose(700, true); diagrams[0].controls.act('packet')")
    middle = "view.x((model.packets.sent[700] + model.arrival(700)) / 2)"
    at, span = of_diagram(browser, f"[{middle}, view.spanNs]")
    click(browser, "out")
    click(browser, "out")
    after, wider = of_diagram(browser, f"[{middle}, view.spanNs]")
    assert abs(at - after) <= 1 and wider > 2 * span


def test_no_sort_of_packet_hides_another(opened):
    """In a view of a long interval, replies and requests are stacked. In a short interval, each packet is an arrow."""
    browser = opened("64")
    assert of_diagram(browser, "painter.packets.isDense")
    assert "below each bar" in words(browser, ".mode")
    seen = browser.execute_script("""
        const { painter } = diagrams[0], { width, height } = painter.canvas;
        const copy = document.createElement("canvas");
        [copy.width, copy.height] = [width, height];
        const context = copy.getContext("2d");
        context.drawImage(painter.canvas, 0, 0);
        const { data } = context.getImageData(0, 0, width, height);
        return ["request", "reply"].map((name) => {
          const [r, g, b] = [1, 3, 5].map((at) => parseInt(painter.colours[name].slice(at, at + 2), 16));
          let count = 0;
          for (let k = 0; k < data.length; k += 4) if (data[k] === r && data[k + 1] === g && data[k + 2] === b) ++count;
          return count;
        });
    """)
    assert min(seen) > 100
    choose_ranks(browser, "0, 1")
    assert not of_diagram(browser, "painter.packets.isDense") and "sends at a time" not in words(browser, ".mode")


def test_ranks_are_chosen_by_number_and_with_their_partners(opened):
    browser = opened("64")
    choose_ranks(browser, "3-5, 9")
    assert tracks(browser) == ["rank 3", "rank 4", "rank 5", "rank 9"]
    assert words(browser, ".mode") == "0 packets in sight."
    browser.find_element(By.CSS_SELECTOR, "[data-field=partners]").click()
    assert tracks(browser) == ["rank 0", "rank 3", "rank 4", "rank 5", "rank 9"]
    choose_ranks(browser, "99")
    assert len(tracks(browser)) == 5  # there is none: nothing changes
    choose_ranks(browser, "")
    assert len(tracks(browser)) == 64


def test_ranks_are_sorted(opened):
    browser = opened("64")
    result = result_of(SCENARIOS / "workloads/shared-counter.json", "--breakdown", "rank")["by_rank"]
    sort = Select(browser.find_element(By.CSS_SELECTOR, "[data-field=sort]"))
    sort.select_by_value("packets")
    assert tracks(browser)[0] == f"rank {result['messages_sent'].index(max(result['messages_sent']))}"
    sort.select_by_value("waiting")
    waited = [sum(of[rank] for name, of in result["time_spent"].items() if name.startswith("wait_"))
              for rank in range(64)]
    assert tracks(browser)[0] == f"rank {waited.index(max(waited))}" and tracks(browser)[-1] == "rank 0"
    sort.select_by_value("number")
    assert tracks(browser) == [f"rank {rank}" for rank in range(64)]


def test_rows_grow_and_shrink_by_key(opened):
    browser = opened("64")
    stage = browser.find_element(By.CSS_SELECTOR, ".stage")
    before = of_diagram(browser, "layout.row")
    stage.send_keys("t")
    assert of_diagram(browser, "layout.row") > 1.3 * before
    stage.send_keys("a")
    first, last, height = of_diagram(browser, "[layout.y(0), layout.y(63), layout.height]")
    assert 30 <= first < last <= height
    stage.send_keys("ttt" + Keys.ARROW_DOWN)
    assert of_diagram(browser, "layout.top") > 0


# ---- Numbers of an interval.

def rows(browser, index):
    table = browser.find_elements(By.CSS_SELECTOR, ".interval-numbers table")[index]
    return [[cell.text for cell in row.find_elements(By.CSS_SELECTOR, "th, td")]
            for row in table.find_elements(By.CSS_SELECTOR, "tr")[1:]]


def test_the_whole_run_as_an_interval_has_the_numbers_of_the_result(opened):
    browser = opened("64")
    browser.find_element(By.CSS_SELECTOR, ".interval summary").click()
    painted(browser)
    result = result_of(SCENARIOS / "workloads/shared-counter.json")
    assert {row[0]: int(row[1].replace(",", "")) for row in rows(browser, 0)} == result["messages"]["by_kind"]
    waited = {row[0]: float(row[1].replace(",", "").removesuffix(" µs")) for row in rows(browser, 1)}
    assert abs(waited["wait_operations"] - result["time_spent"]["wait_operations_ns"] / 1000) < 2


def test_an_interval_is_marked_with_the_mouse_and_by_its_fields(opened):
    browser = opened("64")
    stage = browser.find_element(By.CSS_SELECTOR, ".stage")
    browser.execute_script("arguments[0].scrollIntoView()", stage)
    ActionChains(browser, duration=20).key_down(Keys.SHIFT).click_and_hold(stage).move_by_offset(100, 0).release() \
        .key_up(Keys.SHIFT).perform()
    before, interval = of_diagram(browser, "[view.to - view.from, [d.interval.from, d.interval.to]]")
    assert interval[1] > interval[0] and len(rows(browser, 0)) > 0
    field = browser.find_element(By.CSS_SELECTOR, "[data-edge=to]")
    field.clear()
    field.send_keys("0.2" + Keys.TAB)
    assert of_diagram(browser, "d.interval.to") != interval[1]
    assert of_diagram(browser, "view.to - view.from") == before


# ---- Path, pairs, findings, orders, tunings.

def test_the_critical_path_is_drawn_on_demand(opened):
    browser = opened("64")
    button = browser.find_element(By.CSS_SELECTOR, "[data-do=path]")
    plain = of_diagram(browser, "painter.canvas.toDataURL()")
    button.click()
    assert button.get_attribute("aria-pressed") == "true"
    assert of_diagram(browser, "painter.canvas.toDataURL()") != plain
    browser.find_element(By.CSS_SELECTOR, ".stage").send_keys("c")
    assert button.get_attribute("aria-pressed") == "false"
    assert "The chain of work and packets" in browser.page_source


def test_the_map_of_pairs_is_read_by_keys(opened):
    browser = opened("64")
    canvas = browser.find_element(By.CSS_SELECTOR, ".pairs canvas")
    canvas.send_keys(Keys.ARROW_RIGHT)
    assert words(browser, ".pair-words") == "rank 0 to rank 1: 20 messages, 720 bytes."
    canvas.send_keys(Keys.ARROW_DOWN + Keys.ARROW_LEFT)
    assert words(browser, ".pair-words").startswith("rank 1 to rank 0: 20 messages")


def test_of_many_ranks_neighbours_share_a_cell_and_nothing_is_lost(opened):
    browser = opened("1024")
    shown = browser.execute_script("return pairMaps[0].sums.messages.reduce((sum, one) => sum + one)")
    assert shown == packets_of(QUICKSTART)
    browser.find_element(By.CSS_SELECTOR, ".pairs canvas").send_keys(Keys.ARROW_RIGHT)
    assert words(browser, ".pair-words").startswith("ranks 0 to 7 to ranks 8 to 15: ")


def test_a_finding_leads_to_its_accesses(opened):
    browser = opened("findings")
    browser.find_element(By.CSS_SELECTOR, "[data-finding='1']").click()
    first, last = of_diagram(browser, "[view.from, view.to]")
    assert first <= 20 and last >= 2400
    assert "missing" in words(browser, ".chosen") and "programs[0].calls[1].put" in words(browser, ".chosen")


def test_a_failing_order_is_read_packet_by_packet(opened):
    browser = opened("failing")
    stage = browser.find_element(By.CSS_SELECTOR, ".stage")
    stage.send_keys("n")
    said = words(browser, ".chosen")
    assert said.startswith("SEND") and "rank 0 to rank 1" in said and "step 2" in said
    assert "['" not in words(browser, ".cause")


def test_a_tuning_shows_its_front_and_its_patch(opened):
    browser = opened("tuned")
    heads = [head.text for head in browser.find_elements(By.TAG_NAME, "h3")]
    assert heads == ["What is recommended", "Time against memory", "What more memory would buy", "Where the time went"]
    assert len(browser.find_elements(By.CSS_SELECTOR, "figure .plot svg")) == 1


def test_names_of_ranks_do_not_touch(opened):
    browser = opened("1024")
    painted(browser)
    written = browser.execute_script("""
        const { painter } = diagrams[0], written = [];
        painter.text = (words, x, y, colour, align, size) => written.push([words, y, size]);
        painter.names();
        delete painter.text;
        return written;
    """)
    assert written[0][0] == "rank 0" and len(written) > 20
    assert all(below[1] - above[1] >= above[2] for above, below in zip(written, written[1:]))


@pytest.mark.parametrize("name", ["tuned", "swept"])
def test_nothing_is_cut_on_a_telephone(opened, name):
    """No visible table and no chart is wider than the screen. Long lists behind a summary may be scrolled."""
    browser = opened(name, TELEPHONE)
    cut = browser.execute_script("""
        return [...document.querySelectorAll(".scroll, .chart")].filter((one) => one.checkVisibility())
            .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText.slice(0, 80));
    """)
    assert cut == []
