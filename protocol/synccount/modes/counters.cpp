#include "protocol/synccount/modes/modes.h"

#include "protocol/synccount/routines/counter_value.h"

#include <cstring>

namespace rmasim::synccount {

namespace {

Handle handle_in(Call call, std::uint64_t word) {
    if (word == null_handle) {
        throw ErroneousProgram(call, "the handle is MPI_SYNC_NULL: no counter was allocated, or it was freed");
    }
    if (!Handle::is_handle(word)) throw ErroneousProgram(call, std::to_string(word) + " is no handle of a counter");
    return Handle::of(word);
}

// Returns a counter of this process, by the handle that WIN_ALLOC_SYNC_OBJECTS returned.
Counter& own_counter(EngineState& engine, Call call, const Handle& handle) {
    if (handle.remote || handle.owner != engine.rank) {
        throw ErroneousProgram(call, "the handle of " + text_of(handle.name(), handle.owner) +
                                         " was received in a message; rank " + std::to_string(engine.rank) +
                                         " must use a handle of its own counter in this call");
    }
    Counter* const counter = engine.counters.find(handle.slot, handle.generation);
    if (counter != nullptr) return *counter;
    throw ErroneousProgram(call, text_of(handle.name(), engine.rank) + " was freed");
}

void require_window(const Window& window, Call call, const Handle& handle, const std::string& counter) {
    if (handle.window == window.id) return;
    throw ErroneousProgram(call, counter + " belongs to window " + std::to_string(handle.window) + ", not to window " +
                                     std::to_string(window.id));
}

Counter& own_counter_of(EngineState& engine, const Window& window, Call call, const Handle& handle) {
    Counter& counter = own_counter(engine, call, handle);
    require_window(window, call, handle, text_of(counter, engine.rank));
    return counter;
}

void require_restart(const EngineState& engine, Call call, const RequestArguments& arguments, const Handle& handle) {
    if (!arguments.restart || engine.config.restart) return;
    throw ErroneousProgram(call, "the info key restart is not supported (protocol.restart is false), for " +
                                     text_of(handle.name(), handle.owner));
}

void require_idle(const EngineState& engine, const Counter& counter) {
    if (counter.object == none) return;
    const SyncRequest& request = engine.requests[counter.object];
    if (request.state == SyncRequest::State::inactive || request.idle) return;
    throw ErroneousProgram(Call::win_free_sync_objects,
                           "the request of " + text_of(counter, engine.rank) + " is active");
}

}  // namespace

void alloc_counters(EngineState& engine, Window& window, const RequestArguments& arguments) {
    require_members(engine, window, Call::win_alloc_sync_objects, no_rank);
    if (window.id >= Handle::max_windows) {
        throw ErroneousProgram(Call::win_alloc_sync_objects,
                               "only the first " + std::to_string(Handle::max_windows) + " windows can have counters");
    }
    if (engine.rank >= Handle::max_owners) {
        throw ErroneousProgram(Call::win_alloc_sync_objects,
                               "only the first " + std::to_string(Handle::max_owners) + " ranks can have counters");
    }
    for (std::int64_t i = 0; i < arguments.count; ++i) {
        const auto slot = engine.counters.take(window.id);
        if (!slot) {
            throw ErroneousProgram(Call::win_alloc_sync_objects,
                                   "a process has at most " + std::to_string(Handle::max_slots) + " counters");
        }
        const Counter& counter = engine.counters[*slot];
        ++window.use.allocated;
        report_change(engine, counter, CounterStep::allocated, 0);
        const Handle handle{engine.rank, *slot, counter.generation, window.id, false};
        if (static_cast<std::size_t>(i) < arguments.names.size()) {
            engine.world.memory.write_word(engine.rank, arguments.names[static_cast<std::size_t>(i)],
                                           static_cast<std::int64_t>(handle.word()));
        }
    }
}

void free_counters(EngineState& engine, Window& window, const RequestArguments& arguments) {
    for (std::size_t i = 0; i < arguments.handles.size(); ++i) {
        const Handle handle = handle_in(Call::win_free_sync_objects, arguments.handles[i]);
        Counter& counter = own_counter_of(engine, window, Call::win_free_sync_objects, handle);
        require_not_negative(engine, Call::win_free_sync_objects, counter);
        require_idle(engine, counter);
        report_change(engine, counter, CounterStep::freed, counter.value);
        engine.counters.give_back(handle.slot);
        if (i < arguments.names.size()) engine.world.memory.write_word(engine.rank, arguments.names[i], 0);
    }
}

RequestId ops_init(EngineState& engine, Window& window, Rank target, const RequestArguments& arguments) {
    constexpr Call call = Call::win_sync_ops_init;
    require_members(engine, window, call, target);
    const Handle handle = handle_in(call, arguments.handle);
    require_restart(engine, call, arguments, handle);
    if (handle.owner != target) {
        throw ErroneousProgram(call, text_of(handle.name(), handle.owner) + " is not a counter of the target, rank " +
                                         std::to_string(target));
    }
    require_window(window, call, handle, text_of(handle.name(), handle.owner));
    if (!handle.remote) own_counter_of(engine, window, call, handle);  // SC-OPS-5
    SyncRequest request;
    request.restart = arguments.restart;
    request.modes = arguments.modes;
    request.window = window.id;
    request.target = target;
    request.counter = handle.name();
    return engine.requests.add(request);
}

RequestId object_init(EngineState& engine, Window& window, const RequestArguments& arguments) {
    constexpr Call call = Call::win_sync_object_init;
    require_members(engine, window, call, no_rank);
    const Handle handle = handle_in(call, arguments.handle);
    require_restart(engine, call, arguments, handle);
    Counter& counter = own_counter_of(engine, window, call, handle);
    require_not_negative(engine, call, counter);
    if (counter.object != none) {
        throw ErroneousProgram(call, text_of(counter, engine.rank) + " has a request already");
    }
    SyncRequest request;
    request.object = true;
    request.restart = arguments.restart;
    request.window = window.id;
    request.counter = handle.name();
    request.count = arguments.count;
    init(engine, counter, arguments.count);
    const RequestId id = engine.requests.add(request);
    counter.object = SyncRequests::index_of(id);
    return id;
}

std::vector<std::uint64_t> sent_handles(EngineState& engine, const CallRequest& request) {
    std::vector<std::uint64_t> sent;
    if (!request.more) return sent;
    for (const std::uint64_t word : request.more->handles) {
        Handle handle = handle_in(request.call, word);
        if (handle.remote || handle.owner != engine.rank) {
            throw ErroneousProgram(request.call, "the handle of " + text_of(handle.name(), handle.owner) +
                                                     " was received in a message, and must not be sent again");
        }
        own_counter(engine, request.call, handle);
        handle.remote = true;
        sent.push_back(handle.word());
    }
    return sent;
}

Payload payload_of(EngineState& engine, const std::vector<std::uint64_t>& handles) {
    const std::size_t bytes = handles.size() * sizeof(std::uint64_t);
    const Payload payload = engine.world.memory.allocate(bytes);
    if (bytes > 0) std::memcpy(payload.bytes, handles.data(), bytes);
    return payload;
}

}  // namespace rmasim::synccount
