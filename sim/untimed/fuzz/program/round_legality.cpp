// The rules of rounds of messages (random_messages.h). Steps are only ever removed from a generated round, so these
// rules are about steps that need each other.
#include "protocol/base/types.h"
#include "sim/untimed/fuzz/program/random_messages.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace rmasim::fuzz {

namespace {

using Match = MessageArguments::Match;

// A step of a rank in its order.
struct At {
    Rank rank;
    std::size_t index;
    const Step* step;
};

// The steps of one message.
struct Parts {
    std::vector<At> sends, receives, probes, takers, ends, cancels;  // `takers` are MPROBE and IMPROBE
};

class RoundScan {
public:
    explicit RoundScan(const RandomProgram& program) : program_(program) {}

    std::string illegal() {
        for (Rank rank = 0; rank < program_.ranks; ++rank) {
            if (!read(rank)) return fmt::format("rank {}: a round does not begin its stretch", rank);
        }
        for (const auto& [round, stretches] : stretches_) {
            if (stretches.size() > 1) return fmt::format("round {} is in several stretches", round);
        }
        for (const auto& [stretch, rounds] : rounds_) {
            if (rounds.size() > 1) return fmt::format("stretch {} has several rounds", stretch);
        }
        for (const auto& [key, parts] : messages_) {
            if (const char* const broken = illegal(parts)) {
                return fmt::format("message {} of round {}: {}", key.second, key.first, broken);
            }
        }
        return illegal_buffer();
    }

private:
    using Key = std::pair<int, int>;  // round, number of the message

    // Returns false if a step of a round follows steps of its stretch that may wait for other ranks.
    bool read(Rank rank) {
        const std::vector<Step>& steps = program_.steps[static_cast<std::size_t>(rank)];
        std::size_t stretch = 0;
        bool is_begin = true;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const Step& step = steps[i];
            if (is_in_round(step)) {
                stretches_[step.message.round].insert(stretch);
                rounds_[stretch].insert(step.message.round);
                if (step.call == Call::barrier) barriers_[{step.message.round, rank}] = i;
                if (step.message.number >= 0)
                    list(messages_[{step.message.round, step.message.number}], step).push_back({rank, i, &step});
            }
            if (is_in_round(step) && !is_begin) return false;
            is_begin = ends_stretch(step) || (is_begin && (is_in_round(step) || may_precede_round(step)));
            if (ends_stretch(step)) ++stretch;
        }
        return true;
    }
    static std::vector<At>& list(Parts& parts, const Step& step) {
        switch (step.call) {
            case Call::probe:
            case Call::iprobe: return parts.probes;
            case Call::mprobe:
            case Call::improbe: return parts.takers;
            case Call::request_wait:
            case Call::request_free: return parts.ends;
            case Call::request_cancel: return parts.cancels;
            default: return sends_message(step.call) ? parts.sends : parts.receives;
        }
    }

    // Returns null if the message is legal.
    const char* illegal(const Parts& parts) const {
        if (parts.sends.size() > 1 || parts.receives.size() > 1) return "is sent or received several times";
        const bool sent = !parts.sends.empty(), received = !parts.receives.empty();
        if (!sent && !received) return "has neither a send nor a receive";
        const bool cancelled = received && parts.receives[0].step->message.match == Match::none;
        const bool from_null = received && parts.receives[0].step->target == proc_null;
        const bool to_null = sent && parts.sends[0].step->target == proc_null;
        const bool alone = cancelled || from_null || to_null;
        if (alone == (sent && received)) return "is sent and not received, or received and not sent";
        if (sent && received) {
            const At &send = parts.sends[0], &receive = parts.receives[0];
            if (send.step->target != receive.rank || receive.step->target != send.rank) return "has other ranks";
            const bool ready = send.step->call == Call::rsend || send.step->call == Call::irsend;
            if (ready && !is_ready(send, receive)) return "is ready without a receive";
        }
        std::size_t requests = 0;
        for (const auto* const begins : {&parts.sends, &parts.receives}) {
            for (const At& begin : *begins) {
                if (!has_request(begin.step->call)) continue;
                ++requests;
                if (!is_ended(parts, begin)) return "has a request that no call completes";
            }
        }
        if (requests != parts.ends.size()) return "has a wait without a request";
        return received ? illegal_probe(parts) : nullptr;
    }
    bool is_ready(const At& send, const At& receive) const {
        const int round = send.step->message.round;
        const auto here = barriers_.find({round, send.rank}), there = barriers_.find({round, receive.rank});
        return here != barriers_.end() && there != barriers_.end() && here->second < send.index &&
               receive.index < there->second;
    }
    static bool is_ended(const Parts& parts, const At& begin) {
        return std::ranges::count_if(parts.ends, [&](const At& end) {
                   return end.rank == begin.rank && end.step->request == begin.step->request && end.index > begin.index;
               }) == 1;
    }
    static const char* illegal_probe(const Parts& parts) {
        const At& receive = parts.receives[0];
        const auto before = [&](const At& one) { return one.rank == receive.rank && one.index < receive.index; };
        const bool takes = receive.step->call == Call::mrecv || receive.step->call == Call::imrecv;
        if (takes != (parts.takers.size() == 1)) return "is taken by no matched probe, or by several";
        if (!std::ranges::all_of(parts.takers, before)) return "is received before its matched probe";
        const bool blocks = std::ranges::any_of(
            parts.probes, [&](const At& one) { return before(one) && one.step->call == Call::probe; });
        const bool needs_probe = receive.step->message.probed && !(takes && parts.takers[0].step->call == Call::mprobe);
        if (needs_probe && receive.step->target != proc_null && !blocks) return "is received without its probe";
        const bool cancelled = receive.step->message.match == Match::none;
        return cancelled == (parts.cancels.size() == 1) ? nullptr : "is cancelled, or not, against its kind";
    }

    std::string illegal_buffer() const {
        for (Rank rank = 0; rank < program_.ranks; ++rank) {
            std::optional<std::uint64_t> left;
            for (const Step& step : program_.steps[static_cast<std::size_t>(rank)]) {
                if (!is_in_round(step)) continue;
                const bool buffered = step.call == Call::bsend || step.call == Call::ibsend;
                if (step.call == Call::buffer_attach && !left) left = step.message.bytes;
                else if (step.call == Call::buffer_detach && left) left.reset();
                else if (buffered && left && *left >= bytes_of_buffered(step)) *left -= bytes_of_buffered(step);
                else if (buffered || step.call == Call::buffer_attach || step.call == Call::buffer_detach) {
                    return fmt::format("rank {}: {} without its buffer", rank, name_of(step.call));
                }
            }
            if (left) return fmt::format("rank {}: a buffer is attached at the end", rank);
        }
        return {};
    }

    const RandomProgram& program_;
    std::map<Key, Parts> messages_;
    std::map<int, std::set<std::size_t>> stretches_;        // by round
    std::map<std::size_t, std::set<int>> rounds_;           // by stretch
    std::map<std::pair<int, Rank>, std::size_t> barriers_;  // by round and rank: the index of the barrier
};

}  // namespace

std::string illegality_of_rounds(const RandomProgram& program) { return RoundScan(program).illegal(); }

}  // namespace rmasim::fuzz
