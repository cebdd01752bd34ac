#include "tests/sequences/harness/call_arguments.h"

#include "tests/sequences/harness/bad_sequence.h"
#include "tests/sequences/harness/test_world.h"
#include "tests/sequences/harness/values.h"

#include <fmt/format.h>

#include <map>
#include <sstream>

namespace rmasim::seq {

namespace {

using sim::InstructionKind;
using sim::Scenario;

const std::map<std::string, InstructionKind>& verbs() {
    static const std::map<std::string, InstructionKind> known = [] {
        std::map<std::string, InstructionKind> names{
            {"acc", InstructionKind::accumulate},   {"get_acc", InstructionKind::get_accumulate},
            {"fop", InstructionKind::fetch_and_op}, {"cas", InstructionKind::compare_and_swap},
            {"racc", InstructionKind::raccumulate}, {"rget_acc", InstructionKind::rget_accumulate}};
        for (auto kind = InstructionKind::put; kind <= InstructionKind::recv;) {
            names.emplace(name_of(sim::call_of(kind)), kind);
            kind = static_cast<InstructionKind>(static_cast<unsigned>(kind) + 1);
        }
        return names;
    }();
    return known;
}

Rank rank_in(Arguments& arguments, const Scenario& scenario) {
    const Rank rank = arguments.take_rank("a rank");
    if (rank < 0 || rank >= scenario.ranks) throw BadSequence(fmt::format("there is no rank {}", rank));
    return rank;
}

LockType lock_type_in(Arguments& arguments) {
    const std::string word = arguments.take_word();
    if (word != "shared" && word != "exclusive") throw BadSequence("a lock is shared or exclusive, not '" + word + "'");
    return word == "shared" ? LockType::shared : LockType::exclusive;
}

// "1,2"; "none" is the empty group.
std::vector<Rank> group_in(Arguments& arguments, const Scenario& scenario) {
    const std::string text = arguments.take_word();
    if (text == "none") return {};
    std::vector<Rank> group;
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ',');) {
        Arguments one(part);
        group.push_back(rank_in(one, scenario));
    }
    if (group.empty()) throw BadSequence("a group is missing, as in 1,2 or none");
    return group;
}

Message message_in(Arguments& arguments, bool sends, const Scenario& scenario) {
    Message message;
    message.peer = rank_in(arguments, scenario);
    message.tag = static_cast<std::uint32_t>(arguments.take_setting("tag", std::int64_t{0}));
    message.count = static_cast<std::uint32_t>(arguments.take_setting("len", std::int64_t{8}));
    const std::int64_t value = arguments.take_setting("value", std::int64_t{0});
    message.buffer = sends ? sim::affine_buffer(value, 0) : sim::report_buffer(Record::message);
    return message;
}

Assert asserts_in(Arguments& arguments, InstructionKind kind) {
    using Words = std::vector<std::pair<const char*, Assert>>;
    static const Words of_fences{{"noprecede", Assert::noprecede},
                                 {"nosucceed", Assert::nosucceed},
                                 {"nostore", Assert::nostore},
                                 {"noput", Assert::noput}};
    static const Words of_others{{"nocheck", Assert::nocheck}};
    const bool opens = kind == InstructionKind::post || kind == InstructionKind::start ||
                       kind == InstructionKind::lock || kind == InstructionKind::lock_all;
    Assert set = Assert::none;
    for (const auto& [word, assert] : kind == InstructionKind::fence ? of_fences : opens ? of_others : Words{}) {
        if (arguments.take_flag(word)) set = set | assert;
    }
    return set;
}

// `len` bytes of `datatype` from `disp` on; as a vector with `block` and `stride`, in elements.
Region region_in(Arguments& arguments, bool one_element, std::uint64_t window_bytes) {
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
    if (region.disp_bytes + region.extent_bytes() > window_bytes) throw BadSequence("that is outside the window");
    return region;
}

// Without `value`. COMPARE_AND_SWAP has the element to compare with, relative to it.
Operation operation_in(Arguments& arguments, const sim::PreparedCall& call, const Scenario& scenario) {
    const InstructionKind first = has_request(call.kind) ? InstructionKind::rput : InstructionKind::put;
    Operation operation;
    operation.kind = static_cast<OpKind>(static_cast<unsigned>(call.kind) - static_cast<unsigned>(first));
    operation.target = call.target;
    operation.window = call.window;
    const bool swaps = operation.kind == OpKind::compare_and_swap;
    operation.region =
        region_in(arguments, swaps || operation.kind == OpKind::fetch_and_op, scenario.windows[call.window].bytes);
    operation.reduce = reduce_op_named(arguments.take_setting("op").value_or("replace"));
    operation.result = sim::report_buffer(static_cast<std::int64_t>(operation.kind));
    return operation;
}

}  // namespace

InstructionKind kind_of_call(const std::string& verb) {
    const auto found = verbs().find(verb);
    if (found == verbs().end()) throw BadSequence("no verb is called '" + verb + "'");
    return found->second;
}

WindowId window_in(Arguments& arguments, const Scenario& scenario) {
    const auto window = arguments.take_setting("win", std::int64_t{0});
    if (window < 0 || static_cast<std::size_t>(window) >= scenario.windows.size())
        throw BadSequence(fmt::format("there is no window {}", window));
    return static_cast<WindowId>(window);
}

sim::PreparedCall call_in(InstructionKind kind, Arguments& arguments, const Scenario& scenario) {
    const bool sends = kind == InstructionKind::send;
    sim::PreparedCall call;
    call.kind = kind;
    call.variable = has_request(kind) ? TestWorld::request_slot : TestWorld::answer_slot;
    call.window = window_in(arguments, scenario);
    if (has_target(kind)) call.target = rank_in(arguments, scenario);
    if (is_operation(kind)) call.operation = operation_in(arguments, call, scenario);
    if (kind == InstructionKind::lock) call.lock_type = lock_type_in(arguments);
    if (kind == InstructionKind::post || kind == InstructionKind::start) call.group = group_in(arguments, scenario);
    if (sends || kind == InstructionKind::recv) call.message = message_in(arguments, sends, scenario);
    call.asserts = asserts_in(arguments, kind);
    return call;
}

}  // namespace rmasim::seq
