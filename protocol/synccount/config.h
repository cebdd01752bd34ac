// The settings of family synccount: choices that the text of NEC's proposal leaves open.
#pragma once

#include "protocol/parts/collectives/collective_algorithms.h"
#include "protocol/parts/messages/message_limit.h"

#include <cstdint>

namespace rmasim::synccount {

// The moment when a PUT or ACC is complete at its origin (SC-OPS-4).
enum class Completion : std::uint8_t {
    order,  // when the operation is sent: packets keep their order, so a later signal arrives after the operation
    ack,    // when the target has acknowledged the operation; always used if packets may overtake each other
};

// The effect of START of an object request on its counter (SC-OBJ-2).
enum class StartKind : std::uint8_t {
    reset,       // each START sets the counter to `count`
    keep_first,  // only a START after a completion sets the counter
    add,         // INIT and each START after a completion add `count` to the counter: early signals are kept
};

// The moment when a request without a mode signals (SC-OPS-6).
enum class NotifyEmpty : std::uint8_t {
    start,  // in START, which leaves the request inactive
    wait,   // when TEST or WAIT reports the request as complete, as for all other requests
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
    bool restart = true;  // false: info key `restart` is refused (SC-INFO-1)
    Optimizations optimizations;
    std::uint32_t message_eager_bytes = usual_message_limit;  // a longer message waits for its RECV
    std::uint32_t message_part_bytes = max_part_bytes;        // the data of twice this size are several packets
    CollectiveAlgorithms collectives;
};

}  // namespace rmasim::synccount
