// Generates nodes, their memory and agents, and changes single steps.
#include "sim/untimed/fuzz/program/random_owner.h"
#include "sim/untimed/fuzz/program/random_steps.h"
#include "sim/untimed/fuzz/program/random_threads.h"
#include "sim/untimed/profiles/profile.h"

#include <array>

namespace rmasim::fuzz {

void generate_nodes(std::uint64_t seed, RandomProgram& program) {
    sim::Random random = numbers_of(seed, Stream::nodes);
    if (program.family->traits.refuses_shared_windows) return;
    if (program.family->traits.shares_one_node) {
        program.ranks_per_node = program.ranks;
    } else {
        if (!chance(random, 40)) return;
        program.ranks_per_node = 2 + below(random, program.ranks - 1);
    }
    sim::MemorySettings& memory = program.memory;
    memory.order = static_cast<sim::MemoryOrder>(random.below(3));
    memory.store_buffer = sim::one_of<std::int64_t>(random, {1, 3, 64});
    if (!profile_of(*program.family).traits.flushes_caches) return;
    memory.coherent = random.below(2) == 0;
    memory.cache = static_cast<sim::CachePolicy>(random.below(2));
    memory.cache_lines = sim::one_of<std::int64_t>(random, {1, 4, 512});
}

void generate_agent(std::uint64_t seed, RandomProgram& program) {
    sim::Random random = numbers_of(seed, Stream::agent);
    program.agent = program.family->traits.queues_packets_between_calls && chance(random, 70);
    program.agent_process = program.agent && chance(random, 30) && program.family->traits.agent_may_be_process;
    program.private_results = program.agent_process && chance(random, 50);
}

namespace {

bool locks_private_windows(const RandomProgram& program) {
    return has_step(program,
                    [&](const Step& step) { return step.call == Call::lock && program.is_private(step.window); });
}

}  // namespace

void fit_settings(RandomProgram& program) {
    const sim::Family& family = *program.family;
    if (needs_own_elements(program)) program.settings = profile_of(family).with_own_elements(program.settings);
    if (locks_private_windows(program))
        program.settings = profile_of(family).with_locks_of_private_windows(program.settings);
}

// Sets the number of elements of some operations to 0, in a quarter of the programs. Such operations are legal.
void generate_empty_operations(std::uint64_t seed, RandomProgram& program) {
    sim::Random random = numbers_of(seed, Stream::empty_operations);
    if (!chance(random, 25)) return;
    for_each_step(program, [&](Rank, Step& step) {
        const bool may_be = is_operation(step.call) && description_of(step.call).has(Argument::count);
        if (may_be && chance(random, 20)) step.region.count = 0;
    });
}

namespace {

// Combines two words into one element.
void generate_wide_elements(std::uint64_t seed, RandomProgram& program) {
    sim::Random random = numbers_of(seed, Stream::wide_elements);
    if (!chance(random, 20)) return;
    for_each_step(program, [&](Rank, Step& step) {
        if (!is_operation(step.call) || (step.kind != OpKind::put && step.kind != OpKind::get)) return;
        const bool pairs = step.region.basic() && step.region.datatype == Datatype::int64 && step.region.count > 1;
        if (!pairs || !chance(random, 40)) return;
        step.region.datatype = Datatype::complex128;
        step.region.count /= 2;
    });
}

void generate_origin_types(std::uint64_t seed, RandomProgram& program) {
    sim::Random random = numbers_of(seed, Stream::origin_types);
    if (!chance(random, 25)) return;
    for_each_step(program, [&](Rank, Step& step) {
        step.origin_derived = description_of(step.call).has(Argument::origin_derived) && chance(random, 20);
    });
}

}  // namespace

void generate_types(std::uint64_t seed, RandomProgram& program) {
    generate_wide_elements(seed, program);
    generate_origin_types(seed, program);
}

void generate_waits(std::uint64_t seed, RandomProgram& program) {
    sim::Random random = numbers_of(seed, Stream::waits);
    if (!chance(random, 25)) return;
    constexpr std::array others{Call::request_waitall, Call::request_waitany, Call::request_waitsome};
    for_each_step(program, [&](Rank, Step& step) {
        if (step.call == Call::request_wait && chance(random, 50)) step.waits_by = element_of(random, others);
    });
}

namespace {

// Changes the target of some operations to MPI_PROC_NULL. Such an operation fetches no data, so no other step may
// depend on them. Operations on owner blocks keep their targets, because their results are compared. Stores keep their
// targets, because they are no operations. A PUT with `adds_result` is no problem: it adds 0.
void retarget_some(sim::Random& random, RandomProgram& program) {
    for_each_step(program, [&](Rank, Step& step) {
        const bool may_be = is_operation(step.call) && !step.by_store && !is_on_owner_block(program, step);
        if (may_be && chance(random, 20)) step.target = proc_null;
    });
}

// Copies some operations and changes the target of the copies to MPI_PROC_NULL. The originals stay, because a signal
// may have another meaning if its operations are missing.
void copy_some(sim::Random& random, RandomProgram& program) {
    for (auto& steps : program.steps) {
        std::vector<Step> with_copies;
        for (const Step& step : steps) {
            const bool copied = is_operation(step.call) && chance(random, 20);
            with_copies.push_back(step);
            if (!copied) continue;
            Step& copy = with_copies.emplace_back(step);
            copy.target = proc_null;
            copy.syncs_threads = copy.more.essential = false;
        }
        steps = std::move(with_copies);
    }
}

}  // namespace

void generate_null_targets(std::uint64_t seed, RandomProgram& program) {
    sim::Random random = numbers_of(seed, Stream::null_targets);
    if (!chance(random, 10)) return;
    if (program.units.empty()) retarget_some(random, program);
    else copy_some(random, program);
}

void generate_wording(std::uint64_t seed, RandomProgram& program) {
    sim::Random random = numbers_of(seed, Stream::wording);
    program.thread_sync = static_cast<ThreadSync>(random.below(3));
    program.with_params = sim::chance(random, 20);
}

}  // namespace rmasim::fuzz
