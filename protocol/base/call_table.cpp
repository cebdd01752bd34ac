#include "protocol/base/call_table.h"

#include "protocol/base/errors.h"

#include <algorithm>

namespace rmasim {

std::string_view name_of(Call call) { return description_of(call).name; }

std::string_view key_of(Argument argument) {
    constexpr std::array<std::string_view, argument_count> keys{
        "win",    "target", "source",  "tag",   "disp", "count",   "datatype", "block_length",
        "stride", "op",     "value",   "step",  "from", "compare", "request",  "requests",
        "into",   "as",     "request", "group", "type", "assert"};
    return keys[static_cast<std::size_t>(argument)];
}

Call call_posting(OpKind operation, bool with_request) {
    for (const CallDescription& row : call_table) {
        if (row.kind != CallClass::operation || row.operation != operation) continue;
        if (row.has(Argument::new_request) == with_request) return row.call;
    }
    throw ProtocolError(std::string(name_of(operation)) + " has no r-form");
}

std::optional<Call> call_named(std::string_view name) {
    const auto* const row =
        std::find_if(call_table.begin(), call_table.end(), [name](const auto& one) { return one.name == name; });
    if (row == call_table.end() || row->call == Call::none) return std::nullopt;
    return row->call;
}

}  // namespace rmasim
