// The atomic operations on window elements: MPI's reductions and COMPARE_AND_SWAP. NicAtomics lists those that a
// machine's network interfaces execute.
#pragma once

#include "protocol/base/types.h"

#include <initializer_list>

namespace rmasim {

// An atomic operation: compare_and_swap, or a reduction. A reduction has the same value here as in ReduceOp.
enum class AtomicOp : std::uint8_t { replace = 0, no_op = 13, compare_and_swap = 14 };
inline constexpr std::size_t atomic_op_count = reduce_op_count + 1;
static_assert(static_cast<std::size_t>(AtomicOp::no_op) == static_cast<std::size_t>(ReduceOp::no_op));
static_assert(static_cast<std::size_t>(AtomicOp::compare_and_swap) == reduce_op_count);

constexpr AtomicOp atomic_op_of(OpKind kind, ReduceOp reduce) {
    return kind == OpKind::compare_and_swap ? AtomicOp::compare_and_swap : static_cast<AtomicOp>(reduce);
}
std::string_view name_of(AtomicOp op);

// True if each element of the datatype is a pair of a value and an index. MINLOC and MAXLOC need such a datatype.
constexpr bool is_pair(Datatype datatype) {
    return datatype == Datatype::int32_int32 || datatype == Datatype::float32_int32 ||
           datatype >= Datatype::int16_int32;
}
constexpr bool is_complex(Datatype datatype) {
    return datatype == Datatype::complex128 || datatype == Datatype::complex64 || datatype == Datatype::complex160;
}
constexpr bool is_real(Datatype datatype) {
    return datatype == Datatype::float32 || datatype == Datatype::float64 || datatype == Datatype::float80;
}
constexpr bool is_logical(Datatype datatype) {
    return datatype == Datatype::logical8 || datatype == Datatype::logical32;
}
constexpr bool is_integer(Datatype datatype) {
    return !is_real(datatype) && !is_pair(datatype) && !is_complex(datatype) && !is_logical(datatype);
}
constexpr bool moves_only(ReduceOp op) { return op == ReduceOp::replace || op == ReduceOp::no_op; }
constexpr bool is_bitwise(ReduceOp op) { return op >= ReduceOp::band && op <= ReduceOp::bxor; }
constexpr bool is_logical(ReduceOp op) { return op >= ReduceOp::land && op <= ReduceOp::lxor; }
constexpr bool needs_order(ReduceOp op) { return op == ReduceOp::min || op == ReduceOp::max; }
constexpr bool needs_pairs(ReduceOp op) { return op == ReduceOp::minloc || op == ReduceOp::maxloc; }

// True if MPI defines the reduction for elements of this datatype (MPI 3.1, 5.9.2 and 5.9.4). Byte counts as an integer
// type.
constexpr bool is_defined(ReduceOp op, Datatype datatype) {
    if (moves_only(op)) return true;
    if (needs_pairs(op) || is_pair(datatype)) return needs_pairs(op) && is_pair(datatype);
    if (is_logical(op)) return is_integer(datatype) || is_logical(datatype);
    if (is_logical(datatype)) return false;
    return is_bitwise(op) ? is_integer(datatype) : !needs_order(op) || !is_complex(datatype);
}
// True if MPI defines the operation for elements of this datatype. COMPARE_AND_SWAP needs an integer type.
constexpr bool is_defined(AtomicOp op, Datatype datatype) {
    if (op == AtomicOp::compare_and_swap) return is_integer(datatype);
    return is_defined(static_cast<ReduceOp>(op), datatype);
}

// Returns all atomic operations, in the order of their values. This is the default of settings that list atomic
// operations.
inline std::vector<AtomicOp> every_atomic_op() {
    std::vector<AtomicOp> ops;
    for (std::size_t op = 0; op < atomic_op_count; ++op) ops.push_back(static_cast<AtomicOp>(op));
    return ops;
}

// A set of atomic operations.
class AtomicOps {
public:
    constexpr AtomicOps() = default;
    constexpr AtomicOps(std::initializer_list<AtomicOp> ops) {
        for (const AtomicOp op : ops) add(op);
    }
    static constexpr AtomicOps all() {
        AtomicOps ops;
        ops.bits_ = (1u << atomic_op_count) - 1;
        return ops;
    }
    explicit AtomicOps(const std::vector<AtomicOp>& ops) {
        for (const AtomicOp op : ops) add(op);
    }
    constexpr void add(AtomicOp op) { bits_ = static_cast<std::uint16_t>(bits_ | bit(op)); }
    constexpr bool contains(AtomicOp op) const { return (bits_ & bit(op)) != 0; }

private:
    static constexpr unsigned bit(AtomicOp op) { return 1u << static_cast<unsigned>(op); }
    std::uint16_t bits_ = 0;
};

// The atomic operations that the network interfaces of a machine execute.
struct NicAtomics {
    AtomicOps operations = AtomicOps::all();
    std::uint32_t max_bytes = UINT32_MAX;  // upper bound of the data of one operation
    // True if the interfaces execute the operation on this datatype. False for pairs, which no network supports.
    bool can(AtomicOp op, Datatype datatype) const { return operations.contains(op) && !is_pair(datatype); }
};

}  // namespace rmasim
