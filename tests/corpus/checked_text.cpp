#include "sim/checkers/invariants/checker.h"
#include "sim/scenario/read/parse.h"
#include "sim/untimed/fuzz/run/scheduler.h"
#include "sim/untimed/world/untimed_world.h"
#include "tests/corpus/lines.h"
#include "tests/corpus/texts.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace rmasim::corpus {

using namespace rmasim::sim;

namespace {

// One report to the checker. Its kind decides which fields are used.
struct Report {
    void (*report_to)(check::Checker& checker, const Report& report) = nullptr;
    Rank rank = 0, other = 0;
    WindowId window = 0;
    OpId op = 0;
    ThreadId thread = 0;
    Poller poller = Poller::rank;
    ElementKind element = ElementKind::operation;
    PoolLevel level = PoolLevel::local;
    LockType lock = LockType::shared;
    Packet packet{};
    Operation operation{};
    CallRequest call{};
    CounterChange change{};
    RequestId request = 0;
    RequestStep step = RequestStep::started;
    unsigned modes = 0;
};

// Records all reports to the checker in a run.
class Tape final : public Watcher {
public:
    std::vector<Report> reports;

    void packet_sent(const Packet& p) override {
        add([](check::Checker& c, const Report& r) { c.packet_sent(r.packet); }).packet = p;
    }
    void sent_from_memory(const Packet& p) override {
        add([](check::Checker& c, const Report& r) { c.sent_from_memory(r.packet); }).packet = p;
    }
    void send_completed(const Packet& p) override {
        add([](check::Checker& c, const Report& r) { c.send_completed(r.packet); }).packet = p;
    }
    void packet_delivered(const Packet& p) override {
        add([](check::Checker& c, const Report& r) { c.packet_delivered(r.packet); }).packet = p;
    }
    void poll_began(Rank rank, Poller poller) override {
        add([](check::Checker& c, const Report& r) { c.poll_began(r.rank, r.poller); }, rank).poller = poller;
    }
    void poll_ended(Rank rank) override {
        add([](check::Checker& c, const Report& r) { c.poll_ended(r.rank); }, rank);
    }
    void call_began(const Thread& thread, const CallRequest& call) override {
        Report& report = add([](check::Checker& c, const Report& r) { c.call_began(r.rank, r.thread, r.call); },
                             thread.rank, call.window, call.target);
        report.thread = thread.number;
        report.call = call;
    }
    void call_returned(const Thread& thread) override {
        add([](check::Checker& c, const Report& r) { c.call_returned(r.rank, r.thread); }, thread.rank).thread =
            thread.number;
    }
    void exposure_ended(Rank rank, WindowId window) override {
        add([](check::Checker& c, const Report& r) { c.exposure_ended(r.rank, r.window); }, rank, window);
    }
    void element_taken(Rank rank, WindowId window, ElementKind kind, PoolLevel level) override {
        Report& report =
            add([](check::Checker& c, const Report& r) { c.element_taken(r.rank, r.window, r.element, r.level); }, rank,
                window);
        report.element = kind;
        report.level = level;
    }
    void element_freed(Rank rank, WindowId window, ElementKind kind, PoolLevel level) override {
        Report& report =
            add([](check::Checker& c, const Report& r) { c.element_freed(r.rank, r.window, r.element, r.level); }, rank,
                window);
        report.element = kind;
        report.level = level;
    }
    void op_posted(Rank rank, OpId op, const Operation& operation) override {
        Report& report = add([](check::Checker& c, const Report& r) { c.op_posted(r.rank, r.op, r.operation); }, rank,
                             operation.window, operation.target);
        report.op = op;
        report.operation = operation;
    }
    void op_issued(Rank rank, OpId op, Rank target) override {
        add([](check::Checker& c, const Report& r) { c.op_issued(r.rank, r.op, r.other); }, rank, 0, target).op = op;
    }
    void op_completed(Rank rank, OpId op, Rank target) override {
        add([](check::Checker& c, const Report& r) { c.op_completed(r.rank, r.op, r.other); }, rank, 0, target).op = op;
    }
    void counter_changed(const CounterChange& change) override {
        add([](check::Checker& c, const Report& r) { c.counter_changed(r.change); }, change.owner).change = change;
    }
    void request_stepped(Rank rank, RequestId id, RequestStep step, WindowId window, Rank target,
                         unsigned modes) override {
        Report& report =
            add([](check::Checker& c,
                   const Report& r) { c.request_stepped(r.rank, r.request, r.step, r.window, r.other, r.modes); },
                rank, window, target);
        report.request = id;
        report.step = step;
        report.modes = modes;
    }
    void op_applied(Rank rank, const Packet& p) override {
        add([](check::Checker& c, const Report& r) { c.op_applied(r.rank, r.packet); }, rank).packet = p;
    }
    void lock_queued(Rank rank, WindowId window, Rank origin, LockType type) override {
        add([](check::Checker& c, const Report& r) { c.lock_queued(r.rank, r.window, r.other, r.lock); }, rank, window,
            origin)
            .lock = type;
    }
    void lock_granted(Rank rank, WindowId window, Rank origin, LockType type) override {
        add([](check::Checker& c, const Report& r) { c.lock_granted(r.rank, r.window, r.other, r.lock); }, rank, window,
            origin)
            .lock = type;
    }
    void lock_released(Rank rank, WindowId window, Rank origin) override {
        add([](check::Checker& c, const Report& r) { c.lock_released(r.rank, r.window, r.other); }, rank, window,
            origin);
    }
    void lock_data_dropped(Rank rank, WindowId window, Rank origin) override {
        add([](check::Checker& c, const Report& r) { c.lock_data_dropped(r.rank, r.window, r.other); }, rank, window,
            origin);
    }
    void op_local(Rank rank, const Operation& operation) override {
        add([](check::Checker& c, const Report& r) { c.op_local(r.rank, r.operation); }, rank, operation.window,
            operation.target)
            .operation = operation;
    }

private:
    Report& add(void (*report_to)(check::Checker&, const Report&), Rank rank = 0, WindowId window = 0, Rank other = 0) {
        reports.push_back({.report_to = report_to, .rank = rank, .other = other, .window = window});
        return reports.back();
    }
};

class Spoiler {
public:
    Spoiler(const Scenario& scenario, std::uint64_t seed) : scenario_(scenario), random_(seed, 1) {}

    std::vector<Report> spoiled(std::vector<Report> reports) {
        const std::size_t index = random_.below(reports.size());
        const auto at = reports.begin() + static_cast<std::ptrdiff_t>(index);
        switch (random_.below(5)) {
            case 0: reports.erase(at); break;
            case 1: {
                const Report twice = *at;
                const std::size_t later = index + random_.below(reports.size() - index);
                reports.insert(reports.begin() + static_cast<std::ptrdiff_t>(later), twice);
                break;
            }
            case 2: {
                const Report moved = *at;
                reports.erase(at);
                const std::size_t to = std::min(index + random_.below(24), reports.size());
                reports.insert(reports.begin() + static_cast<std::ptrdiff_t>(to), moved);
                break;
            }
            default: change(*at); break;
        }
        return reports;
    }

private:
    Rank rank() { return static_cast<Rank>(random_.below(static_cast<std::uint64_t>(scenario_.ranks))); }
    WindowId window() { return static_cast<WindowId>(random_.below(scenario_.windows.size())); }
    template <class T>
    T small() {
        return static_cast<T>(random_.below(5));
    }

    // Changes a flag, but not of messages and barriers, which have no window.
    void flip_flag(Packet& packet) {
        const auto flag = 1U << random_.below(8);
        if (packet.window >= scenario_.windows.size()) return;
        packet.flags = static_cast<PacketFlag>(static_cast<unsigned>(packet.flags) ^ flag);
    }

    void change(Report& report) {
        switch (random_.below(12)) {
            case 0: report.rank = rank(); break;
            case 1: report.other = rank(); break;
            case 2:
                report.window = report.packet.window = report.operation.window = report.call.window = window();
                break;
            case 3: report.op = report.packet.op = small<OpId>(); break;
            case 4: report.packet.target = report.operation.target = report.call.target = rank(); break;
            case 5:
                report.packet.region.disp = report.operation.region.disp = 8 * random_.below(16);
                report.lock = report.lock == LockType::shared ? LockType::exclusive : LockType::shared;
                break;
            case 6:
                report.level = report.level == PoolLevel::local ? PoolLevel::global : PoolLevel::local;
                report.call.asserts = static_cast<Assert>(random_.below(32));
                report.packet.source = rank();
                break;
            case 7:
                flip_flag(report.packet);
                report.change.to = small<std::int64_t>();
                report.change.by = rank();
                break;
            case 8:
                report.thread = static_cast<ThreadId>(random_.below(3));
                report.modes = small<unsigned>();
                break;
            case 9:
                report.packet.region.count = report.operation.region.count = small<std::uint32_t>();
                report.packet.region.datatype = report.operation.region.datatype = Datatype::int32;
                break;
            case 10:
                if (!report.call.group.empty()) report.call.group.pop_back();
                report.poller = report.poller == Poller::rank ? Poller::agent : Poller::rank;
                report.step = RequestStep::complete;
                break;
            default:
                report.element = report.element == ElementKind::target ? ElementKind::operation : ElementKind::target;
                report.change.counter = small<std::uint32_t>();
                report.request = small<RequestId>();
                break;
        }
    }

    const Scenario& scenario_;
    Random random_;
};

bool run_random(UntimedWorld& world, std::uint64_t seed) {
    fuzz::Scheduler scheduler(seed, world.count());
    fuzz::run_by(scheduler, world);
    return world.finished();
}

void check_again(const UntimedWorld& world, const std::vector<Report>& reports, std::uint64_t in_flight, Lines& lines) {
    check::Checker checker(world.scenario());
    std::size_t reported = 0;
    while (reported < reports.size() && !checker.violation()) {
        reports[reported].report_to(checker, reports[reported]);
        ++reported;
    }
    for (Rank rank = 0; rank < world.count() && !checker.violation(); ++rank) {
        checker.process_ended(world.process(rank));
    }
    checker.world_ended(in_flight);
    lines.add("{} {}", reported, checker.violation() ? words_of(*checker.violation()) : "nothing");
}

}  // namespace

std::string checked_text(const Json& json, std::uint64_t seed, int times) {
    const Scenario scenario = parse_scenario(json, ".");
    Tape tape;
    UntimedWorld world(scenario, &tape);
    world.reset();
    Lines lines;
    if (!run_random(world, seed) || tape.reports.empty()) lines.add("did not finish");
    Spoiler spoiler(scenario, seed);
    for (int i = 0; i < times && !tape.reports.empty(); ++i) {
        check_again(world, i == 0 ? tape.reports : spoiler.spoiled(tape.reports), i == times - 1 ? 1 : 0, lines);
    }
    return lines.take();
}

}  // namespace rmasim::corpus
