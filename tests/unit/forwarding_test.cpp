// Objects between a core and an observer forward every report with its arguments in the same order.
#include "sim/checkers/invariants/checker.h"
#include "sim/programs/forwarding_observer.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

namespace rmasim::sim {
namespace {

// Writes each report down: its name and all its arguments.
class Reports final : public Watcher {
public:
    std::string last;

    void exposure_ended(Rank r, WindowId w) override { note("exposure_ended", r, w); }
    void window_state(Rank r, WindowId w, std::string_view from, std::string_view to) override {
        note("window_state", r, w, from, to);
    }
    void exposure_state(Rank r, WindowId w, std::string_view from, std::string_view to) override {
        note("exposure_state", r, w, from, to);
    }
    void target_created(Rank r, WindowId w, Rank t, std::string_view state) override {
        note("target_created", r, w, t, state);
    }
    void target_state(Rank r, WindowId w, Rank t, std::string_view from, std::string_view to) override {
        note("target_state", r, w, t, from, to);
    }
    void target_freed(Rank r, WindowId w, Rank t) override { note("target_freed", r, w, t); }
    void element_taken(Rank r, WindowId w, ElementKind kind, PoolLevel level) override {
        note("element_taken", r, w, name_of(kind), name_of(level));
    }
    void element_freed(Rank r, WindowId w, ElementKind kind, PoolLevel level) override {
        note("element_freed", r, w, name_of(kind), name_of(level));
    }
    void element_exhausted(Rank r, WindowId w, ElementKind kind) override {
        note("element_exhausted", r, w, name_of(kind));
    }
    void table_searched(Rank r, WindowId w, std::uint32_t steps) override { note("table_searched", r, w, steps); }
    void table_walked(Rank r, WindowId w, std::size_t slots) override { note("table_walked", r, w, slots); }
    void target_restored(Rank r, WindowId w, Rank t, WindowId by) override { note("target_restored", r, w, t, by); }
    void target_made_again(Rank r, WindowId w, Rank t) override { note("target_made_again", r, w, t); }
    void fall_back_began(Rank r, WindowId w, Call call, WindowId by) override {
        note("fall_back_began", r, w, name_of(call), by);
    }
    void fall_back_ended(Rank r, WindowId w) override { note("fall_back_ended", r, w); }
    void request_queued(Rank r, const Packet& p) override { note("request_queued", r, p.source, p.target); }
    void request_passed_over(Rank r, const Packet& p) override { note("request_passed_over", r, p.source, p.target); }
    void request_left(Rank r, const Packet& p) override { note("request_left", r, p.source, p.target); }
    void queue_searched(Rank r, std::uint32_t rounds, std::uint32_t requests) override {
        note("queue_searched", r, rounds, requests);
    }
    void op_posted(Rank r, OpId op, const Operation& o) override { note("op_posted", r, op, o.target); }
    void op_issued(Rank r, OpId op, Rank t) override { note("op_issued", r, op, t); }
    void op_completed(Rank r, OpId op, Rank t) override { note("op_completed", r, op, t); }
    void counter_changed(const CounterChange& c) override { note("counter_changed", c.owner, c.by, c.from, c.to); }
    void signal_sent(const CounterSignal& s) override { note("signal_sent", s.by, s.request, s.owner, s.slot); }
    void request_stepped(Rank r, RequestId id, RequestStep step, WindowId w, Rank t, unsigned modes) override {
        note("request_stepped", r, id, static_cast<int>(step), w, t, modes);
    }
    void op_applied(Rank r, const Packet& p) override { note("op_applied", r, p.source, p.target); }
    void lock_queued(Rank r, WindowId w, Rank o, LockType type) override {
        note("lock_queued", r, w, o, name_of(type));
    }
    void lock_granted(Rank r, WindowId w, Rank o, LockType type) override {
        note("lock_granted", r, w, o, name_of(type));
    }
    void lock_released(Rank r, WindowId w, Rank o) override { note("lock_released", r, w, o); }
    void unlock_without_lock(Rank r, WindowId w, Rank o) override { note("unlock_without_lock", r, w, o); }
    void lock_data_dropped(Rank r, WindowId w, Rank o) override { note("lock_data_dropped", r, w, o); }
    void op_local(Rank r, const Operation& o) override { note("op_local", r, o.target); }
    void mem_sync(Rank r, MemSync sync_point) override { note("mem_sync", r, static_cast<int>(sync_point)); }
    void cache_flushed(Rank r, WindowId w, std::uint32_t lines) override { note("cache_flushed", r, w, lines); }
    void cache_invalidated(Rank r, WindowId w, std::uint32_t lines) override { note("cache_invalidated", r, w, lines); }
    void packet_sent(const Packet& p) override { note("packet_sent", p.source, p.target); }
    void sent_from_memory(const Packet& p) override { note("sent_from_memory", p.source, p.target); }
    void send_completed(const Packet& p) override { note("send_completed", p.source, p.target); }
    void packet_delivered(const Packet& p) override { note("packet_delivered", p.source, p.target); }
    void poll_began(Rank r, Poller poller) override { note("poll_began", r, static_cast<int>(poller)); }
    void poll_ended(Rank r) override { note("poll_ended", r); }
    void sync_began(const Thread& thread) override { note("sync_began", thread.rank); }
    void sync_ended(const Thread& thread) override { note("sync_ended", thread.rank); }
    void accessed(const Thread& t, const MemoryAccess& a) override { note("accessed", t.rank, a.owner, a.value); }
    void data_fetched(Rank r, std::int64_t what, Datatype type, std::span<const std::byte> data) override {
        note("data_fetched", r, what, name_of(type), data.size());
    }
    void call_began(const Thread& t, const CallRequest& c) override { note("call_began", t.rank, name_of(c.call)); }
    void call_returned(const Thread& t) override { note("call_returned", t.rank); }

private:
    template <class... Arguments>
    void note(const char* name, const Arguments&... arguments) {
        last = name;
        ((last += fmt::format(" {}", arguments)), ...);
    }
};

Packet some_packet() {
    Packet packet;
    packet.source = 1;
    packet.target = 2;
    packet.window = 1;
    packet.kind = PacketKind::barrier;
    return packet;
}
Operation some_operation() {
    Operation operation;
    operation.target = 2;
    operation.window = 1;
    return operation;
}

// Every report of a core, with arguments that differ.
void report_all(Observer& to, const std::function<void()>& after_each) {
    const Packet packet = some_packet();
    const Operation operation = some_operation();
    CounterChange change;
    change.owner = 2;
    change.by = 1;
    change.from = 3;
    change.to = 4;
    const std::function<void()> reports[] = {
        [&] { to.exposure_ended(1, 0); },
        [&] { to.window_state(2, 1, "a", "b"); },
        [&] { to.exposure_state(2, 1, "a", "b"); },
        [&] { to.target_created(2, 1, 0, "a"); },
        [&] { to.target_state(2, 1, 0, "a", "b"); },
        [&] { to.target_freed(2, 1, 0); },
        [&] { to.element_taken(2, 1, ElementKind::target, PoolLevel::global); },
        [&] { to.element_freed(2, 1, ElementKind::target, PoolLevel::global); },
        [&] { to.element_exhausted(2, 1, ElementKind::target); },
        [&] { to.table_searched(2, 1, 7); },
        [&] { to.table_walked(2, 1, 7); },
        [&] { to.target_restored(2, 1, 0, 3); },
        [&] { to.target_made_again(2, 1, 0); },
        [&] { to.fall_back_began(2, 1, Call::put, 0); },
        [&] { to.fall_back_ended(2, 1); },
        [&] { to.request_queued(2, packet); },
        [&] { to.request_passed_over(2, packet); },
        [&] { to.request_left(2, packet); },
        [&] { to.queue_searched(2, 7, 8); },
        [&] { to.op_posted(1, 5, operation); },
        [&] { to.op_issued(1, 5, 2); },
        [&] { to.op_completed(1, 5, 2); },
        [&] { to.counter_changed(change); },
        [&] {
            to.signal_sent({1, 6, 0, 2, 3, 4});
        },
        [&] { to.request_stepped(1, 6, RequestStep::started, 0, 2, 7); },
        [&] { to.op_applied(2, packet); },
        [&] { to.lock_queued(2, 1, 0, LockType::exclusive); },
        [&] { to.lock_granted(2, 1, 0, LockType::exclusive); },
        [&] { to.lock_released(2, 1, 0); },
        [&] { to.unlock_without_lock(2, 1, 0); },
        [&] { to.lock_data_dropped(2, 1, 0); },
        [&] { to.op_local(1, operation); },
        [&] { to.mem_sync(2, MemSync::fence_after); },
        [&] { to.cache_flushed(2, 1, 7); },
        [&] { to.cache_invalidated(2, 1, 7); },
    };
    for (const auto& report : reports) {
        report();
        after_each();
    }
}

// The reports of a world.
void report_world(Watcher& to, const std::function<void()>& after_each) {
    const Packet packet = some_packet();
    Thread thread{.rank = 2,
                  .number = 0,
                  .alone = true,
                  .activity = Thread::Activity::in_call,
                  .program = nullptr,
                  .random = Random(0, 0),
                  .variables = {},
                  .call = {},
                  .answer = {}};
    CallRequest call;
    call.call = Call::sync;
    MemoryAccess access;
    access.owner = 1;
    access.value = 9;
    const std::byte data[3]{};
    const std::function<void()> reports[] = {
        [&] { to.packet_sent(packet); },
        [&] { to.sent_from_memory(packet); },
        [&] { to.send_completed(packet); },
        [&] { to.packet_delivered(packet); },
        [&] { to.poll_began(2, Poller::agent); },
        [&] { to.poll_ended(2); },
        [&] { to.accessed(thread, access); },
        [&] { to.sync_began(thread); },
        [&] { to.sync_ended(thread); },
        [&] { to.data_fetched(2, 5, Datatype::int16, data); },
        [&] { to.call_began(thread, call); },
        [&] { to.call_returned(thread); },
    };
    for (const auto& report : reports) {
        report();
        after_each();
    }
}

// `between` passes on to `heard`.
template <class Report, class Between>
void expect_passed_on(Report report, Between& between, Reports& heard) {
    std::vector<std::string> direct, passed;
    Reports alone;
    report(alone, [&] { direct.push_back(std::exchange(alone.last, "")); });
    report(between, [&] { passed.push_back(std::exchange(heard.last, "")); });
    EXPECT_EQ(passed, direct);
    EXPECT_EQ(std::count(direct.begin(), direct.end(), ""), 0);
}

TEST(Forwarding, TheCheckerPassesEveryReportOn) {
    Reports heard;
    check::Checker checker(check::CheckerContext{3, {"w", "v"}}, &heard);
    expect_passed_on(report_all, static_cast<Observer&>(checker), heard);
    expect_passed_on(report_world, static_cast<Watcher&>(checker), heard);
}

TEST(Forwarding, AnObserverOfPartPassesEveryReportOn) {
    class Nothing final : public ForwardingObserver {
        using ForwardingObserver::ForwardingObserver;
    };
    Reports heard;
    Nothing between{heard};
    expect_passed_on(report_all, static_cast<Observer&>(between), heard);
}

}  // namespace
}  // namespace rmasim::sim
