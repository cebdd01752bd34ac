// An operation as an element keeps it until it is complete. Where there are many ranks, elements are most of a
// process's memory: this is what PUT, ACC and GET need and no more. The element knows window and target anyway; what
// few operations have besides is their rest.
#pragma once

#include "protocol/base/operation.h"
#include "protocol/base/size.h"

namespace rmasim {

// 47 bytes, which is what no_unique_address is for: the 48th is free for the element.
struct StoredOperation {
    StoredOperation() = default;
    StoredOperation(const Operation& operation, std::uint32_t number)
        : buffer(operation.kind == OpKind::get ? operation.result : operation.origin), number(number),
          region(operation.region), kind(operation.kind), reduce(operation.reduce) {}

    [[no_unique_address]] OriginBuffer buffer;  // the origin's data; GET: where fetched data go
    std::uint32_t number = 0;                   // of the element: what the family makes of it
    [[no_unique_address]] Region region;
    OpKind kind = OpKind::put;
    ReduceOp reduce = ReduceOp::replace;

    std::uint32_t elements_sent() const { return rmasim::elements_sent(kind, reduce, region.count); }
    std::uint32_t bytes_sent() const { return elements_sent() * static_cast<std::uint32_t>(bytes_of(region.datatype)); }
    // As it was posted, without a rest.
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

// Of operations that send and fetch (GET_ACCUMULATE, FETCH_AND_OP, COMPARE_AND_SWAP), and of r-forms.
struct OperationRest {
    [[no_unique_address]] OriginBuffer result;
    RequestId request = no_request;
};
static_assert(has_size<OperationRest, 24>);

inline constexpr std::uint32_t no_rest = 0xFFFFFFFF;

inline bool has_rest(const Operation& operation) {
    return operation.request != no_request || (fetches(operation.kind) && operation.kind != OpKind::get);
}

}  // namespace rmasim
