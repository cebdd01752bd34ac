// The second way of exchange: processes that a launcher of MPI has started, on one machine or on many.
//
//   mpirun -n 64 rmasim run big.json
//
// MPI itself is in a module for each library, since their binary interfaces differ (sim/machine/mpi_exchange). It is
// loaded when that library's launcher has started the process; nothing else in the program knows MPI.
#pragma once

#include "sim/machine/exchange/exchange.h"

#include <memory>
#include <optional>
#include <string>

namespace rmasim::sim {

// When it is destroyed, MPI has ended for this process: at all processes, or the launcher says that one has failed.
class MpiExchange : public Exchange {
public:
    // Process 0's bytes, at all processes, which call it together.
    virtual std::string from_first(std::string bytes) = 0;
    // Ends all processes, wherever they are.
    [[noreturn]] virtual void abort(int exit_code) = 0;
};

enum class MpiLibrary { mpich, openmpi };

// Whose launcher has started this process as one of several, by what it has left in the environment. None: it is alone.
std::optional<MpiLibrary> mpi_launcher();
// Once in a process. Raises std::runtime_error if there is no module for the library.
std::unique_ptr<MpiExchange> make_mpi_exchange(MpiLibrary library);

// ---- of the modules

// Returns an owning raw pointer, since a function with C linkage cannot return a unique_ptr.
inline constexpr const char* mpi_exchange_entry = "rmasim_make_mpi_exchange";

}  // namespace rmasim::sim

extern "C" rmasim::sim::MpiExchange* rmasim_make_mpi_exchange();
