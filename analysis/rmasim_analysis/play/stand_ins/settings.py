"""This module replaces rmasim_analysis.settings. The page contains the schema."""

import json

from browser import window


def schema():
    return json.loads(window.scenarioSchema)
