#include "protocol/parts/direct_op.h"

namespace rmasim {

namespace {

void fetch(Memory& memory, Rank rank, const Operation& operation) {
    const Region& region = operation.region;
    const Payload before = operation.kind == OpKind::get
                               ? memory.read(rank, operation.target, operation.window, region)
                               : memory.read_atomic(rank, operation.target, operation.window, region, operation.reduce);
    memory.scatter(rank, operation.result, region.datatype, region.count, before);
    memory.release(before);
}

void change(Memory& memory, Rank rank, const Operation& operation) {
    const Region& region = operation.region;
    const Payload data = memory.gather(rank, operation.origin, region.datatype, operation.elements_sent());
    if (operation.kind == OpKind::put) {
        memory.write(rank, operation.target, operation.window, region, data);
    } else if (operation.kind == OpKind::compare_and_swap) {
        memory.compare_and_swap(rank, operation.target, operation.window, region, data);
    } else {
        memory.accumulate(rank, operation.target, operation.window, region, operation.reduce, data);
    }
    memory.release(data);
}

}  // namespace

void apply_directly(const World& world, Rank rank, Operation operation) {
    operation.region = in_bytes(operation.region, world.memory.shape(operation.target, operation.window).disp_unit);
    world.observer.op_local(rank, operation);
    if (fetches(operation.kind)) fetch(world.memory, rank, operation);
    if (operation.elements_sent() > 0) change(world.memory, rank, operation);
}

}  // namespace rmasim
