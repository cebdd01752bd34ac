// Finds links of a platform by name. Used by faults that change links.
#include "sim/machine/platform/platform.h"
#include "sim/scenario/json/errors.h"
#include "sim/scenario/json/nearest.h"

#include <fnmatch.h>

namespace rmasim::sim {

namespace {

[[noreturn]] void refuse(const std::string& pattern, const std::string& location,
                         const std::vector<Simgrid::Link>& links) {
    std::vector<std::string_view> names;
    for (const Simgrid::Link& link : links) names.push_back(link.name);
    throw BadInput(location, '"' + pattern + "\", which matches no link of the platform",
                   names_allowed(pattern, names) + "; or a pattern such as \"*\"");
}

}  // namespace

std::vector<Simgrid::Link> Platform::links(const std::string& pattern, const std::string& location) const {
    const std::vector<Simgrid::Link> all = simgrid_->links();
    std::vector<Simgrid::Link> found;
    for (const Simgrid::Link& link : all) {
        if (fnmatch(pattern.c_str(), link.name.c_str(), 0) == 0) found.push_back(link);
    }
    if (found.empty()) refuse(pattern, location, all);
    return found;
}

}  // namespace rmasim::sim
