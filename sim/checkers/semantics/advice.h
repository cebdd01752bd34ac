// The texts of a finding: the missing synchronisation and the repair. They name calls as the program does: "FLUSH" for
// a scenario, "MPI_Win_flush" for an MPI program.
#pragma once

#include "protocol/memmodel/findings.h"

#include <string>

namespace rmasim::sim::semantics {

// The names of calls in the texts.
class CallNames {
public:
    explicit CallNames(bool of_mpi) : of_mpi_(of_mpi) {}
    std::string operator()(Call call) const;
    // Returns the name with its article: "a BARRIER", "an MPI_Barrier".
    std::string with_article(Call call) const { return (of_mpi_ ? "an " : "a ") + (*this)(call); }

private:
    bool of_mpi_;
};

// `missing_edge` returns a sentence that names the missing synchronisation between the two accesses. `remedy` returns a
// sentence that proposes a repair of the program.
std::string missing_edge(const memmodel::Finding& found, const CallNames& name);
std::string remedy(const memmodel::Finding& found, const CallNames& name);

}  // namespace rmasim::sim::semantics
