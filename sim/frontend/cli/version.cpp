#include "sim/frontend/cli/version.h"

#include <rmasim_commit.h>  // commit.cmake generates this file at every build

namespace rmasim::sim {

std::string version_text() {
    return RMASIM_VERSION "\n" RMASIM_COMMIT RMASIM_COMPILER ", SimGrid " RMASIM_SIMGRID;
}

}  // namespace rmasim::sim
