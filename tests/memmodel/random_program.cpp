// Random programs: phases of fences, PSCW, locks, messages and barriers. Each rank has its own pace.
#include "tests/memmodel/program_generator.h"

#include <algorithm>

namespace rmasim::memmodel_test {

namespace {

class WithEpochs : ProgramGenerator {
public:
    using ProgramGenerator::ProgramGenerator;

    Program generate(bool attaches = false) {
        choose_ranks(50);
        // Memory 0 has window 0; in some programs window 1 lies over a part of it. Memory 9 has no window.
        program_.windows.push_back({0, {0, 64}, chance(25)});
        if (chance(50)) {
            const bool over = chance(60);
            const std::uint64_t first = over ? 8 * below(6) : 0;
            program_.windows.push_back({over ? 0u : 1u, {first, first + 48}, false});
        }
        attached_.resize(ranks());
        if (attaches) {
            dynamic_ = static_cast<WindowId>(program_.windows.size());
            program_.windows.push_back({0, {0, 0}, false, true});
        }
        // Some programs have few accesses and much synchronisation: most of those are right, or wrong in one place.
        sparse_ = chance(40);
        const std::size_t phases = 1 + below(sparse_ ? 8 : 4);
        for (std::size_t i = 0; i < phases; ++i) {
            if (attaches) change_attached();
            phase();
        }
        Program program = with_threads();
        program.first_fence_waits = chance(75);
        return program;
    }

private:
    void phase() {
        switch (below(8)) {
            case 0:
            case 1: return fences();
            case 2: return pscw();
            case 3:
            case 4: return locks();
            case 5: return values();
            case 6: return threads();
            default: return messages();
        }
    }
    // ---- Attachments.
    void change_attached() {
        for (std::size_t rank = 0; rank < ranks(); ++rank) {
            while (chance(45)) {
                maybe_touch(rank, 30);
                if (chance(50)) attach(rank);
                else detach(rank);
                if (chance(30)) messages();
            }
        }
    }
    void attach(std::size_t rank) {
        const memmodel::Run run{8 * below(6), 0};
        const std::uint64_t end = run.begin + 8 * (1 + below(6));
        std::vector<memmodel::Run>& there = attached_[rank];
        const auto overlaps = [&](const memmodel::Run& one) { return one.begin < end && run.begin < one.end; };
        if (std::any_of(there.begin(), there.end(), overlaps)) return;
        there.push_back({run.begin, end});
        call(rank, Call::win_attach, dynamic_).buffers.result = {0, {run.begin, end - run.begin, 0, 1}};
    }
    void detach(std::size_t rank) {
        if (attached_[rank].empty()) return;
        const memmodel::Run run = sim::take_one(random_, attached_[rank]);
        call(rank, Call::win_detach, dynamic_).buffers.result = {0, {run.begin, 1, 0, 1}};
    }

    // Within what its target has attached: an operation beyond it would end a run.
    void operate(std::size_t rank, WindowId window, Rank target, bool passive) {
        const std::vector<memmodel::Run>& there = attached_[static_cast<std::size_t>(target)];
        const bool dynamic = program_.windows[window].dynamic;
        if (dynamic && there.empty()) return;
        const std::size_t index = of(rank).size();
        ProgramGenerator::operate(rank, window, target, passive);
        if (dynamic && of(rank).size() > index) {
            move_into(of(rank)[index].call.operation.region, element_of(there));
        }
    }
    static void move_into(Region& region, const memmodel::Run& attached) {
        const std::uint64_t length = attached.end - attached.begin, element = bytes_of(region.datatype);
        region.block_length = region.stride = 0;
        while (region.count * element > length) --region.count;
        const std::uint64_t room = length - region.count * element;
        region.disp = attached.begin + region.disp % (room + 1) / element * element;
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
                    if (all && chance(50)) call(rank, element_of(flushes_all), window);
                    else call(rank, element_of(flushes), window, towards);
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

    // Ranks leave values in two elements of one rank, and look for them.
    void values() {
        const WindowId window = any_window();
        if (program_.windows[window].dynamic) return;
        const Rank owner = any_rank();
        for (std::size_t rank = 0; rank < ranks(); ++rank) {
            call(rank, Call::lock_all, window);
            for (std::size_t rounds = 1 + below(3); rounds > 0; --rounds) {
                if (chance(40)) operate(rank, window, any_rank(), true);
                if (chance(60)) call(rank, Call::flush_all, window);
                leave_or_look_for(rank, window, owner);
                if (chance(80)) call(rank, chance(70) ? Call::flush : Call::flush_local, window, owner);
                if (chance(50)) operate(rank, window, any_rank(), true);
            }
            call(rank, Call::unlock_all, window);
        }
    }

    // An epoch in which both threads of a rank call operations, and complete them; flags order some of their calls.
    void threads() {
        const WindowId window = any_window();
        const bool all = chance(60);
        const Rank owner = any_rank();
        for (std::size_t rank = 0; rank < ranks(); ++rank) {
            if (chance(20)) continue;
            Step& lock = call(rank, all ? Call::lock_all : Call::lock, window, all ? no_rank : owner);
            lock.call.lock_type = chance(70) ? LockType::shared : LockType::exclusive;
            notify_thread(rank, 1);
            for (std::size_t steps = 3 + below(10); steps > 0; --steps) {
                thread_ = static_cast<std::uint32_t>(below(2));
                in_epoch_of_threads(rank, window, all, owner);
            }
            notify_thread(rank, 0);
            thread_ = 0;
            call(rank, all ? Call::unlock_all : Call::unlock, window, all ? no_rank : owner);
            maybe_touch(rank, 20);
        }
    }
    void in_epoch_of_threads(std::size_t rank, WindowId window, bool all, Rank owner) {
        static constexpr Call flushes[]{Call::flush, Call::flush, Call::flush_local};
        static constexpr Call flushes_all[]{Call::flush_all, Call::flush_local_all};
        const Rank towards = all && chance(40) ? any_rank() : owner;
        const bool has_values = !program_.windows[window].dynamic;
        switch (below(10)) {
            case 0:
            case 1: return notify_thread(rank, thread_);
            case 2:
            case 3:
                if (all && chance(50)) call(rank, element_of(flushes_all), window);
                else call(rank, element_of(flushes), window, towards);
                return;
            case 4: return touch(rank);
            case 5:
            case 6:
                if (has_values) leave_or_look_for(rank, window, owner);
                return;
            default: return operate(rank, window, towards, true);
        }
    }

    WindowId dynamic_ = 0;
    std::vector<std::vector<memmodel::Run>> attached_;  // by rank
};

}  // namespace

Program random_program(std::uint64_t seed) { return WithEpochs(seed).generate(); }
Program random_attaching_program(std::uint64_t seed) { return WithEpochs(seed).generate(true); }

}  // namespace rmasim::memmodel_test
