// The Exchange by MPI. An MPI launcher has started the processes, on one machine or on many.
//
//   mpirun -n 64 rmasim run big.json
//
// There is a module for each MPI library, since their binary interfaces differ (sim/machine/mpi_exchange). The
// simulator loads the module of the MPI library whose launcher has started the process. No other code of the simulator
// depends on an MPI library.
#pragma once

#include "sim/machine/exchange/exchange.h"

#include <memory>
#include <optional>
#include <string>

namespace rmasim::sim {

// An Exchange by MPI. Its destructor calls MPI_Finalize. If a process exits without calling MPI_Finalize, the launcher
// reports a failure.
class MpiExchange : public Exchange {
public:
    // Returns, at all processes, the `bytes` of process 0. All processes must call this function.
    virtual std::string from_first(std::string bytes) = 0;
    // Terminates all processes of the run, on all machines.
    [[noreturn]] virtual void abort(int exit_code) = 0;
};

enum class MpiLibrary { mpich, openmpi };

// Returns the MPI library whose launcher has started this process as one of several, according to environment
// variables. Returns nullopt if this process was started alone.
std::optional<MpiLibrary> mpi_launcher();
// Creates the Exchange. Must be called only once in a process. Raises std::runtime_error if the library has no module.
std::unique_ptr<MpiExchange> make_mpi_exchange(MpiLibrary library);

// ---- The interface of the modules that implement MpiExchange.

// The name of the module's entry function. The entry function returns an owning raw pointer, since a function with C
// linkage cannot return a unique_ptr.
inline constexpr const char* mpi_exchange_entry = "rmasim_make_mpi_exchange";

}  // namespace rmasim::sim

extern "C" rmasim::sim::MpiExchange* rmasim_make_mpi_exchange();
