#include "sim/machine/memory/nic_operations.h"

#include "protocol/base/nic.h"

#include <cstring>

namespace rmasim::sim {

namespace {

// True if the NIC accesses memory directly, not through the owner's store buffer and cache. This is so for atomic
// operations, and for windows that processes of a node share.
bool is_past_buffers(const Memory& memory, const Packet& request) {
    return nic::is_atomic(request.kind) || memory.shared(request.target, request.window);
}

Payload read(Memory& memory, const Packet& request, const Region& region) {
    const Rank owner = request.target;
    if (!is_past_buffers(memory, request)) return memory.read(owner, owner, request.window, region);
    const ReduceOp reduce = request.kind == nic::read ? ReduceOp::no_op : request.reduce;
    return memory.read_atomic(owner, owner, request.window, region, reduce);
}

void change(Memory& memory, const Packet& request, const Region& region, Payload data) {
    const Rank owner = request.target;
    if (request.kind == nic::atomic_cas) {
        memory.compare_and_swap(owner, owner, request.window, region, data);
    } else if (is_past_buffers(memory, request)) {
        const ReduceOp reduce = request.kind == nic::write ? ReduceOp::replace : request.reduce;
        memory.accumulate(owner, owner, request.window, region, reduce, data);
    } else {
        memory.write(owner, owner, request.window, region, data);
    }
}

bool changes_memory(const Packet& request) { return request.kind != nic::read && request.reduce != ReduceOp::no_op; }

// Reports the operation of the request as applied.
void report(Observer& observer, const Packet& request) {
    Packet operation = request;
    operation.kind = packet_kind_of(nic::op_kind_of(request.kind));
    observer.op_applied(request.target, operation);
}

Packet answer_to(const Packet& request) {
    Packet answer;
    answer.source = request.target;
    answer.target = request.source;
    answer.window = request.window;
    answer.op = request.op;
    answer.kind = nic::answer_to(request.kind);
    if (!nic::brings_data(answer.kind)) return answer;
    answer.region = request.region;
    answer.data_bytes = request.region.bytes();
    return answer;
}

Region region_in_bytes(const Memory& memory, const Packet& request) {
    return in_bytes(request.region, memory.shape(request.target, request.window).disp_unit);
}

}  // namespace

Packet carry_out_by_nic(Memory& memory, Observer& observer, const Packet& request) {
    report(observer, request);
    const Region region = region_in_bytes(memory, request);
    Packet answer = answer_to(request);
    if (nic::brings_data(answer.kind)) answer.payload = read(memory, request, region);
    if (changes_memory(request)) change(memory, request, region, request.payload);
    memory.release(request.payload);
    return answer;
}

Region element_of(const Region& region, std::uint32_t nth) {
    Region element = region;
    for_each_piece(region, nth, 1, [&element](const Region& piece) { element = piece; });
    return element;
}

NicOperation::NicOperation(const Memory& memory, Observer& observer, const Packet& request)
    : request_(request), region_(region_in_bytes(memory, request)), executed_(region_.count, false) {
    report(observer, request);
}

bool NicOperation::writes() const { return changes_memory(request_); }

void NicOperation::execute(Memory& memory, std::uint32_t nth) {
    executed_[nth] = true;  // set before the access, whose hook searches for elements that are not executed
    const Region one = element(nth);
    const std::size_t at = nth * std::size_t{one.bytes()};
    if (nic::brings_data(nic::answer_to(request_.kind))) {
        const Payload value = read(memory, request_, one);
        if (fetched_.bytes == nullptr) fetched_ = memory.allocate(region_.bytes());
        std::memcpy(fetched_.bytes + at, value.bytes, one.bytes());
        memory.release(value);
    }
    if (changes_memory(request_)) {
        const bool sends = request_.payload.bytes != nullptr;
        change(memory, request_, one, sends ? Payload{request_.payload.bytes + at} : Payload{});
    }
}

Packet NicOperation::end(Memory& memory) {
    memory.release(request_.payload);
    Packet answer = answer_to(request_);
    answer.payload = fetched_;
    return answer;
}

}  // namespace rmasim::sim
