"""The output of a check as JUnit XML for CI servers. Each folder is a test suite, and each scenario is a test case.

All times are 0, so that the same runs give the same bytes. The schema of the XML is tests/analysis/check/junit.xsd.
"""

import re
from itertools import groupby
from xml.etree import ElementTree

from .scenario_files import with_variant
from .text import details_of
from .verdict import Status

NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
SKIPPED = (Status.WITHOUT_EXPECTATIONS, Status.NEW, Status.NOT_FOR_SETTINGS)
# By status of a scenario: the element inside its test case, and the type of that element.
TAGS = {
    Status.CHANGED: ("failure", "expectation"),
    Status.REFUSED: ("error", "bad input"),
    Status.BROKE: ("error", "internal error"),
    **{status: ("skipped", status.value) for status in SKIPPED},
}
TIME_S = "0"


def junit_xml(verdicts, comparison):
    """The XML document as bytes."""
    root = ElementTree.Element("testsuites", name="rmasim check", time=TIME_S, **counts_of(verdicts))
    for folder, cases in groupby(sorted(verdicts, key=folder_of), folder_of):
        cases = list(cases)
        skipped = str(sum(case.status in SKIPPED for case in cases))
        suite = ElementTree.SubElement(root, "testsuite", name=clean(folder), time=TIME_S, skipped=skipped,
                                       **counts_of(cases))
        for case in cases:
            add_case(suite, folder, case, comparison)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"


def folder_of(verdict):
    return verdict.file.parent.as_posix()


def counts_of(verdicts):
    tags = [TAGS.get(verdict.status, ("",))[0] for verdict in verdicts]
    return {"tests": str(len(tags)), "failures": str(tags.count("failure")), "errors": str(tags.count("error"))}


def add_case(suite, folder, verdict, comparison):
    # CI servers split the name of a class into packages, at its dots.
    names = {"name": clean(with_variant(verdict.file.name, verdict.variant)),
             "classname": clean(folder.strip("./").replace("/", "."))}
    case = ElementTree.SubElement(suite, "testcase", names, time=TIME_S)
    details = clean("\n".join(details_of(verdict, comparison)))
    if verdict.status in TAGS:
        tag, kind = TAGS[verdict.status]
        ElementTree.SubElement(case, tag, type=kind, message=clean(message_of(verdict))).text = details
    elif details:
        ElementTree.SubElement(case, "system-out").text = details


def message_of(verdict):
    """The line of a verdict that has the most information."""
    if verdict.differences:
        rest = len(verdict.differences) - 1
        return verdict.differences[0].sentence() + (f", and {rest} more" if rest else "")
    return verdict.notes[0] if verdict.notes else verdict.status.value


def clean(text):
    """The text with names in place of most control characters, because XML cannot contain these characters."""
    return NOT_IN_XML.sub(lambda found: f"\\x{ord(found.group()):02x}", text)
