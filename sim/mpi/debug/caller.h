// A location in the program: the name of a function that the program has called, the return address of this call, and
// the frame of the function, above which the frames of the program are. The frame may be null.
#pragma once

namespace rmasim::sim {

struct Caller {
    const char* function = nullptr;
    const void* returns_to = nullptr;
    const void* frame = nullptr;
};

}  // namespace rmasim::sim
