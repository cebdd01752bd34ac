"""Replaces rmasim_analysis.settings: the schema is in the page."""

import json

from browser import window


def schema():
    return json.loads(window.scenarioSchema)
