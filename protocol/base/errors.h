// The errors of a simulated run: erroneous programs, failures of the modelled implementation, bugs of the core.
#pragma once

#include "protocol/base/types.h"

#include <stdexcept>
#include <string>
#include <string_view>

namespace rmasim {

// The simulated program breaks a rule of MPI. The error names the call and the rule.
class ErroneousProgram : public std::runtime_error {
public:
    ErroneousProgram(Call call, const std::string& rule) : ErroneousProgram(name_of(call), rule) {}
    // `what` is the name of the call that breaks the rule, or "load" or "store" if no call breaks it.
    ErroneousProgram(std::string_view what, const std::string& rule)
        : std::runtime_error(std::string(what) + ": " + rule), what_broke_it(what), rule(rule) {}

    std::string what_broke_it;
    std::string rule;
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
