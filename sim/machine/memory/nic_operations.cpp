#include "sim/machine/memory/nic_operations.h"

#include "protocol/base/nic.h"

namespace rmasim::sim {

namespace {

// True if the NIC accesses memory directly, without the owner's store buffer and cache: for atomic operations, and for
// windows that processes of a node share.
bool is_past_buffers(const Memory& memory, const Packet& request) {
    return nic::is_atomic(request.kind) || memory.shared(request.target, request.window);
}

Payload read(Memory& memory, const Packet& request, const Region& region) {
    const Rank owner = request.target;
    if (!is_past_buffers(memory, request)) return memory.read(owner, owner, request.window, region);
    const ReduceOp reduce = request.kind == nic::read ? ReduceOp::no_op : request.reduce;
    return memory.read_atomic(owner, owner, request.window, region, reduce);
}

void change(Memory& memory, const Packet& request, const Region& region) {
    const Rank owner = request.target;
    if (request.kind == nic::atomic_cas) {
        memory.compare_and_swap(owner, owner, request.window, region, request.payload);
    } else if (is_past_buffers(memory, request)) {
        const ReduceOp reduce = request.kind == nic::write ? ReduceOp::replace : request.reduce;
        memory.accumulate(owner, owner, request.window, region, reduce, request.payload);
    } else {
        memory.write(owner, owner, request.window, region, request.payload);
    }
}

}  // namespace

// Observers are notified of the operation that the request represents.
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
    if (nic::brings_data(answer.kind)) {
        answer.region = request.region;
        answer.data_bytes = region.bytes();
        answer.payload = read(memory, request, region);
    }
    if (request.kind != nic::read && request.reduce != ReduceOp::no_op) change(memory, request, region);
    memory.release(request.payload);
    return answer;
}

}  // namespace rmasim::sim
