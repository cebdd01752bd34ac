#include "sim/machine/memory/nic_operations.h"

#include "protocol/base/nic.h"

namespace rmasim::sim {

// Observers see the operation that the request stands for.
Packet carry_out_by_nic(Memory& memory, Observer& observer, const Packet& request) {
    Packet operation = request;
    operation.kind = packet_kind_of(nic::op_kind_of(request.kind));
    observer.op_applied(request.target, operation);
    const Rank owner = request.target;
    const Region region = in_bytes(request.region, memory.shape(owner, request.window).disp_unit);
    Packet answer;
    answer.source = owner;
    answer.target = request.source;
    answer.window = request.window;
    answer.op = request.op;
    answer.kind = nic::answer_to(request.kind);
    if (request.kind == nic::read) {
        answer.region = request.region;
        answer.data_bytes = region.bytes();
        answer.payload = memory.read(owner, owner, request.window, region);
    } else {
        memory.write(owner, owner, request.window, region, request.payload);
    }
    memory.release(request.payload);
    return answer;
}

}  // namespace rmasim::sim
