"""A headless browser for tests of pages."""

from selenium import webdriver

DESK, TELEPHONE = 1280, 400
WINDOW_HEIGHT = 900


def start(folder):
    """Starts the browser. `folder` receives the browser's own files."""
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     f"--user-data-dir={folder}"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=webdriver.chrome.service.Service("/usr/bin/chromedriver"))


def see(browser, width, scheme):
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia",
                            {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                            {"width": width, "height": WINDOW_HEIGHT, "deviceScaleFactor": 1, "mobile": False})


def painted(browser):
    """Waits until the browser has drawn the requested changes."""
    browser.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
