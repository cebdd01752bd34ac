#include "tests/sequences/harness/runner.h"

#include "tests/sequences/harness/bad_sequence.h"
#include "tests/sequences/harness/session.h"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>

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

std::string difference(const SequenceFile& file, const Stanza& stanza, const Lines& got) {
    const Lines& expected = stanza.output;
    std::size_t same = 0;
    while (same < got.size() && same < expected.size() && got[same] == expected[same]) ++same;
    std::string text = fmt::format("{}:{}: {}", file.path, stanza.line, stanza.commands.front());
    for (std::size_t i = 0; i < same; ++i) text += "\n    " + expected[i];
    for (std::size_t i = same; i < expected.size(); ++i) text += "\n  - " + expected[i];
    for (std::size_t i = same; i < got.size(); ++i) text += "\n  + " + got[i];
    return text;
}

bool counts_are_shown(const SequenceFile& file) {
    return std::any_of(file.stanzas.begin(), file.stanzas.end(), [](const Stanza& stanza) {
        return std::any_of(stanza.commands.begin(), stanza.commands.end(),
                           [](const std::string& command) { return command.starts_with("counts"); });
    });
}

Lines header_faults(const SequenceFile& file, const Spec& spec) {
    Lines faults;
    const auto fault = [&](const std::string& what) { faults.push_back(file.path + ": " + what); };
    if (file.clauses.empty()) fault("names no clause (`# clause: NR-LOCK-2`)");
    for (const std::string& id : file.clauses) {
        if (!spec.has(id)) fault("clause " + id + " is not in SPEC.md");
    }
    if (file.by_hand.empty()) fault("has no `# by-hand:` line");
    if (!counts_are_shown(file)) fault("has no `counts` stanza");
    return faults;
}

Lines end_faults(const SequenceFile& file, Session& session) {
    Lines faults;
    if (!session.orders_difference().empty()) faults.push_back(file.path + ": " + session.orders_difference());
    for (const std::string& what : session.world().record().counts().differences(file.by_hand)) {
        faults.push_back(fmt::format("{}: counts differ from by-hand: {}", file.path, what));
    }
    if (file.hangs) {
        if (session.world().leftovers().empty()) faults.push_back(file.path + ": is said to hang, and does not");
        return faults;
    }
    for (const std::string& what : session.world().leftovers()) {
        faults.push_back(fmt::format("{}: left behind: {}", file.path, what));
    }
    return faults;
}

// Runs every stanza; `use` gets each with its output. Returns the faults that blessing must not accept.
template <class Use>
Lines run(const SequenceFile& file, const Spec& spec, Use use) {
    Lines faults = header_faults(file, spec);
    Session session(file.counts_order_dependent ? Session::Orders::any_counts : Session::Orders::equal_counts);
    for (std::size_t at = 0; at < file.stanzas.size(); ++at) {
        try {
            use(at, output_of(session, file.stanzas[at]));
        } catch (const BadSequence& bad) {
            faults.push_back(fmt::format("{}:{}: {}", file.path, file.stanzas[at].line, bad.what()));
            return faults;
        }
    }
    for (std::string& what : end_faults(file, session)) faults.push_back(std::move(what));
    return faults;
}

}  // namespace

Lines check_sequence(const SequenceFile& file, const Spec& spec) {
    Lines differences;
    Lines faults = run(file, spec, [&](std::size_t at, const Lines& got) {
        if (got != file.stanzas[at].output) differences.push_back(difference(file, file.stanzas[at], got));
    });
    faults.insert(faults.end(), differences.begin(), differences.end());
    return faults;
}

Lines bless_sequence(SequenceFile file, const Spec& spec) {
    std::vector<Lines> outputs;
    Lines faults = run(file, spec, [&](std::size_t, const Lines& got) { outputs.push_back(got); });
    if (!faults.empty()) return faults;
    for (std::size_t at = 0; at < outputs.size(); ++at) file.stanzas[at].output = outputs[at];
    std::ofstream(file.path) << text_of(file);
    return {};
}

}  // namespace rmasim::seq
