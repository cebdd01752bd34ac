// The repairs of calls that break a rule of MPI: one sentence for each section of RULES.md.
#pragma once

#include "protocol/base/types.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace rmasim::sim::usage {

// Returns the repair of a call that breaks the rule of a section, without a full stop; empty if there is no such
// section. `call` is nullopt if no call breaks the rule. `name` returns the name of a call in the report.
std::string fix_of(std::string_view section, std::optional<Call> call,
                   const std::function<std::string_view(Call)>& name);

}  // namespace rmasim::sim::usage
