// Programs whose errors, if any, depend on the order of the run. The verdict depends on an old record of the checker: a
// call that makes copies equal, a memory barrier, a value, or a lock that a value proves.
#include "tests/memmodel/directed_writer.h"

namespace rmasim::memmodel_test {

namespace {

constexpr int many = 8;  // more calls than the checker stores in the tests

// Thread 1 of rank 1 is ordered after the first call of its rank that makes a put private, and after no later one. The
// clock of this call has exactly the end of the put.
Program first_of_many_locks() {
    DirectedWriter writer(2);
    writer.program.steps[1].resize(2);
    writer.lock(0, 1);
    writer.put(0, 1, 0);
    writer.call(0, Call::unlock, 1);
    writer.lock(1, 1);
    writer.call(1, Call::unlock, 1);
    writer.flag(1, Step::Kind::signal, 0);
    writer.message(0, 1);
    writer.calls(1, Call::sync, many);
    writer.flag(1, Step::Kind::await, 1);
    writer.delay(1, 1);
    writer.touch(1, Step::Kind::load, {0, {0, 8, 0, 1}}, 1);
    return writer.program;
}

// A put through window 0 reaches the public copy of window 1 by two calls of the owner. Rank 2 is ordered after these
// calls, but not after the many calls that follow.
Program first_of_two_windows(std::size_t threads_of_owner) {
    DirectedWriter writer(3);
    writer.program.windows.push_back(writer.program.windows.front());
    writer.program.steps[1].resize(threads_of_owner);
    writer.call(0, Call::lock_all);
    writer.put(0, 1, 0);
    writer.call(0, Call::flush, 1);
    writer.message(0, 1);
    writer.call(1, Call::sync);
    writer.call_on(1, 1, Call::sync);
    writer.message(1, 2);
    writer.calls(1, Call::sync, many, 1);
    writer.call_on(1, 2, Call::lock_all);
    writer.operation(2, Call::get, 1, 1, 0);
    writer.call_on(1, 2, Call::flush, 1);
    return writer.program;
}

// Rank 0 exposes a store by its first memory barrier, after which rank 1 has its last one. Rank 2 has none, so the
// store is still of interest when all are ordered after the barriers.
Program first_barrier_of_the_writer() {
    DirectedWriter writer(3);
    writer.program.windows.front().unified = true;
    writer.program.steps[0].resize(2);
    writer.touch(0, Step::Kind::store, {0, {0, 8, 0, 1}});
    writer.call(0, Call::sync);
    writer.message(0, 1);
    writer.call(1, Call::sync);
    writer.calls(0, Call::sync, many);
    writer.barriers(4);
    for (const std::uint32_t thread : {0u, 1u}) {
        writer.flag(0, Step::Kind::signal, thread, 1 + thread);
        writer.flag(0, Step::Kind::await, 1 - thread, 1 + thread);
    }
    writer.touch(0, Step::Kind::store, {0, {32, 8, 0, 1}});
    writer.message(0, 1);
    writer.touch(1, Step::Kind::load, {0, {0, 8, 0, 1}}).owner = 0;
    return writer.program;
}

// Two atomic accesses that only a message orders need no memory barrier.
Program atomic_accesses_and_a_message() {
    DirectedWriter writer(2);
    writer.program.runs = true;
    writer.program.windows.front().unified = true;
    writer.touch(0, Step::Kind::store, {0, {0, 8, 0, 1}}).manner = memmodel::Manner::atomic;
    writer.message(0, 1);
    Step& load = writer.touch(1, Step::Kind::load, {0, {0, 8, 0, 1}});
    load.owner = 0;
    load.manner = memmodel::Manner::atomic;
    return writer.program;
}

// All ranks are ordered after the call of an accumulate that nothing has completed. Its value proves that it has ended.
Program value_of_a_known_call() {
    DirectedWriter writer(3);
    for (const std::size_t rank : {0u, 1u}) writer.call(rank, Call::lock_all);
    writer.operation(0, Call::accumulate, 0, 2, 0).value = 1;
    writer.barriers(4);
    for (int i = 0; i < many; ++i) {
        writer.operation(1, Call::accumulate, 0, 2, 8 + 8 * static_cast<std::uint64_t>(i % 4)).value = i;
        writer.call(1, Call::flush, 2);
    }
    writer.operation(1, Call::fetch_and_op, 0, 2, 0).call.operation.reduce = ReduceOp::no_op;
    writer.call(1, Call::flush, 2);
    writer.put(1, 2, 0);
    writer.call(1, Call::flush, 2);
    return writer.program;
}

// Rank 0 stores two words before its section. Rank 1 needs the first store, since it gets the word, but not the second
// one.
Program two_stores_before_a_section() {
    DirectedWriter writer(2);
    writer.program.windows.push_back({1, {0, 64}, false});
    for (const std::uint64_t word : {0u, 8u}) writer.touch(0, Step::Kind::store, {0, {word, 8, 0, 1}});
    writer.call(1, Call::lock_all);
    for (const std::size_t rank : {0u, 1u}) {
        writer.lock(rank, 0).call.window = 1;
        writer.operation(rank, Call::accumulate, 1, 0, 0);
        writer.call_on(1, rank, Call::unlock, 0);
    }
    writer.get(1, 0, 0);
    writer.call(1, Call::flush, 0);
    writer.put(1, 0, 8);
    writer.call(1, Call::flush, 0);
    return writer.program;
}

// Window 1 is a guard, window 2 another one. Rank 0 puts in an exclusive section of the guard, rank 1 updates a value
// in a shared section of the guard. Rank 2 finds the value without a section of its own. In another order the
// puts of ranks 0 and 2 could be concurrent, if the value did not need the section of rank 1, which needs the release
// by rank 0.
Program value_of_a_section() {
    DirectedWriter writer(3);
    for (const memmodel::MemoryId memory : {1u, 2u}) writer.program.windows.push_back({memory, {0, 64}, false});
    const auto pass = [&](std::size_t rank) {
        writer.lock(rank, 1).call.window = 2;
        writer.operation(rank, Call::accumulate, 2, 1, 0);
        writer.call_on(2, rank, Call::unlock, 1);
    };
    for (const std::size_t rank : {1u, 2u, 2u}) writer.delay(rank);
    for (const std::size_t rank : {0u, 2u}) writer.call(rank, Call::lock_all);
    writer.lock(0, 2).call.window = 1;
    writer.operation(0, Call::accumulate, 1, 2, 32);
    writer.call_on(1, 0, Call::flush, 2);
    writer.put(0, 1, 0);
    writer.call(0, Call::flush, 1);
    writer.call_on(1, 0, Call::unlock, 2);
    pass(0);
    Step& shared = writer.lock(1, 2);
    shared.call.window = 1;
    shared.call.lock_type = LockType::shared;
    writer.operation(1, Call::accumulate, 1, 2, 0).value = 1;
    writer.call_on(1, 1, Call::unlock, 2);
    pass(2);
    Step& unchecked = writer.lock(2, 2);
    unchecked.call.window = 1;
    unchecked.call.lock_type = LockType::shared;
    unchecked.call.asserts = Assert::nocheck;
    writer.operation(2, Call::fetch_and_op, 1, 2, 0).call.operation.reduce = ReduceOp::no_op;
    writer.call_on(1, 2, Call::flush, 2);
    writer.put(2, 1, 0);
    writer.call(2, Call::flush, 1);
    return writer.program;
}

// A store that a call makes public gets no note.
Program store_that_is_public() {
    DirectedWriter writer(2);
    writer.program.runs = true;
    writer.touch(1, Step::Kind::store, {0, {0, 8, 0, 1}});
    writer.call(1, Call::sync);
    writer.message(1, 0);
    writer.call(0, Call::lock_all);
    writer.get(0, 1, 0);
    writer.call(0, Call::flush, 1);
    return writer.program;
}

// A get that was called after a store of rank 1's second thread ends in the FENCE of rank 1's first thread. So the
// store is ordered before the end of the FENCE, but not before its begin, and is not public.
Program store_during_a_fence() {
    DirectedWriter writer(2);
    writer.program.steps[1].resize(2);
    writer.touch(1, Step::Kind::store, {0, {0, 8, 0, 1}}, 1);
    writer.call(1, Call::send, no_rank, 1).call.message.peer = 0;
    writer.call(0, Call::fence);
    writer.call(0, Call::recv).call.message.peer = 1;
    writer.get(0, 1, 32);
    writer.call(0, Call::fence);
    writer.get(0, 1, 0);
    writer.call(0, Call::fence);
    writer.calls(1, Call::fence, 3);
    return writer.program;
}

// The same store with the UNLOCK of another rank's window. The lock was granted after that of rank 0, and the UNLOCK
// returns after the grant.
Program store_during_an_unlock() {
    DirectedWriter writer(3);
    writer.program.steps[1].resize(2);
    writer.touch(1, Step::Kind::store, {0, {0, 8, 0, 1}}, 1);
    writer.call(1, Call::send, no_rank, 1).call.message.peer = 0;
    writer.call(0, Call::recv).call.message.peer = 1;
    for (const std::size_t rank : {0u, 1u}) {
        writer.lock(rank, 2);
        writer.put(rank, 2, 8 * rank);
        writer.call(rank, Call::unlock, 2);
    }
    writer.message(1, 0);
    writer.call(0, Call::lock_all);
    writer.get(0, 1, 0);
    writer.call(0, Call::unlock_all);
    return writer.program;
}

// The same store with a WAITALL that sends a signal and reports a counter. It is ordered before the counter's signal,
// not before the signal that WAITALL sends.
Program store_during_a_report() {
    DirectedWriter writer(2);
    writer.program.counted = Guarantee::complete_at_origin;
    writer.program.counters = {0, 1};
    writer.program.requests = {{.rank = 1, .counter = 0, .modes = SyncModes::put, .number = 0},
                               {.rank = 1, .counter = 1, .object = true, .count = 1, .number = 1},
                               {.rank = 0, .counter = 1, .modes = SyncModes::put, .number = 2}};
    writer.program.steps[1].resize(2);
    writer.touch(1, Step::Kind::store, {0, {0, 8, 0, 1}}, 1);
    writer.call(1, Call::send, no_rank, 1).call.message.peer = 0;
    writer.call(0, Call::recv).call.message.peer = 1;
    writer.call(0, Call::request_start).requests = {2};
    writer.call(0, Call::request_waitall).requests = {2};
    writer.call(1, Call::request_start).requests = {0, 1};
    writer.call(1, Call::request_waitall).requests = {0, 1};
    writer.message(1, 0);
    writer.get(0, 1, 0);
    return writer.program;
}

// Rank 0 gets what the put of rank 1 has written, so it needs the put, but not the load that follows the put. In
// another order, rank 0 acquires its lock before the exclusive section of rank 1, and its own put is concurrent with
// the load. With `fetches`, a get into window memory replaces the put of rank 1.
Program load_behind_an_operation(bool fetches) {
    DirectedWriter writer(2);
    writer.lock(1, 1).call.lock_type = LockType::shared;
    if (fetches) {
        writer.operation(1, Call::get, 0, 1, 32).buffers.result = {0, {0, 8, 0, 1}};
    } else {
        writer.put(1, 1, 0);
    }
    writer.touch(1, Step::Kind::load, {0, {8, 8, 0, 1}});
    writer.call(1, Call::unlock, 1);
    writer.lock(1, 1);
    writer.call(1, Call::unlock, 1);
    writer.call(0, Call::lock_all);
    writer.get(0, 1, 0);
    writer.call(0, Call::flush, 1);
    writer.put(0, 1, 8);
    writer.call(0, Call::unlock_all);
    return writer.program;
}

// Rank 0 reads a result of rank 2, so it needs the exclusive section of the lock under which rank 2 got the result. The
// section of rank 0 follows it. So in no order with these values is the put of rank 0 concurrent with the write of the
// result.
Program result_of_a_section() {
    DirectedWriter writer(3);
    writer.lock(2, 0);
    writer.operation(2, Call::get, 0, 0, 0).buffers.result = {0, {8, 8, 0, 1}};
    writer.call(2, Call::flush, 0);
    writer.call(2, Call::unlock, 0);
    writer.delay(0);
    writer.lock(0, 0);
    writer.call(0, Call::unlock, 0);
    writer.lock(0, 2);
    writer.get(0, 2, 8);
    writer.call(0, Call::flush, 2);
    writer.put(0, 2, 32);
    writer.call(0, Call::unlock, 2);
    return writer.program;
}

}  // namespace

std::vector<Program> directed_orders() {
    return {first_of_many_locks(),           first_of_two_windows(1),
            first_of_two_windows(2),         first_barrier_of_the_writer(),
            value_of_a_known_call(),         atomic_accesses_and_a_message(),
            two_stores_before_a_section(),   value_of_a_section(),
            store_that_is_public(),          store_during_a_fence(),
            load_behind_an_operation(false), load_behind_an_operation(true),
            store_during_an_unlock(),        store_during_a_report(),
            result_of_a_section()};
}

}  // namespace rmasim::memmodel_test
