#include "tests/sequences/harness/runner.h"

#include "tests/sequences/harness/bad_sequence.h"
#include "tests/sequences/harness/session.h"

#include <algorithm>

namespace rmasim::seq {

namespace {

using Lines = std::vector<std::string>;

Lines output_of(Session& session, const Stanza& stanza) {
    Lines output;
    for (const std::string& command : stanza.commands) {
        for (std::string& line : session.execute(command)) output.push_back(std::move(line));
    }
    if (output.empty()) output.emplace_back("ok");
    return output;
}

std::string difference(const Sequence& sequence, const Stanza& stanza, const Lines& got) {
    const Lines& expected = stanza.output;
    std::size_t same = 0;
    while (same < got.size() && same < expected.size() && got[same] == expected[same]) ++same;
    std::string text = location_in(sequence, stanza.line) + stanza.commands.front();
    for (std::size_t i = 0; i < same; ++i) text += "\n    " + expected[i];
    for (std::size_t i = same; i < expected.size(); ++i) text += "\n  - " + expected[i];
    for (std::size_t i = same; i < got.size(); ++i) text += "\n  + " + got[i];
    return text;
}

bool counts_are_shown(const Sequence& sequence) {
    return std::any_of(sequence.stanzas.begin(), sequence.stanzas.end(), [](const Stanza& stanza) {
        return std::any_of(stanza.commands.begin(), stanza.commands.end(),
                           [](const std::string& command) { return command.starts_with("counts"); });
    });
}

Lines header_faults(const Sequence& sequence, const Spec& spec) {
    Lines faults;
    const auto fault = [&](const std::string& what) { faults.push_back(location_in(sequence, sequence.line) + what); };
    if (sequence.clauses.empty()) fault("names no clause (`# clause: NR-LOCK-2`)");
    for (const std::string& id : sequence.clauses) {
        if (!spec.has(id)) fault("clause " + id + " is not in SPEC.md");
    }
    if (sequence.by_hand.empty()) fault("has no `# by-hand:` line");
    if (!counts_are_shown(sequence)) fault("has no `counts` stanza");
    return faults;
}

Lines end_faults(const Sequence& sequence, Session& session) {
    Lines faults;
    const auto fault = [&](const std::string& what) { faults.push_back(location_in(sequence, sequence.line) + what); };
    if (!session.orders_difference().empty()) fault(session.orders_difference());
    for (const std::string& what : session.world().record().counts().differences(sequence.by_hand))
        fault("counts differ from by-hand: " + what);
    const Lines leftovers = session.world().leftovers();
    if (sequence.hangs) {
        if (leftovers.empty()) fault("is said to hang, and does not");
        return faults;
    }
    for (const std::string& what : leftovers) fault("left behind: " + what);
    return faults;
}

// Runs every stanza, and calls `use` for each with its output. Returns the faults that blessing must not accept.
template <class Use>
Lines run(const Sequence& sequence, const Spec& spec, Use use) {
    Lines faults = header_faults(sequence, spec);
    Session session(sequence.counts_order_dependent ? Session::Orders::any_counts : Session::Orders::equal_counts);
    for (std::size_t at = 0; at < sequence.stanzas.size(); ++at) {
        try {
            use(at, output_of(session, sequence.stanzas[at]));
        } catch (const BadSequence& bad) {
            faults.push_back(location_in(sequence, sequence.stanzas[at].line) + bad.what());
            return faults;
        }
    }
    for (std::string& what : end_faults(sequence, session)) faults.push_back(std::move(what));
    return faults;
}

}  // namespace

Lines check_sequence(const Sequence& sequence, const Spec& spec) {
    Lines differences;
    Lines faults = run(sequence, spec, [&](std::size_t at, const Lines& got) {
        if (got != sequence.stanzas[at].output) differences.push_back(difference(sequence, sequence.stanzas[at], got));
    });
    faults.insert(faults.end(), differences.begin(), differences.end());
    return faults;
}

Lines bless_sequence(Sequence& sequence, const Spec& spec) {
    std::vector<Lines> outputs;
    Lines faults = run(sequence, spec, [&](std::size_t, const Lines& got) { outputs.push_back(got); });
    if (!faults.empty()) return faults;
    for (std::size_t at = 0; at < outputs.size(); ++at) {
        sequence.stanzas[at].has_output = true;
        sequence.stanzas[at].output = outputs[at];
    }
    return {};
}

}  // namespace rmasim::seq
