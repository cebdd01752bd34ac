// An observer of the calls that the ranks of a program make. A recording of the program is one (sim/mpi/recorded).
#pragma once

#include "protocol/base/call_request.h"
#include "sim/machine/engine/time.h"

#include <cstdint>

namespace rmasim::sim {

// The segment of a rank in a window that the rank creates.
struct CreatedSegment {
    WindowId number = 0;
    const RankGroup* members = nullptr;  // null: all ranks
    WindowId comm = no_window;           // the core's number of the members' communicator
    std::uint64_t bytes = 0;
    std::uint32_t disp_unit = 1;
    bool shared = false, dynamic = false, in_any_order = false, same_op = false, alloc_mem = false;
};

class CallListener {
public:
    CallListener() = default;
    virtual ~CallListener() = default;
    CallListener(const CallListener&) = delete;
    CallListener& operator=(const CallListener&) = delete;

    // A rank makes a call of the core, at a call site of the program.
    virtual void begins(Rank rank, std::uint32_t location, const CallRequest& call) = 0;
    virtual void returned(Rank rank, const CallAnswer& answer) = 0;
    // The rank's call is erroneous. The program handles the error.
    virtual void refused(Rank rank) = 0;
    // The rank computes for a time, without progress in MPI. Returns the time as the listener has recorded it.
    virtual Time computes(Rank rank, Time time) = 0;
    // The rank's next call is the one that creates the window.
    virtual void creates(Rank rank, const CreatedSegment& segment) = 0;
};

}  // namespace rmasim::sim
