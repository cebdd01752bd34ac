"""A page of `rmasim play` in Chromium: the actions of a user, and their visible results."""

import time

import browser as chromium
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait

LONGEST_S = 120


class Page:
    def __init__(self, profile, address):
        self.browser = chromium.start(profile)
        self.browser.set_window_size(1280, 1200)
        self.browser.get(address)
        self.until("return 'ready' in document.body.dataset")

    def close(self):
        self.browser.quit()

    def script(self, text, *arguments):
        return self.browser.execute_script(text, *arguments)

    def until(self, text):
        return WebDriverWait(self.browser, LONGEST_S, 0.02).until(lambda browser: browser.execute_script(text))

    def find(self, name):
        return self.browser.find_element(By.ID, name)

    def click(self, name):
        """Clicks, and waits until the page has reacted. Returns the seconds."""
        began = time.monotonic()
        self.script("arguments[0].scrollIntoView({ block: 'center' })", self.find(name))
        self.find(name).click()
        self.until("return !document.getElementById('run').disabled")
        return time.monotonic() - began

    def choose(self, name, text):
        Select(self.find(name)).select_by_visible_text(text)

    def write(self, text):
        self.script("document.querySelector('.CodeMirror').CodeMirror.setValue(arguments[0])", text)

    @property
    def text(self):
        return self.script("return document.querySelector('.CodeMirror').CodeMirror.getValue()")

    def set(self, settings):
        field = self.find("settings")
        field.clear()
        field.send_keys(settings)

    @property
    def said(self):
        return self.find("status").text

    @property
    def digest(self):
        return self.script("return document.body.dataset.digest")

    def in_report(self, text):
        return self.script(f"const page = document.getElementById('report'); {text}")

    def errors(self):
        """Returns the browser's error messages."""
        return [entry["message"] for entry in self.browser.get_log("browser") if entry["level"] == "SEVERE"]
