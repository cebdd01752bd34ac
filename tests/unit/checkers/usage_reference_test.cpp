// Random calls of three ranks, one of them with two threads, on two windows. The rules between ranks and their
// reference implementation must refuse the same call with the same message.
#include "tests/unit/checkers/usage_reference.h"

#include "sim/machine/memory/window_memory.h"
#include "tests/random_rounds.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>

namespace rmasim::sim::usage::reference {
namespace {

constexpr Rank ranks = 3;

class ReferenceRules : public testing::TestWithParam<int> {
protected:
    std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
    bool chance(std::uint64_t percent) { return below(100) < percent; }
    // Often one that all of them mean.
    Rank rank() { return favourite_ != no_rank && chance(60) ? favourite_ : static_cast<Rank>(below(ranks)); }
    template <class T>
    T one_of(std::initializer_list<T> values) {
        return values.begin()[below(values.size())];
    }

    static std::vector<Thread> new_threads() {
        std::vector<Thread> threads;
        for (const Rank rank : {0, 1, 2, 2}) {
            const bool second = !threads.empty() && threads.back().rank == rank;
            threads.push_back(Thread{.rank = rank,
                                     .number = static_cast<ThreadId>(second ? 1 : 0),
                                     .alone = rank < 2,
                                     .activity = Thread::Activity::between_calls,
                                     .program = nullptr,
                                     .random = Random(0, 0),
                                     .variables = {},
                                     .call = {},
                                     .answer = {}});
        }
        return threads;
    }
    void make() {
        scenario_ = {};
        scenario_.ranks = ranks;
        scenario_.windows = {{"w", 64, false}, {"v", 64, false}};
        scenario_.windows[1].by_call = chance(30);
        threads_ = new_threads();
        log_.clear();
        program_.clear();
        reported_.clear();
        causes_.now = 0;
        with_causes_ = chance(50);
        const check::Causality* const causes = with_causes_ ? &causes_ : nullptr;
        usage_.emplace(scenario_);
        usage_->follow(causes);
        reference_.emplace(ranks, std::vector<bool>{false, scenario_.windows[1].by_call}, causes);
        mode_ = below(6);
        asserted_ = one_of<std::uint64_t>({0, 3, 20, 20});
        window_ = static_cast<WindowId>(below(2));
        favourite_ = chance(50) ? static_cast<Rank>(below(ranks)) : no_rank;
    }
    // A recorded step, to be repeated. Returns the message of the rules if the step was illegal.
    using Event = std::function<std::string(Usage&, std::vector<Thread>&)>;
    void note(Event event) {
        const std::uint32_t now = causes_.now;
        log_.emplace_back([this, now, event = std::move(event)](Usage& usage, std::vector<Thread>& threads) {
            causes_.now = now;
            return event(usage, threads);
        });
    }
    std::span<const Thread> threads_of(Rank rank) const { return threads_of(threads_, rank); }
    static std::span<const Thread> threads_of(const std::vector<Thread>& threads, Rank rank) {
        return std::span<const Thread>(threads).subspan(static_cast<std::size_t>(rank), rank == 2 ? 2 : 1);
    }

    Call any_call() {
        if (chance(25)) {
            return one_of({Call::put, Call::get, Call::accumulate, Call::get_accumulate, Call::fetch_and_op,
                           Call::compare_and_swap, Call::rput, Call::rget, Call::raccumulate, Call::rget_accumulate});
        }
        if (chance(12)) {
            return one_of({Call::sync, Call::flush, Call::flush_all, Call::flush_local, Call::flush_local_all,
                           Call::recv, Call::irecv, Call::barrier, Call::send, Call::win_create, Call::win_free});
        }
        switch (mode_) {
            case 0: return one_of({Call::fence, Call::fence, Call::fence, Call::lock, Call::unlock});
            case 1: return one_of({Call::post, Call::start, Call::complete, Call::wait, Call::test});
            case 2: return one_of({Call::lock, Call::lock, Call::unlock, Call::lock_all, Call::unlock_all});
            case 3: return one_of({Call::lock, Call::unlock, Call::post, Call::wait, Call::start, Call::complete});
            case 4: return one_of({Call::fence, Call::lock, Call::lock, Call::unlock});
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
            if (has(described.asserts, one) && chance(asserted_)) made.asserts = made.asserts | one;
        }
        for (Rank one = 0; described.has(Argument::group) && one < ranks; ++one) {
            if (chance(60)) made.group.push_back(one);
        }
        made.message.buffer = buffer();
        made.message.peer = chance(80) ? rank() : proc_null;
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

    // True if no rule has been broken.
    bool begin(Thread& thread, const CallRequest& made) {
        const bool refused = reference_->refused_by_core(threads_of(thread.rank), thread, made);
        const std::string right = reference_->begins(threads_of(thread.rank), thread, made);
        const auto nth = static_cast<std::size_t>(&thread - threads_.data());
        note([nth, made](Usage& usage, std::vector<Thread>& threads) {
            std::string reported;
            try {
                const CallRecord* const other =
                    usage.begins(threads_of(threads, threads[nth].rank), threads[nth], made);
                if (other != nullptr) reported = "no match for " + text_of(*other);
            } catch (const ErroneousProgram& error) {
                EXPECT_EQ(error.what_broke_it, name_of(made.call));
                reported = error.rule;
            }
            threads[nth].makes(made);
            threads[nth].activity = Thread::Activity::in_call;
            return reported;
        });
        reported_ = log_.back()(*usage_, threads_);
        EXPECT_EQ(reported_, right) << name_of(made.call);
        program_.push_back(made);
        return !refused && right.empty() && reported_ == right;
    }
    void end(Thread& thread) {
        const bool done = thread.making == Call::test && chance(50);
        thread.answer.done = done;
        reference_->returned(thread);
        const auto nth = static_cast<std::size_t>(&thread - threads_.data());
        note([nth, done](Usage& usage, std::vector<Thread>& threads) {
            threads[nth].answer.done = done;
            usage.returned(threads[nth]);
            threads[nth].activity = Thread::Activity::between_calls;
            return std::string();
        });
        log_.back()(*usage_, threads_);
    }
    // The rules that programs with these calls could break say the same as all rules.
    void expect_rules_needed_suffice() {
        Scenario scenario = scenario_;
        const bool alike = chance(20);
        scenario.programs.assign(alike ? 1 : 2, std::vector<Program>(1));
        for (const CallRequest& made : program_) {
            Instruction at{made.call, 0, body_of(made.call)};
            each_argument(at, [&](ArgumentSet held, auto& field) {
                using Field = std::remove_cvref_t<decltype(field)>;
                if constexpr (std::is_same_v<Field, WindowId>) {
                    if (held.contains(Argument::window)) field = made.window;
                }
                if constexpr (std::is_same_v<Field, Assert>) field = made.asserts;
            });
            scenario.programs[below(scenario.programs.size())].front().code.push_back(at);
        }
        const bool fences_differ =
            reported_.find("either all ranks or no rank must give this assert to a fence") != std::string::npos;
        const bool no_match = reported_.starts_with("no match for ");
        if (alike && (fences_differ || no_match)) return;  // ranks with one program do not
        const std::unique_ptr<Usage> needed = Usage::of_programs(scenario);
        EXPECT_TRUE(needed || reported_.empty()) << reported_;
        if (!needed) return;
        needed->follow(with_causes_ ? &causes_ : nullptr);
        std::vector<Thread> threads = new_threads();
        std::string reported;
        for (const Event& event : log_) reported = event(*needed, threads);
        EXPECT_EQ(reported, reported_);
    }
    // One that keeps the rules, if it can be; another one now and then.
    CallRequest mostly_right(const Thread& thread) {
        for (int tries = 0;; ++tries) {
            CallRequest made = call();
            ReferenceUsage after = *reference_;
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
            reference_->stored(thread, owner, space);
            const auto nth = static_cast<std::size_t>(&thread - threads_.data());
            note([nth, owner, space](Usage& usage, std::vector<Thread>& threads) {
                usage.stored(threads[nth], owner, space);
                return std::string();
            });
            log_.back()(*usage_, threads_);
            return true;
        }
        const bool kept = begin(thread, mostly_right(thread));
        if (kept && chance(75)) end(thread);
        return kept;
    }

    std::mt19937_64 random_{static_cast<std::uint64_t>(GetParam())};
    Scenario scenario_;
    std::vector<Thread> threads_;
    std::vector<Event> log_;
    std::vector<CallRequest> program_;
    std::string reported_;  // of the last call
    check::MadeUpCauses causes_;
    bool with_causes_ = false;
    std::optional<Usage> usage_;
    std::optional<ReferenceUsage> reference_;
    std::uint64_t mode_ = 0, asserted_ = 20;  // asserted: percent
    WindowId window_ = 0;
    Rank favourite_ = no_rank;
};

TEST_P(ReferenceRules, RefuseTheSameCalls) {
    for (std::uint64_t program = 0; program < random_rounds(250) && !HasFailure(); ++program) {
        SCOPED_TRACE(program);
        make();
        for (int at = 0; at < 80 && step() && !HasFailure(); ++at) {
        }
        if (!HasFailure()) expect_rules_needed_suffice();
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, ReferenceRules, testing::Range(0, 16));

}  // namespace
}  // namespace rmasim::sim::usage::reference
