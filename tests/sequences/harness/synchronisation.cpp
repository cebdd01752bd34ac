#include "tests/sequences/harness/synchronisation.h"

#include "protocol/base/call_table.h"
#include "tests/sequences/harness/bad_sequence.h"
#include "tests/sequences/harness/values.h"

#include <fmt/core.h>

#include <sstream>

namespace rmasim::seq {

namespace {

Assert asserts_in(Arguments& arguments, std::initializer_list<std::pair<const char*, Assert>> allowed) {
    Assert set = Assert::none;
    for (const auto& [word, assert] : allowed) {
        if (arguments.take_flag(word)) set = set | assert;
    }
    return set;
}

Assert nocheck_in(Arguments& arguments) { return asserts_in(arguments, {{"nocheck", Assert::nocheck}}); }

LockType lock_type_in(Arguments& arguments) {
    const std::string word = arguments.take_word();
    if (word != "shared" && word != "exclusive") throw BadSequence("a lock is shared or exclusive, not '" + word + "'");
    return word == "shared" ? LockType::shared : LockType::exclusive;
}

Rank rank_in(Arguments& arguments, const TestWorld& world) {
    const Rank rank = arguments.take_rank("a rank");
    if (rank < 0 || rank >= world.settings().ranks) throw BadSequence(fmt::format("there is no rank {}", rank));
    return rank;
}

// "1,2"; "none" is the empty group.
Group group_in(Arguments& arguments, const TestWorld& world) {
    const std::string text = arguments.take_word();
    if (text == "none") return {};
    Group group;
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ',');) {
        Arguments one(part);
        group.push_back(rank_in(one, world));
    }
    if (group.empty()) throw BadSequence("a group is missing, as in 1,2 or none");
    return group;
}

Message message_in(Arguments& arguments, Rank peer, Buffer buffer) {
    Message message;
    message.peer = peer;
    message.tag = static_cast<std::uint32_t>(arguments.take_setting("tag", std::int64_t{0}));
    message.count = static_cast<std::uint32_t>(arguments.take_setting("len", std::int64_t{8}));
    message.buffer = {static_cast<std::uint32_t>(buffer), arguments.take_setting("value", std::int64_t{0}), 0};
    return message;
}

using Made = std::optional<CallRequest>;

CallRequest request_for(Call call, WindowId window) {
    CallRequest request;
    request.call = call;
    request.window = window;
    return request;
}

Made active_target_call(Call call, WindowId window, Arguments& arguments, const TestWorld& world) {
    CallRequest request = request_for(call, window);
    switch (call) {
        case Call::fence:
            request.asserts =
                asserts_in(arguments, {{"noprecede", Assert::noprecede}, {"nosucceed", Assert::nosucceed}});
            return request;
        case Call::post:
        case Call::start:
            request.group = group_in(arguments, world);
            request.asserts = nocheck_in(arguments);
            return request;
        case Call::complete:
        case Call::wait:
        case Call::test: return request;
        default: return std::nullopt;
    }
}

Made passive_target_call(Call call, WindowId window, Arguments& arguments, const TestWorld& world) {
    CallRequest request = request_for(call, window);
    if (has_target(call)) request.target = rank_in(arguments, world);
    switch (call) {
        case Call::lock:
            request.lock_type = lock_type_in(arguments);
            request.asserts = nocheck_in(arguments);
            return request;
        case Call::lock_all: request.asserts = nocheck_in(arguments); return request;
        case Call::unlock:
        case Call::unlock_all:
        case Call::flush:
        case Call::flush_local:
        case Call::flush_all:
        case Call::flush_local_all:
        case Call::sync: return request;
        default: return std::nullopt;
    }
}

Made two_sided_call(Call call, Arguments& arguments, const TestWorld& world) {
    CallRequest request = request_for(call, 0);
    if (call == Call::barrier) return request;
    if (description_of(call).kind != CallClass::message) return std::nullopt;
    const Rank peer = rank_in(arguments, world);
    request.message = message_in(arguments, peer, call == Call::send ? Buffer::value : Buffer::message);
    request.target = peer;
    return request;
}

}  // namespace

CallRequest synchronisation_in(const std::string& name, WindowId window, Arguments& arguments, const TestWorld& world) {
    const Call call = call_named(name).value_or(Call::none);
    Made request;
    if (!is_operation(call)) request = active_target_call(call, window, arguments, world);
    if (!request && !is_operation(call)) request = passive_target_call(call, window, arguments, world);
    if (!request) request = two_sided_call(call, arguments, world);
    if (!request) throw BadSequence("no verb is called '" + name + "'");
    return *request;
}

}  // namespace rmasim::seq
