// The MPI calls of a sequence: `0 put 1 len=8`, `all fence noprecede`.
#include "tests/sequences/harness/bad_sequence.h"
#include "tests/sequences/harness/session.h"
#include "tests/sequences/harness/values.h"

#include <map>

namespace rmasim::seq {

namespace {

Assert asserts_in(Arguments& arguments) {
    Assert set = Assert::none;
    if (arguments.take_flag("noprecede")) set = set | Assert::noprecede;
    if (arguments.take_flag("nosucceed")) set = set | Assert::nosucceed;
    if (arguments.take_flag("nocheck")) set = set | Assert::nocheck;
    return set;
}

LockType lock_type_in(Arguments& arguments) {
    const std::string word = arguments.take_word();
    if (word != "shared" && word != "exclusive") throw BadSequence("a lock is shared or exclusive, not '" + word + "'");
    return word == "shared" ? LockType::shared : LockType::exclusive;
}

}  // namespace

void Session::run_call(const std::string& who, Arguments& arguments) {
    const std::string call = arguments.take_word();
    if (call.empty()) throw BadSequence("no verb is called '" + who + "'");
    if (who != "all") return begin_call(known_rank(static_cast<Rank>(number_in(who))), call, arguments);
    for (Rank rank = 0; rank < world().settings().ranks; ++rank) begin_call(rank, call, arguments);
}

void Session::begin_call(Rank rank, const std::string& call, Arguments arguments) {
    static const std::map<std::string, OpKind> posts{
        {"put", OpKind::put}, {"get", OpKind::get}, {"acc", OpKind::accumulate}};
    const auto post = posts.find(call);
    if (post != posts.end()) {
        begin_post(rank, post->second, arguments);
    } else {
        begin_synchronisation(rank, call, arguments);
    }
}

void Session::begin_post(Rank rank, OpKind kind, Arguments& arguments) {
    Operation operation;
    operation.kind = kind;
    operation.target = known_rank(arguments.take_rank("a target"));
    operation.window = window_in(arguments);
    operation.datatype = datatype_named(arguments.take_setting("datatype").value_or("byte"));
    operation.reduce = reduce_op_named(arguments.take_setting("op").value_or("replace"));
    operation.disp_bytes = static_cast<std::uint64_t>(arguments.take_setting("disp", std::int64_t{0}));
    const auto bytes = static_cast<std::size_t>(arguments.take_setting("len", std::int64_t{8}));
    if (bytes % bytes_of(operation.datatype) != 0) throw BadSequence("len is not a multiple of the datatype");
    operation.count = static_cast<std::uint32_t>(bytes / bytes_of(operation.datatype));

    std::int64_t& posted = posted_[static_cast<std::size_t>(rank)];
    const std::int64_t times = arguments.take_setting("times", std::int64_t{1});
    const auto value = arguments.take_setting("value");
    arguments.require_used_up();
    for (std::int64_t i = 0; i < times; ++i) {
        ++posted;
        operation.origin.first = value ? number_in(*value) : posted;
        world().begin(rank, std::string(name_of(kind)),
                      [&operation](newrma::Engine& engine) { return engine.post(operation); });
    }
}

void Session::begin_synchronisation(Rank rank, const std::string& call, Arguments& arguments) {
    const WindowId window = window_in(arguments);
    const bool names_target = call == "lock" || call == "unlock" || call == "flush";
    const Rank target = names_target ? known_rank(arguments.take_rank("a target")) : no_rank;
    const LockType type = call == "lock" ? lock_type_in(arguments) : LockType::shared;
    const bool asserts_allowed = call == "lock" || call == "fence";
    const Assert asserts = asserts_allowed ? asserts_in(arguments) : Assert::none;
    arguments.require_used_up();
    world().begin(rank, call, [&](newrma::Engine& engine) -> Task<> {
        if (call == "fence") return engine.fence(window, asserts);
        if (call == "lock") return engine.lock(window, type, target, asserts);
        if (call == "unlock") return engine.unlock(window, target);
        if (call == "flush") return engine.flush(window, target);
        if (call == "barrier") return engine.barrier();
        throw BadSequence("no verb is called '" + call + "'");
    });
}

}  // namespace rmasim::seq
