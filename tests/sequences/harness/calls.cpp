// The MPI calls of a sequence: `0 put 1 len=8`, `all fence noprecede`, `0.1 flush 1`.
#include "protocol/base/collective.h"
#include "tests/sequences/harness/bad_sequence.h"
#include "tests/sequences/harness/call_arguments.h"
#include "tests/sequences/harness/session.h"
#include "tests/sequences/harness/world_settings.h"

#include <sstream>

namespace rmasim::seq {

namespace {

// Reads names with commas: "c,d".
std::vector<std::string> split_names(const std::string& text) {
    std::vector<std::string> names;
    std::istringstream parts(text);
    for (std::string name; std::getline(parts, name, ',');) names.push_back(name);
    return names;
}

}  // namespace

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
    CallRequest request = request_in(call, caller.rank, arguments, world().scenario());
    if (is_operation(call)) return begin_operation(caller, std::move(request), arguments);
    const CallClass kind = description_of(call).kind;
    if (kind == CallClass::request) take_requests(caller, request, arguments);
    if (kind == CallClass::message) take_handles(caller, request, arguments);
    if (kind == CallClass::collective) take_collective_handles(caller, request, arguments);
    if (kind == CallClass::counters || kind == CallClass::changes_group) {
        take_counter_arguments(caller, request, arguments);
    }
    const auto name = has_request(call) ? arguments.take_setting("as") : std::nullopt;
    if (has_request(call) && !name) throw BadSequence("a request needs a name, as=NAME");
    arguments.require_used_up();
    const RequestId made = world().begin(caller, std::move(request));
    if (name && made != no_request) requests_[{caller.rank, *name}] = made;
}

// Reads names with commas: `request_waitall r,s`.
void Session::take_requests(Caller caller, CallRequest& request, Arguments& arguments) const {
    for (const std::string& name : split_names(arguments.take_word())) {
        const auto found = requests_.find({caller.rank, name});
        if (found == requests_.end()) throw BadSequence("no request is called '" + name + "'");
        request.requests.push_back(found->second);
    }
    if (request.requests.empty()) throw BadSequence("the name of a request is missing");
}

// ---- Counters: `1 win_alloc_sync_objects as=c`, `1 send 0 handle=c,d`, `0 recv 1 handle=h,i`,
// `all allgather handle=c as=h0,h1,h2`, `0 win_sync_ops_init 1 h put,get as=r restart` (no mode: none), `1
// win_sync_object_init c count=2 as=o`.

OriginBuffer Session::make_handle(Caller caller, const std::string& name) {
    const auto slot = static_cast<sim::Slot>(sim::first_own_slot + handles_.size());
    const auto [known, is_new] = handles_.try_emplace({caller.rank, name}, caller.thread, slot);
    if (slot >= sim::first_own_slot + handles_of_a_thread) throw BadSequence("too many handles");
    return sim::variable_buffer(static_cast<sim::ThreadId>(known->second.first), known->second.second);
}

std::uint64_t Session::handle(Rank rank, const std::string& name) {
    const auto found = handles_.find({rank, name});
    if (found == handles_.end()) throw BadSequence("no handle is called '" + name + "'");
    const auto [thread, slot] = found->second;
    return static_cast<std::uint64_t>(world().ranks().threads(rank)[static_cast<std::size_t>(thread)].variables[slot]);
}

std::shared_ptr<const RequestArguments> Session::sent_handles(Rank rank, const std::vector<std::string>& names) {
    auto more = std::make_shared<RequestArguments>();
    for (const std::string& name : names) more->handles.push_back(handle(rank, name));
    return more;
}

// Handles that are received together go to adjacent variables.
OriginBuffer Session::make_handles(Caller caller, const std::vector<std::string>& names) {
    const OriginBuffer first = make_handle(caller, names.front());
    for (std::size_t i = 1; i < names.size(); ++i) {
        make_handle(caller, names[i]);
        const auto slot_of = [&](std::size_t k) { return handles_.at({caller.rank, names[k]}).second; };
        if (slot_of(i) != slot_of(0) + i) throw BadSequence("handles that are received together need new names");
    }
    return first;
}

void Session::take_handles(Caller caller, CallRequest& request, Arguments& arguments) {
    const std::vector<std::string> names = split_names(arguments.take_setting("handle").value_or(""));
    if (names.empty()) return;
    const bool sends = description_of(request.call).has(Argument::target);
    request.message.datatype = Datatype::handle_sync;
    request.message.count = static_cast<std::uint32_t>(names.size());
    if (sends) request.more = sent_handles(caller.rank, names);
    else request.message.buffer = make_handles(caller, names);
}

// Reads `handle`, the handles sent, and `as`, the handles received. `len` is 8 bytes for each handle of a rank.
void Session::take_collective_handles(Caller caller, CallRequest& request, Arguments& arguments) {
    const std::vector<std::string> sent = split_names(arguments.take_setting("handle").value_or(""));
    const std::vector<std::string> received = split_names(arguments.take_setting("as").value_or(""));
    if (sent.empty() && received.empty()) return;
    request.message.datatype = Datatype::handle_sync;
    if (sends(request, caller.rank)) request.more = sent_handles(caller.rank, sent);
    const sim::CommunicatorTable* const table = world().scenario().communicators.get();
    const bool of_all = request.comm == no_window;
    const Rank comm_rank = of_all ? caller.rank : table->group_of(caller.rank, request.comm).comm_rank_of(caller.rank);
    const bool stores = receives(request, caller.rank, comm_rank) && !received.empty();
    request.operation.result = stores ? make_handles(caller, received) : sim::discard_buffer();
}

// Reads `ranks=2 peer=1`: the first ranks of the window's communicator; or `comm=row peer=1`: all ranks of the
// communicator `row`. If the caller is in no `row`, there must be only one `row`. After the change, targets on the
// window are still ranks in MPI_COMM_WORLD.
void Session::take_new_group(Rank caller, CallRequest& request, RequestArguments& more, Arguments& arguments) {
    request.target = static_cast<Rank>(arguments.take_setting("peer", -1));
    more.new_size = static_cast<Rank>(arguments.take_setting("ranks", 0));
    const auto name = arguments.take_setting("comm");
    if (!name) return;
    const sim::CommunicatorTable& table = *world().scenario().communicators;
    const sim::Split& split = table.numbered(communicator_named(*name, world().scenario()));
    more.new_group = split.group_of(caller) != nullptr ? split.group_of(caller) : &split.group(0);
    more.new_size = more.new_group->size();
    if (request.target >= 0 && request.target < more.new_size) request.target = more.new_group->member(request.target);
}

void Session::take_counter_arguments(Caller caller, CallRequest& request, Arguments& arguments) {
    const CallDescription& described = description_of(request.call);
    auto more = std::make_shared<RequestArguments>();
    if (described.has(Argument::new_size)) take_new_group(caller.rank, request, *more, arguments);
    if (described.has(Argument::handles)) {
        more->count = 1;
        more->names = {make_handle(caller, arguments.take_setting("as").value_or(""))};
    }
    if (described.has(Argument::counter)) more->handle = handle(caller.rank, arguments.take_word());
    if (described.has(Argument::counters)) {
        const std::string name = arguments.take_word();
        more->handles = {handle(caller.rank, name)};
        more->names = {make_handle(caller, name)};
    }
    if (described.has(Argument::initial)) more->count = arguments.take_setting("count", 1);
    if (described.has(Argument::modes)) more->modes = modes_in(arguments);
    if (described.has(Argument::info)) more->restart = arguments.take_flag("restart");
    request.more = std::move(more);
}

// Reads `value`, and `compare` for COMPARE_AND_SWAP. The default of `value` is 1 for a rank's first operation, 2 for
// the second operation, and so on. Operations with a request have `as=NAME`.
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

// Ends a rank's program: prints something only if an epoch or request is still open.
void Session::end_program(Caller caller, const Arguments& arguments) {
    arguments.require_used_up();
    try {
        world().ranks().process(known_rank(caller.rank)).require_closed();
    } catch (const ErroneousProgram& error) {
        world().record().add_always(text_of(caller) + ": error: " + error.what());
    }
}

}  // namespace rmasim::seq
