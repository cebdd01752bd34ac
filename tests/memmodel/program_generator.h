// Generates the parts of random programs: accesses, operations, messages.
#pragma once

#include "protocol/base/call_table.h"
#include "sim/scenario/expression/picks.h"
#include "tests/memmodel/program.h"
#include "tests/twister.h"

#include <utility>
#include <vector>

namespace rmasim::memmodel_test {

class ProgramGenerator {
public:
    explicit ProgramGenerator(std::uint64_t seed) : random_(seed) {}

protected:
    std::uint64_t below(std::uint64_t n) { return random_.below(n); }
    bool chance(unsigned percent) { return sim::chance(random_, percent); }
    template <class List>
    auto& element_of(List& list) {
        return sim::element_of(random_, list);
    }
    std::size_t ranks() const { return program_.ranks(); }
    Rank any_rank() { return static_cast<Rank>(below(ranks())); }
    WindowId any_window() { return static_cast<WindowId>(below(program_.windows.size())); }

    // Generates two or three ranks, some with a second thread.
    void choose_ranks(unsigned percent_of_second_threads) {
        program_.steps.resize(2 + below(2));
        for (auto& threads : program_.steps) threads.resize(chance(percent_of_second_threads) ? 2 : 1);
    }
    Program with_threads() {
        for (auto& threads : program_.steps) {
            if (threads.size() > 1) split_to_threads(threads);
        }
        return std::move(program_);
    }
    std::vector<Step>& of(std::size_t rank) {
        auto& threads = program_.steps[rank];
        return threads[thread_ < threads.size() ? thread_ : 0];
    }

    Step& call(std::size_t rank, Call call, WindowId window = 0, Rank target = no_rank) {
        return of(rank).emplace_back(step_of(call, window, target));
    }
    void barrier() {
        for (std::size_t rank = 0; rank < ranks(); ++rank) call(rank, Call::barrier);
    }

    // ---- Accesses.
    memmodel::Buffer buffer() {
        const std::uint32_t count = 1 + static_cast<std::uint32_t>(below(2));
        const bool apart = chance(20);
        const memmodel::MemoryId memory = chance(40) ? 0u : 9u;
        return {memory, memmodel::elements(8 * below(5), 8, apart ? 16 : 8, count)};
    }
    // True if memory 0 has only one window, and this window is shared. Any rank may then access any segment.
    bool only_shared() const { return program_.windows.size() == 1 && program_.windows.front().unified; }
    void touch(std::size_t rank) {
        if (sparse_ && chance(70)) return;
        Step step;
        step.kind = chance(50) ? Step::Kind::load : Step::Kind::store;
        step.bytes = buffer();
        if (chance(60)) step.bytes.memory = 0;
        if (step.bytes.memory == 0 && only_shared() && chance(40)) step.owner = any_rank();
        of(rank).push_back(step);
    }
    void maybe_touch(std::size_t rank, unsigned percent = 40) {
        while (chance(percent)) touch(rank);
    }
    void operate(std::size_t rank, WindowId window, Rank target, bool passive, unsigned kinds = 6) {
        if (sparse_ && chance(60)) return;
        static constexpr Call calls[]{
            Call::put, Call::get, Call::accumulate, Call::get_accumulate, Call::fetch_and_op, Call::compare_and_swap};
        static constexpr Call r_calls[]{Call::rput, Call::rget, Call::raccumulate, Call::rget_accumulate};
        const bool request = passive && chance(20);
        Step step = operation_of(request ? element_of(r_calls) : calls[below(kinds)], window, target);
        Operation& operation = step.call.operation;
        operation.region.datatype = chance(80) ? Datatype::int64 : chance(60) ? Datatype::uint32 : Datatype::byte;
        operation.region.count = 1;
        if (operation.kind != OpKind::fetch_and_op && operation.kind != OpKind::compare_and_swap) {
            operation.region.count = 1 + static_cast<std::uint32_t>(below(3));
            if (chance(20)) {
                operation.region.block_length = 1 + static_cast<std::uint32_t>(below(2));
                operation.region.stride = 3;
            }
        }
        operation.region.disp = bytes_of(operation.region.datatype) * below(4);
        if (operation.region.datatype == Datatype::byte) operation.region.disp = below(32);
        if (chance(3)) operation.region.disp += 2;
        if (accumulates(operation.kind)) {
            operation.reduce = chance(70) ? ReduceOp::sum : ReduceOp::replace;
            if (fetches(operation.kind) && chance(30)) operation.reduce = ReduceOp::no_op;
        }
        choose_values(step);
        if (operation.kind != OpKind::get) step.buffers.source = buffer();
        if (fetches(operation.kind)) step.buffers.result = buffer();
        if (chance(60)) step.buffers = {};
        of(rank).push_back(step);
        if (!request || chance(30)) return;
        const auto index = static_cast<std::uint32_t>(of(rank).size() - 1);
        maybe_touch(rank);
        call(rank, Call::request_wait).flag = index;
    }

    // A rank writes a value to one of two elements of `owner`, or reads the element.
    void leave_or_look_for(std::size_t rank, WindowId window, Rank owner) {
        static constexpr Call calls[]{Call::accumulate, Call::fetch_and_op, Call::get_accumulate,
                                      Call::compare_and_swap};
        Step& step = of(rank).emplace_back(operation_of(element_of(calls), window, owner));
        Operation& operation = step.call.operation;
        operation.region = {.disp = 8 * below(2), .count = chance(90) ? 1u : 2u, .datatype = Datatype::int64};
        if (operation.kind == OpKind::fetch_and_op || operation.kind == OpKind::compare_and_swap) {
            operation.region.count = 1;
        }
        operation.reduce = chance(60) ? ReduceOp::replace : ReduceOp::sum;
        if (fetches(operation.kind) && chance(50)) operation.reduce = ReduceOp::no_op;
        choose_values(step);
    }

    static Step operation_of(Call call, WindowId window, Rank target) {
        Step step = step_of(call, window, target);
        step.call.operation.kind = description_of(call).operation;
        step.call.operation.window = window;
        step.call.operation.target = target;
        return step;
    }
    void choose_values(Step& step) {
        step.value = static_cast<std::int64_t>(below(3));
        step.compare = static_cast<std::int64_t>(below(3));
    }

    void messages() {
        if (chance(40)) return barrier();
        const Rank from = any_rank();
        const Rank to = any_rank();
        if (from == to) return;
        const std::uint32_t thread = std::exchange(thread_, chance(20) ? 1 : 0);
        Step& send = call(static_cast<std::size_t>(from), chance(40) ? Call::ssend : Call::send);
        send.call.message.peer = to;
        if (chance(50)) send.buffers.source = buffer();
        thread_ = chance(20) ? 1 : 0;
        receive(static_cast<std::size_t>(to), from);
        thread_ = thread;
    }
    void receive(std::size_t rank, Rank from) {
        const std::uint64_t way = below(10);
        Step& first = call(rank, way < 6 ? Call::recv : way < 8 ? Call::irecv : Call::mprobe);
        first.call.message.peer = from;
        const auto index = static_cast<std::uint32_t>(of(rank).size() - 1);
        if (way < 6) {
            if (chance(50)) first.buffers.result = buffer();
            return;
        }
        maybe_touch(rank);
        Step& second = call(rank, way < 8 ? Call::request_wait : Call::mrecv);
        second.flag = index;
        if (way >= 8 && chance(50)) second.buffers.result = buffer();
    }

    // Moves some of the loads and stores to the second thread. A flag orders some of the moved accesses.
    void split_to_threads(std::vector<std::vector<Step>>& threads) {
        std::uint32_t flag = 0;
        for (Step& step : threads[0]) {
            const bool accesses = step.kind == Step::Kind::load || step.kind == Step::Kind::store;
            if (!accesses || !chance(50)) continue;
            Step moved = step;
            const bool ordered = chance(50);
            if (ordered) {
                Step await;
                await.kind = Step::Kind::await;
                await.flag = ++flag;
                threads[1].push_back(await);
                step = {};
                step.kind = Step::Kind::signal;
                step.flag = flag;
            } else {
                step.kind = Step::Kind::load;
                step.bytes = {9, {63, 1, 0, 1}};
            }
            threads[1].push_back(moved);
        }
    }

    // The thread waits for the rank's other thread.
    void notify_thread(std::size_t rank, std::uint32_t thread) {
        if (program_.steps[rank].size() == 1) return;
        Step step;
        step.flag = ++thread_flags_;
        step.kind = Step::Kind::signal;
        program_.steps[rank][1 - thread].push_back(step);
        step.kind = Step::Kind::await;
        program_.steps[rank][thread].push_back(step);
    }

    static constexpr std::uint32_t first_thread_flag = 1000;  // those below are for split_to_threads
    Twister random_;
    Program program_;
    std::uint32_t thread_ = 0;  // number of the thread for which steps are generated
    std::uint32_t thread_flags_ = first_thread_flag;
    // If true, the program has few accesses and much synchronisation. Most such programs are correct or have one error.
    bool sparse_ = false;
};

}  // namespace rmasim::memmodel_test
