// Programs drawn from a seed: phases of fences, PSCW, locks, messages and barriers, each rank at its own pace.
#include "protocol/base/call_table.h"
#include "tests/memmodel/program.h"

#include <random>

namespace rmasim::memmodel_test {

namespace {

class Drawing {
public:
    explicit Drawing(std::uint64_t seed) : random_(seed) {}

    Program draw() {
        const std::size_t ranks = 2 + below(2);
        program_.steps.resize(ranks);
        for (auto& threads : program_.steps) threads.resize(chance(25) ? 2 : 1);
        // Memory 0 has window 0; in some programs window 1 lies over a part of it. Memory 9 has no window.
        program_.windows.push_back({0, {0, 64}, chance(10)});
        if (chance(50)) {
            const bool over = chance(60);
            const std::uint64_t first = over ? 8 * below(6) : 0;
            program_.windows.push_back({over ? 0u : 1u, {first, first + 48}, false});
        }
        // Some programs have few accesses and much synchronisation: most of those are right, or wrong in one place.
        sparse_ = chance(40);
        const std::size_t phases = 1 + below(sparse_ ? 8 : 4);
        for (std::size_t i = 0; i < phases; ++i) phase();
        for (std::size_t rank = 0; rank < ranks; ++rank) {
            if (program_.steps[rank].size() > 1) split_to_threads(program_.steps[rank]);
        }
        return std::move(program_);
    }

private:
    std::uint64_t below(std::uint64_t n) { return random_() % n; }
    bool chance(unsigned percent) { return below(100) < percent; }
    std::size_t ranks() const { return program_.ranks(); }
    Rank any_rank() { return static_cast<Rank>(below(ranks())); }
    WindowId any_window() { return static_cast<WindowId>(below(program_.windows.size())); }
    std::vector<Step>& of(std::size_t rank) { return program_.steps[rank][0]; }

    void phase() {
        switch (below(6)) {
            case 0:
            case 1: return fences();
            case 2: return pscw();
            case 3:
            case 4: return locks();
            default: return messages();
        }
    }
    Step& call(std::size_t rank, Call call, WindowId window = 0, Rank target = no_rank) {
        Step step;
        step.call.call = call;
        step.call.window = window;
        step.call.target = target;
        of(rank).push_back(step);
        return of(rank).back();
    }

    // ---- Accesses.
    memmodel::Buffer buffer() {
        const std::uint32_t count = 1 + static_cast<std::uint32_t>(below(2));
        const bool apart = chance(20);
        const memmodel::MemoryId memory = chance(40) ? 0u : 9u;
        return {memory, memmodel::elements(8 * below(5), 8, apart ? 16 : 8, count)};
    }
    void touch(std::size_t rank) {
        if (sparse_ && chance(70)) return;
        Step step;
        step.kind = chance(50) ? Step::Kind::load : Step::Kind::store;
        step.bytes = buffer();
        if (chance(60)) step.bytes.memory = 0;
        of(rank).push_back(step);
    }
    void maybe_touch(std::size_t rank, unsigned percent = 40) {
        while (chance(percent)) touch(rank);
    }
    void operate(std::size_t rank, WindowId window, Rank target, bool passive) {
        if (sparse_ && chance(60)) return;
        static constexpr Call calls[]{
            Call::put, Call::get, Call::accumulate, Call::get_accumulate, Call::fetch_and_op, Call::compare_and_swap};
        static constexpr Call r_calls[]{Call::rput, Call::rget, Call::raccumulate};
        const bool request = passive && chance(20);
        Step step;
        step.call.call = request ? r_calls[below(3)] : calls[below(6)];
        step.call.window = window;
        step.call.target = target;
        Operation& operation = step.call.operation;
        operation.kind = description_of(step.call.call).operation;
        operation.window = window;
        operation.target = target;
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
        if (operation.kind != OpKind::get) step.buffers.source = buffer();
        if (fetches(operation.kind)) step.buffers.result = buffer();
        if (chance(60)) step.buffers = {};
        of(rank).push_back(step);
        if (!request || chance(30)) return;
        const auto place = static_cast<std::uint32_t>(of(rank).size() - 1);
        maybe_touch(rank);
        call(rank, Call::request_wait).flag = place;
    }

    // ---- Phases.
    void fences() {
        const WindowId window = any_window();
        const std::size_t epochs = 1 + below(2);
        const bool plain = chance(50);
        for (std::size_t epoch = 0; epoch <= epochs; ++epoch) {
            for (std::size_t rank = 0; rank < ranks(); ++rank) {
                maybe_touch(rank, 25);
                Step& fence = call(rank, Call::fence, window);
                if (epoch == 0 && !plain) fence.call.asserts = Assert::noprecede;
                if (epoch == epochs) continue;
                maybe_touch(rank, 25);
                while (chance(50)) operate(rank, window, any_rank(), false);
            }
        }
    }

    void pscw() {
        const WindowId window = any_window();
        const auto target = static_cast<std::size_t>(any_rank());
        Group origins;
        for (std::size_t rank = 0; rank < ranks(); ++rank) {
            if (rank != target && (origins.empty() || chance(50))) origins.push_back(static_cast<Rank>(rank));
        }
        maybe_touch(target);
        call(target, Call::post, window).call.group = origins;
        maybe_touch(target, 30);
        call(target, Call::wait, window);
        maybe_touch(target);
        for (const Rank origin : origins) {
            const auto rank = static_cast<std::size_t>(origin);
            maybe_touch(rank, 20);
            call(rank, Call::start, window).call.group = {static_cast<Rank>(target)};
            operate(rank, window, static_cast<Rank>(target), false);
            maybe_touch(rank, 30);
            if (chance(40)) operate(rank, window, static_cast<Rank>(target), false);
            call(rank, Call::complete, window);
            maybe_touch(rank, 30);
        }
    }

    void locks() {
        const WindowId window = any_window();
        const bool all = chance(40);
        const unsigned exclusive = chance(50) ? 90 : 30;
        for (std::size_t rank = 0; rank < ranks(); ++rank) {
            if (chance(25)) continue;
            maybe_touch(rank, 20);
            const Rank target = any_rank();
            Step& lock = call(rank, all ? Call::lock_all : Call::lock, window, all ? no_rank : target);
            lock.call.lock_type = chance(exclusive) ? LockType::exclusive : LockType::shared;
            if (chance(5)) lock.call.asserts = Assert::nocheck;
            while (chance(65)) {
                const Rank towards = all ? any_rank() : target;
                if (chance(20)) {
                    static constexpr Call flushes[]{Call::flush, Call::flush_local};
                    static constexpr Call flushes_all[]{Call::flush_all, Call::flush_local_all};
                    if (all && chance(50)) call(rank, flushes_all[below(2)], window);
                    else call(rank, flushes[below(2)], window, towards);
                } else if (chance(10)) {
                    call(rank, Call::sync, window);
                } else if (chance(25)) {
                    touch(rank);
                } else {
                    operate(rank, window, towards, true);
                }
            }
            call(rank, all ? Call::unlock_all : Call::unlock, window, all ? no_rank : target);
            maybe_touch(rank, 20);
        }
    }

    void messages() {
        if (chance(40)) {
            for (std::size_t rank = 0; rank < ranks(); ++rank) call(rank, Call::barrier);
            return;
        }
        const Rank from = any_rank();
        const Rank to = any_rank();
        if (from == to) return;
        Step& send = call(static_cast<std::size_t>(from), Call::send);
        send.call.message.peer = to;
        if (chance(50)) send.buffers.source = buffer();
        Step& recv = call(static_cast<std::size_t>(to), Call::recv);
        recv.call.message.peer = from;
        if (chance(50)) recv.buffers.result = buffer();
    }

    // Some of the loads and stores go to the second thread, with a flag now and then.
    void split_to_threads(std::vector<std::vector<Step>>& threads) {
        std::uint32_t flag = 0;
        for (Step& step : threads[0]) {
            if (step.kind == Step::Kind::call || !chance(50)) continue;
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

    std::mt19937_64 random_;
    Program program_;
    bool sparse_ = false;
};

}  // namespace

Program random_program(std::uint64_t seed) { return Drawing(seed).draw(); }

}  // namespace rmasim::memmodel_test
