// Records the calls of all ranks of a program, each rank's as a tree (call_tree.h).
#pragma once

#include "sim/mpi/call_listener.h"
#include "sim/mpi/program_world.h"
#include "sim/mpi/recorded/call_numbers.h"
#include "sim/mpi/recorded/call_tree.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rmasim::sim {

// The common part of calls with the same form.
struct CallForm {
    bool computes = false;            // it is a computation, whose only number is its time in ns
    CallRequest call{};               // the first such call; its numbers are those of this call only
    std::vector<NumberName> names{};  // of its numbers
    std::uint32_t location = 0;
    std::vector<std::uint64_t> key{};  // everything that the calls have in common
};

// A window of a scenario: its segments by rank.
struct RecordedWindow {
    std::map<Rank, CreatedSegment> segments;
};

// The ranks of a communicator with a number, by communicator rank. Several communicators may have one number.
using RecordedCommunicators = std::map<WindowId, std::map<Rank, std::vector<Rank>>>;

struct Recording {
    Rank ranks = 0;
    std::vector<CallForm> forms;
    std::vector<CallTree> calls;          // by rank
    std::vector<std::int64_t> requests;   // by rank: how many requests exist at once, at most
    std::vector<std::int64_t> messages;   // by rank: the same for messages of MPROBE
    std::vector<RecordedWindow> windows;  // by number
    RecordedCommunicators communicators;  // by number, then by first member
    std::uint64_t count = 0;              // number of calls of all ranks
};

class Recorder final : public CallListener {
public:
    explicit Recorder(Rank ranks);
    // Must be called before the run. `world` must outlive the run.
    void records(ProgramWorld& world) { world_ = &world; }

    void begins(Rank rank, std::uint32_t location, const CallRequest& call) override;
    void returned(Rank rank, const CallAnswer& answer) override;
    void refused(Rank rank) override;
    Time computes(Rank rank, Time time) override;
    void creates(Rank rank, const CreatedSegment& segment) override;

    const Recording& recording() const { return recording_; }
    // The first call that no scenario has; nullopt if there is none.
    struct Refusal {
        Rank rank = 0;
        std::string function;
        std::uint32_t location = 0;
        std::string reason;
    };
    const std::optional<Refusal>& refusal() const { return refusal_; }

private:
    // Numbers of things that exist at a rank: the lowest free one is given to the next.
    class Numbers {
    public:
        std::int64_t take();
        void free(std::int64_t number) { used_[static_cast<std::size_t>(number)] = false; }
        std::int64_t most() const { return static_cast<std::int64_t>(used_.size()); }

    private:
        std::vector<bool> used_;
    };
    struct OfRank {
        Numbers requests, messages;
        std::map<RequestId, std::int64_t> request_numbers, message_numbers;  // by the core's number
        // The call that has not returned.
        Call call = Call::none;
        std::uint32_t location = 0;
        std::vector<RequestId> awaited{};
        std::int64_t made = -1;
        std::string wrong_window{};  // why no scenario has the window that the next call creates; empty if one can
    };
    void refuse(Rank rank, Call call, std::uint32_t location, std::string reason);
    std::uint32_t form_of(const std::vector<std::uint64_t>& key, const CallForm& form);
    const RankGroup* members_of(Rank rank, const CallRequest& call);
    void note_communicator(WindowId number, const RankGroup& members);
    std::pair<std::int64_t, std::int64_t> data_of(Rank rank, const CallRequest& call) const;
    void completed(OfRank& of, RequestId request);

    ProgramWorld* world_ = nullptr;
    Recording recording_;
    std::vector<OfRank> of_rank_;
    std::map<std::vector<std::uint64_t>, std::uint32_t> forms_;
    CallNumbers numbers_;
    std::optional<Refusal> refusal_;
};

}  // namespace rmasim::sim
