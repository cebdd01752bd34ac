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
    std::vector<MPI_Datatype> types{};
    MPI_Comm comm = MPI_COMM_NULL;

    template <class T>
    void read(T argument) {
        if constexpr (std::is_same_v<T, const void*> || std::is_same_v<T, void*>) addresses.push_back(argument);
        else if constexpr (std::is_same_v<T, int>) numbers.push_back(argument);
        else if constexpr (std::is_same_v<T, MPI_Datatype>) types.push_back(argument);
        else if constexpr (std::is_same_v<T, MPI_Comm>) comm = argument;
    }
};

OtherFunction meaning_of(std::string_view name, const FunctionArguments& arguments);

}  // namespace rmasim::sim
