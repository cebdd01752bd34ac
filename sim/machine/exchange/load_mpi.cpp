// Loads the module for the MPI library whose launcher has started the process.
#include "sim/machine/exchange/mpi_exchange.h"

#include <dlfcn.h>

#include <cstdlib>
#include <stdexcept>

namespace rmasim::sim {

namespace {

struct KnownMpi {
    MpiLibrary which;
    const char* name;
    const char* processes;  // the environment variable that contains the number of processes
    const char* module;     // the module's file, installed in the program's directory
    const char* package;    // the Debian package of the library
};

constexpr KnownMpi known_mpi[] = {
    // PMI_SIZE is set by Hydra and by other launchers with the interface PMI.
    {MpiLibrary::mpich, "MPICH", "PMI_SIZE", "librmasim_mpich.so", "libmpich-dev"},
    {MpiLibrary::openmpi, "Open MPI", "OMPI_COMM_WORLD_SIZE", "librmasim_openmpi.so", "libopenmpi-dev"},
};

using MpiEntry = decltype(&rmasim_make_mpi_exchange);

// Loads a module with RTLD_GLOBAL, because Open MPI loads components that must find Open MPI's symbols globally.
MpiEntry load_mpi(const KnownMpi& known) {
    void* const module = ::dlopen(known.module, RTLD_NOW | RTLD_GLOBAL);
    if (module == nullptr) {
        throw std::runtime_error(std::string("started by the launcher of ") + known.name +
                                 ", but rmasim was built without this MPI (" + known.package + "): " + ::dlerror());
    }
    void* const entry = ::dlsym(module, mpi_exchange_entry);
    if (entry == nullptr) throw std::runtime_error(std::string("no module for MPI: ") + ::dlerror());
    return reinterpret_cast<MpiEntry>(entry);
}

}  // namespace

std::optional<MpiLibrary> mpi_launcher() {
    for (const KnownMpi& known : known_mpi) {
        const char* const processes = std::getenv(known.processes);
        if (processes != nullptr && std::atoi(processes) > 1) return known.which;
    }
    return std::nullopt;
}

std::unique_ptr<MpiExchange> make_mpi_exchange(MpiLibrary library) {
    const auto at = static_cast<std::size_t>(library);
    return std::unique_ptr<MpiExchange>(load_mpi(known_mpi[at])());
}

}  // namespace rmasim::sim
