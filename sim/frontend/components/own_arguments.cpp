#include "sim/frontend/components/own_arguments.h"

#include <fstream>
#include <iterator>

namespace rmasim::sim {

std::vector<std::string> own_arguments() {
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    const std::string all{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    std::vector<std::string> arguments;
    for (std::size_t at = 0; at < all.size(); at += arguments.back().size() + 1) arguments.emplace_back(&all[at]);
    return arguments;
}

}  // namespace rmasim::sim
