// Random streams of reports for the checker and the reference checker. Most streams are correct for a long time. Both
// checkers must find the same error in the same report. The streams contain every kind of operation, call, mode,
// packet, lock and pool, with two windows (one of them in shared memory), four ranks on two nodes, two threads, and
// every combination of the families' guarantees. They have causes or no causes.
#include "tests/unit/checkers/check_reference.h"

#include "protocol/newrma/config.h"
#include "protocol/newrma/packets.h"
#include "sim/scenario/model/limits.h"
#include "sim/scenario/program/ranks.h"
#include "tests/random_rounds.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <functional>
#include <random>

namespace rmasim::sim::check::reference {
namespace {

constexpr Rank ranks = 4;
constexpr std::size_t length = 120;

struct Report {
    std::function<void(Checker&)> report_to;
    std::function<Complaints(ReferenceChecker&)> ask;
};

class ReferenceStreams : public testing::TestWithParam<int> {
protected:
    std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
    bool chance(std::uint64_t percent) { return below(100) < percent; }
    Rank rank() { return static_cast<Rank>((first_rank_ + static_cast<Rank>(below(concerned_))) % ranks); }
    WindowId window() { return static_cast<WindowId>(chance(on_s_) ? 1 : 0); }
    LockType lock_type() { return chance(60) ? LockType::shared : LockType::exclusive; }
    template <class T>
    T one_of(std::initializer_list<T> values) {
        return values.begin()[below(values.size())];
    }

    void choose_world() {
        CheckedRules& rules = family_.reported_rules;
        rules = {};
        const auto weaker = [this] { return one_of({Guarantee::applied, Guarantee::applied, Guarantee::nothing}); };
        rules.fence = weaker();
        rules.complete = one_of({Guarantee::applied, Guarantee::complete_at_origin});
        rules.unlock =
            one_of({Guarantee::applied, Guarantee::applied, Guarantee::complete_at_origin, Guarantee::nothing});
        for (bool* const rule : {&rules.answers_within_epoch, &rules.fence_opens_together, &rules.first_fence_waits,
                                 &rules.locks_in_order, &rules.one_lock_epoch, &rules.idle_unlocks}) {
            *rule = chance(75);
        }
        family_.reported_rules.lock_order =
            one_of({LockOrder::fifo, LockOrder::readers_first, LockOrder::holders_first});
        family_.reported_rules.orders_accumulates = chance(80);
        newrma::Config config;
        config.op_pool = {2, 1};
        config.target_pool = {1, 2};
        context_ = CheckerContext{ranks, {"w", "s"}, &family_, make_settings(config), {false, true}, 2, {}, {}};
        for (int window = 0; window < 2; ++window) context_.disp_units.push_back(random_unit());
    }

    PerRank random_unit() {
        if (chance(50)) return PerRank(one_of({1U, 4U, 8U}));
        const nlohmann::json unit = one_of({"rank == 0 ? 8 : 1", "rank < 2 ? 1 : 8", "1 << rank"});
        RankReader reader(ranks);
        return read_per_rank(JsonValue(unit, "disp_unit"), limits::disp_unit, reader);
    }

    // The main topic of a stream: with few ranks, one window and one mode, conflicts are more frequent.
    void choose_subject() {
        concerned_ = 2 + below(3);
        first_rank_ = static_cast<Rank>(below(ranks));
        on_s_ = one_of({0U, 10U, 50U, 100U});
        mode_ = one_of({Mode::none, Mode::fence, Mode::pscw, Mode::locks, Mode::lock_all});
        many_locks_ = chance(35);
        only_accumulates_ = chance(25);
        elements_ = static_cast<OpId>(one_of({2U, 5U, 12U}));
    }

    Call any_call() {
        const Call other = one_of({Call::flush, Call::flush_all, Call::flush_local, Call::flush_local_all, Call::sync,
                                   Call::win_free, Call::request_wait, Call::barrier});
        if (chance(25)) return other;
        switch (mode_) {
            case Mode::fence: return Call::fence;
            case Mode::pscw: return one_of({Call::post, Call::start, Call::complete});
            case Mode::locks: return one_of({Call::lock, Call::lock, Call::unlock});
            case Mode::lock_all: return one_of({Call::lock_all, Call::lock_all, Call::unlock_all});
            case Mode::none: break;
        }
        return one_of({Call::fence, Call::fence, Call::fence, Call::lock, Call::lock, Call::lock, Call::unlock,
                       Call::unlock, Call::lock_all, Call::unlock_all, Call::post, Call::post, Call::start, Call::start,
                       Call::complete});
    }
    Report call() {
        CallRequest made;
        made.call = any_call();
        made.window = made.call == Call::request_wait || made.call == Call::barrier ? WindowId{0} : window();
        const CallDescription& described = description_of(made.call);
        if (described.has(Argument::target)) made.target = rank();
        made.lock_type = lock_type();
        if (described.has(Argument::asserts) && chance(30)) {
            made.asserts = one_of({Assert::nocheck, Assert::noprecede, Assert::nosucceed, Assert::nostore,
                                   Assert::noput, Assert::noprecede | Assert::nosucceed});
        }
        for (Rank one = 0; described.has(Argument::group) && one < ranks; ++one) {
            if (chance(40)) made.group.push_back(one);
        }
        for (RequestId id = 1; made.call == Call::request_wait && id < 4; ++id) {
            if (chance(50)) made.requests.push_back(id);
        }
        const Rank by = rank();
        const auto thread = static_cast<ThreadId>(chance(25) ? 1 : 0);
        const bool at_once = chance(60);
        if (!at_once) inside_.emplace_back(by, thread);
        return {[=](Checker& checker) {
                    checker.call_began(by, thread, made);
                    if (at_once) checker.call_returned(by, thread);
                },
                [=](ReferenceChecker& reference) {
                    reference.begins(by, thread, made);
                    return at_once ? reference.returns(by, thread) : Complaints{};
                }};
    }
    Report call_returns() {
        if (inside_.empty()) return call();
        const auto [by, thread] = inside_[below(inside_.size())];
        return returns_of(by, thread);
    }
    static Report returns_of(Rank by, ThreadId thread) {
        return {[=](Checker& checker) { checker.call_returned(by, thread); },
                [=](ReferenceChecker& reference) { return reference.returns(by, thread); }};
    }

    Region region() {
        Region made{below(6) * 8, static_cast<std::uint32_t>(below(4)), 0, 0,
                    one_of({Datatype::byte, Datatype::int32, Datatype::int64, Datatype::complex128})};
        if (chance(20)) {
            made.block_length = 1 + static_cast<std::uint32_t>(below(2));
            made.stride = made.block_length + static_cast<std::uint32_t>(below(3));
        }
        return made;
    }
    Operation operation() {
        Operation made;
        made.kind = static_cast<OpKind>(only_accumulates_ ? 2 + below(4) : below(6));
        made.window = window();
        made.target = rank();
        made.region = region();
        if (chance(30)) made.request = static_cast<RequestId>(1 + below(3));
        return made;
    }
    Report post() {
        const Rank by = rank();
        const auto id = static_cast<OpId>(below(elements_));
        const Operation made = operation();
        return {[=](Checker& checker) { checker.op_posted(by, id, made); },
                [=](ReferenceChecker& reference) { return reference.posts(by, id, made); }};
    }
    Report apply_directly() {
        const Rank by = rank();
        Operation made = operation();
        std::vector<const ReferenceChecker::Op*> queued;
        for (const auto& op : reference_->ops()) {
            if (op.origin == by && op.target == by && op.state == ReferenceChecker::Op::sent) queued.push_back(&op);
        }
        if (!queued.empty() && chance(80)) {
            const ReferenceChecker::Op& op = *queued[below(queued.size())];
            made.kind = op.kind;
            made.window = op.window;
            made.target = by;
            made.region = in_bytes(op.region, static_cast<std::uint32_t>(context_.disp_units[op.window].of(by)));
        }
        return {[=](Checker& checker) { checker.op_local(by, made); },
                [=](ReferenceChecker& reference) { return reference.applies_directly(by, made); }};
    }
    // The packet of an operation that there was, now and then with something wrong about it.
    Packet packet_of_op(bool sent) {
        Packet made;
        made.kind = PacketKind::put;
        made.source = rank();
        made.target = rank();
        std::vector<const ReferenceChecker::Op*> fitting;
        for (const auto& op : reference_->ops()) {
            if ((op.state == ReferenceChecker::Op::sent) == sent && op.state != ReferenceChecker::Op::applied) {
                fitting.push_back(&op);
            }
        }
        if (fitting.empty()) return made;
        const ReferenceChecker::Op& op = *fitting[below(fitting.size())];
        made.source = op.origin;
        made.target = op.target;
        made.window = op.window;
        made.op = op.id;
        made.kind = kind_of(op.kind);
        made.region = op.region;
        if (chance(96)) return made;
        switch (below(5)) {
            case 0: made.target = rank(); break;
            case 1: made.window = window(); break;
            case 2: made.op = static_cast<OpId>(below(elements_)); break;
            case 3: made.kind = kind_of(static_cast<OpKind>(below(6))); break;
            default: made.region = region(); break;
        }
        return made;
    }
    static PacketKind kind_of(OpKind kind) {
        for (const PacketKind one :
             {PacketKind::put, PacketKind::get, PacketKind::accumulate, PacketKind::get_accumulate,
              PacketKind::fetch_and_op, PacketKind::compare_and_swap}) {
            if (op_kind_of(one) == kind) return one;
        }
        return PacketKind::put;
    }
    Report send(Packet made) {
        if (chance(20)) made.flags = made.flags | one_of({newrma::flag::lock_shared, newrma::flag::lock_exclusive});
        if (chance(20)) made.flags = made.flags | newrma::flag::unlock;
        if (chance(5)) made.flags = made.flags | newrma::flag::holds;
        return {[=](Checker& checker) { checker.packet_sent(made); },
                [=, this](ReferenceChecker& reference) {
                    flying_.push_back(made);
                    return reference.sends(made);
                }};
    }
    Report send_other() {
        Packet made;
        made.source = rank();
        made.target = rank();
        made.window = window();
        made.kind = one_of({newrma::kind::lock, newrma::kind::lock, newrma::kind::lock, newrma::kind::unlock,
                            newrma::kind::unlock, newrma::kind::rma_done, newrma::kind::lock_granted,
                            newrma::kind::lock_granted, newrma::kind::rma_done_ack, newrma::kind::post,
                            newrma::kind::complete, newrma::kind::holds, PacketKind::barrier, PacketKind::get_resp});
        return send(made);
    }
    Report receive() {
        if (flying_.empty()) return send_other();
        const Packet made = flying_[below(flying_.size())];
        return {[=](Checker& checker) { checker.packet_delivered(made); },
                [=](ReferenceChecker& reference) { return reference.receives(made); }};
    }
    Report apply() {
        const Packet made = packet_of_op(true);
        return {[=](Checker& checker) { checker.op_applied(made.target, made); },
                [=](ReferenceChecker& reference) { return reference.applies(made); }};
    }
    Report complete() {
        const Rank by = rank();
        const auto id = static_cast<OpId>(below(elements_));
        return {[=](Checker& checker) { checker.op_completed(by, id, 0); },
                [=](ReferenceChecker& reference) { return reference.completes(by, id); }};
    }
    Report leave() {
        const Packet made = packet_of_op(chance(80));
        const bool left = chance(60);
        return {[=](Checker& checker) { left ? checker.send_completed(made) : checker.sent_from_memory(made); },
                [=](ReferenceChecker& reference) { return reference.leaves(made, left); }};
    }
    Report lock() {
        const Rank target = rank(), origin = rank();
        const WindowId on = window();
        const LockType type = lock_type();
        switch (below(8)) {
            case 0:
            case 1:
                return {[=](Checker& checker) { checker.lock_queued(target, on, origin, type); },
                        [=](ReferenceChecker& reference) { return reference.queues(target, on, origin, type); }};
            case 2:
                return {[=](Checker& checker) { checker.lock_data_dropped(target, on, origin); },
                        [=](ReferenceChecker& reference) { return reference.drops(target, on, origin); }};
            case 3:
            case 4:
                return {[=](Checker& checker) { checker.lock_released(target, on, origin); },
                        [=](ReferenceChecker& reference) { return reference.releases(target, on, origin); }};
            default:
                return {[=](Checker& checker) { checker.lock_granted(target, on, origin, type); },
                        [=](ReferenceChecker& reference) { return reference.grants(target, on, origin, type); }};
        }
    }
    Report element() {
        const Rank by = rank();
        const WindowId on = window();
        const ElementKind kind = one_of({ElementKind::operation, ElementKind::target});
        const PoolLevel level = one_of({PoolLevel::local, PoolLevel::global});
        const bool back = chance(50);
        return {[=](Checker& checker) {
                    back ? checker.element_freed(by, on, kind, level) : checker.element_taken(by, on, kind, level);
                },
                [=](ReferenceChecker& reference) { return reference.takes(by, on, kind, level, back); }};
    }
    Report end_exposure() {
        const Rank by = rank();
        const WindowId on = window();
        return {[=](Checker& checker) { checker.exposure_ended(by, on); },
                [=](ReferenceChecker& reference) { return reference.ends_exposure(by, on); }};
    }
    Report random_report() {
        const std::uint64_t which = below(100);
        if (many_locks_ && chance(40)) return chance(30) ? send_other() : chance(30) ? receive() : lock();
        if (which < 22) return call();
        if (which < 30) return call_returns();
        if (which < 42) return post();
        if (which < 54) return send(packet_of_op(chance(4)));
        if (which < 60) return send_other();
        if (which < 70) return receive();
        if (which < 80) return apply();
        if (which < 86) return complete();
        if (which < 89) return leave();
        if (which < 95) return lock();
        if (which < 97) return element();
        return which < 98 ? end_exposure() : apply_directly();
    }
    // The most frequent errors of blindly generated reports.
    static bool is_common(const std::string& complaint) {
        const auto says = [&complaint](const char* words) { return complaint.find(words) != std::string::npos; };
        return says("not in progress") || says("never sent") || says("was not posted") ||
               says("with an element that is in use by") || says("did not request") || says("does not hold") ||
               says(" has ended") || says("returns more") || says("was granted none") || says("without its lock");
    }
    // One that is right, if it can be; a wrong one now and then.
    Report mostly_right_report(Complaints& wrong) {
        for (int tries = 0;; ++tries) {
            const auto flying = flying_;
            const auto inside = inside_;
            const Report generated = random_report();
            ReferenceChecker after = *reference_;
            wrong = generated.ask(after);
            if (wrong.empty() || tries == 40 || chance(is_common(wrong.front()) ? 1 : 12)) {
                reference_.emplace(std::move(after));
                return generated;
            }
            flying_ = flying;
            inside_ = inside;
        }
    }

    std::mt19937_64 random_{static_cast<std::uint64_t>(GetParam())};
    StubFamily family_;
    CheckerContext context_;
    MadeUpCauses causes_;
    std::uint64_t concerned_ = ranks, on_s_ = 0;
    Rank first_rank_ = 0;
    Mode mode_ = Mode::none;
    bool many_locks_ = false, only_accumulates_ = false;
    OpId elements_ = 5;  // of a rank
    std::optional<ReferenceChecker> reference_;
    std::vector<Packet> flying_;
    std::vector<std::pair<Rank, ThreadId>> inside_;
};

void expect_reported(const Checker& checker, const Complaints& right, std::size_t at) {
    if (right.empty()) {
        ASSERT_FALSE(checker.violation()) << at << ": " << words_of(*checker.violation());
        return;
    }
    ASSERT_TRUE(checker.violation()) << at << ", not seen: " << right.front();
    const std::string reported = words_of(*checker.violation());
    ASSERT_NE(std::find(right.begin(), right.end(), reported), right.end()) << at << ": " << reported << '\n'
                                                                            << right.front();
}

TEST_P(ReferenceStreams, AreJudgedAlike) {
    for (std::uint64_t stream = 0; stream < random_rounds(400) && !HasFatalFailure(); ++stream) {
        SCOPED_TRACE(stream);
        choose_world();
        choose_subject();
        Checker checker(context_);
        const Causality* const causes = chance(50) ? &causes_ : nullptr;
        checker.follow(causes);
        reference_.emplace(context_, family_, causes);
        flying_.clear();
        inside_.clear();
        causes_.now = 0;
        Complaints wrong;
        for (std::size_t at = 0; at < length && wrong.empty() && !HasFatalFailure(); ++at) {
            if (chance(60)) ++causes_.now;
            const Report generated = mostly_right_report(wrong);
            generated.report_to(checker);
            expect_reported(checker, wrong, at);
        }
        if (!wrong.empty() || HasFatalFailure()) continue;
        checker.world_ended(0);
        expect_reported(checker, reference_->ends(), length);
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, ReferenceStreams, testing::Range(0, 16));

}  // namespace
}  // namespace rmasim::sim::check::reference
