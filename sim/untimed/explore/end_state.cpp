#include "sim/untimed/explore/end_state.h"

#include <xxhash.h>

namespace rmasim::sim {

std::vector<bool> request_slots(const Program& program) {
    std::vector<bool> slots(program.variables, false);
    for (const Instruction& at : program.code) {
        const WrittenName* const request = request_name(at);
        if (request == nullptr) continue;
        for (std::size_t i = 0; i < std::max<std::size_t>(request->element.length, 1); ++i) {
            slots[request->variable + i] = true;
        }
    }
    return slots;
}

EndStateDigest::EndStateDigest(const Scenario& scenario) : scenario_(scenario) {
    for (const std::vector<Program>& threads : scenario.programs) {
        auto& slots = holds_request_.emplace_back();
        for (const Program& program : threads) slots.push_back(request_slots(program));
    }
}

std::uint64_t EndStateDigest::of(const UntimedRanks& world) {
    words_.clear();
    for (Rank rank = 0; rank < scenario_.ranks; ++rank) {
        for (SpaceId space = 0; space < scenario_.spaces(); ++space) {
            world.memory().for_each_page(rank, space, [&](std::uint64_t first, std::span<const std::byte> page) {
                add(first);
                add(XXH3_64bits(page.data(), page.size()));
            });
            add(space);
        }
        for (const Thread& thread : world.threads(rank)) add_variables(thread);
    }
    return XXH3_64bits(words_.data(), words_.size() * sizeof words_[0]);
}

void EndStateDigest::add_variables(const Thread& thread) {
    if (thread.program == nullptr) return;
    add(thread.position);
    const auto program = static_cast<std::size_t>(scenario_.program_of_rank[static_cast<std::size_t>(thread.rank)]);
    const std::vector<bool>& skip = holds_request_[program][thread.number];
    for (Slot slot = first_own_slot; slot < thread.variables.size(); ++slot) {
        if (!skip[slot]) add(static_cast<std::uint64_t>(thread.variables[slot]));
    }
}

}  // namespace rmasim::sim
