// Two properties of the checker that hold for any stream of reports. A checker that was reset judges like a new
// checker. Events on one window do not affect another window. The streams are random, so most of them soon break a
// rule.
#include "tests/unit/checkers/check_history.h"

#include <functional>
#include <random>

namespace rmasim::sim::check {
namespace {

constexpr Rank ranks = 3;

struct Outcome {
    std::size_t at;  // the report that broke a rule; the length of the stream: none did
    std::string what;
    bool operator==(const Outcome&) const = default;
};

using Report = std::function<void(Checker&)>;

class Stream {
public:
    explicit Stream(std::uint64_t seed) : random_(seed) {}

    // Reports about one window. Numbers of elements and requests are apart from those on other windows.
    std::vector<Report> on(WindowId window, std::size_t length) {
        std::vector<Report> reports;
        for (std::size_t i = 0; i < length; ++i) reports.push_back(random_report(window));
        return reports;
    }

private:
    std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
    Rank rank() { return static_cast<Rank>(below(ranks)); }
    template <class T>
    T one_of(std::initializer_list<T> values) {
        return values.begin()[below(values.size())];
    }

    CallRequest call(WindowId window) {
        CallRequest made;
        made.call = one_of({Call::fence, Call::lock, Call::lock, Call::unlock, Call::lock_all, Call::unlock_all,
                            Call::post, Call::start, Call::complete, Call::flush, Call::flush_local, Call::win_free});
        made.window = window;
        made.target = description_of(made.call).has(Argument::target) ? rank() : no_rank;
        made.lock_type = one_of({LockType::shared, LockType::exclusive});
        if (below(4) == 0) made.asserts = Assert::nocheck;
        if (made.call == Call::fence) made.asserts = one_of({Assert::none, Assert::noprecede, Assert::nosucceed});
        if (made.call == Call::post || made.call == Call::start) made.group = {rank()};
        return made;
    }
    Packet packet(WindowId window, PacketKind kind, OpId op) {
        Packet made;
        made.source = rank();
        made.target = rank();
        made.window = window;
        made.kind = kind;
        made.op = op;
        return made;
    }
    Report random_report(WindowId window) {
        const OpId op = static_cast<OpId>(window * 8 + below(3));
        const Rank one = rank(), other = rank();
        const LockType type = one_of({LockType::shared, LockType::exclusive});
        switch (below(10)) {
            case 0:
            case 1:
            case 2: {
                const CallRequest request = call(window);
                return [=](Checker& checker) {
                    checker.call_began(one, 0, request);
                    checker.call_returned(one, 0);
                };
            }
            case 3: {
                Operation operation;
                operation.kind = one_of({OpKind::put, OpKind::accumulate});
                operation.target = other;
                operation.window = window;
                return [=](Checker& checker) { checker.op_posted(one, op, operation); };
            }
            case 4: {
                const Packet sent = packet(window, PacketKind::put, op);
                return [=](Checker& checker) {
                    checker.packet_sent(sent);
                    checker.packet_delivered(sent);
                };
            }
            case 5: {
                const Packet applied = packet(window, PacketKind::put, op);
                return [=](Checker& checker) { checker.op_applied(applied.target, applied); };
            }
            case 6: return [=](Checker& checker) { checker.op_completed(one, op, other); };
            case 7: {
                const PacketKind kind = one_of({newrma::kind::lock, newrma::kind::unlock, newrma::kind::holds});
                const Packet received = packet(window, kind, 0);
                const bool waits = kind == newrma::kind::lock && below(2) == 0;
                return [=](Checker& checker) {
                    checker.packet_sent(received);
                    checker.packet_delivered(received);
                    if (waits) checker.lock_queued(received.target, window, received.source, type);
                };
            }
            case 8: return [=](Checker& checker) { checker.lock_granted(one, window, other, type); };
            default:
                return below(2) == 0 ? Report{[=](Checker& checker) { checker.lock_released(one, window, other); }}
                                     : Report{[=](Checker& checker) {
                                           checker.element_taken(one, window, ElementKind::target, PoolLevel::local);
                                       }};
        }
    }

    std::mt19937_64 random_;
};

Outcome judge(Checker& checker, const std::vector<Report>& stream) {
    for (std::size_t i = 0; i < stream.size(); ++i) {
        stream[i](checker);
        if (checker.violation()) return {i, checker.violation()->what};
    }
    checker.world_ended(0);
    return {stream.size(), checker.violation() ? checker.violation()->what : ""};
}

CheckerContext world(LockOrder order) {
    newrma::Config config;
    config.lock_order = order;
    CheckerContext context{ranks, {"w", "v"}};
    context.protocol = make_settings(config);
    return context;
}

class CheckStreams : public testing::TestWithParam<LockOrder> {
protected:
    static constexpr std::uint64_t streams = 800;
    static constexpr std::size_t length = 40;
    CheckerContext context = world(GetParam());
    Outcome alone(const std::vector<Report>& stream) const {
        Checker checker(context);
        return judge(checker, stream);
    }
};

TEST_P(CheckStreams, AreJudgedAlikeByACheckerThatWasReset) {
    Checker used(context);
    for (std::uint64_t seed = 0; seed < streams; ++seed) {
        std::vector<Report> stream = Stream(seed).on(0, length);
        const std::vector<Report> other = Stream(seed + streams).on(1, length);
        stream.insert(stream.begin() + length / 2, other.begin(), other.end());
        EXPECT_EQ(judge(used, stream), alone(stream)) << seed;
        used.reset();
        EXPECT_FALSE(used.violation());
    }
}

TEST_P(CheckStreams, OfTwoWindowsAreJudgedApart) {
    std::mt19937_64 random(1);
    for (std::uint64_t seed = 0; seed < streams; ++seed) {
        const std::vector<Report> of_w = Stream(seed).on(0, length), of_v = Stream(seed + streams).on(1, length);
        const Outcome w = alone(of_w), v = alone(of_v);
        std::vector<Report> both;
        Outcome expected{2 * length, ""};
        for (std::size_t i = 0, k = 0; i < length || k < length;) {
            const bool from_w = k == length || (i < length && random() % 2 == 0);
            const Outcome& outcome = from_w ? w : v;
            std::size_t& at = from_w ? i : k;
            if (expected.what.empty() && outcome.at == at) expected = {both.size(), outcome.what};
            both.push_back((from_w ? of_w : of_v)[at++]);
        }
        Outcome got = alone(both);
        // Either may be first.
        if (got.at == both.size() && (got.what == w.what || got.what == v.what)) got.what.clear();
        EXPECT_EQ(got, expected) << seed << ": " << got.what << " / " << expected.what;
    }
}

INSTANTIATE_TEST_SUITE_P(Orders, CheckStreams,
                         testing::Values(LockOrder::fifo, LockOrder::readers_first, LockOrder::holders_first));

}  // namespace
}  // namespace rmasim::sim::check
