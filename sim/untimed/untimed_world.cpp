#include "sim/untimed/untimed_world.h"

#include "protocol/base/errors.h"
#include "sim/families/family.h"
#include "sim/faults/shrink_pool.h"
#include "sim/input/json/errors.h"
#include "sim/input/model/limits.h"
#include "sim/memory/shared_memory.h"

#include <fmt/core.h>

#include <algorithm>

namespace rmasim::sim {

namespace {

constexpr unsigned rank_shift = 16;
constexpr Actor settling = Actor{1} << 63;

std::string_view name_of(const Instruction& at) {
    if (at.kind == InstructionKind::load) return "load";
    if (at.kind == InstructionKind::store) return "store";
    return rmasim::name_of(at.call);
}

std::string name_of_thread(const Thread& thread) {
    return thread.alone ? fmt::format("{}", thread.rank) : fmt::format("{}.{}", thread.rank, thread.number);
}

}  // namespace

UntimedWorld::UntimedWorld(const Scenario& scenario, Watcher& watcher)
    : scenario_(scenario), watcher_(watcher), memory_(scenario, *this), interpreter_(scenario, memory_, wrong_values_),
      queues_(std::min(scenario.ranks, limits::most_untimed_ranks), ordered()), threads_(scenario) {
    if (scenario.ranks > limits::most_untimed_ranks) {
        throw BadInput("ranks", std::to_string(scenario.ranks),
                       fmt::format("at most {} where every order of steps counts", limits::most_untimed_ranks));
    }
    require_no_clock(scenario.faults);
    ranks_.reserve(static_cast<std::size_t>(scenario.ranks));
    if (memory_.machine() != nullptr) {
        memory_.machine()->decide_by(fate_);
        memory_.machine()->write_footprint(&footprint_);
    }
    if (scenario.family->needs_mutexes()) mutexes_ = std::make_unique<UntimedMutexes>(scenario.ranks, footprint_);
    reset();
}

UntimedWorld::~UntimedWorld() = default;

void UntimedWorld::reset() {
    threads_.clear();
    ranks_.clear();
    queues_.clear();
    if (mutexes_) mutexes_->clear();
    memory_.clear();
    wrong_values_.clear();
    finished_ = 0;
    step_ = 0;
    trouble_.clear();
    if (scenario_.faults.any()) faults_ = std::make_unique<UntimedFaults>(scenario_);
    for (Rank rank = 0; rank < scenario_.ranks; ++rank) {
        const std::span<Thread> threads = threads_.make_next();
        World world{*this, memory_, watcher_};
        if (threads.size() > 1) world.choice = this;
        world.mutexes = mutexes_.get();
        UntimedRank& made = ranks_.emplace_back(scenario_.family->make_process(scenario_, rank, world), threads);
        for (Thread& thread : made.threads) {
            if (thread.program == nullptr || thread.program->code.empty()) finish(made, thread);
        }
    }
}

void UntimedWorld::list_moves(std::vector<Move>& moves) const {
    moves.clear();
    for (const UntimedRank& rank : ranks_) {
        for (const Thread& thread : rank.threads) {
            if (thread.activity != Thread::Activity::between_calls) continue;
            Move move;
            move.thread = thread.number;
            move.rank = thread.rank;
            move.enabled_by = rank.returned_in[thread.number];
            move.actor = static_cast<Actor>(thread.rank) << rank_shift | thread.number;
            moves.push_back(move);
        }
    }
    queues_.append_moves(moves);
    if (mutexes_) mutexes_->append_moves(moves);
    if (moves.empty() && memory_.machine() != nullptr) append_settling(moves);
}

// One rank after another: what one of them leaves open is among its picks.
void UntimedWorld::append_settling(std::vector<Move>& moves) const {
    for (Rank rank = 0; rank < scenario_.ranks; ++rank) {
        if (memory_.machine()->settled(rank)) continue;
        Move move;
        move.kind = Move::Kind::settle;
        move.rank = rank;
        move.actor = settling | static_cast<Actor>(rank);
        moves.push_back(move);
        return;
    }
}

StepResult UntimedWorld::carry_out(const Move& move, Picks& picks) {
    ++step_;
    picks_ = &picks;
    fate_.pick_by(picks);
    footprint_.clear();
    if (mutexes_) mutexes_->begin_step(step_);
    memory_.begin_step();
    if (texts_wanted_) last_text_ = text_of(move);
    try {
        make(move);
        return StepResult::went_on;
    } catch (const ErroneousProgram& error) {
        trouble_ = fmt::format("{}: {} at {}: {}", at_work_->name(), name_of(error.call),
                               at_work_->program->places[at_work_->place], error.rule);
        return StepResult::erroneous;
    } catch (const ProtocolError& error) {
        trouble_ = fmt::format("rank {}: {}", move.rank, error.what());
        return StepResult::broken;
    }
}

void UntimedWorld::make(const Move& move) {
    UntimedRank& rank = rank_of(move);
    switch (move.kind) {
        case Move::Kind::go_on: go_on(rank, rank.threads[move.thread]); break;
        case Move::Kind::receive: receive(rank, move); break;
        case Move::Kind::go_on_inside: go_on_inside(rank, move); break;
        case Move::Kind::settle: return memory_.machine()->settle(move.rank);
    }
    collect_returned(rank);
}

void UntimedWorld::go_on(UntimedRank& rank, Thread& thread) {
    at_work_ = &thread;
    // A move that is possible stays so, or the walk over all orders would not see that it could have come before.
    if (rank.dead) {
        thread.activity = Thread::Activity::finished;
        return;
    }
    const Instruction* at = interpreter_.advance(thread);
    while (at != nullptr && at->kind == InstructionKind::compute) at = interpreter_.advance(thread);
    if (texts_wanted_) last_text_ += at == nullptr ? ": end" : fmt::format(": {}", name_of(*at));
    if (at == nullptr) {
        finish(rank, thread);
    } else if (is_access(at->kind)) {
        watcher_.accessed(thread, interpreter_.access(thread, *at));
        rank.returned_in[thread.number] = step_;
        if (thread.position == thread.program->code.size()) finish(rank, thread);
    } else {
        begin_call(rank, thread, *at);
    }
}

void UntimedWorld::begin_call(UntimedRank& rank, Thread& thread, const Instruction& at) {
    if (faults_ && !lives_through_call(rank, thread)) return;
    CallRequest call = interpreter_.prepare(thread, at);
    thread.activity = Thread::Activity::in_call;
    thread.window = call.window;
    thread.target = call.target;
    ++rank.calls;
    watcher_.call_began(thread, call);
    thread.call = rank.process->begin(std::move(call), thread.answer);
    thread.call.start();
    if (rank.calls > 1) rank.process->make_progress();
}

// What the scenario has in store for the rank's next call. A rank that dies does not begin it.
bool UntimedWorld::lives_through_call(UntimedRank& rank, Thread& thread) {
    const std::uint64_t nth = ++faults_->calls_begun[static_cast<std::size_t>(thread.rank)];
    const CallFaults::Happening happening = faults_->calls.at_call(thread.rank, nth);
    if (happening.dies) {
        rank.dead = true;
        thread.activity = Thread::Activity::finished;
        auto& dead = faults_->dead;
        const auto at = std::lower_bound(dead.begin(), dead.end(), thread.rank,
                                         [](const DeadRank& one, Rank wanted) { return one.rank < wanted; });
        dead.insert(at, {thread.rank, in_call(nth)});
        return false;
    }
    for (const PoolShrink* shrink : happening.shrinks) {
        faults_->shrunken.push_back(shrink_pool(*scenario_.family, *rank.process, *shrink, in_call(nth)));
    }
    return true;
}

LostThings UntimedWorld::lost() const {
    if (!faults_) return {};
    return {faults_->dead, faults_->losses.lost(), faults_->shrunken};
}

void UntimedWorld::receive(UntimedRank& rank, const Move& move) {
    const Packet packet = queues_.take(move, step_);
    if (rank.dead) return memory_.release(packet.payload);
    watcher_.packet_delivered(packet);
    rank.process->deliver(packet);
}

// A rank that died keeps its mutexes.
void UntimedWorld::go_on_inside(UntimedRank& rank, const Move& move) {
    mutexes_->carry_out(move);
    if (!rank.dead) rank.process->make_progress();
}

// Calls that are over. A thread that has nothing left to do is at its end.
void UntimedWorld::collect_returned(UntimedRank& rank) {
    if (rank.calls == 0) return;
    for (Thread& thread : rank.threads) {
        if (thread.activity != Thread::Activity::in_call || !thread.call.done()) continue;
        at_work_ = &thread;
        thread.call.result();
        Interpreter::store_answer(thread);
        thread.call = {};
        thread.activity = Thread::Activity::between_calls;
        --rank.calls;
        rank.returned_in[thread.number] = step_;
        watcher_.call_returned(thread);
        if (thread.position == thread.program->code.size()) finish(rank, thread);
    }
}

void UntimedWorld::finish(UntimedRank& rank, Thread& thread) {
    thread.activity = Thread::Activity::finished;
    if (++rank.finished < rank.threads.size()) return;
    ++finished_;
    if (thread.program != nullptr) rank.process->require_closed();
}

void UntimedWorld::send(const Packet& packet) {
    watcher_.packet_sent(packet);
    if (faults_ && faults_->losses.is_lost(packet)) return memory_.release(packet.payload);
    queues_.push(packet, step_);
}

void UntimedWorld::assign(Rank rank, ThreadId thread, Slot variable, std::int64_t value) {
    ranks_[static_cast<std::size_t>(rank)].threads[thread].variables[variable] = value;
}

std::string UntimedWorld::text_of(const Move& move) const {
    if (move.kind == Move::Kind::settle) return fmt::format("{} settles", move.rank);
    if (move.kind == Move::Kind::go_on_inside) return mutexes_->text_of(move);
    if (move.kind == Move::Kind::go_on) {
        return name_of_thread(threads(move.rank)[move.thread]) + " goes on";
    }
    const Packet& packet = queues_.packet_of(move);
    std::string text =
        fmt::format("{} receives {} from {}", move.rank, packets_of(scenario_).name(packet.type()), move.source);
    if (!ordered()) text += fmt::format(" (packet {})", move.number);
    return text;
}

}  // namespace rmasim::sim
