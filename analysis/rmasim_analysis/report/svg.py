"""A chart as inline SVG. It has the colours of the page, so that it changes with light and dark mode."""

import re
import xml.etree.ElementTree as ElementTree

from .. import picture
from .chart import PLAIN, Palette

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
# The placeholders for the colours of the page. No chart uses these colours for another purpose.
STAND_INS = {
    "#010101": "var(--ink)",
    "#020202": "var(--soft)",
    "#030303": "var(--line)",
    "#040404": "var(--ground)",
    "#050505": "var(--accent)",
} | {f"#0606{number:02d}": f"var(--series-{number})" for number in range(len(PLAIN.series))}
THEMED = Palette(*list(STAND_INS)[:5], tuple(list(STAND_INS)[5:]))
FONT = re.compile(r"font: ([\d.]+px) [^;]+")

ElementTree.register_namespace("", SVG)
ElementTree.register_namespace("xlink", XLINK)


def inline(chart, number):
    """The text of an <svg> element with the chart. `number` makes the ids of the chart unique in the page."""
    figure, words = chart.figure(THEMED)
    root = ElementTree.fromstring(picture.contents(figure, "svg"))
    for unwanted in root.findall(f"{{{SVG}}}metadata"):
        root.remove(unwanted)
    for size in ("width", "height", "version"):
        root.attrib.pop(size, None)
    root.set("role", "img")
    root.set("aria-label", chart.title)
    explain_parts(root, words)
    keep_needed_ids(root, f"c{number}-")
    return recoloured(ElementTree.tostring(root, encoding="unicode"))


def explain_parts(root, words):
    """Adds tooltips to the parts of a chart. If a part is a set of markers, its words are a list with a text for each
    marker."""
    for element in list(root.iter()):
        text = words.get(element.get("id"))
        if isinstance(text, str):
            add_title(element, text)
        elif text:
            for marker, one in zip(element.iter(f"{{{SVG}}}use"), text):
                add_title(marker, one)


def add_title(element, text):
    title = ElementTree.Element(f"{{{SVG}}}title")
    title.text = text
    element.insert(0, title)


def keep_needed_ids(root, prefix):
    """Makes the ids to which the chart refers unique in the page. Removes all other ids."""
    text = ElementTree.tostring(root, encoding="unicode")
    needed = set(re.findall(r"url\(#([^)]+)\)", text)) | set(re.findall(r'xlink:href="#([^"]+)"', text))
    for element in root.iter():
        if "id" in element.attrib:
            if element.attrib["id"] in needed:
                element.attrib["id"] = prefix + element.attrib["id"]
            else:
                del element.attrib["id"]
        for name, value in element.attrib.items():
            if name == f"{{{XLINK}}}href":
                element.attrib[name] = value.replace("#", f"#{prefix}", 1)
            elif "url(#" in value:
                element.attrib[name] = value.replace("url(#", f"url(#{prefix}")


def recoloured(text):
    text = FONT.sub(r"font: \1 var(--font)", text)
    for stand_in, colour in STAND_INS.items():
        text = text.replace(stand_in, colour)
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())
