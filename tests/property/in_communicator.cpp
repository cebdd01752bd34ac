#include "tests/property/in_communicator.h"

#include "protocol/base/call_table.h"
#include "protocol/base/serial_number.h"
#include "protocol/synccount/handle.h"
#include "tests/property/memory_inside.h"
#include "tests/property/reports_inside.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace rmasim::property {

namespace {

// Replaces each handle that a message carries by the result of `translate`.
template <class Translate>
void for_each_handle(const Packet& packet, Translate translate) {
    if (!is_message(packet.kind) || packet.region.datatype != Datatype::handle_sync || packet.payload.bytes == nullptr)
        return;
    for (std::uint32_t i = 0; i < packet.region.count; ++i) {
        std::byte* const at = packet.payload.bytes + i * sizeof(std::uint64_t);
        std::uint64_t word = 0;
        std::memcpy(&word, at, sizeof word);
        word = translate(word);
        std::memcpy(at, &word, sizeof word);
    }
}

class Sender final : public Transport {
public:
    Sender(const InCommunicator& map, Transport& next) : map_(map), next_(next) {}
    void send(const Packet& packet) override { next_.send(leaving(packet)); }
    void send_from_memory(const Packet& packet) override { next_.send_from_memory(leaving(packet)); }
    bool ordered() const override { return next_.ordered(); }

private:
    Packet leaving(const Packet& packet) const {
        for_each_handle(packet, [this](std::uint64_t word) { return map_.handle_outside(word); });
        return outside(map_, packet);
    }

    const InCommunicator& map_;
    Transport& next_;
};

Packet inside(const InCommunicator& map, Packet packet) {
    packet.source = map.rank_of(packet.source);
    packet.target = map.rank_of(packet.target);
    packet.window = inside_of(packet.window);
    for_each_handle(packet, [&map](std::uint64_t word) { return map.handle_inside(word); });
    return packet;
}

class Chooser final : public Choice {
public:
    Chooser(const InCommunicator& map, Choice* next) : map_(map), next_(next) {}
    std::size_t choose(Rank rank, std::size_t alternatives) override {
        return next_->choose(map_.comm_rank_of(rank), alternatives);
    }

private:
    const InCommunicator& map_;
    Choice* next_;
};

class MutexesInside final : public Mutexes {
public:
    MutexesInside(const InCommunicator& map, Mutexes* next) : map_(map), next_(next) {}
    void lock(Rank rank, MutexId mutex) override { next_->lock(map_.comm_rank_of(rank), at(mutex)); }
    void unlock(Rank rank, MutexId mutex) override { next_->unlock(map_.comm_rank_of(rank), at(mutex)); }
    void pause(Rank rank) override { next_->pause(map_.comm_rank_of(rank)); }
    bool busy(Rank rank) const override { return next_->busy(map_.comm_rank_of(rank)); }
    Rank holder(MutexId mutex) const override { return map_.rank_of(next_->holder(at(mutex))); }

private:
    MutexId at(MutexId mutex) const {
        mutex.owner = map_.comm_rank_of(mutex.owner);
        return mutex;
    }
    const InCommunicator& map_;
    Mutexes* next_;
};

class OneCommunicator final : public Communicators {
public:
    // `node`: the ranks on the process's node. `memory`: decides which windows are shared.
    OneCommunicator(const InCommunicator& map, const Memory& memory, NodeRanks node) : map_(map), memory_(memory) {
        std::vector<Rank> members;
        for (Rank comm_rank = node.first; comm_rank < node.first + node.size; ++comm_rank)
            members.push_back(map.rank_of(comm_rank));
        table_ = std::make_unique<GroupTable>(members);
        node_ = std::make_unique<RankGroup>(static_cast<Rank>(members.size()), *table_);
    }
    const RankGroup& group_of(Rank, WindowId) const override { return map_.group(); }
    const RankGroup* window_group(Rank, WindowId) const override { return &map_.group(); }
    const RankGroup* node_group(Rank rank, WindowId window) const override {
        return memory_.shared(map_.comm_rank_of(rank), window) ? node_.get() : nullptr;
    }

private:
    const InCommunicator& map_;
    const Memory& memory_;
    std::unique_ptr<GroupTable> table_;
    std::unique_ptr<RankGroup> node_;
};

// The translated interfaces of the outside world, for a process inside.
struct WorldInside {
    WorldInside(const InCommunicator& map, Rank comm_rank, const World& world)
        : sender(map, world.transport), parts(map, world.memory), reports(map, world.observer),
          chooser(map, world.choice), mutexes(map, world.mutexes),
          communicators(map, world.memory, world.memory.node_of(comm_rank)), world{sender,
                                                                                   parts,
                                                                                   reports,
                                                                                   world.choice == nullptr ? nullptr
                                                                                                           : &chooser,
                                                                                   world.mutexes == nullptr ? nullptr
                                                                                                            : &mutexes,
                                                                                   &communicators} {}

    Sender sender;
    Parts parts;
    Reports reports;
    Chooser chooser;
    MutexesInside mutexes;
    OneCommunicator communicators;
    World world;
};

class ProcessInside final : public Process {
public:
    ProcessInside(const InCommunicator& map, Rank comm_rank, std::unique_ptr<WorldInside> world,
                  std::unique_ptr<Process> process)
        : map_(map), comm_rank_(comm_rank), world_(std::move(world)), process_(std::move(process)) {}

    static const Process& inside(const Process& process) {
        return *dynamic_cast<const ProcessInside&>(process).process_;
    }
    static Process& inside(Process& process) { return *dynamic_cast<ProcessInside&>(process).process_; }

    CallSet calls() const override { return process_->calls(); }
    Task<> begin(CallRequest&& request, CallAnswer& answer) override {
        request.target = map_.rank_of(request.target);
        if (is_operation(request.call)) request.operation.target = map_.rank_of(request.operation.target);
        request.message.peer = map_.rank_of(request.message.peer);
        request.message.comm = inside_of(request.message.comm);
        request.comm = inside_of(request.comm);
        for (Rank& rank : request.group) rank = map_.rank_of(rank);
        if (request.more) {
            auto more = std::make_shared<RequestArguments>(*request.more);
            more->handle = map_.handle_inside(more->handle);
            for (std::uint64_t& handle : more->handles) handle = map_.handle_inside(handle);
            request.more = more;
        }
        return process_->begin(std::move(request), answer);
    }
    void require_closed() const override { process_->require_closed(); }
    void require_quiescent() const override { process_->require_quiescent(); }
    void deliver(const Packet& packet) override { process_->deliver(property::inside(map_, packet)); }
    void send_completed(OpId op) override { process_->send_completed(op); }
    bool has_unpolled_packets() const override { return process_->has_unpolled_packets(); }
    void poll(Poller poller) override { process_->poll(poller); }
    void make_progress() override { process_->make_progress(); }
    Rank rank() const override { return comm_rank_; }
    const WaitList& waiting() const override { return process_->waiting(); }
    std::string describe(const WaitReason& reason) const override { return process_->describe(reason); }
    AwaitedRanks awaited_ranks(const WaitReason& reason) const override {
        AwaitedRanks awaited = process_->awaited_ranks(reason);
        for (AwaitedRank& one : awaited.ranks) {
            one.rank = map_.comm_rank_of(one.rank);
            one.window = outside_of(one.window);
        }
        return awaited;
    }
    std::string fault(const WaitReason& reason) const override { return process_->fault(reason); }
    ProcessMemory memory_use() const override { return process_->memory_use(); }

private:
    const InCommunicator& map_;
    Rank comm_rank_;
    std::unique_ptr<WorldInside> world_;
    std::unique_ptr<Process> process_;
};

RankLayout from(Rank size, Rank first, Rank stride) {
    RankLayout layout{{}, first + size * stride + 3, false, stride};
    for (Rank comm_rank = 0; comm_rank < size; ++comm_rank) layout.ranks.push_back(first + comm_rank * stride);
    return layout;
}

}  // namespace

RankLayout neighbours(Rank size) { return from(size, 5, 1); }

RankLayout far_apart(Rank size) { return from(size, 2, 3); }

RankLayout backwards(Rank size) {
    RankLayout layout = neighbours(size);
    std::reverse(layout.ranks.begin(), layout.ranks.end());
    layout.as_table = true;
    return layout;
}

RankLayout mixed(Rank size, Rank ranks_per_node) {
    const Rank nodes = (size + ranks_per_node - 1) / ranks_per_node;
    const Rank room = ranks_per_node + 2;  // includes other ranks on each node
    RankLayout layout{{}, nodes * room, true, 1};
    for (Rank comm_rank = 0; comm_rank < size; ++comm_rank) {
        const Rank node = comm_rank / ranks_per_node;
        // Odd nodes first, then even nodes in descending order.
        const Rank at = node % 2 == 1 ? node / 2 : nodes - 1 - node / 2;
        layout.ranks.push_back(at * room + ranks_per_node - comm_rank % ranks_per_node);
    }
    return layout;
}

InCommunicator::InCommunicator(const sim::Family& of, RankLayout layout)
    : CounterWraparound(of, usual_start, *this, *this), layout_(std::move(layout)), table_(layout_.ranks),
      group_(layout_.as_table
                 ? RankGroup(static_cast<Rank>(layout_.ranks.size()), table_)
                 : RankGroup(static_cast<Rank>(layout_.ranks.size()), layout_.ranks.front(), layout_.stride)) {}

std::unique_ptr<Process> InCommunicator::make(const sim::Scenario& scenario, Rank comm_rank, const World& world) const {
    sim::Scenario larger;
    larger.ranks = layout_.ranks_in_all;
    larger.windows = scenario.windows;
    larger.protocol = scenario.protocol;
    auto around = std::make_unique<WorldInside>(*this, comm_rank, world);
    auto process = of_.processes.make(larger, rank_of(comm_rank), around->world);
    return std::make_unique<ProcessInside>(*this, comm_rank, std::move(around), std::move(process));
}

void InCommunicator::read_pools(const Process& process, std::vector<PoolLevelCounter>& counters) const {
    of_.counters.read_pools(ProcessInside::inside(process), counters);
}
void InCommunicator::read_tables(const Process& process, std::vector<sim::TargetTable>& tables) const {
    of_.counters.read_tables(ProcessInside::inside(process), tables);
}
void InCommunicator::shrink(Process& process, const sim::PoolShrink& shrink) const {
    of_.counters.shrink(ProcessInside::inside(process), shrink);
}
std::optional<sim::QueueCounts> InCommunicator::queue(const Process& process) const {
    return of_.counters.queue(ProcessInside::inside(process));
}
std::vector<sim::CounterCounts> InCommunicator::signals(const Process& process) const {
    return of_.counters.signals(ProcessInside::inside(process));
}
std::optional<sim::CounterValue> InCommunicator::counter_value(const Process& process, WindowId window,
                                                               std::uint32_t number) const {
    return of_.counters.counter_value(ProcessInside::inside(process), window, number);
}

std::vector<sim::LockAtTarget> InCommunicator::locks_awaited(const Process& target) const {
    std::vector<sim::LockAtTarget> locks = of_.reports.locks_awaited(ProcessInside::inside(target));
    for (sim::LockAtTarget& lock : locks) {
        lock.exclusive_holder = comm_rank_of(lock.exclusive_holder);
        for (Rank& rank : lock.holders) rank = comm_rank_of(rank);
        for (sim::LockRequestAtTarget& request : lock.requests) request.origin = comm_rank_of(request.origin);
    }
    return locks;
}

std::vector<sim::TreeNode> InCommunicator::tree_nodes(const Process& process) const {
    std::vector<sim::TreeNode> all = of_.reports.tree_nodes(ProcessInside::inside(process));
    for (sim::TreeNode& one : all) {
        one.root = comm_rank_of(one.root);
        one.parent = comm_rank_of(one.parent);
    }
    return all;
}

std::vector<Rank> InCommunicator::data_awaited(const Process& target) const {
    std::vector<Rank> ranks = of_.reports.data_awaited(ProcessInside::inside(target));
    for (Rank& rank : ranks) rank = comm_rank_of(rank);
    return ranks;
}

sim::Signaller InCommunicator::signaller(const Process& other, const Process& waiter, const WaitReason& reason) const {
    return of_.reports.signaller(ProcessInside::inside(other), ProcessInside::inside(waiter), reason);
}

Rank InCommunicator::awaited_in_background(const Process& process, WindowId window) const {
    return comm_rank_of(of_.reports.awaited_in_background(ProcessInside::inside(process), window));
}

std::uint64_t InCommunicator::with_owner(std::uint64_t word, bool inside) const {
    if (!counts_signals() || !synccount::Handle::is_handle(word)) return word;
    synccount::Handle handle = synccount::Handle::of(word);
    handle.owner = inside ? rank_of(handle.owner) : comm_rank_of(handle.owner);
    return handle.word();
}

}  // namespace rmasim::property
