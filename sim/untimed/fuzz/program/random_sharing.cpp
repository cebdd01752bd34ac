// Adds details to programs on one node: stores of owners to their segments, reads of data that other ranks wrote, and
// assertions about these. The random numbers are independent of those of other generators. So the other operations of a
// seed stay the same.
#include "sim/untimed/fuzz/program/random_owner.h"
#include "sim/untimed/fuzz/program/random_steps.h"
#include "sim/untimed/fuzz/program/sequential_model.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace rmasim::fuzz {

namespace {

// Written bytes, as (window, fence epoch, target, byte).
using Written = std::set<std::tuple<WindowId, int, Rank, std::uint64_t>>;

// Calls `visit(rank, step, epoch)` for all steps. `epoch` is the number of fences that the rank has called on the
// step's window.
void for_each_step_of_epochs(RandomProgram& program, auto visit) {
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        std::vector<int> fences(program.windows, 0);
        for (Step& step : program.steps[static_cast<std::size_t>(rank)]) {
            if (step.call == Call::fence) ++fences[step.window];
            visit(rank, step, fences[step.window]);
        }
    }
}

void for_each_byte(const Region& region, auto visit) {
    const Region words = in_words(region);
    for (std::uint32_t k = 0; k < words.count; ++k) {
        for (std::uint64_t byte = 0; byte < bytes_of(words.datatype); ++byte) visit(position(words, k) + byte);
    }
}

// Makes gaps in an operation: of its elements, only every second one remains, or two of three.
void generate_gaps(sim::Random& random, Step& step) {
    Region& region = step.region;
    if (!description_of(step.call).has(Argument::block_length) || region.count < 3 || !chance(random, 25)) return;
    if (region.datatype == Datatype::complex128) return;
    region.block_length = 1 + below<std::uint32_t>(random, 2);
    region.stride = region.block_length + 1;
    region.count -= region.count / region.stride;
}

bool may_be_store(const Step& step, Rank rank) {
    return step.call == Call::put && step.target == rank && step.region.basic() && step.region.count > 0 &&
           step.region.datatype != Datatype::complex128;
}

// Inserts stores of an owner after fences with NOSUCCEED. No other rank then accesses the segment. A store is after the
// next barrier, so the sequential model executes it in a later phase than the operations of the epoch.
void insert_stores(sim::Random& random, RandomProgram& program, Rank rank) {
    std::vector<Step>& steps = program.steps[static_cast<std::size_t>(rank)];
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (steps[i].call != Call::fence || !has(steps[i].asserts, Assert::nosucceed) || !chance(random, 40)) continue;
        Step store{.call = Call::put, .window = steps[i].window, .target = rank, .kind = OpKind::put};
        const std::uint64_t word = random.below(block_bytes / 8);
        store.region = {static_cast<std::uint64_t>(rank) * block_bytes + 8 * word, 1, 0, 0, Datatype::int64};
        store.value = below<std::int64_t>(random, 100);
        store.by_store = true;
        while (i < steps.size() && steps[i].call != Call::barrier) ++i;
        if (i == steps.size()) return;
        store.phase = steps[i].phase + 1;
        steps.insert(steps.begin() + static_cast<std::ptrdiff_t>(++i), store);
    }
}

// Moves a GET to the block of another rank, unless some rank writes the same bytes in the same epoch.
void generate_reader(sim::Random& random, const RandomProgram& program, const Written& written, Rank rank, Step& step,
                     int epoch) {
    if (step.kind != OpKind::get || !is_operation(step.call) || !chance(random, 50)) return;
    if (is_on_owner_block(program, step)) return;
    Region moved = step.region;
    const auto other = random.below(static_cast<std::uint64_t>(program.ranks));
    moved.disp = moved.disp - static_cast<std::uint64_t>(rank) * block_bytes + other * block_bytes;
    bool free = true;
    for_each_byte(moved, [&](std::uint64_t byte) {
        free = free && !written.contains({step.window, epoch, step.target, byte});
    });
    if (free) step.region = moved;
}

// True if an operation may be inserted after the fence at `fence`: this fence opens an epoch, and the next fence of the
// window closes it.
bool opens_epoch(const std::vector<Step>& steps, std::size_t fence) {
    if (has(steps[fence].asserts, Assert::nosucceed)) return false;
    const auto ends = [&](const Step& step) {
        return step.window == steps[fence].window && (step.call == Call::fence || step.call == Call::win_free);
    };
    const auto next = std::find_if(steps.begin() + static_cast<std::ptrdiff_t>(fence) + 1, steps.end(), ends);
    const bool ended = next != steps.end() && next->call == Call::fence && !has(next->asserts, Assert::noprecede);
    // The sequential model executes the operations of this epoch after those of the previous epoch. So no operation may
    // be inserted after the last fence of a phase.
    return ended && steps[fence + 1].phase > steps[fence].phase;
}

// Makes a rank read the same block in each epoch in which no rank writes to this block. From the second read on, the
// rank's cache may have old values. (No other generator reads a location twice.)
void generate_watcher(sim::Random& random, RandomProgram& program, const Written& written, Rank rank) {
    const auto ranks = static_cast<std::uint64_t>(program.ranks);
    const WindowId window = any_window(random, program);
    Step look{.call = Call::get, .window = window, .kind = OpKind::get};
    look.target = any_rank(random, program);
    // Stores only access the block that an owner has in its own segment, so this block is chosen often.
    const std::uint64_t whose = chance(random, 50) ? static_cast<std::uint64_t>(look.target) : random.below(ranks);
    look.region = {whose * block_bytes, block_bytes / 8, 0, 0, Datatype::int64};
    std::vector<Step>& steps = program.steps[static_cast<std::size_t>(rank)];
    int epoch = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (steps[i].call != Call::fence || steps[i].window != window) continue;
        ++epoch;
        bool free = opens_epoch(steps, i);
        for_each_byte(look.region, [&](std::uint64_t byte) {
            free = free && !written.contains({window, epoch, look.target, byte});
        });
        if (!free) continue;
        look.phase = steps[i + 1].phase;
        give_results(program, rank, look);
        steps.insert(steps.begin() + static_cast<std::ptrdiff_t>(++i), look);
    }
}

// Adds NOSTORE if the rank has not stored since the last fence.
void generate_nostore(sim::Random& random, RandomProgram& program) {
    for (std::vector<Step>& steps : program.steps) {
        std::vector<bool> stored(program.windows, false);
        for (Step& step : steps) {
            if (step.by_store) stored[step.window] = true;
            if (step.call != Call::fence) continue;
            if (!stored[step.window] && chance(random, 50)) step.asserts = step.asserts | Assert::nostore;
            stored[step.window] = false;
        }
    }
}

}  // namespace

void generate_sharing(std::uint64_t seed, RandomProgram& program) {
    sim::Random random = numbers_of(seed, Stream::sharing);
    if (!program.family->traits.shares_one_node || !chance(random, 50)) return;
    Written written;
    for (Rank rank = 0; rank < program.ranks; ++rank) insert_stores(random, program, rank);
    for_each_step_of_epochs(program, [&](Rank rank, Step& step, int epoch) {
        if (!is_operation(step.call)) return;
        if (may_be_store(step, rank) && chance(random, 60)) step.by_store = true;
        else generate_gaps(random, step);
        if (step.kind == OpKind::get) return;
        for_each_byte(step.region, [&](std::uint64_t byte) {
            written.insert({step.window, epoch, step.target, byte});
        });
    });
    for_each_step_of_epochs(program, [&](Rank rank, Step& step, int epoch) {
        generate_reader(random, program, written, rank, step, epoch);
    });
    generate_nostore(random, program);
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        if (chance(random, 80)) generate_watcher(random, program, written, rank);
    }
}

}  // namespace rmasim::fuzz
