// The ways a simulated run can be wrong, apart from bad input.
#pragma once

#include "protocol/base/types.h"

#include <stdexcept>
#include <string>
#include <string_view>

namespace rmasim {

// The simulated program breaks a rule of MPI. Names the call and the rule.
class ErroneousProgram : public std::runtime_error {
public:
    ErroneousProgram(Call call, const std::string& rule) : ErroneousProgram(name_of(call), rule) {}
    // `what`: the call, or "load" or "store", which are no calls.
    ErroneousProgram(std::string_view what, const std::string& rule)
        : std::runtime_error(std::string(what) + ": " + rule), what_broke_it(what), rule(rule) {}

    std::string what_broke_it;
    std::string rule;
};

// Every program has ended, and nobody has received a message.
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

// How a family that records a real implementation, faults included, ends where that one stops.
enum class FailureKind : std::uint8_t { assertion, crash };
std::string_view name_of(FailureKind kind);

// Not a bug of the core: the real implementation fails here. `what` says why, in its own terms.
class ImplementationFailed : public std::runtime_error {
public:
    ImplementationFailed(FailureKind kind, Rank rank, const std::string& what)
        : std::runtime_error(what), kind(kind), rank(rank) {}

    FailureKind kind;
    Rank rank;
};

// The core broke a rule of its own, which is a bug in the core. Names the clause.
class ProtocolError : public std::logic_error {
    using std::logic_error::logic_error;
};

}  // namespace rmasim
