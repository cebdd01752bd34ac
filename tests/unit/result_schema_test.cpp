// analysis/rmasim_analysis/result.schema.json names every outcome and every cause of time, in the order of the code.
#include "sim/timed/outcome.h"
#include "sim/timed/time_use.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <string>
#include <vector>

namespace rmasim::sim {
namespace {

using Json = nlohmann::ordered_json;

Json keys_of_results() {
    std::ifstream file(RMASIM_ROOT "/analysis/rmasim_analysis/result.schema.json");
    return Json::parse(file)["properties"];
}

TEST(ResultSchema, NamesEveryCauseOfTime) {
    const Json keys = keys_of_results()["time_spent"]["properties"];
    std::vector<std::string> named;
    for (const auto& [name, key] : keys.items()) named.push_back(name);
    std::vector<std::string> causes;
    for (std::size_t cause = 0; cause < cause_count; ++cause) {
        causes.push_back(std::string(name_of(static_cast<Cause>(cause))) + "_ns");
    }
    EXPECT_EQ(named, causes);
}

TEST(ResultSchema, NamesEveryOutcome) {
    std::vector<std::string> outcomes;
    for (int outcome = 0; outcome <= static_cast<int>(Outcome::crash); ++outcome) {
        outcomes.emplace_back(name_of(static_cast<Outcome>(outcome)));
    }
    EXPECT_EQ(keys_of_results()["outcome"]["enum"].get<std::vector<std::string>>(), outcomes);
}

}  // namespace
}  // namespace rmasim::sim
