// What a function of MPI that SMPI carries out means to the order of memory accesses, and to memory, as its arguments
// say it: they are read by their types and places.
#pragma once

#include "sim/programs/live_programs.h"

#include <mpi.h>

#include <string_view>
#include <type_traits>
#include <vector>

namespace rmasim::sim {

// Some arguments of a function, in their order.
struct FunctionArguments {
    std::vector<const void*> addresses{};
    std::vector<int> numbers{};
    std::vector<const int*> lists{};  // of numbers, one for each rank
    std::vector<MPI_Datatype> types{};
    std::vector<const MPI_Datatype*> type_lists{};
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Group group = MPI_GROUP_NULL;
    const MPI_Request* request = nullptr;
    const MPI_Comm* made = nullptr;  // a communicator

    template <class T>
    void read(T argument) {
        if constexpr (std::is_same_v<T, const void*> || std::is_same_v<T, void*>) addresses.push_back(argument);
        else if constexpr (std::is_same_v<T, int>) numbers.push_back(argument);
        else if constexpr (std::is_same_v<T, const int*>) lists.push_back(argument);
        else if constexpr (std::is_same_v<T, MPI_Datatype>) types.push_back(argument);
        else if constexpr (std::is_same_v<T, const MPI_Datatype*>) type_lists.push_back(argument);
        else if constexpr (std::is_same_v<T, MPI_Comm>) comm = argument;
        else if constexpr (std::is_same_v<T, MPI_Group>) group = argument;
        else if constexpr (std::is_same_v<T, MPI_Request*>) request = argument;
        else if constexpr (std::is_same_v<T, MPI_Comm*>) made = argument;
    }
};

OtherFunction meaning_of(std::string_view name, const FunctionArguments& arguments);
// A number for a request that is not 0.
inline std::uint64_t number_of(MPI_Request request) { return reinterpret_cast<std::uintptr_t>(request); }
inline Envelope envelope_of(const MPI_Status& status) {
    return {status.MPI_SOURCE >= 0 ? status.MPI_SOURCE : any_rank, status.MPI_TAG >= 0 ? status.MPI_TAG : any_tag};
}

}  // namespace rmasim::sim
