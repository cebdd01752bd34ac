// The links of a platform by name, for faults that change them.
#include "sim/platform/platform.h"
#include "sim/scenario/errors.h"
#include "sim/scenario/nearest.h"

#include <fnmatch.h>
#include <simgrid/s4u/Engine.hpp>
#include <simgrid/s4u/Link.hpp>

#include <algorithm>

namespace rmasim::sim {

namespace s4u = simgrid::s4u;

namespace {

constexpr std::string_view within_host = "__loopback__";  // SimGrid's own; packets within a node do not pass it

std::vector<s4u::Link*> links_by_name() {
    std::vector<s4u::Link*> links = s4u::Engine::get_instance()->get_all_links();
    std::erase_if(links, [](const s4u::Link* link) { return link->get_name() == within_host; });
    std::sort(links.begin(), links.end(),
              [](const s4u::Link* a, const s4u::Link* b) { return a->get_name() < b->get_name(); });
    return links;
}

[[noreturn]] void refuse(const std::string& pattern, const std::string& place, const std::vector<s4u::Link*>& links) {
    std::vector<std::string_view> names;
    for (const s4u::Link* link : links) names.push_back(link->get_name());
    throw BadInput(place, '"' + pattern + "\", which names no link of the platform",
                   names_allowed(pattern, names) + "; or a pattern such as \"*\"");
}

}  // namespace

std::vector<Platform::Link> Platform::links(const std::string& pattern, const std::string& place) const {
    const std::vector<s4u::Link*> all = links_by_name();
    std::vector<Link> found;
    for (s4u::Link* link : all) {
        if (fnmatch(pattern.c_str(), link->get_cname(), 0) != 0) continue;
        found.push_back({link, link->get_bandwidth(), link->get_latency()});
    }
    if (found.empty()) refuse(pattern, place, all);
    return found;
}

void Platform::set_bandwidth(const Link& link, double share) {
    link.link->set_bandwidth(link.bytes_per_second * share);
}

void Platform::set_latency(const Link& link, double share) { link.link->set_latency(link.latency_s * share); }

}  // namespace rmasim::sim
