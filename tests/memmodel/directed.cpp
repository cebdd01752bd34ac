// Programs for a case that random programs rarely contain. Only an old access is erroneous, and by then the checker has
// had every reason to discard its records of that access.
#include "tests/memmodel/directed_writer.h"

namespace rmasim::memmodel_test {

namespace {

// All threads are ordered after the put's completion, but its target's copies are not equal.
Program known_but_stale() {
    DirectedWriter writer(3);
    writer.call(0, Call::lock_all);
    writer.put(0, 2, 0);
    writer.call(0, Call::flush, 2);
    writer.barriers(3);
    writer.put(0, 2, 32);
    writer.call(0, Call::flush, 2);
    writer.barriers(3);
    writer.touch(2, Step::Kind::load, {0, {0, 8, 0, 1}});
    return writer.program;
}

// The same the other way: a store that was never published.
Program stored_and_known() {
    DirectedWriter writer(3);
    writer.touch(2, Step::Kind::store, {0, {0, 8, 0, 1}});
    writer.barriers(3);
    writer.touch(2, Step::Kind::store, {0, {32, 8, 0, 1}});
    writer.barriers(3);
    writer.call(2, Call::send).call.message.peer = 0;
    writer.touch(2, Step::Kind::store, {9, {32, 8, 0, 1}});
    writer.call(0, Call::recv).call.message.peer = 2;
    writer.call(0, Call::lock_all);
    writer.get(0, 2, 0);
    writer.call(0, Call::flush, 2);
    return writer.program;
}

// Three puts from one buffer, the first of which is still in progress.
Program buffer_of_the_first() {
    const memmodel::Buffer buffer{9, {0, 8, 0, 1}};
    DirectedWriter writer(3);
    writer.call(0, Call::lock_all);
    writer.put(0, 1, 0, buffer);
    for (int i = 0; i < 2; ++i) {
        writer.put(0, 2, i == 0 ? 0 : 8, buffer);
        writer.call(0, Call::flush_local, 2);
    }
    writer.touch(0, Step::Kind::store, buffer);
    return writer.program;
}

// One thread publishes what another has stored before; what it stores then itself, it does not.
Program stored_by_another_thread() {
    DirectedWriter writer(3);
    writer.program.steps[2].resize(2);
    writer.touch(2, Step::Kind::store, {0, {0, 8, 0, 1}});
    writer.flag(2, Step::Kind::signal, 0);
    writer.flag(2, Step::Kind::await, 1);
    writer.lock(2, 2, 1);
    writer.call(2, Call::unlock, 2, 1);
    writer.touch(2, Step::Kind::store, {0, {32, 8, 0, 1}}, 1);
    writer.call(2, Call::send, no_rank, 1).call.message.peer = 0;
    writer.call(0, Call::recv).call.message.peer = 2;
    writer.call(0, Call::lock_all);
    writer.get(0, 2, 0);
    writer.get(0, 2, 32);
    writer.call(0, Call::flush, 2);
    return writer.program;
}

// All threads are ordered after the store before the put reaches its target, but the put was called before.
Program put_that_waits() {
    DirectedWriter writer(3);
    writer.lock(0, 1);
    writer.put(0, 1, 0);
    writer.touch(1, Step::Kind::store, {0, {0, 8, 0, 1}});
    writer.barriers(1);
    writer.touch(1, Step::Kind::store, {0, {64, 8, 0, 1}});  // outside of the window
    writer.call(0, Call::unlock, 1);
    return writer.program;
}

// Both requests have signalled when WAITANY reports the first one. Stores after WAITANY are not published by the report
// of the second request.
Program stored_before_the_report() {
    DirectedWriter writer(2);
    writer.program.counted = Guarantee::complete_at_origin;
    writer.program.counters = {1, 1};
    writer.program.requests = {{.rank = 0, .counter = 0, .modes = SyncModes::put, .number = 0},
                               {.rank = 0, .counter = 1, .modes = SyncModes::put, .number = 1},
                               {.rank = 1, .counter = 0, .object = true, .count = 1, .number = 2},
                               {.rank = 1, .counter = 1, .object = true, .count = 1, .number = 3}};
    writer.call(0, Call::request_start).requests = {0, 1};
    writer.call(0, Call::request_waitany).requests = {0, 1};
    writer.touch(0, Step::Kind::store, {0, {32, 8, 0, 1}});
    writer.call(0, Call::request_waitany).requests = {0, 1};
    writer.call(0, Call::send).call.message.peer = 1;
    writer.call(1, Call::recv).call.message.peer = 0;
    writer.get(1, 0, 32);
    return writer.program;
}

// The same store in a running program, which has a note in the unified model.
Program noted_and_known() {
    Program program = stored_and_known();
    program.runs = true;
    return program;
}

// In some orders, all ranks are ordered after the put only because of the order in which ranks acquired a lock.
Program known_by_locks() {
    DirectedWriter writer(3);
    writer.program.windows.push_back({1, {0, 64}, false});
    const auto pass_guard = [&](std::size_t rank) {
        writer.lock(rank, 2).call.window = 1;
        writer.operation(rank, Call::accumulate, 1, 2, 0);
        writer.call_on(1, rank, Call::unlock, 2);
    };
    for (std::size_t rank = 0; rank < 3; ++rank) writer.call(rank, Call::lock_all);
    writer.put(0, 2, 0);
    writer.call(0, Call::flush, 2);
    pass_guard(0);
    for (int i = 0; i < 6; ++i) {
        for (const std::size_t rank : {0u, 1u, 2u}) pass_guard(rank);
        writer.put(0, 2, 32);
        writer.call(0, Call::flush, 2);
    }
    writer.put(1, 2, 0);
    writer.call(1, Call::flush, 2);
    return writer.program;
}

// A get that nothing has completed, and a later get of the same bytes that its request has completed.
Program get_that_is_covered() {
    DirectedWriter writer(2);
    writer.call(0, Call::lock_all);
    writer.get(0, 1, 0);
    for (int i = 0; i < 2; ++i) {
        writer.operation(0, Call::rget, 0, 1, 0);
        const auto index = static_cast<std::uint32_t>(writer.program.steps[0][0].size() - 1);
        writer.call(0, Call::request_wait).flag = index;
    }
    writer.message(0, 1);
    writer.touch(1, Step::Kind::store, {0, {0, 8, 0, 1}});
    return writer.program;
}

// A store to shared memory that all ranks are ordered after, and that a rank loads without a memory barrier.
Program shared_and_known() {
    DirectedWriter writer(3);
    writer.program.windows.front().unified = true;
    writer.touch(0, Step::Kind::store, {0, {0, 8, 0, 1}});
    writer.call(0, Call::sync);
    writer.barriers(3);
    writer.touch(0, Step::Kind::store, {0, {32, 8, 0, 1}});
    writer.message(0, 1);
    writer.touch(1, Step::Kind::load, {0, {0, 8, 0, 1}}).owner = 0;
    return writer.program;
}

}  // namespace

std::vector<Program> directed_programs() {
    return {known_but_stale(),     stored_and_known(),         buffer_of_the_first(), stored_by_another_thread(),
            put_that_waits(),      stored_before_the_report(), noted_and_known(),     known_by_locks(),
            get_that_is_covered(), shared_and_known()};
}

}  // namespace rmasim::memmodel_test
