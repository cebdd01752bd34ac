// The messages and collective calls of a program that SMPI executes, for the report of a run that cannot finish. SMPI's
// own records cannot be read. So this class matches sends with receives by the rules of MPI (MPI 4.1, 3.5), when the
// program calls them. If a receive accepts any source, SMPI may match it with another message.
#pragma once

#include "sim/programs/live_programs.h"

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rmasim::sim {

class MessageLedger {
public:
    // Returns the text for the number of a location.
    using Locations = std::function<std::string(std::uint32_t)>;

    explicit MessageLedger(Rank ranks)
        : unreceived_(static_cast<std::size_t>(ranks)), open_receives_(static_cast<std::size_t>(ranks)) {}

    // Records that a thread begins a call. `function` has its messages, or the communicator of a collective call.
    void begins(Rank rank, ThreadId thread, const OtherFunction& function);
    // Records the request that the thread's call has created, and the requests that the call waits for.
    void made(Rank rank, ThreadId thread, std::uint64_t request);
    void awaits(Rank rank, ThreadId thread, std::vector<std::uint64_t> requests);
    // Records that a persistent request is started.
    void starts(Rank rank, std::uint64_t request);

    // Describes the wait of the thread's call: what it waits for, and the messages for the rank that it has not
    // received.
    HostedWait wait_of(Rank rank, ThreadId thread, const Locations& locations) const;

private:
    // A send without its receive, or a receive without its message.
    struct Message {
        Rank rank;  // of the call
        Rank peer;  // receiver, or source; any_rank for any source
        int tag;
        std::uint64_t comm;
        std::string_view function;
        std::uint32_t location;
        std::uint64_t call;
        std::uint64_t request = 0;  // 0 until the call has created one
    };
    using Messages = std::vector<Message>;
    // The number of collective calls of a rank on a communicator, and the last of them.
    struct Entered {
        std::uint64_t calls = 0;
        std::string_view function{};
        std::uint32_t location = 0;
    };
    struct Collective {
        std::shared_ptr<const RankGroup> members{};
        std::map<Rank, Entered> entered{};
    };
    struct CollectiveCall {
        std::uint64_t comm = 0;
        std::uint64_t nth = 0;  // number of the call among the rank's calls on the communicator, from 1; 0: none
        std::uint64_t request = 0;
    };
    struct Thread {
        std::uint64_t call = 0;
        OtherFunction function{};
        CollectiveCall collective{};
        std::vector<std::uint64_t> requests{};  // that the call waits for
    };
    using Parts = std::vector<std::string>;

    void add(Rank rank, const OtherFunction& function, std::uint64_t call, std::uint64_t request);
    void sends(Message message);
    void receives(Message message);
    std::string comm_text(std::uint64_t comm) const;
    std::string envelope_text(const Message& message) const;
    static bool is_awaited(const Message& message, const Thread& by);
    void add_receive(const Message& receive, const Thread& by, const Locations& locations, HostedWait& wait,
                     Parts& parts) const;
    void add_sends(Rank rank, const Thread& by, const Locations& locations, HostedWait& wait, Parts& parts) const;
    void add_collective(Rank rank, const CollectiveCall& call, const Locations& locations, HostedWait& wait,
                        Parts& parts) const;
    std::string unreceived_text(Rank rank, const Locations& locations) const;

    std::uint64_t calls_ = 0;  // number of all calls; it identifies a call
    std::map<std::pair<Rank, ThreadId>, Thread> threads_;
    std::vector<Messages> unreceived_;                 // by receiver, in the order of the calls
    std::vector<Messages> open_receives_;              // by receiver, in the order of the calls
    std::map<std::uint64_t, Collective> collectives_;  // by communicator
    std::map<std::uint64_t, std::shared_ptr<const RankGroup>> comms_;
    std::map<std::pair<Rank, std::uint64_t>, OtherFunction> persistent_;   // by rank and request
    std::map<std::pair<Rank, std::uint64_t>, CollectiveCall> by_request_;  // collective calls with a request
};

}  // namespace rmasim::sim
