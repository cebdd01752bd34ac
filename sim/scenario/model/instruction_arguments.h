// The variables and the data that instructions have as arguments.
#pragma once

#include "protocol/base/types.h"
#include "sim/scenario/expression/expression.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace rmasim::sim {

// The number of a space. A space is a window, or a local buffer that each rank has. The numbers of windows precede the
// numbers of buffers.
using SpaceId = WindowId;

// An element of an array of variables. `length` is the length of the array. Zero if the name is not an array.
struct ElementIndex {
    Slot length = 0;
    Expression index;
};

// A variable, an element of an array, or a whole array, that the program may write. No variable if the slot is 0.
struct WrittenName {
    Slot variable = 0;
    bool whole_array = false;  // true if the name stands for all elements; then `element.index` is 0
    ElementIndex element{};

    // True if `slot` is a slot of the variable, or of the array.
    bool covers(Slot slot) const {
        return slot >= variable && slot - variable < (element.length == 0 ? 1 : element.length);
    }
};

// A list of integers as an argument of a call: constant ranks, or expressions.
struct IntegerList {
    std::vector<Rank> ranks;
    std::vector<Expression> expressions;
    // For each expression: the variable or element, if the expression consists of only this variable or element. The
    // list is empty, or as long as `expressions`.
    std::vector<std::optional<WrittenName>> names{};
    bool all_of_comm = false;  // True if the group has all ranks of the caller's communicator.
    Slot whole_array = 0;      // the first variable of an array, if the list consists of its elements; otherwise 0
};

// The source of the data that an instruction sends, or the destination of the data that it receives.
enum class LocalData : std::uint8_t {
    // Element k has the value first + k * step. No memory is read.
    affine,
    // Element k is at byte first + k * step of a window or buffer of the caller.
    window,
    variable,  // variables of the program: one received element, or handles of counters
    discard,   // received data is not stored
    reported,  // received data is not stored, but reported to the observers of the run
};

struct LocalElements {
    LocalData kind = LocalData::discard;
    SpaceId space = 0;
    Expression first;
    Expression step;
};

// The data that a call sends. With datatype handle_sync, `first` is the handle (affine), `handles` has the handles
// (variable), or the call has no handles (discard).
struct SentData : LocalElements {
    IntegerList handles;
};

struct ReceivedData : LocalElements {
    WrittenName variable;
};

}  // namespace rmasim::sim
