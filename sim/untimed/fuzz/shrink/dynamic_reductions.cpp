#include "sim/untimed/fuzz/shrink/dynamic_reductions.h"

#include "sim/untimed/fuzz/program/random_dynamic.h"

#include <algorithm>
#include <utility>

namespace rmasim::fuzz {

namespace {

using Steps = std::vector<Step>;

bool same_bytes_attached(const Step& one, const Step& other) {
    return one.window == other.window && one.region.disp == other.region.disp && one.region.count == other.region.count;
}

// Returns the index of the step that is the counterpart of the ATTACH or DETACH at `at`: the next DETACH or ATTACH of
// the same bytes. Returns the number of steps if there is none.
std::size_t counterpart(const Steps& steps, std::size_t at) {
    const Call other = steps[at].call == Call::win_attach ? Call::win_detach : Call::win_attach;
    const auto found =
        std::find_if(steps.begin() + static_cast<std::ptrdiff_t>(at), steps.end(),
                     [&](const Step& step) { return step.call == other && same_bytes_attached(step, steps[at]); });
    return static_cast<std::size_t>(found - steps.begin());
}

// Changes the first ATTACH in each lifetime of the window so that it attaches the whole window. Removes all other
// ATTACHes and all DETACHes.
bool attach_for_good(RandomProgram& program, WindowId window) {
    bool changed = false;
    for (Steps& steps : program.steps) {
        bool attached = false;
        const auto is_removed = [&](const Step& step) {
            if (step.window != window) return false;
            if (step.call == Call::win_create) attached = false;
            if (step.call == Call::win_attach) return std::exchange(attached, true);
            return step.call == Call::win_detach;
        };
        changed |= remove_steps(steps, is_removed);
        for (Step& step : steps) {
            if (step.call != Call::win_attach || step.window != window) continue;
            const Step all = attachment(step.call, window, 0, program.window_bytes());
            changed |= !same_bytes_attached(step, all);
            step.region = all.region;
        }
    }
    return changed;
}

void make_static(RandomProgram& program, WindowId window) {
    program.first_in_buffer[window].clear();
    for (Steps& steps : program.steps) {
        remove_steps(steps, [&](const Step& step) { return step.window == window && changes_attachments(step.call); });
    }
}

}  // namespace

void add_attachments(const RandomProgram& program, std::vector<Cut>& cuts) {
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        const Steps& steps = program.steps[static_cast<std::size_t>(rank)];
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (!changes_attachments(steps[i].call)) continue;
            cuts.push_back({{rank, i}});
            if (const std::size_t other = counterpart(steps, i); other != steps.size())
                cuts.push_back({{rank, i}, {rank, other}});
        }
    }
}

void add_simpler_attachments(const RandomProgram& program, std::vector<RandomProgram>& simpler) {
    for (WindowId window = 0; window < program.windows; ++window) {
        if (!program.is_dynamic(window)) continue;
        make_static(simpler.emplace_back(program), window);
        RandomProgram for_good = program;
        if (attach_for_good(for_good, window)) simpler.push_back(std::move(for_good));
        const std::vector<std::uint64_t>& first = program.first_in_buffer[window];
        if (std::all_of(first.begin(), first.end(), [](std::uint64_t byte) { return byte == 0; })) continue;
        simpler.emplace_back(program).first_in_buffer[window].assign(first.size(), 0);
    }
}

Region without_block(const Region& attached, Rank rank) {
    const std::uint64_t first = static_cast<std::uint64_t>(rank) * block_bytes, behind = first + block_bytes;
    const auto moved = [&](std::uint64_t byte) { return byte >= behind ? byte - block_bytes : std::min(byte, first); };
    const std::uint64_t begin = moved(attached.disp), end = moved(attached.disp + attached.count);
    return {.disp = begin, .count = static_cast<std::uint32_t>(end - begin)};
}

}  // namespace rmasim::fuzz
