#include "tests/property/expectations.h"

#include <gtest/gtest.h>

namespace rmasim::property {

std::uint64_t of_kind(const ByKind& counts, const std::string& kind) {
    std::uint64_t sum = 0;
    for (const auto& [name, count] : counts) sum += name.substr(0, name.find('+')) == kind ? count : 0;
    return sum;
}

std::uint64_t carrying(const ByKind& counts, const std::string& name) {
    std::uint64_t sum = 0;
    for (const auto& [printed, count] : counts) {
        sum += ('+' + printed + '+').find('+' + name + '+') != std::string::npos ? count : 0;
    }
    return sum;
}

std::uint64_t lock_requests(const ByKind& counts) {
    return carrying(counts, "LOCK") + carrying(counts, "LOCK.S") + carrying(counts, "LOCK.X");
}

void expect_as_modelled(const RandomProgram& program, const Bench& bench, const BenchResult& result) {
    ASSERT_EQ(result.violation, "");
    ASSERT_EQ(result.error, "");
    ASSERT_TRUE(result.stuck.empty()) << result.stuck.front();
    ASSERT_EQ(result.wrong, "");
    SequentialModel model(program);
    model.run();
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        for (WindowId id = 0; id < program.windows; ++id) {
            ASSERT_EQ(bench.window(rank, id), model.window(rank, id)) << "rank " << rank << " window " << id;
        }
        ASSERT_EQ(bench.results(rank), model.results(rank)) << "rank " << rank;
    }
    EXPECT_EQ(result.posted, result.applied);
    for (Rank rank = 0; rank < program.ranks; ++rank) bench.ranks().process(rank).require_closed();
}

}  // namespace rmasim::property
