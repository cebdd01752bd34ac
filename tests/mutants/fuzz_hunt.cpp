#include "sim/scenario/families/family.h"
#include "sim/untimed/fuzz/campaign/campaign.h"
#include "tests/mutants/hunt.h"

namespace rmasim::mutants {

Hunt by_fuzz(const std::string& family, std::uint64_t max_runs) {
    Hunt hunt;
    fuzz::Campaign campaign{.first_seed = 1, .runs = max_runs, .jobs = 1};
    if (!family.empty()) campaign.family = &sim::family_named(family);
    campaign.on_run = [&hunt](const fuzz::RunReport&) { ++hunt.runs; };
    const auto found = campaign.carry_out();
    if (!found) return hunt;
    const fuzz::Finding& finding = *found->finding;
    hunt.caught = Catch{finding.rule.empty() ? std::string(name_of(finding.symptom)) : finding.rule,
                        finding.what.front(), "seed " + std::to_string(found->seed)};
    return hunt;
}

}  // namespace rmasim::mutants
