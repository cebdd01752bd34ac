// The collective functions of MPI (MPI 4.1, chapters 6 and 8), as calls of the core.
#include "sim/mpi/hosted/folded_reduction.h"
#include "sim/mpi/hosted/inter_collectives.h"
#include "sim/mpi/hosted/served.h"
#include "sim/mpi/objects/error.h"
#include "sim/mpi/objects/operation_rules.h"

#include <optional>
#include <utility>

namespace rmasim::sim::served {

namespace {

using mpi::to_int;

// Where block i of blocks with one size is.
const void* block_at(Library& own, const Elements& first, std::int64_t i) {
    const std::int64_t extent = own.types.committed(to_int(first.type)).extent();
    return static_cast<const char*>(first.address) + i * first.count * extent;
}

Block block_of(const Elements& elements) { return {0, elements.count, elements.type}; }

}  // namespace

CollectiveRequest barrier(Library& own, MPI_Comm comm) { return {own, Call::barrier, comm}; }

CollectiveRequest bcast(Library& own, void* address, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm) {
    const Elements data{address, count, type};
    if (is_inter(own, comm)) {
        InterExchange inter(own, comm);
        if (inter.is_root(root)) inter.sends_to_all(block_of(data));
        else if (root != MPI_PROC_NULL) inter.receives(root, block_of(data));
        return inter.exchange(address, address);
    }
    CollectiveRequest request(own, Call::bcast, comm, root);
    request.has_blocks_of(data);
    if (request.is_root()) request.sends(data);
    request.receives(data, 1, !request.is_root());
    return request;
}

CollectiveRequest gather(Library& own, const void* from, MPI_Count sent_count, MPI_Datatype sent_type, void* to,
                         MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm) {
    Elements sent{from, sent_count, sent_type};
    const Elements received{to, count, type};
    if (is_inter(own, comm)) {
        InterExchange inter(own, comm);
        if (inter.is_root(root)) inter.receives_from_all(equal_blocks(own, inter.remote_size(), count, type));
        else if (root != MPI_PROC_NULL) inter.sends(root, block_of(sent));
        return inter.exchange(from, to);
    }
    CollectiveRequest request(own, Call::gather, comm, root);
    if (request.is_root()) {
        if (from == MPI_IN_PLACE) sent = {block_at(own, received, root), count, type};
        request.receives(received, request.size());
    }
    request.has_blocks_of(sent);
    request.sends(sent);
    if (request.is_root() && from == MPI_IN_PLACE) request.stays(sent, HostedWorld::BufferUse::not_used);
    return request;
}

CollectiveRequest gatherv(Library& own, const void* from, MPI_Count sent_count, MPI_Datatype sent_type, void* to,
                          Numbers counts, Numbers disps, MPI_Datatype type, int root, MPI_Comm comm) {
    Elements sent{from, sent_count, sent_type};
    if (is_inter(own, comm)) {
        InterExchange inter(own, comm);
        if (inter.is_root(root)) inter.receives_from_all(blocks_of(own, inter.remote_size(), counts, disps, type));
        else if (root != MPI_PROC_NULL) inter.sends(root, block_of(sent));
        return inter.exchange(from, to);
    }
    CollectiveRequest request(own, Call::gatherv, comm, root);
    if (request.is_root()) {
        if (from == MPI_IN_PLACE) sent = {block_at(own, {to, 1, type}, disps[root]), counts[root], type};
        request.requires_equal_types(block_of(sent), {0, counts[root], type});
        request.receives_blocks(to, blocks_of(own, request.size(), counts, disps, type));
    }
    request.has_blocks_of(sent);
    request.sends(sent);
    if (request.is_root() && from == MPI_IN_PLACE) request.stays(sent, HostedWorld::BufferUse::not_used);
    return request;
}

CollectiveRequest scatter(Library& own, const void* from, MPI_Count sent_count, MPI_Datatype sent_type, void* to,
                          MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm) {
    const Elements sent{from, sent_count, sent_type};
    Elements received{to, count, type};
    if (is_inter(own, comm)) {
        InterExchange inter(own, comm);
        if (inter.is_root(root)) inter.sends_to_all(equal_blocks(own, inter.remote_size(), sent_count, sent_type));
        else if (root != MPI_PROC_NULL) inter.receives(root, block_of(received));
        return inter.exchange(from, to);
    }
    CollectiveRequest request(own, Call::scatter, comm, root);
    if (request.is_root()) {
        if (to == MPI_IN_PLACE) received = {block_at(own, sent, root), sent_count, sent_type};
        request.sends(sent, request.size());
    }
    request.has_blocks_of(received);
    request.receives(received);
    if (request.is_root() && to == MPI_IN_PLACE) request.stays(received, HostedWorld::BufferUse::not_used);
    return request;
}

CollectiveRequest scatterv(Library& own, const void* from, Numbers counts, Numbers disps, MPI_Datatype sent_type,
                           void* to, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm) {
    Elements received{to, count, type};
    if (is_inter(own, comm)) {
        InterExchange inter(own, comm);
        if (inter.is_root(root)) inter.sends_to_all(blocks_of(own, inter.remote_size(), counts, disps, sent_type));
        else if (root != MPI_PROC_NULL) inter.receives(root, block_of(received));
        return inter.exchange(from, to);
    }
    CollectiveRequest request(own, Call::scatterv, comm, root);
    if (request.is_root()) {
        if (to == MPI_IN_PLACE) received = {block_at(own, {from, 1, sent_type}, disps[root]), counts[root], sent_type};
        request.requires_equal_types({0, counts[root], sent_type}, block_of(received));
        request.sends_blocks(from, blocks_of(own, request.size(), counts, disps, sent_type));
    }
    request.has_blocks_of(received);
    request.receives(received);
    if (request.is_root() && to == MPI_IN_PLACE) request.stays(received, HostedWorld::BufferUse::not_used);
    return request;
}

CollectiveRequest allgather(Library& own, const void* from, MPI_Count sent_count, MPI_Datatype sent_type, void* to,
                            MPI_Count count, MPI_Datatype type, MPI_Comm comm) {
    Elements sent{from, sent_count, sent_type};
    const Elements received{to, count, type};
    if (is_inter(own, comm)) {
        InterExchange inter(own, comm);
        inter.sends_to_all(block_of(sent));
        inter.receives_from_all(equal_blocks(own, inter.remote_size(), count, type));
        return inter.exchange(from, to);
    }
    CollectiveRequest request(own, Call::allgather, comm);
    if (from == MPI_IN_PLACE) sent = {block_at(own, received, request.rank()), count, type};
    request.has_blocks_of(sent);
    request.sends(sent);
    request.receives(received, request.size());
    if (from == MPI_IN_PLACE) request.stays(sent, HostedWorld::BufferUse::not_stored);
    return request;
}

CollectiveRequest allgatherv(Library& own, const void* from, MPI_Count sent_count, MPI_Datatype sent_type, void* to,
                             Numbers counts, Numbers disps, MPI_Datatype type, MPI_Comm comm) {
    Elements sent{from, sent_count, sent_type};
    if (is_inter(own, comm)) {
        InterExchange inter(own, comm);
        inter.sends_to_all(block_of(sent));
        inter.receives_from_all(blocks_of(own, inter.remote_size(), counts, disps, type));
        return inter.exchange(from, to);
    }
    CollectiveRequest request(own, Call::allgatherv, comm);
    const int rank = request.rank();
    if (from == MPI_IN_PLACE) sent = {block_at(own, {to, 1, type}, disps[rank]), counts[rank], type};
    request.requires_equal_types(block_of(sent), {0, counts[rank], type});
    request.has_blocks_of(sent);
    request.sends(sent);
    request.receives_blocks(to, blocks_of(own, request.size(), counts, disps, type));
    if (from == MPI_IN_PLACE) request.stays(sent, HostedWorld::BufferUse::not_stored);
    return request;
}

namespace {

// The exchange of a block with each process: of the remote group, if the communicator has one.
CollectiveRequest exchange(Library& own, const void* from, const Blocks& sent, void* to, const Blocks& received,
                           MPI_Comm comm) {
    if (is_inter(own, comm)) {
        InterExchange inter(own, comm);
        inter.sends_to_all(sent);
        inter.receives_from_all(received);
        return inter.exchange(from, to);
    }
    CollectiveRequest request(own, Call::alltoallv, comm);
    const auto rank = static_cast<std::size_t>(request.rank());
    request.requires_equal_types(sent[rank], received[rank]);
    request.sends_blocks(from, sent);
    request.receives_blocks(to, received);
    return request;
}

int peers_in(Library& own, MPI_Comm comm) { return peers_of(own.comms.find(to_int(comm)))->size(); }

}  // namespace

CollectiveRequest alltoall(Library& own, const void* from, MPI_Count sent_count, MPI_Datatype sent_type, void* to,
                           MPI_Count count, MPI_Datatype type, MPI_Comm comm) {
    if (is_inter(own, comm)) {
        const int size = peers_in(own, comm);
        return exchange(own, from, equal_blocks(own, size, sent_count, sent_type), to,
                        equal_blocks(own, size, count, type), comm);
    }
    CollectiveRequest request(own, Call::alltoall, comm);
    const Elements received{to, count, type};
    const Elements sent = from == MPI_IN_PLACE ? received : Elements{from, sent_count, sent_type};
    request.has_blocks_of(sent);
    request.sends(sent, request.size());
    request.receives(received, request.size());
    return request;
}

CollectiveRequest alltoallv(Library& own, const void* from, Numbers sent, Numbers sent_disps, MPI_Datatype sent_type,
                            void* to, Numbers counts, Numbers disps, MPI_Datatype type, MPI_Comm comm) {
    const int size = peers_in(own, comm);
    const Blocks received = blocks_of(own, size, counts, disps, type);
    if (from == MPI_IN_PLACE) return exchange(own, to, received, to, received, comm);
    return exchange(own, from, blocks_of(own, size, sent, sent_disps, sent_type), to, received, comm);
}

CollectiveRequest alltoallw(Library& own, const void* from, Numbers sent, Numbers sent_disps,
                            const MPI_Datatype sent_types[], void* to, Numbers counts, Numbers disps,
                            const MPI_Datatype types[], MPI_Comm comm) {
    const int size = peers_in(own, comm);
    const Blocks received = blocks_of(size, counts, disps, types);
    if (from == MPI_IN_PLACE) return exchange(own, to, received, to, received, comm);
    return exchange(own, from, blocks_of(size, sent, sent_disps, sent_types), to, received, comm);
}

// ---- Reductions.

namespace {

// Returns the reduction of the core; nullopt if it has none.
std::optional<CollectiveRequest> reduction_of_core(Library& own, const FoldedReduction& data, MPI_Comm comm,
                                                   Numbers counts) {
    CollectiveRequest request(own, data.kind, comm, data.root);
    const bool receives = !data.root || request.is_root();
    const std::int64_t each = data.kind == Call::reduce_scatter_block ? data.counts.front() : data.count;
    if (!request.reduces(data.op, each, data.type)) return std::nullopt;
    if (counts.are_given()) request.scatters(counts, data.type);
    request.sends({data.from, data.count, data.type});
    const auto rank = static_cast<std::size_t>(request.rank());
    const std::int64_t result = data.counts.empty() ? data.count : data.counts[rank];
    if (receives) request.receives({data.to, result, data.type});
    return request;
}

CollectiveRequest reduction(Library& own, FoldedReduction data, MPI_Comm comm, Numbers counts = {}) {
    mpi::check_reduction(own, data.op, own.types.committed(to_int(data.type)));
    if (data.from == MPI_IN_PLACE) data.from = data.to;
    if (!is_inter(own, comm)) {
        if (std::optional<CollectiveRequest> request = reduction_of_core(own, data, comm, counts)) {
            return std::move(*request);
        }
    }
    return folded(own, data, comm);
}

}  // namespace

CollectiveRequest reduce(Library& own, const void* from, void* to, MPI_Count count, MPI_Datatype type, MPI_Op op,
                         int root, MPI_Comm comm) {
    return reduction(own, {Call::reduce, from, to, count, type, op, root, {}}, comm);
}

CollectiveRequest allreduce(Library& own, const void* from, void* to, MPI_Count count, MPI_Datatype type, MPI_Op op,
                            MPI_Comm comm) {
    return reduction(own, {Call::allreduce, from, to, count, type, op, std::nullopt, {}}, comm);
}

CollectiveRequest scan(Library& own, const void* from, void* to, MPI_Count count, MPI_Datatype type, MPI_Op op,
                       MPI_Comm comm) {
    return reduction(own, {Call::scan, from, to, count, type, op, std::nullopt, {}}, comm);
}

CollectiveRequest exscan(Library& own, const void* from, void* to, MPI_Count count, MPI_Datatype type, MPI_Op op,
                         MPI_Comm comm) {
    return reduction(own, {Call::exscan, from, to, count, type, op, std::nullopt, {}}, comm);
}

CollectiveRequest reduce_scatter_block(Library& own, const void* from, void* to, MPI_Count count, MPI_Datatype type,
                                       MPI_Op op, MPI_Comm comm) {
    const int size = own.comms.find(to_int(comm)).group().size();
    std::vector<std::int64_t> counts(static_cast<std::size_t>(size), count);
    return reduction(own,
                     {Call::reduce_scatter_block, from, to, count * size, type, op, std::nullopt, std::move(counts)},
                     comm);
}

CollectiveRequest reduce_scatter(Library& own, const void* from, void* to, Numbers counts, MPI_Datatype type, MPI_Op op,
                                 MPI_Comm comm) {
    const int size = own.comms.find(to_int(comm)).group().size();
    std::vector<std::int64_t> of_all;
    std::int64_t all = 0;
    for (int i = 0; i < size; ++i) all += of_all.emplace_back(counts[i]);
    return reduction(own, {Call::reduce_scatter, from, to, all, type, op, std::nullopt, std::move(of_all)}, comm,
                     counts);
}

// ---- Neighbours.

namespace {

// A call of the core on the neighbours of the process, as the communicator's topology has them.
class OfNeighbours {
public:
    OfNeighbours(Library& own, Call call, MPI_Comm comm) : request_(own, call, comm) {
        const mpi::Comm& of = own.comms.find_intra(to_int(comm));
        mpi::require(of.topology != nullptr, MPI_ERR_TOPOLOGY, "the communicator has no topology");
        const NeighbourRanks& ranks = HostedWorld::get().comms().add_neighbours(of);
        sources_ = static_cast<int>(ranks.sources.size());
        destinations_ = static_cast<int>(ranks.destinations.size());
    }
    int sources() const { return sources_; }
    int destinations() const { return destinations_; }
    CollectiveRequest gather(const Elements& sent, const void* to, const Blocks& received) {
        request_.has_blocks_of(sent);
        request_.sends(sent);
        request_.receives_blocks(to, received);
        return std::move(request_);
    }
    CollectiveRequest exchange(const void* from, const Blocks& sent, const void* to, const Blocks& received) {
        request_.sends_blocks(from, sent);
        request_.receives_blocks(to, received);
        return std::move(request_);
    }

private:
    CollectiveRequest request_;
    int sources_, destinations_;
};

}  // namespace

CollectiveRequest neighbor_allgather(Library& own, const void* from, MPI_Count sent, MPI_Datatype sent_type, void* to,
                                     MPI_Count count, MPI_Datatype type, MPI_Comm comm) {
    OfNeighbours of(own, Call::neighbor_allgather, comm);
    return of.gather({from, sent, sent_type}, to, equal_blocks(own, of.sources(), count, type));
}

CollectiveRequest neighbor_allgatherv(Library& own, const void* from, MPI_Count sent, MPI_Datatype sent_type, void* to,
                                      Numbers counts, Numbers disps, MPI_Datatype type, MPI_Comm comm) {
    OfNeighbours of(own, Call::neighbor_allgatherv, comm);
    return of.gather({from, sent, sent_type}, to, blocks_of(own, of.sources(), counts, disps, type));
}

CollectiveRequest neighbor_alltoall(Library& own, const void* from, MPI_Count sent, MPI_Datatype sent_type, void* to,
                                    MPI_Count count, MPI_Datatype type, MPI_Comm comm) {
    OfNeighbours of(own, Call::neighbor_alltoall, comm);
    return of.exchange(from, equal_blocks(own, of.destinations(), sent, sent_type), to,
                       equal_blocks(own, of.sources(), count, type));
}

CollectiveRequest neighbor_alltoallv(Library& own, const void* from, Numbers sent, Numbers sent_disps,
                                     MPI_Datatype sent_type, void* to, Numbers counts, Numbers disps, MPI_Datatype type,
                                     MPI_Comm comm) {
    OfNeighbours of(own, Call::neighbor_alltoallv, comm);
    return of.exchange(from, blocks_of(own, of.destinations(), sent, sent_disps, sent_type), to,
                       blocks_of(own, of.sources(), counts, disps, type));
}

CollectiveRequest neighbor_alltoallw(Library& own, const void* from, Numbers sent, Numbers sent_disps,
                                     const MPI_Datatype sent_types[], void* to, Numbers counts, Numbers disps,
                                     const MPI_Datatype types[], MPI_Comm comm) {
    OfNeighbours of(own, Call::neighbor_alltoallv, comm);  // the core counts bytes
    return of.exchange(from, blocks_of(of.destinations(), sent, sent_disps, sent_types), to,
                       blocks_of(of.sources(), counts, disps, types));
}

}  // namespace rmasim::sim::served
