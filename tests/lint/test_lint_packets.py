"""The kinds and flags of a family are in its table of packets. A kind or flag without a row would print as a number."""

import re

import pytest
from lint_tree import ROOT, expect_none, family_names

CONSTANT = re.compile(r"^inline constexpr Packet(Kind|Flag) (\w+)\{\d+\};", re.MULTILINE)


def without_row(packets: str) -> list[str]:
    return [f"{what.lower()}::{name} has no {what}Entry" for what, name in CONSTANT.findall(packets)
            if not re.search(rf"{what}Entry\{{{what.lower()}::{name},", packets)]


@pytest.mark.parametrize("family", family_names())
def test_every_kind_and_flag_has_a_row(family):
    expect_none(without_row((ROOT / "protocol" / family / "packets.h").read_text(encoding="utf-8")))


def test_a_missing_row_is_found():
    kinds = "inline constexpr PacketKind ack{7};\ninline constexpr PacketFlag done{1};\n"
    assert without_row(kinds + 'KindEntry{kind::ack, "ACK"') == ["flag::done has no FlagEntry"]
    assert without_row(kinds + 'FlagEntry{flag::done, "DONE"') == ["kind::ack has no KindEntry"]
