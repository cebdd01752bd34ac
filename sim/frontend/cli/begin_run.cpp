#include "sim/frontend/cli/begin_run.h"

#include "sim/frontend/cli/huge_pages.h"
#include "sim/frontend/cli/memory.h"

namespace rmasim::sim {

void begin_run(const std::string& what, const Scenario& scenario) {
    now_making(what);
    prefer_huge_pages(bytes_in_huge_pages(scenario));
    take_no_more_than_there_is();
}

}  // namespace rmasim::sim
