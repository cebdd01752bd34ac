// Writes the directed programs: the calls and accesses that they have in common.
#pragma once

#include "protocol/base/call_table.h"
#include "tests/memmodel/program_writer.h"

namespace rmasim::memmodel_test {

struct DirectedWriter : ProgramWriter {
    using ProgramWriter::ProgramWriter;

    Step& operation(std::size_t rank, Call what, WindowId window, Rank target, std::uint64_t disp) {
        Step& step = call(rank, what, target);
        step.call.window = step.call.operation.window = window;
        step.call.operation.kind = description_of(what).operation;
        step.call.operation.target = target;
        step.call.operation.region.disp = disp;
        step.call.operation.region.count = 1;
        step.call.operation.region.datatype = Datatype::int64;
        return step;
    }
    void put(std::size_t rank, Rank target, std::uint64_t disp, const memmodel::Buffer& source = {}) {
        operation(rank, Call::put, 0, target, disp).buffers.source = source;
    }
    void get(std::size_t rank, Rank target, std::uint64_t disp) { operation(rank, Call::get, 0, target, disp); }
    void call_on(WindowId window, std::size_t rank, Call what, Rank target = no_rank) {
        call(rank, what, target).call.window = window;
    }
    void calls(std::size_t rank, Call what, int count, WindowId window = 0) {
        for (int i = 0; i < count; ++i) call_on(window, rank, what);
    }
    Step& lock(std::size_t rank, Rank target, std::size_t thread = 0) {
        Step& step = call(rank, Call::lock, target, thread);
        step.call.lock_type = LockType::exclusive;
        return step;
    }
    Step& touch(std::size_t rank, Step::Kind kind, const memmodel::Buffer& bytes, std::size_t thread = 0) {
        Step step;
        step.kind = kind;
        step.bytes = bytes;
        return program.steps[rank][thread].emplace_back(step);
    }
    void flag(std::size_t rank, Step::Kind kind, std::size_t thread, std::uint32_t number = 1) {
        Step step;
        step.kind = kind;
        step.flag = number;
        program.steps[rank][thread].push_back(step);
    }
    // Lets other threads advance in most orders before the thread continues.
    void delay(std::size_t rank, std::size_t thread = 0) {
        for (int i = 0; i < 30; ++i) touch(rank, Step::Kind::load, {9, {56, 8, 0, 1}}, thread);
    }
    void message(std::size_t from, std::size_t to) {
        call(from, Call::send).call.message.peer = static_cast<Rank>(to);
        call(to, Call::recv).call.message.peer = static_cast<Rank>(from);
    }
    void barriers(int count) {
        for (int i = 0; i < count; ++i) {
            for (std::size_t rank = 0; rank < program.ranks(); ++rank) call(rank, Call::barrier);
        }
    }
};

}  // namespace rmasim::memmodel_test
