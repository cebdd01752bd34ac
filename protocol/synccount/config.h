// The settings of family synccount: choices that the text of NEC's proposal leaves open.
#pragma once

#include "protocol/parts/collective_algorithms.h"
#include "protocol/parts/message_limit.h"

#include <cstdint>

namespace rmasim::synccount {

// The moment when a PUT or ACC is complete at its origin (SC-OPS-4).
enum class Completion : std::uint8_t {
    order,  // when it has been sent: a signal follows on the same ordered pair
    ack,    // when its target has acknowledged it; always used if packets may overtake each other
};

// The effect of START of an object request on its counter (SC-OBJ-2).
enum class StartKind : std::uint8_t {
    reset,       // each START sets it to count
    keep_first,  // only a START after a completion sets it
    add,         // INIT and each START after a completion add count, so early signals are kept
};

// The moment when a request without a mode signals (SC-OPS-6).
enum class NotifyEmpty : std::uint8_t {
    start,  // in START, which leaves the request inactive
    wait,   // when TEST or WAIT reports it complete, as for all other requests
};

enum class Negative : std::uint8_t { error, ignore };  // the reaction to a value below 0 (SC-OBJ-4)

struct Optimizations {
    bool piggyback = true;  // the latest PUT or ACC to each target is held back, and carries RMA_DONE or COMPLETE
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
