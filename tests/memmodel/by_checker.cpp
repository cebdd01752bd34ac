#include "sim/checkers/semantics/atomic_orders.h"
#include "tests/memmodel/test_contents.h"

#include <fmt/format.h>
#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

namespace rmasim::memmodel_test {

using namespace memmodel;

namespace {

// As a core reports it. Places are numbers, too: nothing is freed.
void report_counters(Checker& checker, const Program& program, const Event& event) {
    if (event.kind == Event::Kind::lowered || event.kind == Event::Kind::set) {
        CounterChange change;
        change.owner = program.counters[event.counter];
        change.counter = change.slot = event.counter;
        change.generation = 1;
        change.step = event.kind == Event::Kind::lowered ? CounterStep::lowered : CounterStep::start;
        change.to = event.value;
        if (event.kind == Event::Kind::set) change.count = program.requests[event.asked].count;
        change.by = event.origin;
        return checker.counter_changed(change);
    }
    const TestRequest& request = program.requests[event.asked];
    const Rank owner = program.counters[request.counter];
    if (event.kind == Event::Kind::signal_sent) {
        return checker.signal_sent({request.rank, request.id(), 0, owner, request.counter, 1});
    }
    const unsigned which = request.object ? request.counter : static_cast<unsigned>(request.modes);
    checker.request_stepped(request.rank, request.id(), event.happened, 0, request.object ? no_rank : owner, which);
}

memmodel::Contents contents_of(const TestContents& contents) {
    return [&contents](Rank owner, WindowId window, std::uint64_t disp_bytes, std::span<std::byte> to) {
        const std::int64_t value = contents.value(owner, window, disp_bytes, to.size());
        std::memcpy(to.data(), &value, std::min(sizeof(value), to.size()));
        return true;
    };
}

void carry_out(Checker& checker, TestContents& contents, const Event& event) {
    const Operation& one = event.step->call.operation;
    checker.operation_applied(event.rank, one.window, event.origin, one.kind, one.reduce, one.region);
    contents.carry_out(*event.step, [](std::uint64_t, std::int64_t, std::int64_t) {});
}

// A read-modify-write reads and acquires before it writes and releases.
void order(sim::semantics::AtomicOrders& orders, const Origin& origin, const AtomicStep& step) {
    if (step.variable == 0) return orders.ordered(origin, {0, false, false, step.acquires, step.releases});
    if (step.reads) orders.ordered(origin, {step.variable, true, false, step.acquires, false});
    if (step.writes) orders.ordered(origin, {step.variable, step.reads, true, false, step.releases});
}

// True if the pair is legal because a load polls.
bool polls(const Checker& checker, const Program& program, const Finding& found) {
    const Access* const load = load_that_may_poll(found);
    if (load == nullptr) return false;
    const auto [rank, thread] = checker.threads().rank_and_number_of(load->thread);
    return program.steps[static_cast<std::size_t>(rank)][thread][load->location].repeats;
}

Setup setup_of(const Program& program, Model model, const CheckerSettings& settings) {
    Setup setup;
    setup.clean_up_at = settings.clean_up_at;
    setup.predicts = settings.predicts;
    setup.model = model;
    setup.max_findings = 10000;
    setup.counted = program.counted;
    setup.of_programs = program.runs;
    setup.notes = program.runs && model == Model::unified;
    setup.first_fence_waits = program.first_fence_waits;
    for (const auto& threads : program.steps) setup.threads.push_back(static_cast<std::uint32_t>(threads.size()));
    return setup;
}

RequestId message_of(const Event& probe) { return 1 + static_cast<RequestId>(probe.index); }

// Reports calls with the answers that the checker may read while a call is active.
class Calls {
public:
    Calls(Checker& checker, const Program& program) : checker_(checker), program_(program) {}

    void begin(const Event& event) {
        TestCall call = event.step->call;
        RequestArguments more;
        if (call.call == Call::request_wait && event.request != 0) call.requests = {event.request};
        for (const std::uint32_t index : event.step->requests) call.requests.push_back(program_.requests[index].id());
        if (call.call == Call::win_change_comm) more.new_size = static_cast<Rank>(event.step->flag);
        if (call.call == Call::mrecv) more.handle = messages_.at({event.rank, event.thread, event.step->flag});
        call.more = std::make_shared<const RequestArguments>(std::move(more));
        CallAnswer& answer = answers_[{event.rank, event.thread}];
        answer.index = -1;
        checker_.began({event.rank, event.thread, event.location, 0}, call, event.step->buffers, &answer);
        answer.index = event.index;
    }
    void end(const Event& event) {
        CallAnswer& answer = answers_[{event.rank, event.thread}];
        answer.request = event.request;
        answer.index = event.index;
        answer.done = event.done;
        if (event.step->call.call == Call::mprobe) {
            answer.own_lists().statuses.resize(1);
            answer.request = messages_[{event.rank, event.thread, event.location}] = message_of(event);
        }
        checker_.returned({event.rank, event.thread, event.location, 0}, answer);
    }

private:
    Checker& checker_;
    const Program& program_;
    std::map<std::pair<Rank, std::uint32_t>, CallAnswer> answers_;                  // by thread
    std::map<std::tuple<Rank, std::uint32_t, std::uint32_t>, RequestId> messages_;  // by the step of the MPROBE
};

}  // namespace

Pairs by_checker(const Program& program, const Events& events, Model model, CheckerSettings settings) {
    TestContents contents;
    Setup setup = setup_of(program, model, settings);
    setup.contents = contents_of(contents);
    Checker checker(setup);
    sim::semantics::AtomicOrders atomic_orders(checker.order());
    for (std::size_t rank = 0; rank < program.ranks(); ++rank) {
        for (std::size_t window = 0; window < program.windows.size(); ++window) {
            const TestWindow& one = program.windows[window];
            const auto owner = static_cast<Rank>(rank);
            NewSegment segment{.memory = one.memory, .unified = one.unified, .dynamic = one.dynamic};
            if (!one.dynamic) segment.bytes = one.bytes;
            checker.created(owner, static_cast<WindowId>(window), segment);
        }
    }
    Calls calls(checker, program);
    if (program.members > 0) checker.opened_to(0, program.members);
    for (const Event& event : events) {
        const Origin origin{event.rank, event.thread, event.location, 0};
        const auto owner = [&] { return event.step->owner == no_rank ? event.rank : event.step->owner; };
        switch (event.kind) {
            case Event::Kind::load:
                checker.load(origin, owner(), event.step->bytes.memory, event.step->bytes.bytes, event.step->manner);
                break;
            case Event::Kind::store:
                checker.store(origin, owner(), event.step->bytes.memory, event.step->bytes.bytes, event.step->manner);
                break;
            case Event::Kind::began: calls.begin(event); break;
            case Event::Kind::returned: calls.end(event); break;
            case Event::Kind::matched: {
                const Message& message = event.step->call.message;
                checker.matched(event.rank, static_cast<std::uint32_t>(event.index), message.peer, message.tag,
                                message.comm);
                break;
            }
            case Event::Kind::granted: checker.granted(event.rank, event.window, event.origin); break;
            case Event::Kind::released: checker.order().released(origin, event.step->flag); break;
            case Event::Kind::awaited: checker.order().awaited(origin, event.step->flag); break;
            case Event::Kind::atomic: order(atomic_orders, origin, event.step->atomic); break;
            case Event::Kind::operation_applied: carry_out(checker, contents, event); break;
            default: report_counters(checker, program, event);
        }
    }
    Pairs pairs;
    const auto add = [&](const Finding& found, bool noted) {
        const auto at = [&](const Access& access) {
            const auto [rank, thread] = checker.threads().rank_and_number_of(access.thread);
            return std::tuple{static_cast<std::uint32_t>(rank), thread, access.location};
        };
        auto a = at(found.first), b = at(found.second);
        if (b < a) std::swap(a, b);
        pairs.push_back({std::get<0>(a), std::get<1>(a), std::get<2>(a), std::get<0>(b), std::get<1>(b), std::get<2>(b),
                         found.rule, found.predicted, noted});
    };
    for (const Finding& found : checker.findings().sorted()) {
        if (!polls(checker, program, found)) add(found, false);
    }
    for (const Finding& found : checker.notes().sorted()) add(found, true);
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
}

std::string text_of(const Pairs& pairs) {
    std::string text;
    for (const Pair& pair : pairs) {
        text += fmt::format("{}.{}[{}] and {}.{}[{}]: {}{}\n", pair.rank_a, pair.thread_a, pair.location_a, pair.rank_b,
                            pair.thread_b, pair.location_b, memmodel::name_of(pair.rule),
                            pair.predicted ? ", predicted"
                            : pair.noted   ? ", noted"
                                           : "");
    }
    return text;
}

std::string text_of(const Program& program) {
    std::string text;
    for (const TestWindow& window : program.windows) {
        text += fmt::format("window in memory {}: {} to {}{}\n", window.memory, window.bytes.begin, window.bytes.end,
                            window.dynamic   ? ", dynamic"
                            : window.unified ? ", unified"
                                             : "");
    }
    for (const TestRequest& request : program.requests) {
        text += fmt::format("r{}: rank {}, counter {} of rank {}, {} {}{}\n", request.number, request.rank,
                            request.counter, program.counters[request.counter], request.object ? "count" : "modes",
                            request.object ? request.count : static_cast<std::int64_t>(request.modes),
                            request.restart ? ", restart" : "");
    }
    const auto bytes = [](const Buffer& buffer) {
        if (buffer.bytes.empty()) return std::string();
        return fmt::format(" m{}:{}+{}x{}/{}", buffer.memory, buffer.bytes.begin, buffer.bytes.length,
                           buffer.bytes.runs, buffer.bytes.stride);
    };
    for (std::size_t rank = 0; rank < program.ranks(); ++rank) {
        for (std::size_t thread = 0; thread < program.steps[rank].size(); ++thread) {
            text += fmt::format("rank {} thread {}\n", rank, thread);
            std::size_t index = 0;
            for (const Step& step : program.steps[rank][thread]) {
                static constexpr const char* kinds[]{"load", "store", "call", "signal", "await", "atomic"};
                text += fmt::format("  {} {}", index++, kinds[static_cast<std::size_t>(step.kind)]);
                if (step.kind == Step::Kind::call) {
                    const CallRequest& call = step.call;
                    text += fmt::format(" {} w{} target {} asserts {} lock {} group {} disp {} count {} {} {}",
                                        rmasim::name_of(call.call), call.window, call.target,
                                        static_cast<int>(call.asserts), rmasim::name_of(call.lock_type),
                                        call.group.size(), call.operation.region.disp, call.operation.region.count,
                                        rmasim::name_of(call.operation.region.datatype),
                                        rmasim::name_of(call.operation.reduce));
                    if (TestContents::has(step)) text += fmt::format(" value {} compare {}", step.value, step.compare);
                }
                if (step.kind == Step::Kind::atomic) {
                    const AtomicStep& atomic = step.atomic;
                    text += fmt::format(" v{}{}{}{}{}", atomic.variable, atomic.reads ? " reads" : "",
                                        atomic.writes ? " writes" : "", atomic.acquires ? " acquires" : "",
                                        atomic.releases ? " releases" : "");
                }
                if (step.manner == Manner::atomic) text += " atomically";
                if (step.manner == Manner::polls) text += step.repeats ? " polls" : " volatile";
                if (step.owner != no_rank) text += fmt::format(" of rank {}", step.owner);
                if (step.kind == Step::Kind::signal || step.kind == Step::Kind::await) {
                    text += fmt::format(" {}", step.flag);
                }
                for (const std::uint32_t request : step.requests) text += fmt::format(" r{}", request);
                text += bytes(step.bytes) + bytes(step.buffers.source) + bytes(step.buffers.result) + "\n";
            }
        }
    }
    return text;
}

}  // namespace rmasim::memmodel_test
