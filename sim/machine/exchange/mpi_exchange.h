// Exchange by MPI: between processes that an MPI launcher has started, on one machine or on many.
//
//   mpirun -n 64 rmasim run big.json
//
// There is a module for each MPI library, since their binary interfaces differ (sim/machine/mpi_exchange). The program
// loads the module of the library whose launcher has started the process. No other code of the program depends on MPI.
#pragma once

#include "sim/machine/exchange/exchange.h"

#include <memory>
#include <optional>
#include <string>

namespace rmasim::sim {

// The destructor finalizes MPI for this process. Either all processes do so, or the launcher reports a failure.
class MpiExchange : public Exchange {
public:
    // Returns process 0's `bytes` at all processes. Collective.
    virtual std::string from_first(std::string bytes) = 0;
    // Terminates all processes of the run, on all machines.
    [[noreturn]] virtual void abort(int exit_code) = 0;
};

enum class MpiLibrary { mpich, openmpi };

// The library whose launcher has started this process as one of several, according to the environment. None if this
// process is alone.
std::optional<MpiLibrary> mpi_launcher();
// Call once in a process. Raises std::runtime_error if there is no module for the library.
std::unique_ptr<MpiExchange> make_mpi_exchange(MpiLibrary library);

// ---- interface of the modules

// The name of the module's entry function. It returns an owning raw pointer, since a function with C linkage cannot
// return a unique_ptr.
inline constexpr const char* mpi_exchange_entry = "rmasim_make_mpi_exchange";

}  // namespace rmasim::sim

extern "C" rmasim::sim::MpiExchange* rmasim_make_mpi_exchange();
