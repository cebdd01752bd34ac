// The errors of a simulated run: erroneous programs, failures of the modelled implementation, bugs of the core.
#pragma once

#include "protocol/base/types.h"

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rmasim {

// Returns `text` with the name of a call of `named` instead of each mark "{}". `name` returns the name of a call.
template <class Name>
std::string with_names(const std::string& text, const std::vector<Call>& named, Name name) {
    std::string made;
    std::size_t begin = 0;
    for (const Call call : named) {
        const std::size_t mark = text.find("{}", begin);
        made += text.substr(begin, mark - begin);
        made += name(call);
        begin = mark + 2;
    }
    return made + text.substr(begin);
}

// The simulated program breaks a rule of MPI. The error names the call and the rule.
class ErroneousProgram : public std::runtime_error {
public:
    ErroneousProgram(Call call, const std::string& rule) : ErroneousProgram(name_of(call), rule) {}
    // `what` is the name of the call that breaks the rule, or "load" or "store" if no call breaks it.
    ErroneousProgram(std::string_view what, const std::string& rule)
        : std::runtime_error(std::string(what) + ": " + rule), what_broke_it(what), rule(rule), text_(rule) {}
    // `text` is the rule with a mark "{}" for the name of each call in `named`. Reports may replace these names by
    // those of MPI.
    ErroneousProgram(Call call, const std::string& text, std::vector<Call> named)
        : ErroneousProgram(call, with_names(text, named, [](Call one) { return name_of(one); })) {
        text_ = text;
        named_ = std::move(named);
    }

    // Returns the same error for another call, or for an event that is no call. `what` is its name.
    ErroneousProgram at(std::string_view what) const {
        ErroneousProgram other(what, rule);
        other.text_ = text_;
        other.named_ = named_;
        other.is_about_epochs = is_about_epochs;
        other.section = section;
        return other;
    }
    // Returns the same error with another section.
    ErroneousProgram in_section(std::string_view name) && {
        section = name;
        return std::move(*this);
    }
    // Returns the rule with other names of calls. `name` returns the name of a call.
    template <class Name>
    std::string rule_with(Name name) const {
        return with_names(text_, named_, name);
    }

    std::string what_broke_it;
    std::string rule;
    // True if the open epochs of the rank cause the error. A report then names these epochs.
    bool is_about_epochs = false;
    // The section of sim/checkers/usage/RULES.md that describes the rule; empty if no section does.
    std::string_view section{};

private:
    std::string text_;  // the rule with marks for the names of calls
    std::vector<Call> named_;
};

// The open epochs of a rank on a window do not permit a call.
class WrongEpoch : public ErroneousProgram {
public:
    WrongEpoch(std::string_view in_section, Call call, const std::string& text, std::vector<Call> named = {})
        : ErroneousProgram(call, text, std::move(named)) {
        is_about_epochs = true;
        section = in_section;
    }
};

// All programs have finished, and no RECV has received the message from `source`.
class UnreceivedMessage : public ErroneousProgram {
public:
    UnreceivedMessage(Rank source, Rank receiver, std::uint32_t tag, WindowId comm = no_window)
        : ErroneousProgram(Call::recv, "nobody has received the message that rank " + std::to_string(source) +
                                           " sent to rank " + std::to_string(receiver) + " with tag " +
                                           std::to_string(tag)),
          source(source), receiver(receiver), tag(tag), comm(comm) {}

    Rank source, receiver;
    std::uint32_t tag;
    WindowId comm;
};

// The kind of failure that a defect of the modelled implementation causes.
enum class FailureKind : std::uint8_t { assertion, crash };
std::string_view name_of(FailureKind kind);

// The modelled implementation fails; this is not a bug of the core. `what` gives the reason in the implementation's
// terms.
class ImplementationFailed : public std::runtime_error {
public:
    ImplementationFailed(FailureKind kind, Rank rank, const std::string& what)
        : std::runtime_error(what), kind(kind), rank(rank) {}

    FailureKind kind;
    Rank rank;
};

// A bug of the core: the core broke one of its own rules. The text names the clause of SPEC.md that has the rule.
class ProtocolError : public std::logic_error {
    using std::logic_error::logic_error;
};

}  // namespace rmasim
