#include "sim/mpi/smpi/function_meaning.h"

#include "sim/mpi/smpi/smpi_world.h"
#include "sim/mpi/windows/arguments.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace rmasim::sim {

namespace {

// The positions of a function's buffers in its arguments. Names with "v" stand for functions with lists of counts and
// displacements. Names with "w" stand for functions that also have lists of datatypes.
enum class Shape : std::uint8_t {
    none,
    send,
    receive,
    both,
    replace,
    bcast,
    gather,
    gatherv,
    scatter,
    scatterv,
    allgather,
    allgatherv,
    alltoall,
    alltoallv,
    alltoallw,
    reduce,
    allreduce,
    reduce_scatter,
    reduce_scatter_block,
};

// The interval in which a function uses its buffers. `call`: until the function returns. `request`: until its request
// completes. `start`: from each MPI_Start of its request until the request completes.
enum class Lasts : std::uint8_t { call, request, start };

struct Meaning {
    std::string_view name;
    Shape shape = Shape::none;
    Lasts lasts = Lasts::call;
};

// The positions and intervals of the functions' buffers. Functions that are not in this table are blocking collective
// calls without buffers.
constexpr std::array meanings{
    Meaning{"MPI_Send", Shape::send},
    Meaning{"MPI_Ssend", Shape::send},
    Meaning{"MPI_Bsend", Shape::send},
    Meaning{"MPI_Rsend", Shape::send},
    Meaning{"MPI_Isend", Shape::send, Lasts::request},
    Meaning{"MPI_Issend", Shape::send, Lasts::request},
    Meaning{"MPI_Ibsend", Shape::send, Lasts::request},
    Meaning{"MPI_Irsend", Shape::send, Lasts::request},
    Meaning{"MPI_Send_init", Shape::send, Lasts::start},
    Meaning{"MPI_Ssend_init", Shape::send, Lasts::start},
    Meaning{"MPI_Bsend_init", Shape::send, Lasts::start},
    Meaning{"MPI_Rsend_init", Shape::send, Lasts::start},
    Meaning{"MPI_Recv", Shape::receive},
    Meaning{"MPI_Irecv", Shape::receive, Lasts::request},
    Meaning{"MPI_Recv_init", Shape::receive, Lasts::start},
    Meaning{"MPI_Sendrecv", Shape::both},
    Meaning{"MPI_Sendrecv_replace", Shape::replace},
    Meaning{"MPI_Bcast", Shape::bcast},
    Meaning{"MPI_Gather", Shape::gather},
    Meaning{"MPI_Gatherv", Shape::gatherv},
    Meaning{"MPI_Scatter", Shape::scatter},
    Meaning{"MPI_Scatterv", Shape::scatterv},
    Meaning{"MPI_Allgather", Shape::allgather},
    Meaning{"MPI_Allgatherv", Shape::allgatherv},
    Meaning{"MPI_Alltoall", Shape::alltoall},
    Meaning{"MPI_Alltoallv", Shape::alltoallv},
    Meaning{"MPI_Alltoallw", Shape::alltoallw},
    Meaning{"MPI_Reduce", Shape::reduce},
    Meaning{"MPI_Allreduce", Shape::allreduce},
    Meaning{"MPI_Reduce_scatter", Shape::reduce_scatter},
    Meaning{"MPI_Reduce_scatter_block", Shape::reduce_scatter_block},
    Meaning{"MPI_Scan", Shape::allreduce},
    Meaning{"MPI_Exscan", Shape::allreduce},
    Meaning{"MPI_Ibarrier", Shape::none, Lasts::request},
    Meaning{"MPI_Ibcast", Shape::bcast, Lasts::request},
    Meaning{"MPI_Igather", Shape::gather, Lasts::request},
    Meaning{"MPI_Igatherv", Shape::gatherv, Lasts::request},
    Meaning{"MPI_Iscatter", Shape::scatter, Lasts::request},
    Meaning{"MPI_Iscatterv", Shape::scatterv, Lasts::request},
    Meaning{"MPI_Iallgather", Shape::allgather, Lasts::request},
    Meaning{"MPI_Iallgatherv", Shape::allgatherv, Lasts::request},
    Meaning{"MPI_Ialltoall", Shape::alltoall, Lasts::request},
    Meaning{"MPI_Ialltoallv", Shape::alltoallv, Lasts::request},
    Meaning{"MPI_Ialltoallw", Shape::alltoallw, Lasts::request},
    Meaning{"MPI_Ireduce", Shape::reduce, Lasts::request},
    Meaning{"MPI_Iallreduce", Shape::allreduce, Lasts::request},
    Meaning{"MPI_Ireduce_scatter", Shape::reduce_scatter, Lasts::request},
    Meaning{"MPI_Ireduce_scatter_block", Shape::reduce_scatter_block, Lasts::request},
    Meaning{"MPI_Iscan", Shape::allreduce, Lasts::request},
    Meaning{"MPI_Iexscan", Shape::allreduce, Lasts::request},
};

Meaning meaning_of(std::string_view name) {
    const auto found = std::ranges::find(meanings, name, &Meaning::name);
    return found != meanings.end() ? *found : Meaning{name};
}

bool looks(std::string_view name) { return name == "MPI_Probe" || name == "MPI_Iprobe"; }
bool is_synchronous(std::string_view name) { return name.starts_with("MPI_Ssend") || name == "MPI_Issend"; }

bool is_collective(const Meaning& meaning) {
    return meaning.shape > Shape::replace || (meaning.shape == Shape::none && !looks(meaning.name));
}

// Sets the messages that a function sends and receives in the function's description.
class Messages {
public:
    Messages(const FunctionArguments& with, OtherFunction& meaning) : n_(with.numbers), meaning_(meaning) {}

    void add(Shape shape, std::string_view name) {
        meaning_.synchronous = is_synchronous(name);
        meaning_.only_looks = looks(name);
        if (meaning_.only_looks) return receives(n_[0], n_[1]);
        switch (shape) {
            case Shape::send: return sends(n_[1], n_[2]);
            case Shape::receive: return receives(n_[1], n_[2]);
            case Shape::both: return sends(n_[1], n_[2]), receives(n_[4], n_[5]);
            case Shape::replace: return sends(n_[1], n_[2]), receives(n_[3], n_[4]);
            default: return;
        }
    }

private:
    bool is_rank(int comm_rank) const { return comm_rank >= 0 && comm_rank < meaning_.members->size(); }
    void sends(int target, int tag) {
        if (!is_rank(target)) return;
        meaning_.sends_to = meaning_.members->member(target);
        meaning_.sends_tag = tag;
    }
    void receives(int source, int tag) {
        meaning_.receives = is_rank(source) || source == MPI_ANY_SOURCE;
        if (is_rank(source)) meaning_.receives_from = meaning_.members->member(source);
        if (tag != MPI_ANY_TAG) meaning_.receives_tag = tag;
    }

    const std::vector<int>& n_;
    OtherFunction& meaning_;
};

// Sets the ranks in the description whose data the caller needs before it returns from a collective call.
class Needs {
public:
    Needs(const FunctionArguments& with, OtherFunction& meaning) : with_(with), meaning_(meaning) {
        PMPI_Comm_rank(with.comm, &rank_);
    }

    void add(Shape shape, std::string_view name) {
        const auto& n = with_.numbers;
        switch (shape) {
            case Shape::none: return all(1);
            case Shape::bcast: return of(n[1], n[0]);
            case Shape::gather: return n[2] == rank_ ? all(n[1]) : none();
            case Shape::gatherv: return n[1] == rank_ ? those_of(with_.lists[0]) : none();
            case Shape::scatter: return of(n[2], n[1]);
            case Shape::scatterv: return of(n[1], n[0]);
            case Shape::allgather:
            case Shape::alltoall: return all(n[1]);
            case Shape::allgatherv: return those_of(with_.lists[0]);
            case Shape::alltoallv:
            case Shape::alltoallw: return those_of(with_.lists[2]);
            case Shape::reduce: return n[1] == rank_ ? all(n[0]) : none();
            case Shape::allreduce: return name.ends_with("can") ? those_before(n[0], name) : all(n[0]);
            case Shape::reduce_scatter: return all(with_.lists[0][rank_]);
            case Shape::reduce_scatter_block: return all(n[0]);
            default: return;
        }
    }

private:
    static void none() {}
    void all(int count) { meaning_.acquires = count > 0 ? Acquires::all : Acquires::listed; }
    void of(int comm_rank, int count = 1) {
        if (count > 0 && comm_rank >= 0) meaning_.acquires_from.push_back(meaning_.members->member(comm_rank));
    }
    // Adds the ranks whose count is not 0.
    void those_of(const int* counts) {
        const Rank ranks = meaning_.members->size();
        if (std::all_of(counts, counts + ranks, [](int count) { return count > 0; })) return all(1);
        for (Rank comm_rank = 0; comm_rank < ranks; ++comm_rank) of(comm_rank, counts[comm_rank]);
    }
    // Adds the ranks that the caller needs in MPI_Scan and MPI_Exscan: all ranks before the caller, and for MPI_Scan
    // also the caller itself.
    void those_before(int count, std::string_view name) {
        const bool own = name == "MPI_Scan" || name == "MPI_Iscan";
        for (Rank comm_rank = 0; comm_rank < rank_ + (own ? 1 : 0); ++comm_rank) of(comm_rank, count);
    }

    const FunctionArguments& with_;
    OtherFunction& meaning_;
    int rank_ = 0;
};

// Sets the memory that a function reads and writes in the function's description. A send to MPI_PROC_NULL reads no
// memory, and a receive from it writes none (MPI 4.1, 3.10). With MPI_IN_PLACE (MPI 4.1, 6.5 to 6.11) the data that a
// rank would send to itself are not moved: MPI_Gather and MPI_Scatter do not access them at the root. In the other
// functions they are read from the receive buffer.
class Accesses {
public:
    Accesses(const FunctionArguments& with, const Members& members, OtherFunction& meaning)
        : with_(with), ranks_(members.group->size()), meaning_(meaning) {
        PMPI_Comm_rank(with.comm, &rank_);
    }

    void add(Shape shape, std::string_view name) {
        const auto& n = with_.numbers;
        switch (shape) {
            case Shape::none: return;
            case Shape::send: return sends_to(n[1], n[0]);
            case Shape::receive: return receives_from(n[1], 0, n[0], 0);
            case Shape::both: return sends_to(n[1], n[0]), receives_from(n[4], 1, n[3], 1);
            case Shape::replace: return sends_to(n[1], n[0]), receives_from(n[3], 0, n[0], 0);
            case Shape::bcast: return n[1] == rank_ ? loads(0, n[0], 0) : stores(0, n[0], 0);
            case Shape::gather: return gather(n[0], n[2], [&](int own) { blocks(meaning_.stores, 1, n[1], own); });
            case Shape::gatherv: return gather(n[0], n[1], [&](int own) { parts(meaning_.stores, 1, 0, own); });
            case Shape::scatter: return scatter(n[1], n[2], [&](int own) { blocks(meaning_.loads, 0, n[0], own); });
            case Shape::scatterv: return scatter(n[0], n[1], [&](int own) { parts(meaning_.loads, 0, 0, own); });
            case Shape::allgather: return allgather(n[0], n[1]);
            case Shape::allgatherv: return allgatherv(n[0]);
            case Shape::alltoall: return blocks(meaning_.loads, sent(), n[sent()]), blocks(meaning_.stores, 1, n[1]);
            case Shape::alltoallv: return parts(meaning_.loads, sent(), 2 * sent()), parts(meaning_.stores, 1, 2);
            case Shape::alltoallw: return parts_of_types(meaning_.loads, sent()), parts_of_types(meaning_.stores, 1);
            case Shape::reduce: return reduce(n[0], n[1] == rank_);
            case Shape::allreduce: return reduce(n[0], rank_ > 0 || !name.ends_with("xscan"));
            case Shape::reduce_scatter: return reduce_scatter();
            case Shape::reduce_scatter_block: return loads(sent(), n[0] * ranks_, 0), stores(1, n[0], 0);
        }
    }

private:
    // True if the argument is MPI_IN_PLACE.
    bool one_buffer(std::size_t nth) const { return with_.addresses[nth] == MPI_IN_PLACE; }
    // The buffer that has the data to be sent: the receive buffer, if the send buffer is MPI_IN_PLACE.
    std::size_t sent() const { return one_buffer(0) ? 1 : 0; }
    int own_if(bool condition) const { return condition ? rank_ : no_rank; }
    MPI_Datatype types(std::size_t nth) const { return with_.types[nth]; }
    void sends_to(int target, int count) {
        if (target != MPI_PROC_NULL) loads(0, count, 0);
    }
    void receives_from(int source, std::size_t nth, int count, std::size_t type) {
        if (source != MPI_PROC_NULL) stores(nth, count, type);
    }
    void add_runs(std::vector<ByteRun>& to, const void* address, std::int64_t shift, int count, MPI_Datatype type) {
        if (address == MPI_IN_PLACE || count <= 0 || type == MPI_DATATYPE_NULL) return;
        const auto first = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(beginning_of(address)));
        const TypeMap& map = SmpiWorld::get().types().of(type);
        for (const TypeRun& run : map.runs_of(static_cast<std::uint64_t>(count))) {
            const std::uint64_t begin = first + static_cast<std::uint64_t>(run.offset + shift);
            to.push_back({begin, begin + run.bytes});
        }
    }
    void loads(std::size_t nth, int count, std::size_t type) {
        add_runs(meaning_.loads, with_.addresses[nth], 0, count, types(type));
    }
    void stores(std::size_t nth, int count, std::size_t type) {
        add_runs(meaning_.stores, with_.addresses[nth], 0, count, types(type));
    }
    // Adds a block of `count` elements for each rank but `without`.
    void blocks(std::vector<ByteRun>& to, std::size_t nth, int count, int without = no_rank) {
        if (without == no_rank) return add_runs(to, with_.addresses[nth], 0, count * ranks_, types(nth));
        for (int rank = 0; rank < ranks_; ++rank) {
            if (rank != without) block(to, nth, count, rank);
        }
    }
    void block(std::vector<ByteRun>& to, std::size_t nth, int count, int rank) {
        const std::int64_t extent = SmpiWorld::get().types().of(types(nth)).extent;
        add_runs(to, with_.addresses[nth], extent * count * rank, count, types(nth));
    }
    // Adds one block for each rank but `without`. Lists have the counts and displacements, and displacements are in
    // elements.
    void parts(std::vector<ByteRun>& to, std::size_t nth, std::size_t list, int without = no_rank) {
        if (one_buffer(nth)) return;
        for (int rank = 0; rank < ranks_; ++rank) {
            if (rank != without) part(to, nth, list, rank);
        }
    }
    void part(std::vector<ByteRun>& to, std::size_t nth, std::size_t list, int rank) {
        const std::int64_t extent = SmpiWorld::get().types().of(types(nth)).extent;
        add_runs(to, with_.addresses[nth], with_.lists[list + 1][rank] * extent, with_.lists[list][rank], types(nth));
    }
    // Adds one block for each rank. Lists have the counts, displacements and datatypes, and displacements are in bytes.
    void parts_of_types(std::vector<ByteRun>& to, std::size_t nth) {
        if (one_buffer(nth)) return;
        for (int rank = 0; rank < ranks_; ++rank) {
            add_runs(to, with_.addresses[nth], with_.lists[2 * nth + 1][rank], with_.lists[2 * nth][rank],
                     with_.type_lists[nth][rank]);
        }
    }
    // `at_root` accesses the data of all ranks but of the one that it is called with.
    template <class AtRoot>
    void gather(int count, int root, AtRoot at_root) {
        loads(0, count, 0);
        if (root == rank_) at_root(own_if(one_buffer(0)));
    }
    template <class AtRoot>
    void scatter(int count, int root, AtRoot at_root) {
        if (root == rank_) at_root(own_if(one_buffer(1)));
        stores(1, count, 1);
    }
    void allgather(int count_sent, int count) {
        if (one_buffer(0)) block(meaning_.loads, 1, count, rank_);
        else loads(0, count_sent, 0);
        blocks(meaning_.stores, 1, count, own_if(one_buffer(0)));
    }
    void allgatherv(int count_sent) {
        if (one_buffer(0)) part(meaning_.loads, 1, 0, rank_);
        else loads(0, count_sent, 0);
        parts(meaning_.stores, 1, 0, own_if(one_buffer(0)));
    }
    void reduce(int count, bool has_result) {
        loads(sent(), count, 0);
        if (has_result) stores(1, count, 0);
    }
    void reduce_scatter() {
        int all = 0;
        for (int rank = 0; rank < ranks_; ++rank) all += with_.lists[0][rank];
        loads(sent(), all, 0);
        stores(1, with_.lists[0][rank_], 0);
    }

    const FunctionArguments& with_;
    int ranks_;
    int rank_ = 0;
    OtherFunction& meaning_;
};

}  // namespace

namespace {

bool is_of_group(MPI_Comm comm) {
    if (comm == MPI_COMM_NULL) return false;
    int inter = 0;
    PMPI_Comm_test_inter(comm, &inter);
    return inter == 0;
}

}  // namespace

OtherFunction messages_of(std::string_view name, const FunctionArguments& arguments) {
    OtherFunction meaning;
    if (!is_of_group(arguments.comm) || arguments.group != MPI_GROUP_NULL) return meaning;
    const Meaning known = meaning_of(name);
    meaning.begins_later = known.lasts == Lasts::start;
    std::tie(meaning.comm, meaning.members) = SmpiWorld::get().communicator(arguments.comm);
    if (is_collective(known)) meaning.group = 1;
    else Messages(arguments, meaning).add(known.shape, name);
    return meaning;
}

OtherFunction meaning_of(std::string_view name, const FunctionArguments& arguments) {
    OtherFunction meaning;
    if (!is_of_group(arguments.comm)) return meaning;
    const Meaning known = meaning_of(name);
    meaning.lasts_beyond = known.lasts != Lasts::call;
    meaning.begins_later = known.lasts == Lasts::start;
    const Members& members = SmpiWorld::get().members_of(arguments.comm);
    meaning.comm = SmpiWorld::get().number_of(arguments.comm);
    meaning.members = members.group;
    if (is_collective(known)) {
        const Members& callers =
            name == "MPI_Comm_create_group" ? SmpiWorld::get().members_of(arguments.group) : members;
        meaning.group = callers.number + 1;
        meaning.members = callers.group;
        Needs(arguments, meaning).add(known.shape, name);
    } else {
        Messages(arguments, meaning).add(known.shape, name);
    }
    Accesses(arguments, members, meaning).add(known.shape, name);
    return meaning;
}

}  // namespace rmasim::sim
