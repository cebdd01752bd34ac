// The functions that make the calls of synccount: a section for each kind of call.
#pragma once

#include "protocol/base/task.h"
#include "protocol/parts/requests/request_calls.h"
#include "protocol/synccount/engine_state.h"

namespace rmasim::synccount {

// ---- MPI_WIN_CHANGE_COMM gives a window the group of another communicator (SC-COMM-1).

// The new members of a window: the first `size` ranks of `group`. If `group` is null, the first `size` ranks of all.
struct NewGroup {
    const RankGroup* group = nullptr;
    Rank size = 0;
};

// Executes the call. `peer` is a rank in MPI_COMM_WORLD.
Task<> change_comm(EngineState& engine, Window& window, NewGroup to, Rank peer);
// Handle a WIN_INFO, or a BARRIER of a WIN_CHANGE_COMM, that has arrived.
void on_win_info(Window& window, const Packet& packet);
void on_barrier(EngineState& engine, Window& window, const Packet& packet);

// ---- Allocation, deallocation and initialisation of counters and their requests.

// Execute WIN_ALLOC_SYNC_OBJECTS and WIN_FREE_SYNC_OBJECTS (SC-SYNC-1, SC-SYNC-3). `arguments` contains the variables
// that receive the handles of the new counters, or the handles of the counters to free.
void alloc_counters(EngineState& engine, Window& window, const RequestArguments& arguments);
void free_counters(EngineState& engine, Window& window, const RequestArguments& arguments);

// MPI_WIN_SYNC_OPS_INIT and MPI_WIN_SYNC_OBJECT_INIT. Both return the new request.
RequestId ops_init(EngineState& engine, Window& window, Rank target, const RequestArguments& arguments);
RequestId object_init(EngineState& engine, Window& window, const RequestArguments& arguments);

// Returns the remote handles that a message or collective call of MPI_HANDLE_SYNC transfers for the handles in its
// arguments (SC-SYNC-4, SC-SYNC-5).
std::vector<std::uint64_t> sent_handles(EngineState& engine, const CallRequest& request);
// Returns a payload with these handles.
Payload payload_of(EngineState& engine, const std::vector<std::uint64_t>& handles);

// ---- START of persistent requests, and the calls that test persistent requests and requests of messages or wait for
// them.

// MPI_START (SC-REQ-1).
void start_request(EngineState& engine, Call call, RequestId id);

// The functions that calls on lists of requests (parts/request_calls.h) need for persistent requests and requests of
// messages.
class Requests {
public:
    explicit Requests(EngineState& engine) : engine_(engine), messages_(engine.two_sided) {}
    bool begin(Call call, RequestId id);
    bool is_active(RequestId id) const;
    bool is_done(RequestId id) const;
    std::size_t count_done(std::span<const RequestId> ids) const { return messages_.count_done(ids); }
    std::size_t close_done(std::span<const RequestId> ids) { return messages_.close_done(ids); }
    bool report(const RequestList& list, RequestId id);
    void leave(RequestId id);
    void free(Call call, RequestId id);
    void cancel(Call call, RequestId id);
    WaitReason reason(Call call, RequestId id) const;

private:
    static bool is_message(RequestId id) { return (id & message_request) != 0; }
    EngineState& engine_;
    MessageCalls messages_;
};

// ---- PUT, GET and ACCUMULATE, which need no epoch (SC-AIM-3).

void rma_op(EngineState& engine, Window& window, Call call, const Operation& operation);
// Raises ErroneousProgram, which names `call`, if the caller or `target` does not have the window. If `target` is
// no_rank, checks only the caller.
void require_members(const EngineState& engine, const Window& window, Call call, Rank target);

}  // namespace rmasim::synccount
