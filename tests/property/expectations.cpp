#include "tests/property/expectations.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace rmasim::property {

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
    const char* const wanted = std::getenv(name);
    return wanted == nullptr ? otherwise : std::strtoull(wanted, nullptr, 10);
}

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

LiveCheck::LiveCheck(const RandomProgram& program, Bench& bench) : program_(program), bench_(bench), model_(program) {
    bench.on_return = [this](Rank rank, std::size_t, const Step& step) { on_return(rank, step); };
}

void LiveCheck::on_return(Rank rank, const Step& step) {
    switch (step.call) {
        case Call::flush:
        case Call::unlock: return expect_own_block(rank, step.target, step);
        case Call::flush_all:
        case Call::unlock_all:
        case Call::complete:
        case Call::fence:
            for (Rank target = 0; target < program_.ranks; ++target) expect_own_block(rank, target, step);
            return;
        case Call::wait:
            EXPECT_EQ(bench_.memory().window(rank, step.window), model_.window(rank, step.window))
                << "when wait returned at rank " << rank;
            return;
        default: model_.carry_out(rank, step);
    }
}

// Nobody else touches it.
void LiveCheck::expect_own_block(Rank rank, Rank target, const Step& step) {
    const auto block = [rank](const std::vector<std::byte>& window) {
        return std::vector<std::byte>(window.begin() + rank * std::int64_t{block_bytes},
                                      window.begin() + (rank + 1) * std::int64_t{block_bytes});
    };
    EXPECT_EQ(block(bench_.memory().window(target, step.window)), block(model_.window(target, step.window)))
        << "of rank " << rank << " at rank " << target << " when " << name_of(step.call) << " returned";
}

void expect_as_modelled(const RandomProgram& program, const Bench& bench, const BenchResult& result) {
    ASSERT_EQ(result.violation, "");
    ASSERT_EQ(result.error, "");
    ASSERT_TRUE(result.stuck.empty()) << result.stuck.front();
    SequentialModel model(program);
    model.run();
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        for (WindowId id = 0; id < program.windows; ++id) {
            ASSERT_EQ(bench.memory().window(rank, id), model.window(rank, id)) << "rank " << rank << " window " << id;
        }
        ASSERT_EQ(bench.memory().results(rank), model.results(rank)) << "rank " << rank;
    }
    EXPECT_EQ(result.posted, result.applied);
    for (Rank rank = 0; rank < program.ranks; ++rank) bench.engine(rank).require_closed();
}

}  // namespace rmasim::property
