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
    data.buffer = sends(call, thread.rank) ? prepare_data(thread, at, at.origin, "from", sent) : discard_buffer();
    call.operation.result =
        receives(call, thread.rank) ? prepare_data(thread, at, at.result, "into", received) : discard_buffer();
}

}  // namespace rmasim::sim
