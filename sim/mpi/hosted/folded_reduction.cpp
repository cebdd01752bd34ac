#include "sim/mpi/hosted/folded_reduction.h"

#include "sim/mpi/hosted/collective_arguments.h"
#include "sim/mpi/objects/datatypes/packing.h"
#include "sim/mpi/objects/reductions.h"

#include <cstddef>
#include <vector>

namespace rmasim::sim {

namespace {

// Elements of a datatype in the layout that the program's operations expect.
class LaidOut {
public:
    LaidOut(const mpi::Datatype& type, std::int64_t count) : type_(type), count_(count) {
        const mpi::Bounds bounds = type.true_bounds();
        const std::int64_t last = count > 0 ? (count - 1) * type.extent() : 0;
        low_ = std::min<std::int64_t>(bounds.lb, bounds.lb + last);
        memory_.resize(static_cast<std::size_t>(std::max<std::int64_t>(bounds.ub, bounds.ub + last) - low_) + 1);
    }
    void* address() { return memory_.data() - low_; }
    void unpack(const std::byte* packed) { mpi::unpack(packed, count_, type_, 0, count_ * type_.size(), address()); }
    void pack(std::byte* packed) { mpi::pack(address(), count_, type_, 0, count_ * type_.size(), packed); }

private:
    const mpi::Datatype& type_;
    std::int64_t count_;
    std::int64_t low_ = 0;
    std::vector<std::byte> memory_;
};

// Computes inout = in op inout.
void combine(mpi::Library& own, const FoldedReduction& reduction, LaidOut& in, LaidOut& inout) {
    const mpi::Datatype& type = own.types.committed(mpi::to_int(reduction.type));
    const mpi::Operation& operation = own.operations.find(mpi::to_int(reduction.op));
    if (operation.predefined != 0) {
        return mpi::reduce(reduction.op, in.address(), inout.address(), reduction.count, type);
    }
    mpi::call_operation(operation, in.address(), inout.address(), reduction.count, type, reduction.type);
}

}  // namespace

void fold(mpi::Library& own, const FoldedReduction& reduction, MPI_Comm comm) {
    const mpi::Datatype& type = own.types.committed(mpi::to_int(reduction.type));
    const auto bytes = static_cast<std::size_t>(reduction.count * type.size());
    CollectiveRequest gather(own, reduction.root >= 0 ? Call::gather : Call::allgather, comm, reduction.root);
    const int size = gather.size(), rank = gather.rank();
    const bool receives = reduction.root == -1 || gather.is_root();
    std::vector<std::byte> sent(bytes + 1), all(receives ? bytes * static_cast<std::size_t>(size) + 1 : 1);
    mpi::pack(reduction.from, reduction.count, type, 0, static_cast<std::int64_t>(bytes), sent.data());
    const Elements mine{sent.data(), static_cast<int>(bytes), MPI_BYTE};
    gather.has_blocks_of(mine);
    gather.sends(mine);
    if (receives) gather.receives({all.data(), static_cast<int>(bytes), MPI_BYTE}, size);
    gather.make();
    // The last process whose data are in the result; -1: there is no result.
    const int last = reduction.kind == Call::scan ? rank : reduction.kind == Call::exscan ? rank - 1 : size - 1;
    if (!receives || last < 0) return;
    LaidOut result(type, reduction.count), operand(type, reduction.count);
    result.unpack(all.data() + static_cast<std::size_t>(last) * bytes);
    for (int i = last - 1; i >= 0; --i) {
        operand.unpack(all.data() + static_cast<std::size_t>(i) * bytes);
        combine(own, reduction, operand, result);
    }
    result.pack(sent.data());
    std::int64_t first = 0, count = reduction.count;
    if (reduction.kind == Call::reduce_scatter_block) {
        count = reduction.count / size;
        first = count * rank;
    } else if (reduction.kind == Call::reduce_scatter) {
        for (int i = 0; i < rank; ++i) first += reduction.counts[i];
        count = reduction.counts[rank];
    }
    mpi::unpack(sent.data() + first * type.size(), count, type, 0, count * type.size(), reduction.to);
}

}  // namespace rmasim::sim
