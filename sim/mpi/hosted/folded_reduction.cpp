#include "sim/mpi/hosted/folded_reduction.h"

#include "sim/mpi/hosted/inter_collectives.h"
#include "sim/mpi/objects/datatypes/packing.h"
#include "sim/mpi/objects/reductions.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <numeric>
#include <utility>
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

// A handle of a datatype, for a function of the program. The program may have freed the handle that it passed to MPI.
class TypeHandle {
public:
    TypeHandle(MPI_Datatype given, const mpi::TypeRef& type) : handle_(mpi::to_int(given)) {
        mpi::Types& types = mpi::library().types;
        if (types.names(handle_, type)) return;
        handle_ = types.add({type, true, false, {}, {}});
        is_own_ = true;
    }
    ~TypeHandle() {
        if (is_own_) mpi::library().types.take(handle_);
    }
    TypeHandle(const TypeHandle&) = delete;
    TypeHandle& operator=(const TypeHandle&) = delete;
    MPI_Datatype get() const { return mpi::to_handle<MPI_Datatype>(handle_); }

private:
    int handle_;
    bool is_own_ = false;
};

// A reduction under way. Its datatype and its operation may be freed before it is complete.
class Folding {
public:
    Folding(mpi::Library& own, const FoldedReduction& reduction, int rank, int contributions, bool receives)
        : reduction_(reduction), type_(own.types.type(mpi::to_int(reduction.type))),
          operation_(own.operations.find(mpi::to_int(reduction.op))), rank_(rank), contributions_(contributions),
          bytes_(reduction.count * own.types.committed(mpi::to_int(reduction.type)).size()),
          sent_(static_cast<std::size_t>(bytes_) + 1),
          all_(receives ? static_cast<std::size_t>(bytes_ * contributions) + 1 : 1), receives_(receives) {}

    Elements sent() const { return {sent_.data(), bytes_, MPI_BYTE}; }
    Elements received() const { return {all_.data(), bytes_, MPI_BYTE}; }
    void pack() { mpi::pack(reduction_.from, reduction_.count, *type_, 0, bytes_, sent_.data()); }
    void combine();

private:
    // Computes inout = in op inout. `handle` is the datatype's.
    void apply(LaidOut& in, LaidOut& inout, MPI_Datatype handle) const {
        if (operation_.predefined != 0) {
            return mpi::reduce(reduction_.op, in.address(), inout.address(), reduction_.count, *type_);
        }
        mpi::call_operation(operation_, in.address(), inout.address(), reduction_.count, *type_, handle);
    }
    std::byte* contribution(int i) { return all_.data() + static_cast<std::size_t>(i * bytes_); }

    FoldedReduction reduction_;
    mpi::TypeRef type_;
    mpi::Operation operation_;
    int rank_, contributions_;
    std::int64_t bytes_;
    std::vector<std::byte> sent_, all_;
    bool receives_;
};

void Folding::combine() {
    // The last process whose data are in the result; -1: there is no result.
    const int last = reduction_.kind == Call::scan     ? rank_
                     : reduction_.kind == Call::exscan ? rank_ - 1
                                                       : contributions_ - 1;
    if (!receives_ || last < 0) return;
    LaidOut result(*type_, reduction_.count), operand(*type_, reduction_.count);
    const TypeHandle handle(reduction_.type, type_);
    result.unpack(contribution(last));
    for (int i = last - 1; i >= 0; --i) {
        operand.unpack(contribution(i));
        apply(operand, result, handle.get());
    }
    std::vector<std::byte> packed(static_cast<std::size_t>(bytes_) + 1);
    result.pack(packed.data());
    std::int64_t first = 0, count = reduction_.count;
    if (!reduction_.counts.empty()) {
        first = std::accumulate(reduction_.counts.begin(), reduction_.counts.begin() + rank_, std::int64_t{0});
        count = reduction_.counts[static_cast<std::size_t>(rank_)];
    }
    const std::int64_t size = type_->size();
    mpi::unpack(packed.data() + first * size, count, *type_, 0, count * size, reduction_.to);
}

CollectiveRequest with_folding(CollectiveRequest request, std::shared_ptr<Folding> folding) {
    request.runs([folding] { folding->pack(); }, [folding] { folding->combine(); });
    return request;
}

CollectiveRequest folded_in_group(mpi::Library& own, const FoldedReduction& reduction, MPI_Comm comm) {
    CollectiveRequest gather(own, reduction.root ? Call::gather : Call::allgather, comm, reduction.root);
    const bool receives = !reduction.root || gather.is_root();
    auto folding = std::make_shared<Folding>(own, reduction, gather.rank(), gather.size(), receives);
    gather.has_blocks_of(folding->sent());
    gather.sends(folding->sent());
    if (receives) gather.receives(folding->received(), gather.size());
    return with_folding(std::move(gather), std::move(folding));
}

// Each group gets the result of the data of the other one. The sender's blocks are the same for all receivers.
CollectiveRequest folded_between_groups(mpi::Library& own, const FoldedReduction& reduction, MPI_Comm comm) {
    mpi::require(reduction.kind != Call::scan && reduction.kind != Call::exscan, MPI_ERR_COMM,
                 "the communicator is an intercommunicator");
    InterExchange exchange(own, comm);
    const bool to_all = !reduction.root;
    const bool receives = to_all || exchange.is_root(*reduction.root);
    auto folding =
        std::make_shared<Folding>(own, reduction, exchange.local_rank(), exchange.remote_size(), receives);
    const std::int64_t bytes = folding->sent().count;
    if (to_all) exchange.sends_to_all(Block{0, bytes, MPI_BYTE});
    else if (*reduction.root >= 0) exchange.sends(*reduction.root, {0, bytes, MPI_BYTE});
    if (receives) exchange.receives_from_all(equal_blocks(own, exchange.remote_size(), bytes, MPI_BYTE));
    return with_folding(exchange.exchange(folding->sent().address, folding->received().address), folding);
}

}  // namespace

CollectiveRequest folded(mpi::Library& own, const FoldedReduction& reduction, MPI_Comm comm) {
    return is_inter(own, comm) ? folded_between_groups(own, reduction, comm)
                               : folded_in_group(own, reduction, comm);
}

}  // namespace rmasim::sim
