// Describes a call of an MPI function that SMPI executes, for the checks of memory accesses. The description has the
// processes that the call synchronises with, and the memory that it reads and writes. The function's name and arguments
// determine the description.
#pragma once

#include "sim/programs/live_programs.h"

#include <mpi.h>

#include <string_view>
#include <type_traits>
#include <vector>

namespace rmasim::sim {

// The arguments of a function, sorted by type, each list in the order of the parameters.
struct FunctionArguments {
    std::vector<const void*> addresses{};
    std::vector<int> numbers{};
    std::vector<const int*> lists{};  // each list has one number for each rank
    std::vector<MPI_Datatype> types{};
    std::vector<const MPI_Datatype*> type_lists{};
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Group group = MPI_GROUP_NULL;
    const MPI_Request* request = nullptr;

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
    }
};

OtherFunction meaning_of(std::string_view name, const FunctionArguments& arguments);
// Returns the part of the description that reports of hangs need: the messages, or the communicator of a collective
// call. It has no memory accesses, and is therefore faster.
OtherFunction messages_of(std::string_view name, const FunctionArguments& arguments);
// Returns a number that identifies the request. The number is not 0.
inline std::uint64_t number_of(MPI_Request request) { return reinterpret_cast<std::uintptr_t>(request); }
inline Envelope envelope_of(const MPI_Status& status) {
    return {status.MPI_SOURCE >= 0 ? status.MPI_SOURCE : any_rank, status.MPI_TAG >= 0 ? status.MPI_TAG : any_tag};
}

}  // namespace rmasim::sim
