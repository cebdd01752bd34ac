#include "sim/untimed/fuzz/shrink/simpler.h"

#include "sim/untimed/fuzz/program/random_threads.h"
#include "sim/untimed/fuzz/shrink/dynamic_reductions.h"

#include <algorithm>

namespace rmasim::fuzz {

namespace {

// Applies `change` to a copy of the program. Adds the copy to `simpler` if it differs.
template <class Change>
void add(const RandomProgram& program, std::vector<RandomProgram>& simpler, Change change) {
    RandomProgram copy = program;
    if (change(copy)) simpler.push_back(std::move(copy));
}

template <class T>
bool set(T& value, const T& wanted) {
    if (value == wanted) return false;
    value = wanted;
    return true;
}

// Adds one variant for each step that `change` changes.
template <class Change>
void add_for_steps(const RandomProgram& program, std::vector<RandomProgram>& simpler, Change change) {
    for (std::size_t rank = 0; rank < program.steps.size(); ++rank) {
        for (std::size_t i = 0; i < program.steps[rank].size(); ++i) {
            add(program, simpler, [&](RandomProgram& copy) { return change(copy.steps[rank][i]); });
        }
    }
}

// Adds one variant in which `change` is applied to all steps.
template <class Change>
void add_for_all(const RandomProgram& program, std::vector<RandomProgram>& simpler, Change change) {
    add(program, simpler, [&](RandomProgram& copy) {
        bool changed = false;
        for (auto& steps : copy.steps) {
            for (Step& step : steps) changed = change(step) || changed;
        }
        return changed;
    });
}

bool no_asserts(Step& step) { return set(step.asserts, Assert::none); }

bool basic_origin(Step& step) { return set(step.origin_derived, false); }

bool put_for_store(Step& step) { return set(step.by_store, false); }

bool one_element(Step& step) {
    if (!is_operation(step.call) || (step.region.count <= 1 && step.region.basic())) return false;
    step.region.count = std::min(step.region.count, 1U);
    step.region.block_length = 0;
    step.region.stride = 0;
    return true;
}

void add_simpler_memory(const RandomProgram& program, std::vector<RandomProgram>& simpler) {
    const sim::MemorySettings usual;
    const auto with = [&](auto change) {
        add(program, simpler, [&](RandomProgram& copy) { return change(copy.memory); });
    };
    with([](sim::MemorySettings& memory) { return set(memory.coherent, true); });
    with([&](sim::MemorySettings& memory) { return set(memory.cache_lines, usual.cache_lines); });
    with([&](sim::MemorySettings& memory) { return set(memory.cache, usual.cache); });
    with([&](sim::MemorySettings& memory) { return set(memory.store_buffer, usual.store_buffer); });
    with([](sim::MemorySettings& memory) { return set(memory.order, sim::MemoryOrder::sc); });
}

}  // namespace

std::vector<RandomProgram> simpler_settings(const RandomProgram& program) {
    std::vector<RandomProgram> simpler;
    const auto with = [&](auto change) { add(program, simpler, change); };
    if (!program.family->traits.shares_one_node) with([](RandomProgram& copy) { return set(copy.ranks_per_node, 1); });
    with([](RandomProgram& copy) {
        const bool several = copy.threads > 1;
        join_threads(copy);
        return several;
    });
    with([](RandomProgram& copy) { return copy.threads > 1 && set(copy.thread_sync, ThreadSync::messages); });
    with([](RandomProgram& copy) { return set(copy.with_params, false); });
    if (program.ranks_per_node > 1) add_simpler_memory(program, simpler);
    add_simpler_attachments(program, simpler);
    with([](RandomProgram& copy) {
        const bool had_shapes = !copy.shapes.empty();
        copy.shapes.clear();
        return had_shapes;
    });
    with([](RandomProgram& copy) {
        const bool had_comms = !copy.window_comms.empty();
        copy.window_comms.clear();
        return had_comms;
    });
    with([](RandomProgram& copy) { return set(copy.private_results, false); });
    with([](RandomProgram& copy) { return !copy.private_results && set(copy.agent_process, false); });
    with([](RandomProgram& copy) { return !copy.agent_process && set(copy.agent, false); });
    for (std::size_t i = 0; i < program.faults.size(); ++i) {
        with([i](RandomProgram& p) {
            p.faults.erase(p.faults.begin() + static_cast<std::ptrdiff_t>(i));
            return true;
        });
    }
    with([](RandomProgram& p) { return set(p.ordered, true); });
    for (const auto& settings : sim::simpler_settings(*program.family, *program.settings)) {
        with([&](RandomProgram& p) {
            p.settings = settings;
            return faults_fit(p);
        });
    }
    return simpler;
}

std::vector<RandomProgram> simpler_calls(const RandomProgram& program) {
    std::vector<RandomProgram> simpler;
    for (const auto change : {one_element, no_asserts, basic_origin, put_for_store}) {
        add_for_all(program, simpler, change);
        add_for_steps(program, simpler, change);
    }
    return simpler;
}

}  // namespace rmasim::fuzz
