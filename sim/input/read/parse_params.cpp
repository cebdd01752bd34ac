#include "sim/input/json/json_reader.h"
#include "sim/input/model/limits.h"
#include "sim/input/read/parse_parts.h"

#include <utility>

namespace rmasim::sim {

void check_name(const std::string& name, const JsonValue& member) {
    if (is_identifier(name) && name.size() <= limits::longest_identifier) return;
    throw BadInput(member.place(), "the name \"" + name + "\"",
                   "a letter, then letters, digits and underscores, 64 in all at most");
}

namespace {

void check_free(const std::string& name, const JsonValue& value) {
    if (!is_reserved(name)) return;
    throw BadInput(value.place(), "the name \"" + name + "\"", "a name that means nothing else in expressions");
}

}  // namespace

Scope parse_params(const JsonValue& scenario) {
    Scope known;
    const std::vector<VisibleName> others = std::exchange(known.names, {});
    if (const auto params = scenario.find("params")) {
        Complaints complaints;
        for (const auto& [name, value] : params->members(limits::most_params)) {
            complaints.attempt([&, &name = name, &value = value] {
                check_free(name, value);
                check_name(name, value);
                known.names.push_back({name, 0, 0, value.within(known).integer()});
            });
        }
        complaints.raise_any();
    }
    known.names.insert(known.names.end(), others.begin(), others.end());
    return known;
}

}  // namespace rmasim::sim
