#include "tests/sequences/harness/synchronisation.h"

#include "tests/sequences/harness/bad_sequence.h"
#include "tests/sequences/harness/values.h"

#include <fmt/core.h>

#include <sstream>

namespace rmasim::seq {

namespace {

using newrma::Engine;

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

// A call that answers with a flag: the transcript shows it.
Task<> show_answer(Task<bool> call, Transcript& transcript, std::string who) {
    const bool answer = co_await call;
    transcript.add_always(fmt::format("{} returns {}", who, answer));
}

std::string text_of(Caller caller, const std::string& name) { return fmt::format("{}: {}", text_of(caller), name); }

using MaybeCall = std::optional<TestWorld::CallToMake>;
using Made = TestWorld::CallToMake;

MaybeCall active_target_call(const std::string& name, Caller caller, WindowId window, Arguments& arguments,
                             TestWorld& world) {
    if (name == "fence") {
        const Assert set = asserts_in(arguments, {{"noprecede", Assert::noprecede}, {"nosucceed", Assert::nosucceed}});
        return Made{Call::fence, no_rank, [=](Engine& engine) { return engine.fence(window, set); }};
    }
    if (name == "post" || name == "start") {
        const bool post = name == "post";
        const Group group = group_in(arguments, world);
        const Assert set = nocheck_in(arguments);
        return Made{post ? Call::post : Call::start, no_rank, [=](Engine& engine) {
                        return post ? engine.post(window, group, set) : engine.start(window, group, set);
                    }};
    }
    if (name == "complete") {
        return Made{Call::complete, no_rank, [=](Engine& engine) { return engine.complete(window); }};
    }
    if (name == "wait") return Made{Call::wait, no_rank, [=](Engine& engine) { return engine.wait(window); }};
    if (name == "test") {
        Transcript& transcript = world.transcript();
        return Made{Call::test, no_rank, [=, &transcript](Engine& engine) {
                        return show_answer(engine.test(window), transcript, text_of(caller, name));
                    }};
    }
    return std::nullopt;
}

MaybeCall lock_call(const std::string& name, WindowId window, Arguments& arguments, const TestWorld& world) {
    if (name == "lock") {
        const Rank target = rank_in(arguments, world);
        const LockType type = lock_type_in(arguments);
        const Assert set = nocheck_in(arguments);
        return Made{Call::lock, target, [=](Engine& engine) { return engine.lock(window, type, target, set); }};
    }
    if (name == "unlock") {
        const Rank target = rank_in(arguments, world);
        return Made{Call::unlock, target, [=](Engine& engine) { return engine.unlock(window, target); }};
    }
    if (name == "lock_all") {
        const Assert set = nocheck_in(arguments);
        return Made{Call::lock_all, no_rank, [=](Engine& engine) { return engine.lock_all(window, set); }};
    }
    if (name == "unlock_all") {
        return Made{Call::unlock_all, no_rank, [=](Engine& engine) { return engine.unlock_all(window); }};
    }
    return std::nullopt;
}

MaybeCall flush_call(const std::string& name, WindowId window, Arguments& arguments, const TestWorld& world) {
    if (name == "flush") {
        const Rank target = rank_in(arguments, world);
        return Made{Call::flush, target, [=](Engine& engine) { return engine.flush(window, target); }};
    }
    if (name == "flush_local") {
        const Rank target = rank_in(arguments, world);
        return Made{Call::flush_local, target, [=](Engine& engine) { return engine.flush_local(window, target); }};
    }
    if (name == "flush_all") {
        return Made{Call::flush_all, no_rank, [=](Engine& engine) { return engine.flush_all(window); }};
    }
    if (name == "flush_local_all") {
        return Made{Call::flush_local_all, no_rank, [=](Engine& engine) { return engine.flush_local_all(window); }};
    }
    if (name == "sync") return Made{Call::sync, no_rank, [=](Engine& engine) { return engine.sync(window); }};
    return std::nullopt;
}

MaybeCall two_sided_call(const std::string& name, Arguments& arguments, const TestWorld& world) {
    if (name == "barrier") return Made{Call::barrier, no_rank, [](Engine& engine) { return engine.barrier(); }};
    if (name != "send" && name != "recv") return std::nullopt;
    const bool send = name == "send";
    const Rank peer = rank_in(arguments, world);
    const Message message = message_in(arguments, peer, send ? Buffer::value : Buffer::message);
    return Made{send ? Call::send : Call::recv, peer,
                [=](Engine& engine) { return send ? engine.send(message) : engine.recv(message); }};
}

}  // namespace

TestWorld::CallToMake synchronisation_in(const std::string& name, Caller caller, WindowId window, Arguments& arguments,
                                         TestWorld& world) {
    MaybeCall call = active_target_call(name, caller, window, arguments, world);
    if (!call) call = lock_call(name, window, arguments, world);
    if (!call) call = flush_call(name, window, arguments, world);
    if (!call) call = two_sided_call(name, arguments, world);
    if (!call) throw BadSequence("no verb is called '" + name + "'");
    return *call;
}

TestWorld::CallToMake request_call(const std::string& name, Caller caller, RequestId request, TestWorld& world) {
    if (name == "request_wait") {
        return {Call::request_wait, no_rank, [=](Engine& engine) { return engine.request_wait(request); }};
    }
    Transcript& transcript = world.transcript();
    return {Call::request_test, no_rank, [=, &transcript](Engine& engine) {
                return show_answer(engine.request_test(request), transcript, text_of(caller, name));
            }};
}

}  // namespace rmasim::seq
