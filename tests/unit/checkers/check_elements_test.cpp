// The checker's records of elements: correct histories pass, each erroneous one is detected.
#include "protocol/newrma/engine.h"
#include "tests/unit/checkers/check_history.h"
#include "tests/unit/protocol/no_data.h"
#include "tests/unit/protocol/requests.h"

namespace rmasim::sim::check {

namespace {

class CheckElements : public History {
protected:
    static constexpr auto conserved = Invariant::elements_conserved;
    static constexpr auto op = ElementKind::operation;

    struct Nowhere final : Transport {
        void send(const Packet&) override {}
    };
    Nowhere nowhere;
    NoData no_data;
};

}  // namespace

TEST_F(CheckElements, PassWhenAllComeBack) {
    checker.element_taken(0, 0, op, PoolLevel::local);
    checker.element_taken(0, 0, op, PoolLevel::local);
    checker.element_taken(0, 0, op, PoolLevel::global);
    checker.element_taken(1, 0, op, PoolLevel::global);
    checker.element_taken(0, 0, ElementKind::target, PoolLevel::local);
    checker.element_freed(0, 0, op, PoolLevel::global);
    checker.element_freed(0, 0, op, PoolLevel::local);
    expect_clean();
}

TEST_F(CheckElements, MoreThanThePoolHasAreSeen) {
    for (int i = 0; i < 3; ++i) checker.element_taken(0, 0, op, PoolLevel::local);
    expect_violation(conserved,
                     "rank 0 has 3 op elements of the local pool (window w) in use, but the pool has only 2");
}

// The bound is the window's own.
TEST_F(CheckElements, MoreThanAWindowHasForItselfAreSeen) {
    CheckerContext context = small_world();
    context.windows = {"v", "w"};
    newrma::Config config = settings_as<newrma::Config>(*context.protocol);
    config.of_windows = {WindowSizes{1, {3}, {1}}};
    context.protocol = make_settings(config);
    Checker of_windows(context);
    const auto take = [&](WindowId window) {
        of_windows.element_taken(0, window, ElementKind::operation, PoolLevel::local);
    };
    for (int i = 0; i < 3; ++i) take(0);
    for (int i = 0; i < 2; ++i) take(1);
    EXPECT_FALSE(of_windows.violation());
    take(1);
    ASSERT_TRUE(of_windows.violation());
    EXPECT_EQ(of_windows.violation()->what,
              "rank 0 has 3 op elements of the local pool (window w) in use, but the pool has only 2");
}

TEST_F(CheckElements, MoreGivenBackThanTakenAreSeen) {
    checker.element_taken(0, 0, op, PoolLevel::local);
    checker.element_freed(0, 0, op, PoolLevel::global);
    expect_violation(conserved, "rank 0 returns more op elements of the global pool than it has taken");
}

TEST_F(CheckElements, MissingAtTheEndAreSeen) {
    const CheckerContext context = small_world();
    const World around{nowhere, no_data, checker};
    newrma::Engine engine(0, 3, 1, settings_as<newrma::Config>(*context.protocol), around);
    checker.process_ended(engine);
    expect_clean();
    CallAnswer answer;
    Task<> lock = engine.begin(lock_request(exclusive, 1), answer);
    lock.start();
    checker.process_ended(engine);
    expect_violation(conserved,
                     "at the end rank 0 has 1 target elements of the local pool (window w) in use; in the rank's own "
                     "count 1 of 2 are free");
}

TEST_F(CheckElements, PayloadsMissingAtTheEndAreSeen) {
    checker.world_ended(2);
    expect_violation(conserved, "2 payloads were not released before the end of the run");
}

}  // namespace rmasim::sim::check
