// Prepares messages, barriers, and the handles that messages and collective calls transfer.
#include "protocol/base/call_table.h"
#include "protocol/base/types.h"
#include "sim/programs/call_preparation.h"
#include "sim/programs/message_labels.h"
#include "sim/scenario/model/limits.h"

#include <fmt/format.h>

#include <utility>

namespace rmasim::sim {

// Returns the communicator that the call names. Raises BadInput if the thread's rank is not in this communicator.
const RankGroup& CallPreparation::members_of(WindowId comm) const {
    const Split& split = scenario_.communicators->numbered(comm);
    const RankGroup* const group = split.group_of(thread_.rank);
    if (group != nullptr) return *group;
    reject("comm", fmt::format("\"{}\"", split.name()),
           fmt::format("a communicator that the rank is in: rank {} {}", thread_.rank, split.absence_text()));
}

// Returns the rank of the call's target, or MPI_PROC_NULL. The program gives it as a communicator rank.
[[gnu::always_inline]] inline Rank CallPreparation::target(WindowId comm, const Expression& rank) {
    if (comm == no_window) return static_cast<Rank>(evaluate_within(rank, "target", proc_null, scenario_.ranks - 1));
    return interpreter_.member_at(thread_, at_, rank, "target", members_of(comm), comm, true);
}

// Returns the source of a receive. It may be MPI_ANY_SOURCE or MPI_PROC_NULL.
[[gnu::always_inline]] inline Rank CallPreparation::source(WindowId comm, const Expression& rank) {
    if (comm == no_window) {
        return static_cast<Rank>(evaluate_within(rank, "source", any_source, scenario_.ranks - 1));
    }
    const std::int64_t comm_rank = evaluate(rank, "source");
    if (comm_rank == any_source) return any_source;
    return interpreter_.member_numbered(thread_, at_, comm_rank, "source", members_of(comm), comm, true);
}

// Sets communicator and tag. The tag MPI_ANY_TAG, the value -1, is any_tag in a message.
[[gnu::always_inline]] inline void CallPreparation::set_envelope(WindowId comm, const Expression& tag,
                                                                 std::int64_t min_tag) {
    call_.comm = call_.message.comm = comm;
    call_.message.tag = static_cast<std::uint32_t>(evaluate_within(tag, "tag", min_tag, limits::tag.max));
}

// A constant count needs no check, since it was checked when the scenario was read.
[[gnu::always_inline]] inline void CallPreparation::set_elements(const ElementCount& elements) {
    call_.message.datatype = elements.datatype;
    call_.message.count =
        elements.count.is_constant()
            ? static_cast<std::uint64_t>(elements.count.constant())
            : interpreter_.prepare_message_count(thread_, at_, elements.count, elements.datatype);
}

[[gnu::always_inline]] inline void CallPreparation::set_received(const ReceivedData& data) {
    Message& message = call_.message;
    if (message.datatype == Datatype::handle_sync) message.buffer = received_handles(data, message.count);
    else message.buffer = received(data, message.count, message.datatype);
}

void CallPreparation::fill(const SendInstruction& send) {
    Message& message = call_.message;
    message.peer = target(send.comm, send.target);
    set_envelope(send.comm, send.tag, limits::tag.min);
    set_elements(send.elements);
    message.label = label_of(thread_);
    if (message.datatype == Datatype::handle_sync) call_.more = sent_handles(send.data, message.count);
    else message.buffer = local_data(send.data, "from", message.count, message.datatype);
    if (has(Argument::new_request)) set_new_request(send.request);
}

void CallPreparation::fill(const ReceiveInstruction& receive) {
    Message& message = call_.message;
    message.peer = source(receive.comm, receive.source);
    set_envelope(receive.comm, receive.tag, any_tag_value);
    set_elements(receive.elements);
    set_received(receive.data);
    if (has(Argument::new_request)) set_new_request(receive.request);
    else call_.wants_status = receive.status.variable != 0 || message.peer == any_source || message.tag == any_tag;
}

void CallPreparation::fill(const ProbeInstruction& probe) {
    call_.message.peer = source(probe.comm, probe.source);
    set_envelope(probe.comm, probe.tag, any_tag_value);
    if (has(Argument::as)) set_answer(probe.flag);
    if (has(Argument::new_message)) set_new_request(probe.message);
    call_.wants_status = true;
}

// MRECV and IMRECV set the variable of the message to MPI_MESSAGE_NULL.
void CallPreparation::fill(const MatchedReceiveInstruction& receive) {
    call_.message.peer = any_source;
    call_.message.tag = any_tag;
    set_elements(receive.elements);
    set_received(receive.data);
    if (has(Argument::new_request)) set_new_request(receive.request);
    std::int64_t& message = thread_.variables[slot_of(receive.message, "message")];
    RequestArguments arguments;
    arguments.handle = static_cast<std::uint64_t>(std::exchange(message, 0));
    call_.more = std::make_shared<const RequestArguments>(std::move(arguments));
    if (!has(Argument::new_request)) set_status(receive.status);
}

void CallPreparation::fill(const BufferInstruction& buffer) {
    if (!has(Argument::buffer_size)) return;
    const auto [min, max] = limits::window_bytes;
    RequestArguments arguments;
    arguments.memory_bytes = static_cast<std::uint64_t>(evaluate_within(buffer.bytes, "bytes", min, max));
    call_.more = std::make_shared<const RequestArguments>(std::move(arguments));
}

void CallPreparation::fill(const BarrierInstruction& barrier) {
    call_.comm = barrier.comm;
    if (barrier.comm != no_window) (void)members_of(barrier.comm);
    if (has(Argument::new_request)) set_new_request(barrier.request);
}

// Returns the arguments of a call that sends `count` handles of datatype handle_sync.
std::shared_ptr<const RequestArguments> CallPreparation::sent_handles(const SentData& data, std::uint64_t count) {
    auto more = std::make_shared<RequestArguments>();
    std::vector<std::uint64_t>& handles = more->handles;
    if (data.kind == LocalData::discard) reject("value", "none", "the handles that the root sends");
    if (data.kind == LocalData::affine) {
        handles.assign(count, static_cast<std::uint64_t>(evaluate(data.first, "value")));
        return more;
    }
    const std::vector<Expression>& list = data.handles.expressions;
    if (list.size() < count) {
        reject("value", fmt::format("only {} of {} handles", list.size(), count), "as many as are sent");
    }
    for (std::size_t i = 0; i < count; ++i) handles.push_back(static_cast<std::uint64_t>(evaluate(list[i], "value")));
    return more;
}

// Returns the variables that receive `count` handles.
OriginBuffer CallPreparation::received_handles(const ReceivedData& data, std::uint64_t count) {
    if (data.kind == LocalData::discard) return discard_buffer();
    const std::size_t room = data.variable.whole_array ? data.variable.element.length : 1;
    if (count > room) {
        reject("as", fmt::format("{} variable{}", room, room == 1 ? "" : "s"),
               fmt::format("an array of at least {}, for all handles that may be received", count));
    }
    return variable_buffer(thread_.number, slot_of(data.variable, "as"));
}

}  // namespace rmasim::sim
