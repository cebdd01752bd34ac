// The scope of rules for elements: pool, window and rank.
#include "protocol/newrma/engine.h"
#include "tests/unit/checkers/check_scope.h"
#include "tests/unit/protocol/no_data.h"
#include "tests/unit/protocol/requests.h"

namespace rmasim::sim::check {

namespace {

// ---- Elements

class CheckPools : public CheckScope, public testing::WithParamInterface<std::pair<ElementKind, PoolLevel>> {};

TEST_P(CheckPools, EachLevelHasItsSize) {
    const auto [kind, level] = GetParam();
    const bool op = kind == ElementKind::operation;
    const std::uint32_t size = level == PoolLevel::local ? (op ? 2 : 1) : (op ? 3 : 4);
    for (std::uint32_t i = 0; i < size; ++i) {
        checker.element_taken(0, s, kind, level);
        checker.element_taken(1, s, kind, level);  // another rank's
    }
    expect_clean();
    checker.element_taken(0, s, kind, level);
    ASSERT_TRUE(checker.violation());
    const std::string pool = level == PoolLevel::global ? "the global pool" : "the local pool (window s)";
    EXPECT_EQ(checker.violation()->what, "rank 0 has " + std::to_string(size + 1) + (op ? " op" : " target") +
                                             " elements of " + pool + " in use, but the pool has only " +
                                             std::to_string(size));
}

// One element of each level is missing at the end, in turn, while the process's own counters are full.
TEST_P(CheckPools, EachLevelMustBeFullAtTheEnd) {
    struct Nowhere final : Transport {
        void send(const Packet&) override {}
    } nowhere;
    NoData no_data;
    const CheckerContext context = world();
    const World around{nowhere, no_data, checker};
    newrma::Engine engine(0, 4, 2, settings_as<newrma::Config>(*context.protocol), around);
    const auto [kind, level] = GetParam();
    checker.process_ended(engine);
    expect_clean();
    checker.element_taken(0, s, kind, level);
    checker.process_ended(engine);
    ASSERT_TRUE(checker.violation());
    EXPECT_EQ(checker.violation()->which, Invariant::elements_conserved);
    const std::string pool = level == PoolLevel::global ? "the global pool" : "the local pool (window s)";
    const std::string missing =
        std::string(name_of(kind)) + " elements of " + pool + " in use; in the rank's own count ";
    EXPECT_EQ(checker.violation()->what.find("at the end rank 0 has 1 " + missing), 0u);
}

// Vice versa: only the process's own counters have something missing, because no report was made.
TEST_P(CheckPools, EachOwnCounterMustBeFullAtTheEnd) {
    struct Nowhere final : Transport {
        void send(const Packet&) override {}
    } nowhere;
    NoData no_data;
    Observer nobody;
    const auto [kind, level] = GetParam();
    const bool op = kind == ElementKind::operation;
    const CheckerContext context = world();
    const World around{nowhere, no_data, nobody};
    newrma::Engine engine(0, 4, 2, settings_as<newrma::Config>(*context.protocol), around);
    const auto call = [&](CallRequest request) {
        CallAnswer answer;
        Task<> task = engine.begin(std::move(request), answer);
        task.start();
        task.result();
    };
    // A target element is local, a second one global; two operations are local, a third one is global.
    call(lock_request(LockType::shared, 1, Assert::nocheck));
    if (!op && level == PoolLevel::global) call(lock_request(LockType::shared, 2, Assert::nocheck));
    const int puts = !op ? 0 : level == PoolLevel::local ? 1 : 3;
    for (int i = 0; i < puts; ++i) call(operation_request(OpKind::put, 1, 8));
    checker.process_ended(engine);
    const std::uint32_t size = level == PoolLevel::local ? (op ? 2 : 1) : (op ? 3 : 4);
    expect_violation(Invariant::elements_conserved,
                     "at the end rank 0 has 0 " + std::string(name_of(kind)) + " elements of the " +
                         (level == PoolLevel::local ? "local pool (window w)" : "global pool") +
                         " in use; in the rank's own count " + std::to_string(size - 1) + " of " +
                         std::to_string(size) + " are free");
}

INSTANTIATE_TEST_SUITE_P(CheckScope, CheckPools,
                         testing::Values(std::pair{ElementKind::operation, PoolLevel::local},
                                         std::pair{ElementKind::operation, PoolLevel::global},
                                         std::pair{ElementKind::target, PoolLevel::local},
                                         std::pair{ElementKind::target, PoolLevel::global}));

}  // namespace

}  // namespace rmasim::sim::check
