// Random calls of three ranks, one of them with two threads, on two windows: the rules between ranks and the naive ones
// refuse the same call with the same words.
#include "tests/unit/usage_naive.h"

#include "sim/memory/window_memory.h"

#include <gtest/gtest.h>

#include <random>

namespace rmasim::sim::usage {
namespace {

constexpr Rank ranks = 3;

class NaiveRules : public testing::TestWithParam<int> {
protected:
    std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
    bool chance(std::uint64_t percent) { return below(100) < percent; }
    Rank rank() { return static_cast<Rank>(below(ranks)); }
    template <class T>
    T one_of(std::initializer_list<T> values) {
        return values.begin()[below(values.size())];
    }

    void make() {
        scenario_ = {};
        scenario_.ranks = ranks;
        scenario_.windows = {{"w", 64, false}, {"v", 64, false}};
        scenario_.windows[1].by_call = chance(30);
        threads_.clear();
        for (const Rank rank : {0, 1, 2, 2}) {
            const bool second = !threads_.empty() && threads_.back().rank == rank;
            threads_.push_back(Thread{.rank = rank, .number = static_cast<ThreadId>(second ? 1 : 0), .alone = rank < 2,
                                      .activity = Thread::Activity::between_calls, .program = nullptr,
                                      .random = Random(0, 0), .variables = {}, .call = {}, .answer = {}});
        }
        causes_.now = 0;
        with_causes_ = chance(50);
        const check::Causality* const causes = with_causes_ ? &causes_ : nullptr;
        usage_.emplace(scenario_);
        usage_->follow(causes);
        naive_.emplace(ranks, std::vector<bool>{false, scenario_.windows[1].by_call}, causes);
        mode_ = below(5);
        window_ = static_cast<WindowId>(below(2));
    }
    std::span<const Thread> threads_of(Rank rank) const {
        return std::span<const Thread>(threads_).subspan(static_cast<std::size_t>(rank), rank == 2 ? 2 : 1);
    }

    Call any_call() {
        if (chance(25)) {
            return one_of({Call::put, Call::get, Call::accumulate, Call::get_accumulate, Call::fetch_and_op,
                           Call::compare_and_swap, Call::rput, Call::rget, Call::raccumulate, Call::rget_accumulate});
        }
        if (chance(12)) {
            return one_of({Call::sync, Call::flush, Call::flush_all, Call::flush_local, Call::flush_local_all,
                           Call::recv, Call::barrier, Call::send, Call::win_create, Call::win_free});
        }
        switch (mode_) {
            case 0: return one_of({Call::fence, Call::fence, Call::fence, Call::lock, Call::unlock});
            case 1: return one_of({Call::post, Call::start, Call::complete, Call::wait, Call::test});
            case 2: return one_of({Call::lock, Call::lock, Call::unlock, Call::lock_all, Call::unlock_all});
            case 3: return one_of({Call::lock, Call::unlock, Call::post, Call::wait, Call::start, Call::complete});
            default:
                return one_of({Call::fence, Call::lock, Call::unlock, Call::lock_all, Call::unlock_all, Call::post,
                               Call::start, Call::complete, Call::wait, Call::test});
        }
    }
    OriginBuffer buffer() {
        return one_of({window_buffer(0, 0, 8), window_buffer(1, 0, 8), discard_buffer(), variable_buffer(0, 3)});
    }
    CallRequest call() {
        CallRequest made;
        made.call = any_call();
        const CallDescription& described = description_of(made.call);
        made.window = chance(85) ? window_ : static_cast<WindowId>(1 - window_);
        if (has_target(made.call)) made.target = rank();
        if (made.call == Call::lock) made.lock_type = one_of({LockType::shared, LockType::exclusive});
        for (const Assert one : all_asserts) {
            if (has(described.asserts, one) && chance(20)) made.asserts = made.asserts | one;
        }
        for (Rank one = 0; described.has(Argument::group) && one < ranks; ++one) {
            if (chance(60)) made.group.push_back(one);
        }
        made.message.buffer = buffer();
        if (described.kind != CallClass::operation) return made;
        Operation& operation = made.operation;
        operation.kind = described.operation;
        operation.window = made.window;
        operation.target = made.target;
        operation.region = {0, static_cast<std::uint32_t>(chance(15) ? 0 : 1), 0, 0, Datatype::int64};
        operation.reduce = chance(15) && fetches(operation.kind) && operation.kind != OpKind::get &&
                                   operation.kind != OpKind::compare_and_swap
                               ? ReduceOp::no_op
                               : ReduceOp::sum;
        operation.result = buffer();
        return made;
    }

    // Whether the rules are still kept.
    bool begin(Thread& thread, const CallRequest& made) {
        const bool refused = naive_->refused_by_core(threads_of(thread.rank), thread, made);
        const std::string right = naive_->begins(threads_of(thread.rank), thread, made);
        std::string told;
        try {
            usage_->begins(threads_of(thread.rank), thread, made);
        } catch (const ErroneousProgram& error) {
            EXPECT_EQ(error.what_broke_it, name_of(made.call));
            told = error.rule;
        }
        EXPECT_EQ(told, right) << name_of(made.call);
        thread.makes(made);
        thread.activity = Thread::Activity::in_call;
        return !refused && right.empty() && told == right;
    }
    void end(Thread& thread) {
        thread.answer.done = thread.making == Call::test && chance(50);
        naive_->returned(thread);
        usage_->returned(thread);
        thread.activity = Thread::Activity::between_calls;
    }
    // One that keeps the rules, if it can be; another one now and then.
    CallRequest mostly_right(const Thread& thread) {
        for (int tries = 0;; ++tries) {
            CallRequest made = call();
            NaiveUsage after = *naive_;
            const bool refused = after.refused_by_core(threads_of(thread.rank), thread, made);
            const std::string wrong = refused ? "" : after.begins(threads_of(thread.rank), thread, made);
            const bool common = refused || wrong.starts_with("the target is") || wrong.starts_with("with");
            if ((!refused && wrong.empty()) || tries == 40 || chance(common ? 1 : 15)) return made;
        }
    }
    bool step() {
        Thread& thread = threads_[below(threads_.size())];
        if (chance(60)) ++causes_.now;
        if (thread.activity == Thread::Activity::in_call) {
            end(thread);
            return true;
        }
        if (chance(8)) {
            const Rank owner = rank();
            const auto space = static_cast<WindowId>(below(3));
            naive_->stored(thread, owner, space);
            usage_->stored(thread, owner, space);
            return true;
        }
        const bool kept = begin(thread, mostly_right(thread));
        if (kept && chance(75)) end(thread);
        return kept;
    }

    std::mt19937_64 random_{static_cast<std::uint64_t>(GetParam())};
    Scenario scenario_;
    std::vector<Thread> threads_;
    check::MadeUpCauses causes_;
    bool with_causes_ = false;
    std::optional<Usage> usage_;
    std::optional<NaiveUsage> naive_;
    std::uint64_t mode_ = 0;
    WindowId window_ = 0;
};

TEST_P(NaiveRules, RefuseTheSameCalls) {
    for (int program = 0; program < 250 && !HasFailure(); ++program) {
        SCOPED_TRACE(program);
        make();
        for (int at = 0; at < 80 && step() && !HasFailure(); ++at) {}
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, NaiveRules, testing::Range(0, 16));

}  // namespace
}  // namespace rmasim::sim::usage
