#include "protocol/base/call_table.h"

#include "protocol/base/errors.h"

#include <algorithm>

namespace rmasim {

std::string_view name_of(Call call) { return description_of(call).name; }

std::string_view key_of(Argument argument) {
    constexpr std::array<std::string_view, argument_count> keys{"win",
                                                                "comm",
                                                                "target",
                                                                "source",
                                                                "root",
                                                                "tag",
                                                                "disp",
                                                                "count",
                                                                "datatype",
                                                                "counts",
                                                                "receive_counts",
                                                                "datatypes",
                                                                "receive_datatypes",
                                                                "block_length",
                                                                "stride",
                                                                "origin_derived",
                                                                "op",
                                                                "value",
                                                                "step",
                                                                "from",
                                                                "compare",
                                                                "request",
                                                                "requests",
                                                                "into",
                                                                "as",
                                                                "request",
                                                                "message",
                                                                "message",
                                                                "as",
                                                                "index",
                                                                "as",
                                                                "indices",
                                                                "status",
                                                                "n",
                                                                "as",
                                                                "counters",
                                                                "mode",
                                                                "counter",
                                                                "count",
                                                                "info",
                                                                "ranks",
                                                                "peer",
                                                                "over",
                                                                "bytes",
                                                                "bytes",
                                                                "group",
                                                                "type",
                                                                "assert"};
    return keys[static_cast<std::size_t>(argument)];
}

namespace {

constexpr std::size_t operations = static_cast<std::size_t>(OpKind::compare_and_swap) + 1;
using PostingCalls = std::array<Call, operations>;

constexpr PostingCalls calls_posting(bool with_request) {
    PostingCalls calls;
    calls.fill(Call::none);
    for (const CallDescription& row : call_table) {
        if (row.kind != CallClass::operation || row.has(Argument::new_request) != with_request) continue;
        calls[static_cast<std::size_t>(row.operation)] = row.call;
    }
    return calls;
}

}  // namespace

Call call_posting(OpKind operation, bool with_request) {
    static constexpr PostingCalls plain = calls_posting(false), with_requests = calls_posting(true);
    const Call call = (with_request ? with_requests : plain)[static_cast<std::size_t>(operation)];
    if (call != Call::none) return call;
    throw ProtocolError(std::string(name_of(operation)) + " has no r-form");
}

std::optional<Call> call_named(std::string_view name) {
    const auto* const row =
        std::find_if(call_table.begin(), call_table.end(), [name](const auto& one) { return one.name == name; });
    if (row == call_table.end() || row->call == Call::none) return std::nullopt;
    return row->call;
}

}  // namespace rmasim
