// The collective functions of MPI (MPI 4.1, chapter 6), as calls of the core. Reductions that the core does not have,
// such as those with operations of the program, gather the data and combine them at their receivers.
#include "sim/mpi/hosted/collective_arguments.h"
#include "sim/mpi/hosted/folded_reduction.h"

#include <utility>

namespace rmasim::sim {

namespace {

using mpi::checked;
using mpi::Library;
using mpi::to_int;

// Where block i of blocks with one size is.
const void* block_at(Library& own, const Elements& first, int i) {
    const std::int64_t extent = own.types.committed(to_int(first.type)).extent();
    return static_cast<const char*>(first.address) + i * first.count * extent;
}

CollectiveRequest barrier_of(Library& own, MPI_Comm comm) { return {own, Call::barrier, comm}; }

CollectiveRequest bcast_of(Library& own, const Elements& data, int root, MPI_Comm comm) {
    CollectiveRequest request(own, Call::bcast, comm, root);
    request.has_blocks_of(data);
    if (request.is_root()) request.sends(data);
    request.receives(data);
    return request;
}

CollectiveRequest gather_of(Library& own, Elements sent, const Elements& received, int root, MPI_Comm comm) {
    CollectiveRequest request(own, Call::gather, comm, root);
    if (request.is_root()) {
        if (sent.address == MPI_IN_PLACE) sent = {block_at(own, received, root), received.count, received.type};
        request.receives(received, request.size());
    }
    request.has_blocks_of(sent);
    request.sends(sent);
    return request;
}

CollectiveRequest gatherv_of(Library& own, Elements sent, const void* to, const int counts[], const int disps[],
                             MPI_Datatype type, int root, MPI_Comm comm) {
    CollectiveRequest request(own, Call::gatherv, comm, root);
    if (request.is_root()) {
        if (sent.address == MPI_IN_PLACE) sent = {block_at(own, {to, 1, type}, disps[root]), counts[root], type};
        request.receives_blocks(to, counts, disps, type);
    }
    request.has_blocks_of(sent);
    request.sends(sent);
    return request;
}

CollectiveRequest scatter_of(Library& own, const Elements& sent, Elements received, int root, MPI_Comm comm) {
    CollectiveRequest request(own, Call::scatter, comm, root);
    if (request.is_root()) {
        if (received.address == MPI_IN_PLACE) received = {block_at(own, sent, root), sent.count, sent.type};
        request.sends(sent, request.size());
    }
    request.has_blocks_of(received);
    request.receives(received);
    return request;
}

CollectiveRequest scatterv_of(Library& own, const void* from, const int counts[], const int disps[], MPI_Datatype type,
                              Elements received, int root, MPI_Comm comm) {
    CollectiveRequest request(own, Call::scatterv, comm, root);
    if (request.is_root()) {
        if (received.address == MPI_IN_PLACE)
            received = {block_at(own, {from, 1, type}, disps[root]), counts[root], type};
        request.sends_blocks(from, counts, disps, type);
    }
    request.has_blocks_of(received);
    request.receives(received);
    return request;
}

CollectiveRequest allgather_of(Library& own, Elements sent, const Elements& received, MPI_Comm comm) {
    CollectiveRequest request(own, Call::allgather, comm);
    if (sent.address == MPI_IN_PLACE) sent = {block_at(own, received, request.rank()), received.count, received.type};
    request.has_blocks_of(sent);
    request.sends(sent);
    request.receives(received, request.size());
    return request;
}

CollectiveRequest allgatherv_of(Library& own, Elements sent, const void* to, const int counts[], const int disps[],
                                MPI_Datatype type, MPI_Comm comm) {
    CollectiveRequest request(own, Call::allgatherv, comm);
    const int rank = request.rank();
    if (sent.address == MPI_IN_PLACE) sent = {block_at(own, {to, 1, type}, disps[rank]), counts[rank], type};
    request.has_blocks_of(sent);
    request.sends(sent);
    request.receives_blocks(to, counts, disps, type);
    return request;
}

CollectiveRequest alltoall_of(Library& own, Elements sent, const Elements& received, MPI_Comm comm) {
    CollectiveRequest request(own, Call::alltoall, comm);
    if (sent.address == MPI_IN_PLACE) sent = received;
    request.has_blocks_of(sent);
    request.sends(sent, request.size());
    request.receives(received, request.size());
    return request;
}

// The blocks of one side of MPI_Alltoallv and MPI_Alltoallw.
template <class Type>
struct Side {
    const void* address;
    const int* counts;
    const int* disps;
    Type type;
};

template <class Type>
CollectiveRequest alltoallv_of(Library& own, Side<Type> sent, const Side<Type>& received, MPI_Comm comm) {
    CollectiveRequest request(own, Call::alltoallv, comm);
    if (sent.address == MPI_IN_PLACE) sent = received;
    request.sends_blocks(sent.address, sent.counts, sent.disps, sent.type);
    request.receives_blocks(received.address, received.counts, received.disps, received.type);
    return request;
}

// ---- Reductions.

struct Reduction {
    const void* from;
    void* to;
    int count;
    MPI_Datatype type;
    MPI_Op op;
};

// Begins a reduction of the core and stores its request; or executes it, if there is no request.
void reduce(Library& own, Call kind, const Reduction& data, MPI_Comm comm, int root, const int counts[],
            MPI_Request* made) {
    CollectiveRequest request(own, kind, comm, root);
    const bool receives = root == -1 || request.is_root();
    const void* const from = data.from == MPI_IN_PLACE && receives ? data.to : data.from;
    std::int64_t all = data.count;
    if (kind == Call::reduce_scatter_block) all *= request.size();
    if (counts != nullptr) {
        all = 0;
        for (int i = 0; i < request.size(); ++i) all += counts[i];
    }
    if (!request.reduces(data.op, counts == nullptr ? data.count : all, data.type)) {
        mpi::require(made == nullptr, MPI_ERR_UNSUPPORTED_OPERATION,
                     "a nonblocking reduction with an operation of the program, or with such a datatype, is not "
                     "implemented");
        return fold(own, {kind, from, data.to, all, data.type, data.op, root, counts}, comm);
    }
    if (counts != nullptr) request.scatters(counts, data.type);
    request.sends({from, static_cast<int>(all), data.type});
    const int own_count = counts != nullptr ? counts[request.rank()] : data.count;
    if (receives) request.receives({data.to, own_count, data.type});
    if (made == nullptr) request.make();
    else *made = request.begin();
}

}  // namespace

}  // namespace rmasim::sim

using namespace rmasim::sim;
using rmasim::Call;
using rmasim::mpi::call;
using rmasim::mpi::checked;
using rmasim::mpi::Library;
using rmasim::mpi::to_int;

extern "C" {

int PMPI_Barrier(MPI_Comm comm) {
    return call("MPI_Barrier", to_int(comm), [&](Library& own) { barrier_of(own, comm).make(); });
}
int PMPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
    return call("MPI_Ibarrier", to_int(comm), [&](Library& own) { checked(request) = barrier_of(own, comm).begin(); });
}

int PMPI_Bcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm comm) {
    return call("MPI_Bcast", to_int(comm), [&](Library& own) {
        bcast_of(own, {data, count, type}, root, comm).make();
    });
}
int PMPI_Ibcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request* request) {
    return call("MPI_Ibcast", to_int(comm), [&](Library& own) {
        checked(request) = bcast_of(own, {data, count, type}, root, comm).begin();
    });
}

int PMPI_Gather(const void* from, int sent, MPI_Datatype sent_type, void* to, int count, MPI_Datatype type, int root,
                MPI_Comm comm) {
    return call("MPI_Gather", to_int(comm), [&](Library& own) {
        gather_of(own, {from, sent, sent_type}, {to, count, type}, root, comm).make();
    });
}
int PMPI_Igather(const void* from, int sent, MPI_Datatype sent_type, void* to, int count, MPI_Datatype type, int root,
                 MPI_Comm comm, MPI_Request* request) {
    return call("MPI_Igather", to_int(comm), [&](Library& own) {
        checked(request) = gather_of(own, {from, sent, sent_type}, {to, count, type}, root, comm).begin();
    });
}

int PMPI_Gatherv(const void* from, int sent, MPI_Datatype sent_type, void* to, const int counts[], const int disps[],
                 MPI_Datatype type, int root, MPI_Comm comm) {
    return call("MPI_Gatherv", to_int(comm), [&](Library& own) {
        gatherv_of(own, {from, sent, sent_type}, to, counts, disps, type, root, comm).make();
    });
}
int PMPI_Igatherv(const void* from, int sent, MPI_Datatype sent_type, void* to, const int counts[], const int disps[],
                  MPI_Datatype type, int root, MPI_Comm comm, MPI_Request* request) {
    return call("MPI_Igatherv", to_int(comm), [&](Library& own) {
        checked(request) = gatherv_of(own, {from, sent, sent_type}, to, counts, disps, type, root, comm).begin();
    });
}

int PMPI_Scatter(const void* from, int sent, MPI_Datatype sent_type, void* to, int count, MPI_Datatype type, int root,
                 MPI_Comm comm) {
    return call("MPI_Scatter", to_int(comm), [&](Library& own) {
        scatter_of(own, {from, sent, sent_type}, {to, count, type}, root, comm).make();
    });
}
int PMPI_Iscatter(const void* from, int sent, MPI_Datatype sent_type, void* to, int count, MPI_Datatype type, int root,
                  MPI_Comm comm, MPI_Request* request) {
    return call("MPI_Iscatter", to_int(comm), [&](Library& own) {
        checked(request) = scatter_of(own, {from, sent, sent_type}, {to, count, type}, root, comm).begin();
    });
}

int PMPI_Scatterv(const void* from, const int counts[], const int disps[], MPI_Datatype sent_type, void* to, int count,
                  MPI_Datatype type, int root, MPI_Comm comm) {
    return call("MPI_Scatterv", to_int(comm), [&](Library& own) {
        scatterv_of(own, from, counts, disps, sent_type, {to, count, type}, root, comm).make();
    });
}
int PMPI_Iscatterv(const void* from, const int counts[], const int disps[], MPI_Datatype sent_type, void* to, int count,
                   MPI_Datatype type, int root, MPI_Comm comm, MPI_Request* request) {
    return call("MPI_Iscatterv", to_int(comm), [&](Library& own) {
        checked(request) = scatterv_of(own, from, counts, disps, sent_type, {to, count, type}, root, comm).begin();
    });
}

int PMPI_Allgather(const void* from, int sent, MPI_Datatype sent_type, void* to, int count, MPI_Datatype type,
                   MPI_Comm comm) {
    return call("MPI_Allgather", to_int(comm), [&](Library& own) {
        allgather_of(own, {from, sent, sent_type}, {to, count, type}, comm).make();
    });
}
int PMPI_Iallgather(const void* from, int sent, MPI_Datatype sent_type, void* to, int count, MPI_Datatype type,
                    MPI_Comm comm, MPI_Request* request) {
    return call("MPI_Iallgather", to_int(comm), [&](Library& own) {
        checked(request) = allgather_of(own, {from, sent, sent_type}, {to, count, type}, comm).begin();
    });
}

int PMPI_Allgatherv(const void* from, int sent, MPI_Datatype sent_type, void* to, const int counts[], const int disps[],
                    MPI_Datatype type, MPI_Comm comm) {
    return call("MPI_Allgatherv", to_int(comm), [&](Library& own) {
        allgatherv_of(own, {from, sent, sent_type}, to, counts, disps, type, comm).make();
    });
}
int PMPI_Iallgatherv(const void* from, int sent, MPI_Datatype sent_type, void* to, const int counts[],
                     const int disps[], MPI_Datatype type, MPI_Comm comm, MPI_Request* request) {
    return call("MPI_Iallgatherv", to_int(comm), [&](Library& own) {
        checked(request) = allgatherv_of(own, {from, sent, sent_type}, to, counts, disps, type, comm).begin();
    });
}

int PMPI_Alltoall(const void* from, int sent, MPI_Datatype sent_type, void* to, int count, MPI_Datatype type,
                  MPI_Comm comm) {
    return call("MPI_Alltoall", to_int(comm), [&](Library& own) {
        alltoall_of(own, {from, sent, sent_type}, {to, count, type}, comm).make();
    });
}
int PMPI_Ialltoall(const void* from, int sent, MPI_Datatype sent_type, void* to, int count, MPI_Datatype type,
                   MPI_Comm comm, MPI_Request* request) {
    return call("MPI_Ialltoall", to_int(comm), [&](Library& own) {
        checked(request) = alltoall_of(own, {from, sent, sent_type}, {to, count, type}, comm).begin();
    });
}

int PMPI_Alltoallv(const void* from, const int sent[], const int sent_disps[], MPI_Datatype sent_type, void* to,
                   const int counts[], const int disps[], MPI_Datatype type, MPI_Comm comm) {
    return call("MPI_Alltoallv", to_int(comm), [&](Library& own) {
        alltoallv_of<MPI_Datatype>(own, {from, sent, sent_disps, sent_type}, {to, counts, disps, type}, comm).make();
    });
}
int PMPI_Ialltoallv(const void* from, const int sent[], const int sent_disps[], MPI_Datatype sent_type, void* to,
                    const int counts[], const int disps[], MPI_Datatype type, MPI_Comm comm, MPI_Request* request) {
    return call("MPI_Ialltoallv", to_int(comm), [&](Library& own) {
        checked(request) =
            alltoallv_of<MPI_Datatype>(own, {from, sent, sent_disps, sent_type}, {to, counts, disps, type}, comm)
                .begin();
    });
}

int PMPI_Alltoallw(const void* from, const int sent[], const int sent_disps[], const MPI_Datatype sent_types[],
                   void* to, const int counts[], const int disps[], const MPI_Datatype types[], MPI_Comm comm) {
    return call("MPI_Alltoallw", to_int(comm), [&](Library& own) {
        alltoallv_of<const MPI_Datatype*>(own, {from, sent, sent_disps, sent_types}, {to, counts, disps, types}, comm)
            .make();
    });
}
int PMPI_Ialltoallw(const void* from, const int sent[], const int sent_disps[], const MPI_Datatype sent_types[],
                    void* to, const int counts[], const int disps[], const MPI_Datatype types[], MPI_Comm comm,
                    MPI_Request* request) {
    return call("MPI_Ialltoallw", to_int(comm), [&](Library& own) {
        checked(request) = alltoallv_of<const MPI_Datatype*>(own, {from, sent, sent_disps, sent_types},
                                                             {to, counts, disps, types}, comm)
                               .begin();
    });
}

int PMPI_Reduce(const void* from, void* to, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) {
    return call("MPI_Reduce", to_int(comm), [&](Library& own) {
        reduce(own, Call::reduce, {from, to, count, type, op}, comm, root, nullptr, nullptr);
    });
}
int PMPI_Ireduce(const void* from, void* to, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm,
                 MPI_Request* request) {
    return call("MPI_Ireduce", to_int(comm), [&](Library& own) {
        reduce(own, Call::reduce, {from, to, count, type, op}, comm, root, nullptr, &checked(request));
    });
}

int PMPI_Allreduce(const void* from, void* to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
    return call("MPI_Allreduce", to_int(comm), [&](Library& own) {
        reduce(own, Call::allreduce, {from, to, count, type, op}, comm, -1, nullptr, nullptr);
    });
}
int PMPI_Iallreduce(const void* from, void* to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                    MPI_Request* request) {
    return call("MPI_Iallreduce", to_int(comm), [&](Library& own) {
        reduce(own, Call::allreduce, {from, to, count, type, op}, comm, -1, nullptr, &checked(request));
    });
}

int PMPI_Scan(const void* from, void* to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
    return call("MPI_Scan", to_int(comm), [&](Library& own) {
        reduce(own, Call::scan, {from, to, count, type, op}, comm, -1, nullptr, nullptr);
    });
}
int PMPI_Iscan(const void* from, void* to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
               MPI_Request* request) {
    return call("MPI_Iscan", to_int(comm), [&](Library& own) {
        reduce(own, Call::scan, {from, to, count, type, op}, comm, -1, nullptr, &checked(request));
    });
}

int PMPI_Exscan(const void* from, void* to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
    return call("MPI_Exscan", to_int(comm), [&](Library& own) {
        reduce(own, Call::exscan, {from, to, count, type, op}, comm, -1, nullptr, nullptr);
    });
}
int PMPI_Iexscan(const void* from, void* to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                 MPI_Request* request) {
    return call("MPI_Iexscan", to_int(comm), [&](Library& own) {
        reduce(own, Call::exscan, {from, to, count, type, op}, comm, -1, nullptr, &checked(request));
    });
}

int PMPI_Reduce_scatter_block(const void* from, void* to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
    return call("MPI_Reduce_scatter_block", to_int(comm), [&](Library& own) {
        reduce(own, Call::reduce_scatter_block, {from, to, count, type, op}, comm, -1, nullptr, nullptr);
    });
}
int PMPI_Ireduce_scatter_block(const void* from, void* to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                               MPI_Request* request) {
    return call("MPI_Ireduce_scatter_block", to_int(comm), [&](Library& own) {
        reduce(own, Call::reduce_scatter_block, {from, to, count, type, op}, comm, -1, nullptr, &checked(request));
    });
}

int PMPI_Reduce_scatter(const void* from, void* to, const int counts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
    return call("MPI_Reduce_scatter", to_int(comm), [&](Library& own) {
        reduce(own, Call::reduce_scatter, {from, to, 0, type, op}, comm, -1, counts, nullptr);
    });
}
int PMPI_Ireduce_scatter(const void* from, void* to, const int counts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                         MPI_Request* request) {
    return call("MPI_Ireduce_scatter", to_int(comm), [&](Library& own) {
        reduce(own, Call::reduce_scatter, {from, to, 0, type, op}, comm, -1, counts, &checked(request));
    });
}

}  // extern "C"
