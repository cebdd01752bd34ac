// The settings of NEC's proposal: what its text leaves open.
#pragma once

#include "protocol/parts/collective_algorithms.h"
#include "protocol/parts/message_limit.h"

#include <cstdint>

namespace rmasim::synccount {

// When a PUT or ACC is complete at its origin (SC-OPS-4).
enum class Completion : std::uint8_t {
    order,  // when it has left: a signal follows on the same ordered pair
    ack,    // when its target has acknowledged it; always so where packets overtake each other
};

// What START of an object request does to its counter (SC-OBJ-2).
enum class StartKind : std::uint8_t {
    reset,       // each START sets it to count
    keep_first,  // only a START after a completion does
    add,         // INIT and each START after a completion add count: early signals survive
};

// When a request of no mode signals (SC-OPS-6).
enum class NotifyEmpty : std::uint8_t {
    start,  // in START, which leaves it inactive
    wait,   // when TEST or WAIT finds it complete, like all others
};

enum class Negative : std::uint8_t { error, ignore };  // a value below 0 (SC-OBJ-4)

struct Optimizations {
    bool piggyback = true;  // the latest PUT or ACC to each target is held, and carries what closes it
};

struct Config {
    Completion completion = Completion::order;
    StartKind start = StartKind::reset;
    NotifyEmpty notify_empty = NotifyEmpty::start;
    Negative negative = Negative::error;
    bool restart = true;  // false: the info key is refused (SC-INFO-1)
    Optimizations optimizations;
    std::uint32_t message_eager_bytes = no_message_limit;  // a longer message waits for its RECV
    CollectiveAlgorithms collectives;
};

}  // namespace rmasim::synccount
