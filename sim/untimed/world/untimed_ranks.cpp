#include "sim/untimed/world/untimed_ranks.h"

#include "protocol/base/nic.h"
#include "sim/machine/faults/shrink_pool.h"
#include "sim/machine/memory/nic_operations.h"
#include "sim/machine/memory/shared_memory.h"
#include "sim/programs/live_programs.h"
#include "sim/programs/message_labels.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/json/errors.h"
#include "sim/scenario/model/limits.h"

#include <fmt/core.h>

#include <algorithm>

namespace rmasim::sim {

namespace {

constexpr Actor settling = Actor{1} << 63;
constexpr Actor looking = Actor{1} << 60;

Poller poller_of(const AgentSettings& agent) {
    return agent.kind == AgentKind::process ? Poller::agent_process : Poller::agent;
}

// True if a call may be an operation of several elements.
bool has_several_elements(const Scenario& scenario) {
    const auto has_them = [](const Instruction& at) {
        bool several = false;
        std::visit(
            [&](const auto& body) {
                if constexpr (std::is_base_of_v<TargetElements, std::remove_cvref_t<decltype(body)>>) {
                    several = !body.count.is_constant() || body.count.constant() > 1;
                }
            },
            at.body);
        return several;
    };
    return std::any_of(scenario.programs.begin(), scenario.programs.end(), [&](const std::vector<Program>& threads) {
        return std::any_of(threads.begin(), threads.end(), [&](const Program& program) {
            return std::any_of(program.code.begin(), program.code.end(), has_them);
        });
    });
}

}  // namespace

UntimedRanks::UntimedRanks(Coverage coverage, const Scenario& scenario, LivePrograms* live)
    : scenario_(scenario), labels_(std::make_unique<ScenarioLabels>(scenario)), live_(live),
      agents_poll_(scenario.progress == Progress::agent ||
                   (coverage == Coverage::full && !scenario.family->traits.agent_may_be_process)),
      semantics_(scenario.semantics == Semantics::off ? nullptr : std::make_unique<semantics::Watch>(scenario)),
      memory_(scenario, *this), used_memory_(live == nullptr ? memory_ : live->memory(memory_)),
      queues_(std::min(scenario.ranks, limits::max_untimed_ranks), ordered(), scenario.family->meaning().stream),
      unsent_data_(scenario.ranks), elements_(memory_), threads_(scenario),
      usage_(scenario, live == nullptr ? scenario.communicators.get() : &live->communicators()) {
    if (scenario.ranks > limits::max_untimed_ranks) {
        throw BadInput("ranks", std::to_string(scenario.ranks),
                       fmt::format("at most {} in an untimed run", limits::max_untimed_ranks));
    }
    require_no_clock(scenario.faults);
    usage_.record_epochs();
    ranks_.reserve(static_cast<std::size_t>(scenario.ranks));
    if (semantics_) semantics_->watches(memory_);
    memory_.decide_by(choices_);
    const bool tears = coverage == Coverage::full && scenario.data && !semantics_;
    nics_tear_ = tears && scenario.family->processes.uses_nic(*scenario.protocol) && has_several_elements(scenario);
    if (nics_tear_) elements_.write_footprint(&footprint_);
    if (nics_tear_ || (tears && memory_.machine() != nullptr)) memory_.call_before_accesses(elements_);
    if (memory_.machine() != nullptr) memory_.machine()->write_footprint(&footprint_);
    if (scenario.family->traits.needs_mutexes) mutexes_ = std::make_unique<UntimedMutexes>(scenario.ranks, footprint_);
    if (memory_.attachments() != nullptr)
        attached_access_ = std::make_unique<usage::AttachmentCheck>(scenario, *memory_.attachments());
}

void UntimedRanks::report_to(std::unique_ptr<Watcher> events) {
    events_ = std::move(events);
    const Communicators* const communicators =
        live_ == nullptr ? scenario_.communicators.get() : &live_->communicators();
    const MessageLabels* const labels = live_ == nullptr ? labels_.get() : live_->labels();
    world_.emplace(World{*this, used_memory_, *events_, nullptr, mutexes_.get(), communicators, labels});
    world_of_threads_.emplace(World{*this, used_memory_, *events_, this, mutexes_.get(), communicators, labels});
}

UntimedRanks::~UntimedRanks() = default;

void UntimedRanks::reset() {
    threads_.clear();
    ranks_.clear();
    queues_.clear();
    unsent_data_.clear();
    barriers_.clear();
    unmatched_.clear();
    elements_.clear();
    if (mutexes_) mutexes_->clear();
    memory_.clear();
    usage_.reset();
    if (semantics_) semantics_->reset();
    step_ = 0;
    unpolled_ = 0;
    all_threads_ = {};
    faults_ = scenario_.faults.any() ? std::make_unique<UntimedFaults>(scenario_) : nullptr;
    for (Rank rank = 0; rank < scenario_.ranks; ++rank) {
        const std::span<Thread> threads = threads_.make_next();
        // The threads of all ranks are consecutive, those of rank 0 first.
        all_threads_ = {rank == 0 ? threads.data() : all_threads_.data(), all_threads_.size() + threads.size()};
        const World& world = threads.size() > 1 ? *world_of_threads_ : *world_;
        ranks_.emplace_back(scenario_.family->processes.make(scenario_, rank, world), threads);
    }
}

Move* UntimedRanks::copy_polls_to(Move* at) const {
    for (Rank rank = 0; rank < scenario_.ranks; ++rank) {
        if (state(rank).unpolled_since == 0) continue;
        *at++ = {.kind = Move::Kind::poll,
                 .rank = rank,
                 .enabled_by = state(rank).unpolled_since,
                 .actor = looking | static_cast<Actor>(rank)};
    }
    return at;
}

std::size_t UntimedRanks::move_count() const {
    return unsent_data_.move_count() + unpolled_ + queues_.move_count() + (mutexes_ ? mutexes_->move_count() : 0) +
           (barriers_.is_on() ? barriers_.move_count() : 0);
}

Move* UntimedRanks::copy_moves_to(Move* at) const {
    at = unsent_data_.copy_moves_to(at);
    if (unpolled_ > 0) at = copy_polls_to(at);
    at = queues_.copy_moves_to(at);
    if (mutexes_) at = mutexes_->copy_moves_to(at);
    return barriers_.is_on() ? barriers_.copy_moves_to(at) : at;
}

void UntimedRanks::append_moves(std::vector<Move>& moves) const {
    const std::size_t before = moves.size();
    moves.resize(before + move_count());
    copy_moves_to(moves.data() + before);
}

// Adds the move of only one rank. This is enough, because the picks of the move select the order in which the rank's
// stores become visible.
void UntimedRanks::append_settling(std::vector<Move>& moves) const {
    if (memory_.machine() == nullptr) return;
    for (Rank rank = 0; rank < scenario_.ranks; ++rank) {
        if (memory_.machine()->settled(rank) && !elements_.has_any(rank)) continue;
        Move& move = moves.emplace_back();
        move.kind = Move::Kind::settle;
        move.rank = rank;
        move.actor = settling | static_cast<Actor>(rank);
        return;
    }
}

void UntimedRanks::begin_step(Choices& picks) {
    ++step_;
    picks_ = &picks;
    choices_.pick_by(picks);
    elements_.pick_by(picks);
    footprint_.clear();
    barriers_.begin_step();
    if (mutexes_) mutexes_->begin_step(step_);
}

void UntimedRanks::begin(Thread& thread, CallRequest call) {
    UntimedRank& rank = state(thread.rank);
    thread.makes(call);
    const usage::CallRecord* const other = usage_.begins(rank.threads, thread, call);
    thread.activity = Thread::Activity::in_call;
    ++rank.calls;
    if (other != nullptr) [[unlikely]] {
        thread.activity = Thread::Activity::unmatched;
        unmatched_.push_back(
            {thread.rank, thread.number, call.call, call.window, other->who->rank, usage::text_of(*other)});
        events_->call_unmatched(thread, call);
        return;
    }
    events_->call_began(thread, call);
    thread.call = rank.process->begin(std::move(call), thread.answer);
    thread.call.start();
    if (rank.calls > 1) rank.process->make_progress();
}

bool UntimedRanks::lives_to_call(Thread& thread) {
    if (!faults_) return true;
    UntimedRank& rank = state(thread.rank);
    const std::uint64_t nth = ++faults_->calls_begun[static_cast<std::size_t>(thread.rank)];
    const CallFaults::CallFault happening = faults_->calls.at_call(thread.rank, nth);
    if (happening.dies) {
        rank.dead = true;
        thread.activity = Thread::Activity::finished;
        auto& dead = faults_->dead;
        const auto at = std::lower_bound(dead.begin(), dead.end(), thread.rank,
                                         [](const DeadRank& one, Rank wanted) { return one.rank < wanted; });
        dead.insert(at, {thread.rank, in_call(nth)});
        events_->rank_died(thread.rank);
        return false;
    }
    for (const PoolShrink* shrink : happening.shrinks) {
        faults_->shrunken.push_back(shrink_pool(*scenario_.family, *rank.process, *shrink, in_call(nth)));
        events_->pool_shrunk(thread.rank, shrink->pool, shrink->to);
    }
    return true;
}

LostThings UntimedRanks::lost() const {
    if (!faults_) return {};
    return {faults_->dead, faults_->losses.lost(), faults_->shrunken};
}

void UntimedRanks::make(const Move& move) {
    UntimedRank& rank = state(move.rank);
    switch (move.kind) {
        case Move::Kind::resume_thread: break;  // the driver of the ranks executes these moves
        case Move::Kind::receive: return receive(rank, move);
        case Move::Kind::poll: return poll(rank);
        case Move::Kind::continue_under_mutex: return continue_under_mutex(rank, move);
        case Move::Kind::send_completed: return data_leave(rank, move);
        case Move::Kind::nic_ends: return end_at_nic(move);
        case Move::Kind::settle: end_accumulates(move.rank); return memory_.machine()->drain_store_buffers(move.rank);
        case Move::Kind::leave_barrier: return leave_barrier(rank, move);
    }
}

void UntimedRanks::receive(UntimedRank& rank, const Move& move) {
    const Packet& first = queues_.packet_of(move);
    if (nics_tear_ && !rank.dead && nic::is_request(first.kind) && ElementsUnderWay::may_be_torn(first)) {
        events_->packet_delivered(first);
        elements_.begin(first, world_->observer);
        return queues_.begin_at_nic(move, step_);
    }
    const Packet packet = queues_.take(move, step_);
    if (rank.dead) return memory_.release(packet.payload);
    if (nic::is_request(packet.kind)) return receive_by_nic(packet);
    if (!nic::is_answer(packet.kind)) events_->packet_delivered(packet);
    rank.process->deliver(packet);
    if (rank.unpolled_since == 0 && rank.process->has_unpolled_packets()) {
        rank.unpolled_since = step_;
        ++unpolled_;
    }
}

// The NIC of the rank executes the request. The process of the rank takes no part.
void UntimedRanks::receive_by_nic(const Packet& request) {
    events_->packet_delivered(request);
    push(carry_out_by_nic(used_memory_, world_->observer, request));
}

// True if the rank polls without an agent: in a call, at the end of its programs, and in a computation that polls.
bool UntimedRanks::polls_itself(const UntimedRank& rank) {
    const auto over = [](const Thread& thread) { return thread.activity == Thread::Activity::finished; };
    const bool at_end = std::all_of(rank.threads.begin(), rank.threads.end(), over);
    const auto polls = [](const Thread& thread) {
        if (thread.activity != Thread::Activity::between_calls || thread.program == nullptr) return false;
        if (thread.position >= thread.program->code.size()) return false;
        const auto* const compute = thread.program->code[thread.position].find<ComputeInstruction>();
        return compute != nullptr && compute->polls;
    };
    return rank.calls > 0 || at_end || std::any_of(rank.threads.begin(), rank.threads.end(), polls);
}

bool UntimedRanks::needs_agent(const Move& move) const {
    return move.kind == Move::Kind::poll && agents_poll_ && scenario_.progress != Progress::agent &&
           !polls_itself(state(move.rank));
}

// The end of an operation at a NIC does not depend on other steps of the target. So a NIC also ends the operation if
// the target has died after the operation began.
void UntimedRanks::end_at_nic(const Move& move) {
    const Packet request = queues_.take(move, step_);
    push(elements_.end(request));
}

// Handles the queued packets. The rank itself polls if `polls_itself` is true; otherwise an agent polls, if there is
// one.
void UntimedRanks::poll(UntimedRank& rank) {
    if (rank.unpolled_since != 0) --unpolled_;
    rank.unpolled_since = 0;
    if (rank.dead) return;
    const bool by_rank = polls_itself(rank);
    if (!by_rank && !agents_poll_) return;
    const Poller poller = by_rank ? Poller::rank : poller_of(scenario_.agent);
    events_->poll_began(rank.process->rank(), poller);
    rank.process->poll(poller);
    events_->poll_ended(rank.process->rank());
}

// A process that queues packets handles them at once if the rank is in a call, because the rank polls there. Otherwise
// they are handled in a step of its own.
void UntimedRanks::leave_barrier(UntimedRank& rank, const Move& move) {
    const std::vector<Packet> packets = barriers_.leave(move, step_);
    if (rank.dead) return;
    for (const Packet& packet : packets) rank.process->deliver(packet);
    if (!rank.process->has_unpolled_packets()) return;
    if (rank.calls > 0) {
        events_->poll_began(move.rank, Poller::rank);
        rank.process->poll(Poller::rank);
        events_->poll_ended(move.rank);
    } else if (rank.unpolled_since == 0) {
        rank.unpolled_since = step_;
        ++unpolled_;
    }
}

void UntimedRanks::data_leave(UntimedRank& rank, const Move& move) {
    const Packet packet = unsent_data_.take(move);
    if (rank.dead) return;
    events_->send_completed(packet);
    rank.process->send_completed(packet.op);
}

// Executes the move. A dead rank makes no progress, so it keeps the mutexes that it holds.
void UntimedRanks::continue_under_mutex(UntimedRank& rank, const Move& move) {
    mutexes_->carry_out(move);
    if (!rank.dead) rank.process->make_progress();
}

bool UntimedRanks::end_call(Thread& thread) {
    if (thread.activity != Thread::Activity::in_call || !thread.call.done()) return false;
    Task<> ended = std::move(thread.call);
    thread.call = {};
    thread.activity = Thread::Activity::between_calls;
    --state(thread.rank).calls;
    note_returned(thread);
    ended.result();
    usage_.returned(thread);
    events_->call_returned(thread);
    return true;
}

void UntimedRanks::send(const Packet& packet) {
    end_accumulates(packet.source);
    if (barriers_.is_on() && CalmBarriers::is_of_barrier(packet))
        return barriers_.note_sent(packet, group_of_barrier(*this, packet.source, packet.window), step_);
    events_->packet_sent(packet);
    const bool handles_it_now = packet.target == packet.source && !nic::is_request(packet.kind);
    if (handles_it_now) return events_->packet_delivered(packet);
    if (faults_ && faults_->losses.is_lost(packet)) {
        events_->packet_lost(packet);
        return memory_.release(packet.payload);
    }
    push(packet);
}

RankGroup group_of_barrier(const Ranks& ranks, Rank rank, WindowId id) {
    const RankGroup all(ranks.count());
    const Communicators* const groups = ranks.window_groups();
    if (groups == nullptr || id == no_window) return all;
    if (!is_window(id)) return groups->group_of(rank, id);
    const RankGroup* const group = groups->window_group(rank, id);
    return group == nullptr ? all : *group;
}

// The answers of a NIC and the packets of the NIC's rank to the same target are in one queue. So steps that add to this
// queue do not commute.
void UntimedRanks::push(const Packet& packet) {
    queues_.push(packet, step_);
    if (nics_tear_) footprint_.push_back({queue_of(packet.source, packet.target), Touch::write});
}

// The data leave the user's memory even if the packet is lost.
void UntimedRanks::send_from_memory(const Packet& packet) {
    unsent_data_.push(packet, step_);
    send(packet);
    events_->sent_from_memory(packet);
}

void UntimedRanks::assign(Rank rank, ThreadId thread, Slot variable, std::int64_t value) {
    state(rank).threads[thread].variables[variable] = value;
}

void UntimedRanks::report(Rank rank, std::int64_t what, Datatype datatype, std::span<const std::byte> data) {
    events_->data_fetched(rank, what, datatype, data);
}

std::string UntimedRanks::text_of(const Move& move) const {
    if (move.kind == Move::Kind::settle) return fmt::format("{} settles", move.rank);
    if (move.kind == Move::Kind::poll) return fmt::format("{} looks", move.rank);
    if (move.kind == Move::Kind::continue_under_mutex) return mutexes_->text_of(move);
    if (move.kind == Move::Kind::leave_barrier) return barriers_.text_of(move);
    const Packet& packet = packet_of(move);
    if (move.kind == Move::Kind::send_completed) {
        return fmt::format("{} has sent the data of op {} to {}", move.rank, packet.op, packet.target);
    }
    const char* const verb = move.kind == Move::Kind::nic_ends ? "ends" : "receives";
    std::string text =
        fmt::format("{} {} {} from {}", move.rank, verb, packets_of(scenario_).name(packet.type()), move.source);
    if (!ordered()) text += fmt::format(" (packet {})", move.number);
    return text;
}

}  // namespace rmasim::sim
