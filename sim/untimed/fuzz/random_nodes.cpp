// Nodes and their memory, agents, and operations of no elements. Each is drawn for a program that is there already,
// from random numbers of its own: no seed draws other operations because of them.
#include "sim/untimed/fuzz/random_program.h"
#include "sim/untimed/fuzz/random_threads.h"

#include <algorithm>

#include <array>

namespace rmasim::fuzz {

void draw_nodes(std::uint64_t seed, RandomProgram& program) {
    constexpr std::uint64_t nodes_stream = 1;
    sim::Random random(seed, nodes_stream);
    if (program.family->refuses_shared_windows()) return;
    if (program.family->shares_one_node()) {
        program.ranks_per_node = program.ranks;
    } else {
        if (random.below(100) >= 40) return;
        program.ranks_per_node = static_cast<Rank>(2 + random.below(static_cast<std::uint64_t>(program.ranks) - 1));
    }
    sim::MemorySettings& memory = program.memory;
    memory.order = static_cast<sim::MemoryOrder>(random.below(3));
    memory.store_buffer = sim::one_of<std::int64_t>(random, {1, 3, 64});
    if (!program.family->flushes_caches()) return;
    memory.coherent = random.below(2) == 0;
    memory.cache = static_cast<sim::CachePolicy>(random.below(2));
    memory.cache_lines = sim::one_of<std::int64_t>(random, {1, 4, 512});
}

void draw_agent(std::uint64_t seed, RandomProgram& program) {
    constexpr std::uint64_t agent_stream = 6;
    sim::Random random(seed, agent_stream);
    program.agent = program.family->lets_packets_lie() && random.below(100) < 70;
    program.agent_process = program.agent && random.below(100) < 30 && program.family->agent_may_be_process();
    program.private_results = program.agent_process && chance(random, 50);
}

namespace {

bool locks_private_windows(const RandomProgram& program) {
    const auto locks = [&](const Step& step) { return step.call == Call::lock && program.is_private(step.window); };
    return std::any_of(program.steps.begin(), program.steps.end(),
                       [&](const auto& steps) { return std::any_of(steps.begin(), steps.end(), locks); });
}

}  // namespace

void fit_settings(RandomProgram& program) {
    const sim::Family& family = *program.family;
    if (needs_own_elements(program)) program.settings = family.with_own_elements(program.settings);
    if (locks_private_windows(program)) program.settings = family.with_locks_of_private_windows(program.settings);
}

// Operations of no elements are legal. A quarter of the programs have some.
void draw_empty_operations(std::uint64_t seed, RandomProgram& program) {
    constexpr std::uint64_t empty_stream = 2;
    sim::Random random(seed, empty_stream);
    if (random.below(100) >= 25) return;
    for (auto& steps : program.steps) {
        for (Step& step : steps) {
            if (is_operation(step.call) && description_of(step.call).has(Argument::count) && chance(random, 20))
                step.region.count = 0;
        }
    }
}

// Two words in one element.
void draw_wide_elements(std::uint64_t seed, RandomProgram& program) {
    constexpr std::uint64_t wide_stream = 12;
    sim::Random random(seed, wide_stream);
    if (!chance(random, 20)) return;
    for (auto& steps : program.steps) {
        for (Step& step : steps) {
            if (!is_operation(step.call) || (step.kind != OpKind::put && step.kind != OpKind::get)) continue;
            const bool pairs = step.region.basic() && step.region.datatype == Datatype::int64 && step.region.count > 1;
            if (!pairs || !chance(random, 40)) continue;
            step.region.datatype = Datatype::complex128;
            step.region.count /= 2;
        }
    }
}

void draw_origin_types(std::uint64_t seed, RandomProgram& program) {
    constexpr std::uint64_t types_stream = 11;
    sim::Random random(seed, types_stream);
    if (!chance(random, 25)) return;
    for (auto& steps : program.steps) {
        for (Step& step : steps) {
            step.origin_derived = description_of(step.call).has(Argument::origin_derived) && chance(random, 20);
        }
    }
}

void draw_waits(std::uint64_t seed, RandomProgram& program) {
    constexpr std::uint64_t waits_stream = 16;
    sim::Random random(seed, waits_stream);
    if (!chance(random, 25)) return;
    constexpr std::array others{Call::request_waitall, Call::request_waitany, Call::request_waitsome};
    for (auto& steps : program.steps) {
        for (Step& step : steps) {
            if (step.call == Call::request_wait && chance(random, 50)) step.waits_by = others[random.below(3)];
        }
    }
}

void draw_wording(std::uint64_t seed, RandomProgram& program) {
    constexpr std::uint64_t wording_stream = 8;
    sim::Random random(seed, wording_stream);
    program.meeting = static_cast<Meeting>(random.below(3));
    program.with_params = sim::chance(random, 20);
}

}  // namespace rmasim::fuzz
