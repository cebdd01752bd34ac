// Runs every mode with every small pool. The program must finish, every byte must be correct, every element must be
// returned, and an exhausted pool must cost no more messages than SPEC.md allows (NR-REST-10). RMASIM_FULL_GRID=1
// varies the sizes of the two pools independently.
#include "tests/property/configure.h"
#include "tests/property/expectations.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace rmasim::property {

namespace {

using newrma::RestoreOp;

enum class Mode { fence, pscw, lock, lock_all, lock_all_nocheck, flush_heavy };
constexpr Mode modes[] = {Mode::fence,      Mode::pscw, Mode::lock, Mode::lock_all, Mode::lock_all_nocheck,
                          Mode::flush_heavy};
constexpr const char* mode_names[] = {"fence", "PSCW", "lock", "lock_all", "lock_all NOCHECK", "flush-heavy"};

constexpr PoolSize roomy{4096, 4096};
constexpr PoolSize pools[] = {{1, 0}, {0, 1}, {1, 1}, {2, 0}, {2, 2}, {8, 8}, roomy};

// A program in which rank 0 and the last rank each access `targets` others (or all there are).
class GridProgram {
public:
    GridProgram(Mode mode, int targets, int operations) : mode_(mode), operations_(operations) {
        program_.begin(static_cast<Rank>(targets + 1));
        for (Rank rank = 0; rank < program_.ranks; ++rank) write(rank);
    }
    RandomProgram& program() { return program_; }

private:
    bool is_origin(Rank rank) const { return rank == 0 || rank == program_.ranks - 1; }
    Group others(Rank rank) const {
        Group group;
        for (Rank other = 0; other < program_.ranks; ++other) {
            if (other != rank) group.push_back(other);
        }
        return group;
    }
    void add(Rank rank, Step step) { program_.steps[static_cast<std::size_t>(rank)].push_back(std::move(step)); }

    void write(Rank rank) {
        switch (mode_) {
            case Mode::fence:
                add(rank, {.call = Call::fence, .asserts = Assert::noprecede});
                operations(rank);
                add(rank, {.call = Call::fence, .asserts = Assert::nosucceed});
                break;
            case Mode::pscw: write_pscw(rank); break;
            case Mode::lock:
                if (!is_origin(rank)) break;
                for (const Rank target : others(rank)) add(rank, {.call = Call::lock, .target = target});
                operations(rank);
                for (const Rank target : others(rank)) add(rank, {.call = Call::unlock, .target = target});
                break;
            case Mode::lock_all:
            case Mode::flush_heavy: write_lock_all(rank, Assert::none); break;
            case Mode::lock_all_nocheck: write_lock_all(rank, Assert::nocheck); break;
        }
    }

    void write_pscw(Rank rank) {
        Group origins;
        for (const Rank origin : {Rank{0}, static_cast<Rank>(program_.ranks - 1)}) {
            if (origin != rank) origins.push_back(origin);
        }
        add(rank, {.call = Call::post, .group = origins});
        if (is_origin(rank)) {
            add(rank, {.call = Call::start, .group = others(rank)});
            operations(rank);
            add(rank, {.call = Call::complete});
        }
        add(rank, {.call = Call::wait});
    }

    void write_lock_all(Rank rank, Assert asserts) {
        if (!is_origin(rank)) return;
        add(rank, {.call = Call::lock_all, .asserts = asserts});
        operations(rank);
        add(rank, {.call = Call::unlock_all});
    }

    // Adds for each target in turn: a PUT to one word, ACCUMULATEs to another, GETs of words that no rank writes.
    void operations(Rank rank) {
        if (!is_origin(rank)) return;
        for (int i = 0; i < operations_; ++i) {
            for (const Rank target : others(rank)) {
                operation(rank, target, i);
                if (mode_ == Mode::flush_heavy) add(rank, {.call = Call::flush, .target = target});
            }
        }
    }

    void operation(Rank rank, Rank target, int i) {
        const std::uint64_t own = static_cast<std::uint64_t>(rank) * block_bytes;
        Step step{.call = Call::accumulate, .target = target, .kind = OpKind::accumulate};
        step.reduce = ReduceOp::sum;
        step.value = i + 1;
        step.region = {own + 8, 1, 0, 0, Datatype::int64};
        if (i == 0) {
            step.call = Call::put;
            step.kind = OpKind::put;
            step.reduce = ReduceOp::replace;
            step.region.disp = own;
        } else if (i % 3 == 2) {
            step.call = Call::get;
            step.kind = OpKind::get;
            step.reduce = ReduceOp::replace;
            step.region.disp = static_cast<std::uint64_t>(program_.ranks) * block_bytes;
            step.result = program_.results[static_cast<std::size_t>(rank)]++;
        }
        add(rank, step);
    }

    Mode mode_;
    int operations_;
    RandomProgram program_;
};

// Compares the message counts with the bounds of NR-REST-10.
void expect_only_what_exhaustion_may_change(Mode mode, const BenchResult& roomy_run, const BenchResult& run,
                                            Rank ranks) {
    for (const char* kind : {"PUT", "ACC", "GET", "GET_RESP", "BARRIER", "POST", "COMPLETE"}) {
        EXPECT_EQ(of_kind(run.by_kind, kind), of_kind(roomy_run.by_kind, kind)) << kind;
    }
    const std::uint64_t proofs = carrying(run.by_kind, "RMA_DONE");
    const std::uint64_t unlocks = carrying(run.by_kind, "UNLOCK");
    EXPECT_LE(proofs, carrying(roomy_run.by_kind, "RMA_DONE") + run.exhausted);
    EXPECT_EQ(carrying(run.by_kind, "RMA_DONE_ACK"), proofs + unlocks);
    const std::uint64_t others = 2 * static_cast<std::uint64_t>(ranks - 1);  // of both origins
    if (mode == Mode::lock_all || mode == Mode::flush_heavy) {
        EXPECT_LE(lock_requests(run.by_kind), others);
        EXPECT_EQ(lock_requests(run.by_kind), unlocks);
    } else {
        EXPECT_EQ(lock_requests(run.by_kind), lock_requests(roomy_run.by_kind));
        EXPECT_EQ(unlocks, carrying(roomy_run.by_kind, "UNLOCK"));
    }
}

BenchResult run_and_check(const RandomProgram& program) {
    Bench bench(program, 1);
    bench.check_live();
    const BenchResult result = bench.run();
    expect_as_modelled(program, bench, result);
    return result;
}

// Returns all pairs of pools, or each pool with itself.
std::vector<std::pair<PoolSize, PoolSize>> pairs_of_pools(bool all) {
    std::vector<std::pair<PoolSize, PoolSize>> pairs;
    for (const PoolSize& op_pool : pools) {
        for (const PoolSize& target_pool : pools) {
            if (all || &op_pool == &target_pool) pairs.emplace_back(op_pool, target_pool);
        }
    }
    return pairs;
}

std::string text_of(const PoolSize& pool) { return std::to_string(pool.local) + '+' + std::to_string(pool.global); }

class StarvationGrid : public testing::TestWithParam<std::tuple<Mode, int, int>> {};

// `config`: all settings except the pools.
void expect_right_with_every_pool(Mode mode, RandomProgram& program, newrma::Config config) {
    const bool full = from_environment("RMASIM_FULL_GRID", 0) == 1;
    config.op_pool = config.target_pool = roomy;
    configure(program, config);
    const BenchResult roomy_run = run_and_check(program);
    for (const RestoreOp restore_op : {RestoreOp::until_free, RestoreOp::until_empty}) {
        for (const auto& [op_pool, target_pool] : pairs_of_pools(full)) {
            config.restore_op = restore_op;
            config.op_pool = op_pool;
            config.target_pool = target_pool;
            configure(program, config);
            SCOPED_TRACE("op pool " + text_of(op_pool) + ", target pool " + text_of(target_pool) +
                         (restore_op == RestoreOp::until_empty ? ", until empty" : ", until free"));
            const BenchResult run = run_and_check(program);
            expect_only_what_exhaustion_may_change(mode, roomy_run, run, program.ranks);
            if (testing::Test::HasFailure()) return;
        }
    }
}

TEST_P(StarvationGrid, FinishesWithEveryByteRight) {
    const auto [mode, targets, operations] = GetParam();
    GridProgram grid(mode, targets, operations);
    expect_right_with_every_pool(mode, grid.program(), config_of(grid.program()));
}

// Operations keep their elements until their data has left, and are announced before.
TEST_P(StarvationGrid, AlsoIfDataTakeTimeToLeave) {
    const auto [mode, targets, operations] = GetParam();
    GridProgram grid(mode, targets, operations);
    newrma::Config config = config_of(grid.program());
    config.eager_limit_bytes = 0;
    for (const std::uint32_t threshold : {newrma::no_limit_bytes, std::uint32_t{0}}) {
        config.rendezvous_threshold_bytes = threshold;
        SCOPED_TRACE("announced above " + std::to_string(threshold) + " bytes");
        expect_right_with_every_pool(mode, grid.program(), config);
    }
}

INSTANTIATE_TEST_SUITE_P(Modes, StarvationGrid,
                         testing::Combine(testing::ValuesIn(modes), testing::Values(1, 3, 7, 31),
                                          testing::Values(1, 5, 100)),
                         [](const auto& info) {
                             std::string name = mode_names[static_cast<int>(std::get<0>(info.param))];
                             for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
                             return name + '_' + std::to_string(std::get<1>(info.param)) + "_targets_" +
                                    std::to_string(std::get<2>(info.param)) + "_operations";
                         });

}  // namespace

}  // namespace rmasim::property
