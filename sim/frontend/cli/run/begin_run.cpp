#include "sim/frontend/cli/run/begin_run.h"

#include "sim/frontend/cli/process/huge_pages.h"
#include "sim/frontend/cli/process/memory.h"

namespace rmasim::sim {

void begin_run(const std::string& what, const Scenario& scenario, int process_count_on_host) {
    now_making(what);
    prefer_huge_pages(bytes_in_huge_pages(scenario) / static_cast<std::size_t>(process_count_on_host));
    take_no_more_than_there_is(process_count_on_host);
}

}  // namespace rmasim::sim
