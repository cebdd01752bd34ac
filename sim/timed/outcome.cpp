#include "sim/timed/outcome.h"

#include <array>

namespace rmasim::sim {

std::string_view name_of(Outcome outcome) {
    constexpr std::array<std::string_view, 9> names{"finished",    "deadlock",  "erroneous", "violation",  "lost_rank",
                                                    "lost_packet", "assertion", "crash",     "interrupted"};
    return names.at(static_cast<std::size_t>(outcome));
}

}  // namespace rmasim::sim
