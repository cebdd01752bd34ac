#include "sim/timed/rule_links.h"

#include "protocol/base/call_table.h"
#include "sim/checkers/diagnosis/wait_report.h"
#include "sim/checkers/findings/page_link.h"
#include "sim/checkers/usage/fixes.h"

#include <fmt/format.h>

#include <optional>

namespace rmasim::sim {

std::string fix_and_link_of(std::string_view section) {
    const std::string fix =
        usage::fix_of(section, std::nullopt, [](Call call) { return description_of(call).mpi_name; });
    return fmt::format("fix: {}; {}", fix, link_to(page_of(section)));
}

}  // namespace rmasim::sim
