#include "sim/scenario/families/family.h"
#include "sim/scenario/model/limits.h"
#include "sim/scenario/read/parse_parts.h"

#include <algorithm>

namespace rmasim::sim {

namespace {

// The family that `protocol` names, or the default family. The function does not check other members, because the
// allowed keys depend on the family.
const Family& family_of(const JsonValue& value) {
    const std::vector<std::string> names = family_names();
    std::vector<std::pair<std::string_view, std::string_view>> named;
    for (const std::string& name : names) named.emplace_back(name, name);
    for (const auto& [key, member] : value.members(limits::max_protocol_keys)) {
        if (key == "family") return family_named(member.one_of(named));
    }
    return default_family();
}

static_assert(NetworkSettings{}.rendezvous_bytes == usual_message_limit);

// The default of `protocol.message_eager_bytes`.
std::uint32_t message_eager_bytes(const Scenario& scenario) {
    return static_cast<std::uint32_t>(
        std::min<std::int64_t>(scenario.platform.network.rendezvous_bytes, no_message_limit));
}

}  // namespace

void choose_family(const Family& family, Scenario& scenario) {
    scenario.family = &family;
    scenario.protocol = family.settings.defaults(message_eager_bytes(scenario));
}

void choose_family(const JsonValue& value, Scenario& scenario) { choose_family(family_of(value), scenario); }

void parse_protocol(const JsonValue& value, Scenario& scenario) {
    scenario.protocol = scenario.family->settings.read(value, message_eager_bytes(scenario));
}

}  // namespace rmasim::sim
