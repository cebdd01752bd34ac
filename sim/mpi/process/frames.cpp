#include "sim/mpi/process/frames.h"

#include "sim/mpi/process/host.h"

#include <unwind.h>

#include <cstddef>
#include <cstring>

namespace rmasim::hosting {

namespace {

constexpr int max_depth = 10'000;  // a stack that has overflowed has many more

struct Walk {
    Frames found{};
    std::size_t count = 0;
    int left = max_depth;
};

bool is_of_program(std::uint64_t address) {
    return Host::get()->program().object_of(reinterpret_cast<const void*>(address)) != nullptr;
}

_Unwind_Reason_Code add_frame(_Unwind_Context* frame, void* of) {
    Walk& walk = *static_cast<Walk*>(of);
    int is_instruction = 0;
    const std::uint64_t address = _Unwind_GetIPInfo(frame, &is_instruction);
    if (address == 0 || --walk.left == 0) return _URC_END_OF_STACK;
    if (!is_of_program(address)) return _URC_NO_REASON;
    walk.found[walk.count++] = address + (is_instruction != 0 ? 1 : 0);
    return walk.count < walk.found.size() ? _URC_NO_REASON : _URC_END_OF_STACK;
}

}  // namespace

Frames frames_of_program() {
    Walk walk;
    _Unwind_Backtrace(add_frame, &walk);
    return walk.found;
}

Frames frame_of_bad_call(std::uint64_t stack_pointer) {
    Frames found{};
    std::uint64_t address = 0;
    std::memcpy(&address, reinterpret_cast<const void*>(stack_pointer), sizeof address);
    if (is_of_program(address)) found[0] = address;
    return found;
}

}  // namespace rmasim::hosting
