#include "protocol/ch3/routines/op_form.h"

namespace rmasim::ch3 {

namespace {

constexpr std::uint32_t immediate_bytes = 8;
constexpr std::uint32_t unit_bytes = 256 * 1024;

bool all_predefined(const Operation& operation) { return operation.region.basic() && !operation.origin_derived; }

bool is_immediate(const Operation& operation) {
    if (operation.kind == OpKind::compare_and_swap) return true;
    return all_predefined(operation) && operation.region.bytes() <= immediate_bytes;
}

// True if the operation may carry LOCK (CH3-PKT-5): GET, COMPARE_AND_SWAP and FETCH_AND_OP of any size, and other
// operations that send at most `limit` bytes, if all datatypes are predefined.
bool may_carry_lock(const Operation& operation, std::uint32_t limit) {
    if (!all_predefined(operation)) return false;
    switch (operation.kind) {
        case OpKind::get:
        case OpKind::compare_and_swap:
        case OpKind::fetch_and_op: return true;
        default: return operation.bytes_sent() <= limit;
    }
}

std::uint32_t unit_elements(Datatype datatype) { return unit_bytes / static_cast<std::uint32_t>(bytes_of(datatype)); }

std::uint32_t units_of(const Operation& operation) {
    if (operation.kind != OpKind::accumulate && operation.kind != OpKind::get_accumulate) return 1;
    const std::uint32_t elements = unit_elements(operation.region.datatype);
    return operation.region.count / elements + (operation.region.count % elements > 0 ? 1 : 0);
}

}  // namespace

void set_form(EngineState& engine, OperationElement& op, const Operation& operation) {
    op.operation = StoredOperation(operation, op.id());
    op.target = operation.target;
    op.window = operation.window;
    if (has_rest(operation)) {
        op.rest = engine.rests.take();
        engine.rests[op.rest] = {operation.result, operation.request};
    }
    op.immediate = is_immediate(operation);
    op.can_carry_lock = may_carry_lock(operation, engine.config.piggyback_lock_bytes);
    op.has_request = operation.request != no_request;
    op.units = units_of(operation);
}

Unit unit_at(const OperationElement& op, std::uint32_t unit) {
    const std::uint32_t elements = op.operation.region.count;
    if (!op.streams()) return {0, elements};
    const std::uint32_t each = unit_elements(op.operation.region.datatype);
    const std::uint32_t first = unit * each;
    return {first, std::min(each, elements - first)};
}

}  // namespace rmasim::ch3
