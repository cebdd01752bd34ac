// Random running programs. The threads of a rank have operations on the same windows. Atomic operations and fences,
// flags, messages and barriers order them. No lock is exclusive, so the checker predicts nothing.
#include "protocol/base/call_table.h"
#include "tests/memmodel/program_generator.h"

#include <map>
#include <set>

namespace rmasim::memmodel_test {

namespace {

class WithThreads : ProgramGenerator {
public:
    using ProgramGenerator::ProgramGenerator;

    Program generate() {
        program_.runs = true;
        choose_ranks(95);
        program_.windows.push_back({0, {0, 64}, chance(35)});
        if (chance(30)) program_.windows.push_back({1, {0, 48}});
        sparse_ = chance(30);
        relaxed_ = chance(30);
        mostly_plain_ = chance(80);
        for (std::size_t rank = 0; rank < ranks(); ++rank) {
            thread_ = 0;
            for (std::size_t window = 0; window < program_.windows.size(); ++window) {
                call(rank, Call::lock_all, static_cast<WindowId>(window));
            }
            notify_thread(rank, 1);
        }
        for (std::size_t steps = 10 + below(30); steps > 0; --steps) {
            thread_ = static_cast<std::uint32_t>(below(2));
            step(static_cast<std::size_t>(any_rank()));
        }
        for (std::size_t rank = 0; rank < ranks(); ++rank) {
            notify_thread(rank, 0);
            thread_ = 0;
            for (std::size_t window = 0; window < program_.windows.size(); ++window) {
                call(rank, Call::unlock_all, static_cast<WindowId>(window));
            }
        }
        return std::move(program_);
    }

private:
    void step(std::size_t rank) {
        const WindowId window = any_window();
        switch (below(18)) {
            case 0:
            case 1:
            case 2: return operate(rank, window, any_rank(), true);
            case 3:
            case 4: return flush(rank, window);
            case 5:
            case 6: return touch_in_some_manner(rank);
            case 7:
            case 8:
            case 9:
            case 10: return atomic(rank);
            case 11: return fence(rank);
            case 12: return chance(60) ? notify_thread(rank, static_cast<std::uint32_t>(below(2))) : atomic(rank);
            case 13: call(rank, Call::sync, window); return;
            case 14: return leave_or_look_for(rank, window, any_rank());
            case 15: thread_ = 0; return chance(50) ? messages() : pass_on(rank);
            default: return handover(rank, window);
        }
    }
    // One thread has operations. The other thread continues when it reads a value that the first thread has written.
    void handover(std::size_t rank, WindowId window) {
        operate(rank, window, any_rank(), true);
        if (chance(60)) flush(rank, window);
        AtomicStep write{.variable = own_variable(rank), .writes = true, .releases = chance(relaxed_ ? 40 : 85)};
        if (chance(20)) fence(rank);
        write.reads = chance(30);
        add(rank, write);
        thread_ = 1 - thread_;
        add(rank, {.variable = write.variable,
                   .min_writes = writes_[write.variable],
                   .reads = true,
                   .acquires = chance(relaxed_ ? 40 : 85)});
        if (chance(20)) fence(rank);
        if (chance(50)) flush(rank, window);
        if (chance(50)) touch(rank);
        operate(rank, window, any_rank(), true);
    }
    // Two ranks access the same bytes, and a message is between the two accesses.
    void pass_on(std::size_t rank) {
        const Rank to = any_rank();
        touch_in_some_manner(rank);
        if (to == static_cast<Rank>(rank) || of(rank).empty()) return;
        Step again = of(rank).back();
        call(rank, Call::send).call.message.peer = to;
        call(static_cast<std::size_t>(to), Call::recv).call.message.peer = static_cast<Rank>(rank);
        if (chance(30)) call(static_cast<std::size_t>(to), Call::sync);
        if (again.kind != Step::Kind::load && again.kind != Step::Kind::store) return;
        if (only_shared() && again.bytes.memory == 0 && again.owner == no_rank) again.owner = static_cast<Rank>(rank);
        if (chance(70)) again.kind = again.kind == Step::Kind::load ? Step::Kind::store : Step::Kind::load;
        if (again.kind == Step::Kind::store) again.repeats = false;
        of(static_cast<std::size_t>(to)).push_back(again);
    }
    void flush(std::size_t rank, WindowId window) {
        static constexpr Call flushes[]{Call::flush, Call::flush, Call::flush_local};
        static constexpr Call flushes_all[]{Call::flush_all, Call::flush_local_all};
        if (chance(30)) call(rank, element_of(flushes_all), window);
        else call(rank, element_of(flushes), window, any_rank());
    }
    void touch_in_some_manner(std::size_t rank) {
        const std::size_t before = of(rank).size();
        touch(rank);
        if (of(rank).size() == before || chance(mostly_plain_ ? 50 : 10)) return;
        Step& step = of(rank).back();
        step.manner = chance(mostly_plain_ ? 50 : 80) ? memmodel::Manner::atomic : memmodel::Manner::polls;
        step.repeats = step.manner == memmodel::Manner::polls && step.kind == Step::Kind::load && chance(60);
    }

    // ---- Atomic operations.
    void atomic(std::size_t rank) {
        // A variable of the rank, or of all ranks if they share memory.
        const bool of_all = only_shared() && chance(50);
        AtomicStep atomic{.variable = of_all ? 1 + static_cast<std::uint32_t>(below(2)) : own_variable(rank)};
        atomic.reads = chance(60);
        atomic.writes = !atomic.reads || chance(35);
        const unsigned ordered = relaxed_ ? 30 : 70;
        atomic.acquires = atomic.reads && chance(ordered);
        atomic.releases = atomic.writes && chance(ordered);
        if (atomic.reads && chance(60)) atomic.min_writes = writes_[atomic.variable];
        add(rank, atomic);
    }
    std::uint32_t own_variable(std::size_t rank) { return static_cast<std::uint32_t>(10 * (rank + 1) + 1 + below(2)); }
    void fence(std::size_t rank) {
        AtomicStep fence;
        fence.acquires = chance(60);
        fence.releases = !fence.acquires || chance(50);
        add(rank, fence);
    }
    void add(std::size_t rank, const AtomicStep& atomic) {
        Step step;
        step.kind = Step::Kind::atomic;
        if (atomic.writes) ++writes_[atomic.variable];
        step.atomic = atomic;
        of(rank).push_back(step);
    }

    std::map<std::uint32_t, std::uint32_t> writes_;  // by variable
    bool mostly_plain_ = true;
    bool relaxed_ = false;  // most atomic operations are relaxed
};

}  // namespace

Program random_thread_program(std::uint64_t seed) { return WithThreads(seed).generate(); }

bool threads_are_ordered(const Program& program, const Events& events) {
    std::map<std::pair<Rank, WindowId>, std::set<std::uint32_t>> operating;
    for (std::size_t rank = 0; rank < program.ranks(); ++rank) {
        for (std::uint32_t thread = 0; thread < program.steps[rank].size(); ++thread) {
            for (const Step& step : program.steps[rank][thread]) {
                const bool operates = step.kind == Step::Kind::call && is_operation(step.call.call);
                if (operates) operating[{static_cast<Rank>(rank), step.call.window}].insert(thread);
            }
        }
    }
    std::set<Rank> ordered;
    std::map<std::uint32_t, const Event*> last;
    for (const Event& event : events) {
        if (event.kind != Event::Kind::atomic) continue;
        const AtomicStep& atomic = event.step->atomic;
        if (const auto found = last.find(atomic.variable); found != last.end() && atomic.acquires) {
            const Event& write = *found->second;
            const bool of_another = write.rank == event.rank && write.thread != event.thread;
            if (of_another && write.step->atomic.releases) ordered.insert(event.rank);
        }
        if (atomic.writes) last[atomic.variable] = &event;
    }
    return std::ranges::any_of(
        operating, [&](const auto& one) { return one.second.size() > 1 && ordered.contains(one.first.first); });
}

}  // namespace rmasim::memmodel_test
