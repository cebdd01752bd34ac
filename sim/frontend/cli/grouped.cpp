#include "sim/frontend/cli/grouped.h"

namespace rmasim::sim {

std::string grouped(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
    return text;
}

}  // namespace rmasim::sim
