#include "sim/untimed/fuzz/program/random_operations.h"

#include "sim/untimed/fuzz/program/random_steps.h"
#include "sim/untimed/fuzz/program/sequential_model.h"

#include <array>

namespace rmasim::fuzz {

namespace {

constexpr std::uint32_t words_in_block = block_bytes / 8;

RandomOperations::Use use_of(OpKind kind) {
    if (kind == OpKind::put) return RandomOperations::Use::put;
    return kind == OpKind::get ? RandomOperations::Use::read : RandomOperations::Use::accumulated;
}

}  // namespace

Step RandomOperations::shared_accumulate(WindowId window, Rank target) {
    Step step{.call = Call::accumulate, .window = window, .target = target, .kind = OpKind::accumulate};
    step.reduce = shared_op_;
    const std::uint64_t block = static_cast<std::uint64_t>(program_.ranks) + random_.below(shared_blocks);
    const std::uint32_t first = below(random_, words_in_block);
    const std::uint32_t count = 1 + below(random_, words_in_block - first);
    step.region = {block * block_bytes + first * 8, count, 0, 0, Datatype::int64};
    choose_values(step);
    return step;
}

std::optional<Step> RandomOperations::on_own_block(Rank rank, WindowId window, Rank target, OpKind kind) {
    Step step{.window = window, .target = target, .kind = kind};
    choose_region(step, rank);
    choose_values(step);
    choose_reduction(step);
    if (!take(rank, step)) return std::nullopt;
    step.call = call_posting(step.kind, false);
    if (fetches(step.kind)) give_results(program_, rank, step);
    return step;
}

void RandomOperations::choose_region(Step& step, Rank rank) {
    const auto size = static_cast<std::uint32_t>(bytes_of(datatype_));
    const std::uint32_t elements = words_in_block;  // number of elements that are used: the first eight, of any size
    const std::uint32_t first = below(random_, elements);
    Region& region = step.region;
    region.datatype = datatype_;
    region.disp = static_cast<std::uint64_t>(rank) * block_bytes + std::uint64_t{first} * size;
    region.count = 1;
    if (step.kind == OpKind::fetch_and_op || step.kind == OpKind::compare_and_swap) return;
    region.count += below(random_, elements - first);
    // Families on one node get vectors from generate_sharing instead, so that each seed keeps its program.
    const bool vectors = program_.family->unsupported_reason(sim::CallFeature::vectors).empty() &&
                         !program_.family->traits.shares_one_node;
    if (!vectors || chance(random_, 80)) return;
    region.block_length = 1 + below(random_, 2U);
    region.stride = region.block_length + below(random_, 2U);
    while (position(region, region.count - 1) >= std::uint64_t(rank) * block_bytes + std::uint64_t{elements} * size) {
        --region.count;
    }
}

void RandomOperations::choose_values(Step& step) {
    step.value = below<std::int64_t>(random_, 100);
    step.step = below<std::int64_t>(random_, 3);
}

void RandomOperations::choose_reduction(Step& step) {
    if (step.kind == OpKind::put || step.kind == OpKind::get || step.kind == OpKind::compare_and_swap) return;
    constexpr auto plain = static_cast<std::uint64_t>(ReduceOp::minloc);  // reductions before this one do not accept
                                                                          // pairs
    const std::uint64_t chosen = random_.below(step.kind == OpKind::accumulate ? plain : plain + 1);
    step.reduce = chosen == plain ? ReduceOp::no_op : static_cast<ReduceOp>(chosen);
}

// Records the operation's access to each element. Returns false if MPI forbids this access together with earlier
// accesses.
bool RandomOperations::take(Rank rank, const Step& step) {
    const Use use = use_of(step.kind);
    std::array<Use*, words_in_block> touched{};
    for (std::uint32_t k = 0; k < step.region.count; ++k) {
        Use& now = uses_[{rank, step.window, step.target, position(step.region, k)}];
        const bool ordered = use == Use::accumulated && program_.orders_accumulates();
        const bool again = now == use && (use == Use::read || ordered);
        if (now != Use::untouched && !again) return false;
        touched[k] = &now;
    }
    for (std::uint32_t k = 0; k < step.region.count; ++k) *touched[k] = use;
    return true;
}

}  // namespace rmasim::fuzz
