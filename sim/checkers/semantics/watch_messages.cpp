#include "sim/checkers/semantics/watch_messages.h"

#include "protocol/base/call_table.h"
#include "protocol/base/collective.h"
#include "sim/machine/memory/window_memory.h"

namespace rmasim::sim::semantics {

memmodel::Buffer WatchMessages::buffer(const OriginBuffer& buffer, Datatype datatype, std::uint64_t count) const {
    const std::optional<SpaceId> space = window_of(buffer);
    if (!space) return {};
    const Over over = scenario_.backing_of(*space);
    return {over.space, memmodel::elements(over.disp_bytes + static_cast<std::uint64_t>(buffer.first),
                                           bytes_of(datatype), buffer.second, count)};
}

Rank WatchMessages::members_of(Rank rank, WindowId comm) const {
    return comm == no_window ? scenario_.ranks : scenario_.communicators->group_of(rank, comm).size();
}

memmodel::Buffers WatchMessages::buffers_of_transfer(Rank rank, const CallRequest& call) const {
    memmodel::Buffers buffers;
    const Message& data = call.message;
    if (description_of(call.call).kind == CallClass::message) {
        (sends_message(call.call) ? buffers.source : buffers.result) = buffer(data.buffer, data.datatype, data.count);
        return buffers;
    }
    const Rank all = members_of(rank, call.comm);
    buffers.source = buffer(data.buffer, data.datatype, elements_sent(call, all));
    buffers.result = buffer(call.operation.result, data.datatype, elements_received(call, all));
    return buffers;
}

}  // namespace rmasim::sim::semantics
