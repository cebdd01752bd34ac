#include "sim/scenario/families/family.h"
#include "sim/scenario/model/limits.h"
#include "sim/scenario/model/whole_program.h"
#include "sim/scenario/read/parse_parts.h"

namespace rmasim::sim {

namespace {

// The family that `protocol` names, or the default family. The function does not check other members, because the
// allowed keys depend on the family.
const Family& family_of(const JsonValue& value) {
    std::vector<std::pair<std::string_view, const Family*>> named;
    for (const Family* const family : families()) named.emplace_back(family->name(), family);
    for (const auto& [key, member] : value.members(limits::max_protocol_keys)) {
        if (key != "family") continue;
        try {
            return *member.one_of(named);
        } catch (const BadInput&) {
            need_whole_program();
            throw;
        }
    }
    return default_family();
}

}  // namespace

void choose_family(const JsonValue& value, Scenario& scenario) {
    scenario.family = &family_of(value);
    scenario.protocol = scenario.family->default_settings();
}

void parse_protocol(const JsonValue& value, Scenario& scenario) {
    scenario.protocol = scenario.family->read_settings(value);
}

}  // namespace rmasim::sim
