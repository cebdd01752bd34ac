// The MPI calls of a sequence: `0 put 1 len=8`, `all fence noprecede`, `0.1 flush 1`.
#include "protocol/base/call_table.h"
#include "tests/sequences/harness/bad_sequence.h"
#include "tests/sequences/harness/session.h"
#include "tests/sequences/harness/synchronisation.h"
#include "tests/sequences/harness/values.h"

#include <map>

namespace rmasim::seq {

namespace {

// Operations have the names of their calls, or shorter ones. The r-forms have `as=NAME`.
Call operation_named(const std::string& name) {
    static const std::map<std::string, Call> short_names{
        {"acc", Call::accumulate},       {"get_acc", Call::get_accumulate}, {"fop", Call::fetch_and_op},
        {"cas", Call::compare_and_swap}, {"racc", Call::raccumulate},       {"rget_acc", Call::rget_accumulate}};
    const auto found = short_names.find(name);
    const Call call = found == short_names.end() ? call_named(name).value_or(Call::none) : found->second;
    return is_operation(call) ? call : Call::none;
}

// `len` bytes of `datatype` from `disp` on; as a vector with `block` and `stride`, in elements.
Region region_in(Arguments& arguments, bool one_element) {
    Region region;
    region.datatype = datatype_named(arguments.take_setting("datatype").value_or(one_element ? "int64" : "byte"));
    region.disp_bytes = static_cast<std::uint64_t>(arguments.take_setting("disp", std::int64_t{0}));
    const std::size_t element = bytes_of(region.datatype);
    const std::int64_t usual = one_element ? static_cast<std::int64_t>(element) : 8;
    const auto bytes = static_cast<std::size_t>(arguments.take_setting("len", usual));
    if (bytes % element != 0) throw BadSequence("len is not a multiple of the datatype");
    region.count = static_cast<std::uint32_t>(bytes / element);
    region.block_length = static_cast<std::uint32_t>(arguments.take_setting("block", std::int64_t{0}));
    region.stride = static_cast<std::uint32_t>(arguments.take_setting("stride", std::int64_t{region.block_length}));
    if (region.stride < region.block_length) throw BadSequence("stride is at least block");
    return region;
}

}  // namespace

void Session::run_call(const std::string& who, Arguments& arguments) {
    const std::string call = arguments.take_word();
    if (call.empty()) throw BadSequence("no verb is called '" + who + "'");
    if (who == "all") {
        for (Rank rank = 0; rank < world().settings().ranks; ++rank) begin_call({rank, 0}, call, arguments);
        return;
    }
    const Caller caller = caller_in(who);
    known_rank(caller.rank);
    begin_call(caller, call, arguments);
}

void Session::begin_call(Caller caller, const std::string& call, Arguments arguments) {
    if (operation_named(call) != Call::none) return begin_post(caller, call, arguments);
    if (call == "request_wait" || call == "request_test") return begin_request_call(caller, call, arguments);
    if (call == "win_free") return free_windows(caller, arguments);
    const WindowId window = window_in(arguments);
    CallRequest request = synchronisation_in(call, window, arguments, world());
    arguments.require_used_up();
    world().begin(caller, std::move(request));
}

void Session::begin_post(Caller caller, const std::string& verb_name, Arguments& arguments) {
    CallRequest request;
    request.call = operation_named(verb_name);
    const CallDescription& described = description_of(request.call);
    Operation& operation = request.operation;
    operation.kind = described.operation;
    operation.target = known_rank(arguments.take_rank("a target"));
    operation.window = window_in(arguments);
    operation.region = region_in(arguments, !described.has(Argument::count));
    operation.reduce = reduce_op_named(arguments.take_setting("op").value_or("replace"));
    const bool swap = operation.kind == OpKind::compare_and_swap;
    operation.origin.tag = static_cast<std::uint32_t>(swap ? Buffer::exchange : Buffer::value);
    operation.origin.second = swap ? arguments.take_setting("compare", std::int64_t{0}) : 0;
    operation.result = {static_cast<std::uint32_t>(Buffer::fetched), static_cast<std::int64_t>(operation.kind), 0};
    const std::int64_t times = arguments.take_setting("times", std::int64_t{1});
    const auto value = arguments.take_setting("value");
    const bool with_request = has_request(request.call);
    const auto request_name = with_request ? arguments.take_setting("as") : std::nullopt;
    arguments.require_used_up();
    if (with_request && !request_name) throw BadSequence(verb_name + " needs a name for its request, as=NAME");

    request.window = operation.window;
    request.target = operation.target;
    std::int64_t& posted = posted_[static_cast<std::size_t>(caller.rank)];
    for (std::int64_t i = 0; i < times; ++i) {
        ++posted;
        operation.origin.first = value ? number_in(*value) : posted;
        const RequestId made = world().begin(caller, request);
        if (request_name) requests_[{caller.rank, *request_name}] = made;
    }
}

void Session::begin_request_call(Caller caller, const std::string& call, Arguments& arguments) {
    const std::string name = arguments.take_word();
    arguments.require_used_up();
    const auto found = requests_.find({caller.rank, name});
    if (found == requests_.end()) throw BadSequence("no request is called '" + name + "'");
    CallRequest request;
    request.call = call_named(call).value();
    request.requests = {found->second};
    world().begin(caller, std::move(request));
}

// MPI_WIN_FREE of every window: says so only when something is still open.
void Session::free_windows(Caller caller, const Arguments& arguments) {
    arguments.require_used_up();
    try {
        world().engine(caller.rank).require_closed();
    } catch (const ErroneousProgram& error) {
        world().transcript().add_always(text_of(caller) + ": error: " + error.what());
    }
}

}  // namespace rmasim::seq
