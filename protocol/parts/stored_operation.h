// An operation as an element stores it until it is complete. With many ranks, most of a process's memory is elements.
// StoredOperation therefore holds only the data that PUT, ACC and GET need. The family's element holds window and
// target. OperationRest holds the additional data that few operations have.
#pragma once

#include "protocol/base/operation.h"
#include "protocol/base/size.h"

namespace rmasim {

// The part of an operation that every element stores. Its members take only 47 of its 48 bytes, because of
// no_unique_address. The element can use the 48th byte.
struct StoredOperation {
    StoredOperation() = default;
    StoredOperation(const Operation& operation, std::uint32_t number)
        : buffer(operation.kind == OpKind::get ? operation.result : operation.origin), number(number),
          region(operation.region), kind(operation.kind), reduce(operation.reduce) {}

    [[no_unique_address]] OriginBuffer buffer;  // the origin's data; GET: receives the fetched data
    std::uint32_t number = 0;                   // number of the element; the family defines its meaning
    [[no_unique_address]] Region region;
    OpKind kind = OpKind::put;
    ReduceOp reduce = ReduceOp::replace;

    std::uint32_t elements_sent() const { return rmasim::elements_sent(kind, reduce, region.count); }
    std::uint32_t bytes_sent() const { return elements_sent() * static_cast<std::uint32_t>(bytes_of(region.datatype)); }
    // Returns the operation with the arguments of the program's call, but without the data of OperationRest.
    Operation whole(WindowId window, Rank target) const {
        Operation operation;
        operation.kind = kind;
        operation.reduce = reduce;
        operation.window = window;
        operation.target = target;
        operation.region = region;
        (kind == OpKind::get ? operation.result : operation.origin) = buffer;
        return operation;
    }
};
static_assert(has_size<StoredOperation, 48>);

// The additional data of operations that send and fetch (GET_ACCUMULATE, FETCH_AND_OP, COMPARE_AND_SWAP), and of
// r-forms.
struct OperationRest {
    [[no_unique_address]] OriginBuffer result;
    RequestId request = no_request;
};
static_assert(has_size<OperationRest, 24>);

inline constexpr std::uint32_t no_rest = 0xFFFFFFFF;

// True if the operation needs an OperationRest.
inline bool has_rest(const Operation& operation) {
    return operation.request != no_request || (fetches(operation.kind) && operation.kind != OpKind::get);
}

}  // namespace rmasim
