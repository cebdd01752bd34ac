#include "sim/untimed/fuzz/program/random_dynamic.h"

#include "sim/untimed/fuzz/program/random_steps.h"

#include <algorithm>
#include <utility>

namespace rmasim::fuzz {

namespace {

using Steps = std::vector<Step>;

// A set of blocks of one rank's window segment: bit k is block k.
using Blocks = std::uint32_t;
constexpr Blocks block(std::uint64_t number) { return Blocks{1} << number; }

// The blocks that one call attaches, from `begin` to before `end`.
struct AttachedBlocks {
    std::uint64_t begin, end;
    Blocks blocks() const { return block(end) - block(begin); }
};

Blocks blocks_of(const Region& region) {
    if (region.count == 0) return 0;
    const std::uint64_t last = region.disp + region.extent_bytes() - 1;
    return AttachedBlocks{region.disp / block_bytes, last / block_bytes + 1}.blocks();
}

// The accesses to one rank's window segment in a stretch of the program (ends_stretch).
struct Stretch {
    Blocks used = 0;     // blocks that operations of any rank access
    bool frees = false;  // true if the window is freed before any access
};

// Copies the steps of one rank and adds ATTACH and DETACH.
class Rewriting {
public:
    Rewriting(sim::Random& random, const RandomProgram& program, WindowId window, std::vector<Stretch> stretches)
        : random_(random), program_(program), window_(window), stretches_(std::move(stretches)) {}

    Steps rewrite(const Steps& before, bool exists) {
        if (exists) begin_life(0);
        auto at = before.begin();
        for (std::size_t stretch = 0; stretch < stretches_.size(); ++stretch) {
            auto end = std::find_if(at, before.end(), ends_stretch);
            for (auto life = at; life != end; ++life) {
                if (life->window != window_) continue;
                if (life->call != Call::win_free && life->call != Call::win_create) continue;
                at = copy(at, std::next(life));
                attached_.clear();
                exists = life->call == Call::win_create;
                if (exists) begin_life(stretch);
            }
            if (exists) at = copy_with_changes(at, end, stretch);
            if (end != before.end()) ++end;
            at = copy(at, end);
        }
        return std::move(made_);
    }

private:
    using Iterator = Steps::const_iterator;

    // Begins a lifetime of the window: all ranks attach the blocks that are accessed first, and then call a barrier.
    void begin_life(std::size_t stretch) {
        attach(stretches_[stretch].used, 0);
        add({.call = Call::barrier, .syncs_threads = program_.threads > 1});
        syncs_next_ = program_.threads > 1;
        ++added_phases_;
    }

    // Copies a stretch and adds attachments at two positions: DETACHes at the first and ATTACHes at the second, all in
    // the same thread.
    Iterator copy_with_changes(Iterator at, Iterator end, std::size_t stretch) {
        const auto steps = static_cast<std::uint64_t>(end - at);
        const std::uint64_t first = random_.below(steps + 1), second = first + random_.below(steps - first + 1);
        const ThreadId any_thread = below(random_, program_.threads);
        const Iterator begin = at;
        at = copy(at, begin + static_cast<std::ptrdiff_t>(first));
        const ThreadId thread = is_concurrent_with_barrier() ? ThreadId{0} : any_thread;
        detach(stretches_[stretch].used, thread);
        at = copy(at, begin + static_cast<std::ptrdiff_t>(second));
        attach(needed_after(stretch), thread);
        return at;
    }

    // True if thread 0 has called a barrier since the last synchronisation of threads. No other thread may execute
    // steps then.
    bool is_concurrent_with_barrier() const {
        for (auto step = made_.rbegin(); step != made_.rend(); ++step) {
            if (step->call == Call::barrier) return true;
            if (step->syncs_threads) return false;
        }
        return false;
    }

    Blocks needed_after(std::size_t stretch) const {
        const bool over = stretch + 1 == stretches_.size() || stretches_[stretch + 1].frees;
        return over ? 0 : stretches_[stretch + 1].used;
    }

    // Detaches some of the attached intervals that no rank accesses.
    void detach(Blocks used, ThreadId thread) {
        std::erase_if(attached_, [&](const AttachedBlocks& attached) {
            const bool detaches = (attached.blocks() & used) == 0 && sim::chance(random_, 40);
            if (detaches) add_attachment(Call::win_detach, attached, thread);
            return detaches;
        });
    }

    // Attaches the needed blocks, and sometimes further blocks.
    void attach(Blocks needed, ThreadId thread) {
        Blocks taken = 0;
        for (const AttachedBlocks& attached : attached_) taken |= attached.blocks();
        const std::uint64_t count = program_.window_bytes() / block_bytes;
        const auto wanted = [&](std::uint64_t number, unsigned percent, unsigned percent_of_others) {
            if ((taken & block(number)) != 0) return false;
            return sim::chance(random_, (needed & block(number)) != 0 ? percent : percent_of_others);
        };
        for (std::uint64_t begin = 0, end = 0; begin < count; begin = end) {
            end = begin + 1;
            if (!wanted(begin, 100, 15)) continue;
            while (end < count && wanted(end, 70, 40)) ++end;
            attached_.push_back({begin, end});
            add_attachment(Call::win_attach, attached_.back(), thread);
        }
    }

    void add_attachment(Call call, const AttachedBlocks& attached, ThreadId thread) {
        Step step =
            attachment(call, window_, attached.begin * block_bytes, (attached.end - attached.begin) * block_bytes);
        step.thread = thread;
        add(std::move(step));
    }

    // Adds a step. Its phase is the phase of the previous step.
    void add(Step step) {
        step.phase = made_.empty() ? 0 : made_.back().phase;
        made_.push_back(std::move(step));
    }

    Iterator copy(Iterator at, Iterator end) {
        for (; at != end; ++at) {
            Step& step = made_.emplace_back(*at);
            step.phase += added_phases_;
            step.syncs_threads |= std::exchange(syncs_next_, false);
        }
        return end;
    }

    sim::Random& random_;
    const RandomProgram& program_;
    WindowId window_;
    std::vector<Stretch> stretches_;
    Steps made_;
    std::vector<AttachedBlocks> attached_;
    int added_phases_ = 0;
    bool syncs_next_ = false;  // true if the next step of the original program follows an added barrier
};

std::vector<Stretch> stretches_of(const RandomProgram& program, WindowId window, Rank owner) {
    std::vector<Stretch> stretches(1);
    for (const Steps& steps : program.steps) {
        std::size_t at = 0;
        for (const Step& step : steps) {
            if (ends_stretch(step)) ++at;
            if (at == stretches.size()) stretches.emplace_back();
            if (step.window != window) continue;
            if (step.call == Call::win_free) stretches[at].frees = true;
            if (is_operation(step.call) && step.target == owner) stretches[at].used |= blocks_of(step.region);
        }
    }
    return stretches;
}

void make_dynamic(sim::Random& random, RandomProgram& program, WindowId window, bool by_call) {
    std::vector<Steps> rewritten;
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        program.first_in_buffer[window].push_back(8 * random.below(5));
        Rewriting rewriting(random, program, window, stretches_of(program, window, rank));
        rewritten.push_back(rewriting.rewrite(program.steps[static_cast<std::size_t>(rank)], !by_call));
    }
    program.steps = std::move(rewritten);
}

bool is_created(const RandomProgram& program, WindowId window) {
    const auto creates = [window](const Step& step) { return step.call == Call::win_create && step.window == window; };
    return std::any_of(program.steps[0].begin(), program.steps[0].end(), creates);
}

}  // namespace

// Makes windows dynamic where this is possible. A shared window, or a window that an agent process accesses, cannot be
// dynamic: it needs memory from MPI_WIN_ALLOCATE_SHARED or MPI_ALLOC_MEM. A window cannot be dynamic either if it is
// created while other threads use other windows, because no barrier can be added there.
void generate_dynamic_windows(std::uint64_t seed, RandomProgram& program) {
    sim::Random random = numbers_of(seed, Stream::dynamic_windows);
    const bool may_be = program.family->calls().contains(Call::win_attach) && program.ranks_per_node == 1 &&
                        !program.agent_process && program.units.empty();
    if (!may_be || !sim::chance(random, 20)) return;
    program.first_in_buffer.resize(program.windows);
    for (WindowId window = 0; window < program.windows; ++window) {
        const bool by_call = is_created(program, window);
        if ((by_call && program.threads > 1) || !sim::chance(random, 70)) continue;
        make_dynamic(random, program, window, by_call);
    }
}

BlockLocation blocks_of(const RandomProgram& program, WindowId window, Rank rank) {
    if (!program.is_dynamic(window)) return {window, 0};
    auto space = static_cast<sim::SpaceId>(program.windows + 1);
    for (WindowId before = 0; before < window; ++before) {
        if (program.is_dynamic(before)) ++space;
    }
    return {space, program.first_in_buffer[window][static_cast<std::size_t>(rank)]};
}

}  // namespace rmasim::fuzz
