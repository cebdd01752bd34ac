// Programs for a case that random programs rarely contain. Only an old access is erroneous, and by then the checker has
// had every reason to discard its records of that access.
#include "protocol/base/call_table.h"
#include "tests/memmodel/program_writer.h"

namespace rmasim::memmodel_test {

namespace {

struct Writer : ProgramWriter {
    using ProgramWriter::ProgramWriter;
    void put(std::size_t rank, Rank target, std::uint64_t disp, const memmodel::Buffer& source = {}) {
        Step& step = call(rank, Call::put, target);
        step.call.operation.target = target;
        step.call.operation.region.disp = disp;
        step.call.operation.region.count = 1;
        step.call.operation.region.datatype = Datatype::int64;
        step.buffers.source = source;
    }
    void get(std::size_t rank, Rank target, std::uint64_t disp) {
        put(rank, target, disp);
        Step& step = program.steps[rank][0].back();
        step.call.call = Call::get;
        step.call.operation.kind = OpKind::get;
    }
    void lock(std::size_t rank, Rank target, std::size_t thread = 0) {
        call(rank, Call::lock, target, thread).call.lock_type = LockType::exclusive;
    }
    void touch(std::size_t rank, Step::Kind kind, const memmodel::Buffer& bytes, std::size_t thread = 0) {
        Step step;
        step.kind = kind;
        step.bytes = bytes;
        program.steps[rank][thread].push_back(step);
    }
    void flag(std::size_t rank, Step::Kind kind, std::size_t thread) {
        Step step;
        step.kind = kind;
        step.flag = 1;
        program.steps[rank][thread].push_back(step);
    }
    void barriers(int count) {
        for (int i = 0; i < count; ++i) {
            for (std::size_t rank = 0; rank < program.ranks(); ++rank) call(rank, Call::barrier);
        }
    }
};

// All threads are ordered after the put's completion, but its target's copies are not equal.
Program known_but_stale() {
    Writer writer(3);
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
    Writer writer(3);
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
    Writer writer(3);
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
    Writer writer(3);
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
    Writer writer(3);
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
    Writer writer(2);
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
    Writer writer(3);
    writer.program.windows.push_back({1, {0, 64}, false});
    const auto pass_guard = [&](std::size_t rank) {
        for (const Call call : {Call::lock, Call::flush, Call::unlock}) {
            Step& step = writer.call(rank, call, 2);
            step.call.window = 1;
            step.call.lock_type = LockType::exclusive;
        }
    };
    for (std::size_t rank = 0; rank < 3; ++rank) writer.call(rank, Call::lock_all);
    writer.put(0, 2, 0);
    writer.call(0, Call::flush, 2);
    pass_guard(0);
    for (int i = 0; i < 6; ++i) {
        for (const std::size_t rank : {1u, 2u}) pass_guard(rank);
        writer.put(0, 2, 32);
        writer.call(0, Call::flush, 2);
    }
    writer.put(1, 2, 0);
    writer.call(1, Call::flush, 2);
    return writer.program;
}

}  // namespace

std::vector<Program> directed_programs() {
    return {known_but_stale(), stored_and_known(),         buffer_of_the_first(), stored_by_another_thread(),
            put_that_waits(),  stored_before_the_report(), noted_and_known(),     known_by_locks()};
}

}  // namespace rmasim::memmodel_test
