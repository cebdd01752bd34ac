#include "tests/sequences/harness/test_world.h"

#include "protocol/base/call_table.h"
#include "sim/scenario/families/family.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace rmasim::seq {

TestWorld::TestWorld(sim::Scenario scenario)
    : scenario_(std::move(scenario)), record_(scenario_), ranks_(scenario_, sim::Coverage::plain, &record_),
      view_(view_of(scenario_)) {
    record_.name_windows(scenario_.windows.size() > 1);
    ranks_.reset();
}

RequestId TestWorld::begin(Caller caller, CallRequest request) {
    const Call call = request.call;
    if (const auto busy = running_.find(caller); busy != running_.end()) {
        record_.add_always(fmt::format("{}: error: {} while still inside {}", text_of(caller), name_of(call),
                                       name_of(busy->second.call)));
        return no_request;
    }
    const bool message = description_of(call).kind == CallClass::message;
    running_.emplace(caller, Running{call, message ? request.message.peer : request.target, std::nullopt});
    ranks_.begin_step(*this);
    try {
        ranks_.begin(thread(caller), std::move(request));
    } catch (const ErroneousProgram& error) {
        running_.erase(caller);
        record_.add_always(fmt::format("{}: error: {}", text_of(caller), error.what()));
        return no_request;
    } catch (const ImplementationFailed& error) {
        running_.erase(caller);
        note_failure(error);
        return no_request;
    }
    note_progress(caller.rank);
    return has_request(call) ? thread(caller).answer.request : no_request;
}

bool TestWorld::is_over(Caller caller) const {
    return ranks_.threads(caller.rank)[static_cast<std::size_t>(caller.thread)].call.done();
}

// Adds to the transcript the calls of `rank` that have begun to wait, wait for something else, or have returned.
void TestWorld::note_progress(Rank rank) {
    std::vector<Caller> over;
    const auto waits = waits_of(rank);
    for (auto& [caller, running] : running_) {
        if (caller.rank != rank) continue;
        if (is_over(caller)) {
            over.push_back(caller);
            continue;
        }
        const WaitReason& reason = waits.at(caller);
        if (running.awaited == reason.awaited) continue;
        running.awaited = reason.awaited;
        record_.add(fmt::format("{}: {} waits for {}", text_of(caller), name_of(running.call),
                                ranks_.process(rank).describe(reason)));
    }
    for (const Caller caller : over) finish(caller);
}

// Adds the end of a call to the transcript. A call that never waited is not printed, unless it failed or is a test.
void TestWorld::finish(Caller caller) {
    const Running ended = running_.extract(caller).mapped();
    const std::string who = text_of(caller);
    try {
        ranks_.end_call(thread(caller));
        if (has_flag(ended.call)) {
            record_.add_always(fmt::format("{}: {} returns {}", who, name_of(ended.call), thread(caller).answer.done));
        }
        const CallDescription& described = description_of(ended.call);
        const CallAnswer& answer = thread(caller).answer;
        if (described.has(Argument::index) || (described.has(Argument::tested_index) && answer.done)) {
            record_.add_always(fmt::format("{}: {} gives {}", who, name_of(ended.call), answer.index));
        }
        if (described.has(Argument::outcount)) {
            const bool some = answer.lists != nullptr && answer.index > 0;
            record_.add_always(fmt::format("{}: {} gives {}{}", who, name_of(ended.call), answer.index,
                                           some ? fmt::format(": {}", fmt::join(answer.lists->indices, ",")) : ""));
        }
        if (ended.awaited) record_.add(fmt::format("{}: {} returns", who, name_of(ended.call)));
    } catch (const ErroneousProgram& error) {
        record_.add_always(fmt::format("{}: error: {}", who, error.what()));
    } catch (const ProtocolError& error) {
        record_.add_always(fmt::format("{}: protocol error: {}", who, error.what()));
    } catch (const ImplementationFailed& error) {
        note_failure(error);
    }
}

void TestWorld::note_failure(const ImplementationFailed& error) {
    record_.add_always(fmt::format("{}: {}: {}", error.rank, name_of(error.kind), error.what()));
}

// Returns the waits of the rank's calls. A process records the waits of its calls without the threads, so a call is
// identified by its name and its target.
std::map<Caller, WaitReason> TestWorld::waits_of(Rank rank) const {
    std::vector<WaitReason> reasons;
    ranks_.process(rank).waiting().for_each([&](const WaitReason& reason) { reasons.push_back(reason); });
    std::map<Caller, WaitReason> waits;
    for (const auto& [caller, running] : running_) {
        if (caller.rank != rank || is_over(caller)) continue;
        const auto fits = [&running = running](const WaitReason& reason, bool target_too) {
            return reason.call == running.call && (!target_too || reason.target == running.target);
        };
        auto found = std::find_if(reasons.begin(), reasons.end(), [&](const auto& r) { return fits(r, true); });
        if (found == reasons.end()) {
            found = std::find_if(reasons.begin(), reasons.end(), [&](const auto& r) { return fits(r, false); });
        }
        if (found == reasons.end()) throw ProtocolError("a call is not over and waits for nothing");
        waits.emplace(caller, *found);
        reasons.erase(found);
    }
    return waits;
}

bool TestWorld::is_held(const sim::Move& move) const {
    const bool data = move.kind == sim::Move::Kind::send_completed;
    if (!data && move.kind != sim::Move::Kind::receive) return false;
    const Packet& packet = ranks_.packet_of(move);
    const auto hold = held_.find({packet.source, packet.target});
    if (hold == held_.end()) return false;
    if (data || hold->second == "data") return data && hold->second == "data";
    const PacketVocabulary& vocabulary = sim::packets_of(scenario_);
    return hold->second == vocabulary.name({packet.kind, PacketFlag::none}) ||
           hold->second == vocabulary.name(packet.type());
}

std::vector<sim::Move> TestWorld::moves() const {
    std::vector<sim::Move> moves;
    ranks_.append_moves(moves);
    std::erase_if(moves, [this](const sim::Move& move) { return is_held(move); });
    return moves;
}

std::optional<sim::Move> TestWorld::delivery(Pair pair, std::size_t index) const {
    std::vector<sim::Move> moves;
    ranks_.append_moves(moves);
    std::erase_if(moves, [pair](const sim::Move& move) {
        return move.kind != sim::Move::Kind::receive || Pair(move.source, move.rank) != pair;
    });
    if (index >= moves.size() || is_held(moves[index])) return std::nullopt;
    return moves[index];
}

std::optional<sim::Move> TestWorld::departure(Rank rank, OpId op) const {
    for (const sim::Move& move : moves()) {
        const bool of_rank = move.kind == sim::Move::Kind::send_completed && move.rank == rank;
        if (of_rank && ranks_.packet_of(move).op == op) return move;
    }
    return std::nullopt;
}

void TestWorld::make(const sim::Move& move) {
    ranks_.begin_step(*this);
    try {
        ranks_.make(move);
    } catch (const ProtocolError& error) {
        record_.add_always(fmt::format("{}: protocol error: {}", move.rank, error.what()));
    } catch (const ImplementationFailed& error) {
        note_failure(error);
    }
    note_progress(move.rank);
}

void TestWorld::look(Rank rank) {
    for (const sim::Move& move : moves()) {
        if (move.kind == sim::Move::Kind::poll && move.rank == rank) return make(move);
    }
}

void TestWorld::settle(const Choose& choose) {
    for (auto possible = moves(); !possible.empty(); possible = moves()) {
        const auto choice = choose(possible);
        if (!choice) return;
        make(possible.at(*choice));
    }
}

void TestWorld::settle() {
    settle([](const std::vector<sim::Move>&) { return std::size_t{0}; });
}

}  // namespace rmasim::seq
