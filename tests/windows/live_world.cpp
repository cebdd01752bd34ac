#include "tests/windows/live_world.h"

#include "protocol/base/nic.h"
#include "protocol/ch3/make_process.h"
#include "protocol/ch4/make_process.h"
#include "protocol/newrma/make_process.h"
#include "protocol/oldqueue/make_process.h"
#include "protocol/shm/make_process.h"
#include "protocol/synccount/make_process.h"
#include "sim/machine/memory/nic_operations.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace rmasim::windows_test {

namespace {

std::unique_ptr<Process> make_process(std::string_view family, Rank rank, Rank ranks, const World& world) {
    static const newrma::Config newrma;
    static const ch3::Config ch3;
    static const ch4::Config ch4;
    static const shm::Config shm;
    static const oldqueue::Config oldqueue;
    static const synccount::Config synccount;
    static const oldqueue::Config announced = [] {
        oldqueue::Config config;
        config.window_info = oldqueue::WindowInfo::all_to_all;
        return config;
    }();
    if (family == "newrma") return newrma::make_process(rank, ranks, 0, newrma, world);
    if (family == "ch3") return ch3::make_process(rank, ranks, 0, ch3, world);
    if (family == "ch4") return ch4::make_process(rank, ranks, 0, ch4, world);
    if (family == "shm") return shm::make_process(rank, ranks, 0, shm, world);
    if (family == "oldqueue") return oldqueue::make_process(rank, ranks, 0, oldqueue, world);
    if (family == "oldqueue, told") return oldqueue::make_process(rank, ranks, 0, announced, world);
    return synccount::make_process(rank, ranks, {}, synccount, world);
}

// Returns the value of the rank's put number `use` on the window.
std::int64_t value(Rank rank, std::uint32_t window, std::uint32_t use) {
    return (static_cast<std::int64_t>(window) * 1000 + use) * 100 + rank;
}

CallRequest on_window(Call call, WindowId number) {
    CallRequest request;
    request.call = call;
    request.window = number;
    return request;
}

}  // namespace

LiveWorld::LiveWorld(const Plan& plan, const Environment& environment)
    : plan_(plan), environment_(environment), random_(environment.seed, 0),
      memory_(plan.ranks, environment.ranks_per_node), programs_(static_cast<std::size_t>(plan.ranks)),
      registry_({plan.ranks, [this](Rank rank) -> Process& { return *program(rank).process; },
                 [this](Rank rank) { return memory_.node_of(rank); }},
                this),
      world_{*this, memory_, observer_, nullptr, this, &registry_},
      queues_(static_cast<std::size_t>(plan.ranks) * static_cast<std::size_t>(plan.ranks)) {
    memory_.is_shared = [this](Rank rank, WindowId window) { return registry_.is_shared(rank, window); };
    for (Rank rank = 0; rank < plan.ranks; ++rank) {
        program(rank).process = make_process(environment_.family, rank, plan.ranks, world_);
        program(rank).numbers.resize(plan.windows.size());
        program(rank).used.resize(plan.windows.size());
    }
}

// Destroys suspended calls before their processes.
LiveWorld::~LiveWorld() {
    for (Program& one : programs_) one.task = {};
}

Shown LiveWorld::run() {
    while (make_move()) {
    }
    for (Rank rank = 0; rank < plan_.ranks; ++rank) {
        if (!is_over(rank)) throw std::runtime_error(stuck());
        program(rank).process->require_closed();
        program(rank).process->require_quiescent();
    }
    if (memory_.payloads() > 0) throw std::runtime_error("payloads are left");
    shown_.registry_bytes = registry_.bytes();
    return shown_;
}

// Makes a random enabled transition: a rank's next call, a packet's arrival, the end of its sending, or a poll.
bool LiveWorld::make_move() {
    std::vector<std::pair<int, std::size_t>> possible;
    for (Rank rank = 0; rank < plan_.ranks; ++rank) {
        Program& one = program(rank);
        const bool between_calls = !one.task.valid();
        if (between_calls && !is_over(rank)) possible.emplace_back(0, static_cast<std::size_t>(rank));
        const bool may_poll = !between_calls || is_over(rank);
        if (may_poll && one.process->has_unpolled_packets()) possible.emplace_back(1, static_cast<std::size_t>(rank));
    }
    for (std::size_t pair = 0; pair < queues_.size(); ++pair) {
        if (!queues_[pair].empty()) possible.emplace_back(2, pair);
    }
    if (!leaving_.empty()) possible.emplace_back(3, 0);
    if (possible.empty()) return false;
    const auto [kind, which] = element_of(random_, possible);
    const auto rank = static_cast<Rank>(which);
    if (kind == 0) {
        begin_call(rank);
    } else if (kind == 1) {
        program(rank).process->poll(Poller::rank);
        end_calls(rank);
    } else if (kind == 2) {
        deliver(queues_[which]);
    } else {
        const Leaving first = leaving_.front();
        leaving_.erase(leaving_.begin());
        program(first.rank).process->send_completed(first.op);
        end_calls(first.rank);
    }
    return true;
}

// A process handles packets to itself in the call that sends them.
void LiveWorld::send(const Packet& packet) {
    const bool handles_it_now = packet.target == packet.source && !nic::is_request(packet.kind);
    if (!handles_it_now) queue(packet.source, packet.target).push_back(packet);
}

void LiveWorld::send_from_memory(const Packet& packet) {
    send(packet);
    leaving_.push_back({packet.source, packet.op});
}

void LiveWorld::deliver(std::deque<Packet>& from) {
    const std::size_t at = environment_.ordered ? 0 : random_.below(from.size());
    const Packet packet = from[at];
    from.erase(from.begin() + static_cast<std::ptrdiff_t>(at));
    if (nic::is_request(packet.kind)) {
        queue(packet.target, packet.source).push_back(sim::carry_out_by_nic(memory_, observer_, packet));
        return;
    }
    program(packet.target).process->deliver(packet);
    end_calls(packet.target);
}

const RankGroup& LiveWorld::group_of(Rank, WindowId number) const {
    return plan_.comms[static_cast<std::size_t>(no_window - 1 - number)].members;
}

std::size_t LiveWorld::calls_in(const Step& step) const {
    return step.act == Act::make || step.act == Act::free ? 1 : 3;
}

Rank LiveWorld::neighbour(Rank rank, std::uint32_t window) const {
    const RankGroup& group = members(window);
    return group.member((group.comm_rank_of(rank) + 1) % group.size());
}

CallRequest LiveWorld::call_of_life(std::uint32_t window, WindowId number, Call call) const {
    if (makes_by_call()) return on_window(call, number);
    CallRequest request;
    request.call = Call::barrier;
    request.comm = static_cast<WindowId>(no_window - 1 - plan_.windows[window].comm);
    return request;
}

CallRequest LiveWorld::put(Rank rank, std::uint32_t window) {
    Program& one = program(rank);
    CallRequest request = on_window(Call::put, one.numbers[window]);
    request.target = neighbour(rank, window);
    request.operation.window = request.window;
    request.operation.target = request.target;
    request.operation.region.disp = 1;
    request.operation.region.count = 1;
    request.operation.region.datatype = Datatype::int64;
    request.operation.origin = LiveMemory::value(value(rank, window, ++one.used[window]));
    return request;
}

CallRequest LiveWorld::call_of(Rank rank, const Step& step) {
    Program& one = program(rank);
    if (step.act == Act::make) make_window(rank, step.window);
    const WindowId number = one.numbers[step.window];
    if (step.act == Act::make) return call_of_life(step.window, number, Call::win_create);
    if (step.act == Act::free) {
        one.freeing = number + 1u;
        return call_of_life(step.window, number, Call::win_free);
    }
    if (one.call == 1) return put(rank, step.window);
    const bool first = one.call == 0;
    CallRequest request = on_window(Call::fence, number);
    if (step.act == Act::use_by_lock) {
        request.call = first ? Call::lock : Call::unlock;
        request.target = neighbour(rank, step.window);
        request.lock_type = LockType::exclusive;
    } else {
        request.asserts = first ? Assert::noprecede : Assert::nosucceed;
    }
    return request;
}

void LiveWorld::make_window(Rank rank, std::uint32_t window) {
    const PlannedWindow& planned = plan_.windows[window];
    const Comm& comm = plan_.comms[planned.comm];
    const std::shared_ptr<const RankGroup> group(comm.table, &comm.members);
    const WindowId number = registry_.create(rank, {planned.comm, group, planned.shared});
    program(rank).numbers[window] = number;
    memory_.begin(rank, number);
    shown_.numbers = std::max<std::size_t>(shown_.numbers, number + 1u);
    if (group->member(0) != rank) return;
    for (const Program& one : programs_) shown_.reused_early += one.freeing == number + 1u ? 1 : 0;
}

void LiveWorld::begin_call(Rank rank) {
    Program& one = program(rank);
    CallRequest request = call_of(rank, steps(rank)[one.step]);
    one.answer = {};
    one.task = one.process->begin(std::move(request), one.answer);
    one.task.start();
    one.process->make_progress();
    end_calls(rank);
}

void LiveWorld::end_calls(Rank rank) {
    Program& one = program(rank);
    if (!one.task.valid() || !one.task.done()) return;
    one.task.result();
    one.task = {};
    const Step step = steps(rank)[one.step];
    if (++one.call < calls_in(step)) return;
    one.call = 0;
    ++one.step;
    returned(rank, step);
}

// Checks that all data that was put to the rank's segment is there.
void LiveWorld::check_word(Rank rank, std::uint32_t window) {
    const RankGroup& group = members(window);
    const Rank origin = group.member((group.comm_rank_of(rank) + group.size() - 1) % group.size());
    const std::uint32_t uses = plan_.windows[window].uses;
    const std::int64_t expected = uses == 0 ? 0 : value(origin, window, uses);
    const std::int64_t found = memory_.word(rank, program(rank).numbers[window]);
    if (found == expected) return;
    throw std::runtime_error("window " + std::to_string(window) + " of rank " + std::to_string(rank) + " has " +
                             std::to_string(found) + ", not " + std::to_string(expected));
}

void LiveWorld::returned(Rank rank, const Step& step) {
    if (step.act != Act::free) return;
    check_word(rank, step.window);
    const WindowId number = program(rank).numbers[step.window];
    program(rank).freeing = 0;
    registry_.freed(rank, number);
    memory_.end(rank, number);
    if (++frees_ % 101 == 0) measure();  // it visits all windows
}

void LiveWorld::measure() {
    ProcessMemory now;
    for (const Program& one : programs_) {
        const ProcessMemory use = one.process->memory_use();
        now.engine_bytes += use.engine_bytes;
        now.table_bytes += use.table_bytes;
        now.pool_bytes += use.pool_bytes;
    }
    shown_.max.engine_bytes = std::max(shown_.max.engine_bytes, now.engine_bytes);
    shown_.max.table_bytes = std::max(shown_.max.table_bytes, now.table_bytes);
    shown_.max.pool_bytes = std::max(shown_.max.pool_bytes, now.pool_bytes);
}

std::string LiveWorld::stuck() {
    std::string text = "no rank can go on";
    for (Rank rank = 0; rank < plan_.ranks; ++rank) {
        const Process& process = *program(rank).process;
        process.waiting().for_each([&](const WaitReason& reason) {
            text += "; rank " + std::to_string(rank) + " waits for " + process.describe(reason);
        });
    }
    return text;
}

Shown run(const Plan& plan, const Environment& environment) {
    try {
        return LiveWorld(plan, environment).run();
    } catch (const std::exception& error) {
        Shown shown;
        shown.trouble = error.what();
        return shown;
    }
}

}  // namespace rmasim::windows_test
