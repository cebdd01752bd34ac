// Converts BCAST and similar calls to call requests. The positions and sizes of their data depend on the size of the
// communicator.
#include "protocol/base/call_table.h"
#include "protocol/base/collective.h"
#include "sim/machine/memory/window_memory.h"
#include "sim/programs/interpreter.h"
#include "sim/programs/reject.h"
#include "sim/scenario/model/limits.h"

#include <fmt/format.h>

namespace rmasim::sim {

Rank Interpreter::root_argument(Thread& thread, const Instruction& at, Rank size) const {
    const std::int64_t comm_rank = evaluate(thread, at, at.target, "root");
    if (comm_rank >= 0 && comm_rank < size) {
        return at.comm == no_window ? static_cast<Rank>(comm_rank)
                                    : members(thread, at).member(static_cast<Rank>(comm_rank));
    }
    const std::string whose =
        at.comm == no_window
            ? ""
            : fmt::format(": this rank's \"{}\" has {} ranks", scenario_.communicators->numbered(at.comm).name(), size);
    reject(thread, at, "root", std::to_string(comm_rank), fmt::format("0 to {}{}", size - 1, whose));
}

void Interpreter::prepare_collective(Thread& thread, const Instruction& at, CallRequest& call) const {
    const Rank size = at.comm == no_window ? scenario_.ranks : members(thread, at).size();
    Message& data = call.message;
    data.comm = at.comm;
    data.datatype = at.datatype;
    data.count = prepare_count(thread, at);
    if (description_of(at.call).has(Argument::root)) data.peer = root_argument(thread, at, size);
    call.operation.reduce = at.reduce;

    const auto each = static_cast<std::uint32_t>(size);
    const CallSet of_all = sends_to_each | receives_from_each;
    const std::int64_t max = limits::max_bytes_per_call / (of_all.contains(at.call) ? each : 1) /
                             static_cast<std::int64_t>(bytes_of(at.datatype));
    if (data.count > max) {
        reject(thread, at, "count", std::to_string(data.count),
               fmt::format("at most {}: the elements of all {} ranks may have at most 2^31 - 1 bytes", max, size));
    }
    const std::uint32_t sent = sends_to_each.contains(at.call) ? each * data.count : data.count;
    const std::uint32_t received = receives_from_each.contains(at.call) ? each * data.count : data.count;
    if (at.datatype == Datatype::handle_sync) {
        if (sends(call, thread.rank)) call.more = sent_handles(thread, at, sent);
        call.operation.result = receives(call, thread.rank) ? received_handles(thread, at, received) : discard_buffer();
        return;
    }
    data.buffer = sends(call, thread.rank) ? prepare_data(thread, at, at.origin, "from", sent) : discard_buffer();
    call.operation.result =
        receives(call, thread.rank) ? prepare_data(thread, at, at.result, "into", received) : discard_buffer();
}

// The arguments of a call that sends `count` handles of datatype handle_sync.
std::shared_ptr<const RequestArguments> Interpreter::sent_handles(Thread& thread, const Instruction& at,
                                                                  std::uint32_t count) const {
    auto more = std::make_shared<RequestArguments>();
    std::vector<std::uint64_t>& handles = more->handles;
    if (at.origin.kind == LocalData::discard) reject(thread, at, "value", "none", "the handles that the root sends");
    if (at.origin.kind == LocalData::affine) {
        handles.assign(count, static_cast<std::uint64_t>(evaluate(thread, at, at.origin.first, "value")));
        return more;
    }
    const std::vector<Expression>& list = thread.program->lists[at.list].expressions;
    if (list.size() < count) {
        reject(thread, at, "value", fmt::format("only {} of {} handles", list.size(), count), "as many as are sent");
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        handles.push_back(static_cast<std::uint64_t>(evaluate(thread, at, list[i], "value")));
    }
    return more;
}

// The variables that receive `count` handles.
OriginBuffer Interpreter::received_handles(Thread& thread, const Instruction& at, std::uint32_t count) const {
    if (at.result.kind == LocalData::discard) return discard_buffer();
    const std::size_t room = at.whole_array ? at.element.length : 1;
    if (count > room) {
        reject(thread, at, "as", fmt::format("{} variable{}", room, room == 1 ? "" : "s"),
               fmt::format("an array of at least {}, for all handles that may be received", count));
    }
    return variable_buffer(thread.number, slot_of(thread, at, at.variable, at.element, "as"));
}

}  // namespace rmasim::sim
