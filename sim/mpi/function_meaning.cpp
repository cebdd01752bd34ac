#include "sim/mpi/function_meaning.h"

#include "sim/mpi/arguments.h"
#include "sim/mpi/smpi_world.h"

#include <algorithm>
#include <array>

namespace rmasim::sim {

namespace {

template <std::size_t count>
bool is_one_of(const std::array<std::string_view, count>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

bool sends(std::string_view name) {
    constexpr std::array<std::string_view, 7> names{"MPI_Send",  "MPI_Ssend",    "MPI_Bsend",           "MPI_Rsend",
                                                    "MPI_Isend", "MPI_Sendrecv", "MPI_Sendrecv_replace"};
    return is_one_of(names, name);
}

bool is_of_some_ranks(std::string_view name) {
    constexpr std::array<std::string_view, 5> names{"MPI_Recv", "MPI_Irecv", "MPI_Probe", "MPI_Iprobe",
                                                    "MPI_Comm_create_group"};
    return sends(name) || is_one_of(names, name);
}

std::vector<ByteRun> runs(const void* address, int count, MPI_Datatype type) {
    std::vector<ByteRun> found;
    if (address == MPI_IN_PLACE || count <= 0 || type == MPI_DATATYPE_NULL) return found;
    const auto first = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(beginning_of(address)));
    for (const TypeRun& run : SmpiWorld::get().types().of(type).runs_of(static_cast<std::uint64_t>(count))) {
        const std::uint64_t begin = first + static_cast<std::uint64_t>(run.offset);
        found.push_back({begin, begin + run.bytes});
    }
    return found;
}

bool is_root(const FunctionArguments& arguments, int root) {
    int rank = 0;
    PMPI_Comm_rank(arguments.comm, &rank);
    return rank == root;
}

// Of the functions that most programs use; others order ranks, but their buffers are not seen.
void add_accesses(std::string_view name, const FunctionArguments& with, OtherFunction& meaning) {
    const auto data = [&](std::size_t nth, std::size_t count) {
        return runs(with.addresses[nth], with.numbers[count], with.types[nth]);
    };
    if (sends(name)) meaning.loads = data(0, 0);
    if (name == "MPI_Recv" || name == "MPI_Sendrecv_replace") meaning.stores = data(0, 0);
    if (name == "MPI_Sendrecv") meaning.stores = data(1, 3);
    if (name == "MPI_Bcast") (is_root(with, with.numbers[1]) ? meaning.loads : meaning.stores) = data(0, 0);
    if (name != "MPI_Reduce" && name != "MPI_Allreduce") return;
    meaning.loads = data(0, 0);
    const bool all = name == "MPI_Allreduce";
    if (all || is_root(with, with.numbers[1])) meaning.stores = runs(with.addresses[1], with.numbers[0], with.types[0]);
}

}  // namespace

OtherFunction meaning_of(std::string_view name, const FunctionArguments& arguments) {
    OtherFunction meaning;
    if (arguments.comm == MPI_COMM_NULL) return meaning;
    int inter = 0;
    PMPI_Comm_test_inter(arguments.comm, &inter);
    if (inter != 0) return meaning;
    const Members& members = SmpiWorld::get().members_of(arguments.comm);
    if (!is_of_some_ranks(name)) {
        meaning.group = static_cast<std::uint32_t>(members.number) + 1;
        meaning.ends_later = name == "MPI_Ibarrier";
    } else if (sends(name)) {
        const int target = arguments.numbers[1];
        if (target >= 0 && target < members.group->size()) meaning.sends_to = members.group->member(target);
    }
    add_accesses(name, arguments, meaning);
    return meaning;
}

}  // namespace rmasim::sim
