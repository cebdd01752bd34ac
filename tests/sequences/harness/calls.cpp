// The MPI calls of a sequence: `0 put 1 len=8`, `all fence noprecede`, `0.1 flush 1`.
#include "tests/sequences/harness/bad_sequence.h"
#include "tests/sequences/harness/call_arguments.h"
#include "tests/sequences/harness/session.h"

namespace rmasim::seq {

void Session::run_call(const std::string& who, Arguments& arguments) {
    const std::string call = arguments.take_word();
    if (call.empty()) throw BadSequence("no verb is called '" + who + "'");
    if (call == "ends") return end_program(caller_in(who), arguments);
    if (who == "all") {
        for (Rank rank = 0; rank < world().scenario().ranks; ++rank) begin_call({rank, 0}, call, arguments);
        return;
    }
    const Caller caller = caller_in(who);
    known_rank(caller.rank);
    if (caller.thread < 0 || static_cast<std::size_t>(caller.thread) >= world().ranks().threads(caller.rank).size()) {
        throw BadSequence("there is no thread " + who);
    }
    begin_call(caller, call, arguments);
}

void Session::begin_call(Caller caller, const std::string& verb, Arguments arguments) {
    const Call call = call_in_sequence(verb);
    CallRequest request = request_in(call, arguments, world().scenario());
    if (is_operation(call)) return begin_operation(caller, std::move(request), arguments);
    if (description_of(call).kind == CallClass::request) {
        const std::string name = arguments.take_word();
        const auto found = requests_.find({caller.rank, name});
        if (found == requests_.end()) throw BadSequence("no request is called '" + name + "'");
        request.requests = {found->second};
    }
    arguments.require_used_up();
    world().begin(caller, std::move(request));
}

// `value`, by default 1 for a rank's first operation, 2 for its second, ...; `compare`, for COMPARE_AND_SWAP. The
// r-forms have `as=NAME`.
void Session::begin_operation(Caller caller, CallRequest request, Arguments& arguments) {
    const bool swaps = description_of(request.call).has(Argument::compare);
    const std::int64_t compare = swaps ? arguments.take_setting("compare", std::int64_t{0}) : 0;
    const std::int64_t times = arguments.take_setting("times", std::int64_t{1});
    const auto value = arguments.take_setting("value");
    const auto name = has_request(request.call) ? arguments.take_setting("as") : std::nullopt;
    arguments.require_used_up();
    if (has_request(request.call) && !name) throw BadSequence("a request needs a name, as=NAME");

    std::int64_t& posted = posted_[static_cast<std::size_t>(caller.rank)];
    for (std::int64_t i = 0; i < times; ++i) {
        ++posted;
        const std::int64_t sent = value ? number_in(*value) : posted;
        request.operation.origin = sim::affine_buffer(sent, swaps ? compare - sent : 0);
        const RequestId made = world().begin(caller, request);
        if (name && made != no_request) requests_[{caller.rank, *name}] = made;
    }
}

// A rank's program has ended: prints something only if an epoch or request is still open.
void Session::end_program(Caller caller, const Arguments& arguments) {
    arguments.require_used_up();
    try {
        world().ranks().process(known_rank(caller.rank)).require_closed();
    } catch (const ErroneousProgram& error) {
        world().record().add_always(text_of(caller) + ": error: " + error.what());
    }
}

}  // namespace rmasim::seq
