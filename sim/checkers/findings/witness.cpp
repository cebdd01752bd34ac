#include "sim/checkers/findings/witness.h"

#include <fmt/format.h>

namespace rmasim::sim::semantics {

std::string text_of(const Witness& witness) {
    std::string text = fmt::format("rank {}", witness.rank);
    if (witness.thread) text += fmt::format(" thread {}", *witness.thread);
    if (witness.memory.empty()) {
        return fmt::format("{}: the result of {} is {} in one execution, {} in another", text, witness.location,
                           witness.one, witness.other);
    }
    return fmt::format("{}: the final value of bytes {} to {} of {} is {} in one execution, {} in another", text,
                       witness.first_byte, witness.end_byte, witness.memory, witness.one, witness.other);
}

bool can_have_witness(const Scenario& scenario) {
    constexpr Rank max_ranks = 16;
    return scenario.data && scenario.ranks <= max_ranks && !scenario.faults.any();
}

}  // namespace rmasim::sim::semantics
