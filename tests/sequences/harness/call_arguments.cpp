#include "tests/sequences/harness/call_arguments.h"

#include "protocol/base/collective.h"
#include "protocol/base/types.h"
#include "protocol/parts/groups/window_group.h"
#include "sim/machine/memory/window_memory.h"
#include "tests/sequences/harness/bad_sequence.h"
#include "tests/sequences/harness/record.h"
#include "tests/sequences/harness/values.h"
#include "tests/sequences/harness/world_settings.h"

#include <fmt/core.h>

#include <map>
#include <sstream>

namespace rmasim::seq {

namespace {

using sim::Scenario;

// The ranks that a call's arguments name: those of a communicator, or, if `group` is null, of the world.
struct Named {
    Rank ranks;
    const RankGroup* group;
};

Named named_on_window(const Scenario& scenario, Rank caller, WindowId window) {
    if (scenario.windows[window].comm == no_window) return {scenario.ranks, nullptr};
    if (scenario.communicators->split_of_window(window)->group_of(caller) == nullptr) {
        throw BadSequence(fmt::format("rank {} has no window {}", caller, window));
    }
    const RankGroup* const group = scenario.communicators->window_group(caller, window);
    return {group->size(), group};
}

Named named_in_communicator(const Scenario& scenario, Rank caller, WindowId comm) {
    if (comm == no_window) return {scenario.ranks, nullptr};
    const RankGroup* const group = scenario.communicators->numbered(comm).group_of(caller);
    if (group == nullptr) throw BadSequence(fmt::format("rank {} is not in the communicator", caller));
    return {group->size(), group};
}

Rank rank_in(Arguments& arguments, const Named& named) {
    const Rank rank = arguments.take_rank("a rank");
    if (rank < 0 || rank >= named.ranks) throw BadSequence(fmt::format("there is no rank {}", rank));
    return named.group == nullptr ? rank : named.group->member(rank);
}

// Reads a rank. "null" is MPI_PROC_NULL.
Rank rank_or_null_in(Arguments& arguments, const Named& named) {
    return arguments.take_flag("null") ? proc_null : rank_in(arguments, named);
}

LockType lock_type_in(Arguments& arguments) {
    const std::string word = arguments.take_word();
    if (word != "shared" && word != "exclusive") throw BadSequence("a lock is shared or exclusive, not '" + word + "'");
    return word == "shared" ? LockType::shared : LockType::exclusive;
}

// Reads a group such as "1,2". "none" is the empty group.
Group group_in(Arguments& arguments, const Named& named) {
    const std::string text = arguments.take_word();
    if (text == "none") return {};
    Group group;
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ',');) {
        Arguments one(part);
        group.push_back(rank_in(one, named));
    }
    if (group.empty()) throw BadSequence("a group is missing, as in 1,2 or none");
    return group;
}

// Reads `comm=row`. Without it: all ranks.
WindowId communicator_in(Arguments& arguments, const Scenario& scenario) {
    const auto name = arguments.take_setting("comm");
    return name ? communicator_named(*name, scenario) : no_window;
}

// Reads a message. In a communicator, the peer is a communicator rank.
Message message_in(Arguments& arguments, WindowId comm, bool sends, const Named& named) {
    Message message;
    message.comm = comm;
    message.peer = rank_or_null_in(arguments, named);
    message.tag = static_cast<std::uint32_t>(arguments.take_setting("tag", std::int64_t{0}));
    message.count = static_cast<std::uint32_t>(arguments.take_setting("len", std::int64_t{8}));
    const std::int64_t value = arguments.take_setting("value", std::int64_t{0});
    message.buffer = sends ? sim::affine_buffer(value, 0) : sim::report_buffer(Record::message);
    return message;
}

// Reads arguments such as `root=2 len=16 datatype=int64 op=max value=5`. Element k of the data that a rank sends is
// value + k. `len` is the size for each rank.
void take_collective(CallRequest& request, Rank caller, Arguments& arguments, const Named& named) {
    if (description_of(request.call).has(Argument::counts)) {
        throw BadSequence("blocks of different sizes have no notation here");
    }
    Message& data = request.message;
    data.comm = request.comm;
    data.datatype = datatype_named(arguments.take_setting("datatype").value_or("int64"));
    const std::size_t element = bytes_of(data.datatype);
    const auto bytes = static_cast<std::size_t>(arguments.take_setting("len", static_cast<std::int64_t>(element)));
    if (bytes % element != 0) throw BadSequence("len is not a multiple of the datatype");
    data.count = static_cast<std::uint32_t>(bytes / element);
    if (description_of(request.call).has(Argument::root)) {
        const std::int64_t root = arguments.take_setting("root", std::int64_t{0});
        if (root < 0 || root >= named.ranks) throw BadSequence(fmt::format("there is no rank {}", root));
        data.peer = world_rank_of(named.group, static_cast<Rank>(root));
    }
    request.operation.reduce = reduce_op_named(arguments.take_setting("op").value_or("sum"));
    const std::int64_t value = arguments.take_setting("value", std::int64_t{0});
    data.buffer = sends(request, caller) ? sim::affine_buffer(value, 1) : sim::discard_buffer();
    const Rank comm_rank = named.group == nullptr ? caller : named.group->comm_rank_of(caller);
    request.operation.result = receives(request, caller, comm_rank)
                                   ? sim::report_buffer(Record::collective(request.call))
                                   : sim::discard_buffer();
}

Assert asserts_in(Arguments& arguments, Assert legal) {
    Assert set = Assert::none;
    for (const Assert one : all_asserts) {
        if (has(legal, one) && arguments.take_flag(std::string(name_of(one)))) set = set | one;
    }
    return set;
}

// Reads `len` bytes of `datatype` at the displacement `disp`, which is in units of the target. With `block` and
// `stride`, both in elements, the region is a vector.
Region region_in(Arguments& arguments, bool one_element, std::uint64_t bytes_there, std::uint64_t unit) {
    Region region;
    region.datatype = datatype_named(arguments.take_setting("datatype").value_or(one_element ? "int64" : "byte"));
    region.disp = static_cast<std::uint64_t>(arguments.take_setting("disp", std::int64_t{0}));
    const std::size_t element = bytes_of(region.datatype);
    const std::int64_t usual = one_element ? static_cast<std::int64_t>(element) : 8;
    const auto bytes = static_cast<std::size_t>(arguments.take_setting("len", usual));
    if (bytes % element != 0) throw BadSequence("len is not a multiple of the datatype");
    region.count = static_cast<std::uint32_t>(bytes / element);
    region.block_length = static_cast<std::uint32_t>(arguments.take_setting("block", std::int64_t{0}));
    region.stride = static_cast<std::uint32_t>(arguments.take_setting("stride", std::int64_t{region.block_length}));
    if (region.stride < region.block_length) throw BadSequence("stride is at least block");
    if (region.disp * unit + region.extent_bytes() > bytes_there) throw BadSequence("that is outside the window");
    return region;
}

// Reads an operation without its data.
Operation operation_in(const CallDescription& call, Rank target, WindowId window, Arguments& arguments,
                       const Scenario& scenario) {
    Operation operation;
    operation.kind = call.operation;
    operation.target = target;
    operation.window = window;
    const sim::WindowSettings& there = scenario.windows[window];
    const Rank shape = target == proc_null ? 0 : target;
    operation.region =
        region_in(arguments, !call.has(Argument::count), there.bytes.of(shape), there.disp_unit.of(shape));
    operation.reduce = reduce_op_named(arguments.take_setting("op").value_or("replace"));
    operation.result = sim::report_buffer(static_cast<std::int64_t>(operation.kind));
    operation.origin_derived = call.has(Argument::origin_derived) && arguments.take_flag("origin_derived");
    return operation;
}

}  // namespace

Call call_in_sequence(const std::string& verb) {
    static const std::map<std::string, Call> short_names{
        {"acc", Call::accumulate},       {"get_acc", Call::get_accumulate}, {"fop", Call::fetch_and_op},
        {"cas", Call::compare_and_swap}, {"racc", Call::raccumulate},       {"rget_acc", Call::rget_accumulate}};
    const auto found = short_names.find(verb);
    const Call call = found == short_names.end() ? call_named(verb).value_or(Call::none) : found->second;
    if (call == Call::none) throw BadSequence("no verb is called '" + verb + "'");
    return call;
}

SyncModes modes_in(Arguments& arguments) {
    static const std::map<std::string, SyncModes> modes{
        {"put", SyncModes::put}, {"get", SyncModes::get}, {"accumulate", SyncModes::accumulate}};
    const std::string text = arguments.take_word();
    if (text == "none") return SyncModes::none;
    SyncModes all = SyncModes::none;
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ',');) {
        const auto found = modes.find(part);
        if (found == modes.end()) throw BadSequence("a mode is put, get or accumulate, not '" + part + "'");
        all = all | found->second;
    }
    if (all == SyncModes::none) throw BadSequence("modes are missing, as in put,get or none");
    return all;
}

WindowId window_in(Arguments& arguments, const Scenario& scenario) {
    const auto window = arguments.take_setting("win", std::int64_t{0});
    if (window < 0 || static_cast<std::size_t>(window) >= scenario.windows.size())
        throw BadSequence(fmt::format("there is no window {}", window));
    return static_cast<WindowId>(window);
}

CallRequest request_in(Call call, Rank caller, Arguments& arguments, const Scenario& scenario) {
    const CallDescription& described = description_of(call);
    CallRequest request;
    request.call = call;
    request.window = window_in(arguments, scenario);
    const bool in_communicator = described.has(Argument::comm) && !described.has(Argument::new_size);
    if (in_communicator) request.comm = communicator_in(arguments, scenario);
    const Named named = in_communicator ? named_in_communicator(scenario, caller, request.comm)
                                        : named_on_window(scenario, caller, request.window);
    if (is_operation(call)) request.target = rank_or_null_in(arguments, named);
    else if (has_target(call)) request.target = rank_in(arguments, named);
    if (is_operation(call)) {
        request.operation = operation_in(described, request.target, request.window, arguments, scenario);
    }
    if (described.has(Argument::type)) request.lock_type = lock_type_in(arguments);
    if (described.has(Argument::group)) request.group = group_in(arguments, named);
    const bool collective = described.kind == CallClass::collective || is_persistent_collective(request.call);
    if (!collective && (described.kind == CallClass::message || described.kind == CallClass::persistent)) {
        const bool sends = described.has(Argument::target);
        request.message = message_in(arguments, request.comm, sends, named);
    }
    if (collective) take_collective(request, caller, arguments, named);
    request.asserts = asserts_in(arguments, described.asserts);
    return request;
}

}  // namespace rmasim::seq
