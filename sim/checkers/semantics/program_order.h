// The order that messages and collective calls of a running program create between its ranks. These calls are executed
// by a real MPI library, not by the simulator (sim/programs/live_programs.h). The library does not report which message
// a receive takes. So this class matches sends and receives itself. A route is a communicator, source, destination and
// tag. The n-th send of a route matches the n-th receive that completes with this source and tag. Receives are counted
// in the order in which they were posted. The n-th collective calls of the ranks of a communicator form one round. In a
// round, each rank acquires the clocks of the ranks whose data it needs.
#pragma once

#include "protocol/memmodel/happens_before.h"
#include "sim/programs/live_programs.h"

#include <deque>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace rmasim::sim::semantics {

class ProgramOrder {
public:
    explicit ProgramOrder(memmodel::HappensBefore& order) : order_(order) {}

    // The numbers that identify a call when it ends. (A nonblocking call ends when its request completes.)
    struct Begun {
        std::optional<std::uint64_t> message{};  // number of the message that the call sends, on the message's route
        std::optional<std::uint64_t> receive{};  // number of the receive among the receives of its rank
        std::optional<std::uint64_t> round{};    // number of the collective call in its group
    };
    Begun begin(const memmodel::Origin& origin, const OtherFunction& function);
    // Records that a call has returned or that its request has completed. The calling thread acquires the clocks of the
    // messages and ranks from which the call has received data.
    void end(const memmodel::Origin& origin, const OtherFunction& function, const Begun& begun,
             const Envelope& envelope);

private:
    using Number = std::uint64_t;
    struct Route {
        std::uint64_t comm = 0;
        Rank from = no_rank, to = no_rank;
        int tag = 0;
        friend auto operator<=>(const Route&, const Route&) = default;
    };
    struct Sent {
        memmodel::Moment at{};
        bool synchronous = false;
    };
    struct Mail {
        Number sends = 0;
        std::map<Number, Sent> sent{};  // messages that no receive has taken yet
        // For each synchronous message: the clock of the receiving thread when it posted the matching receive. The
        // entry is removed when the send completes.
        std::map<Number, memmodel::Moment> posted{};
        // The number of messages that were taken by receives older than all open receives.
        Number taken = 0;
        // The receives that have ended although an older receive is still open. For each of them: the clock of the
        // receiving thread when it posted the receive.
        std::map<Number, memmodel::Moment> later{};
    };
    // A receive that was called and has not ended. Such a receive is called open.
    struct Open {
        Rank from = any_rank;
        int tag = any_tag;
        memmodel::Moment posted{};
        bool may_take(const Route& route) const {
            return (from == any_rank || from == route.from) && (tag == any_tag || tag == route.tag);
        }
    };
    using Receives = std::map<Number, Open>;
    // A receive of any source that has taken a message. The record is removed as soon as this class finds another
    // message that the receive could have taken instead.
    struct Wild {
        Number comm;
        Rank to;
        int tag;
        memmodel::MatchRef match;
        bool may_take(const Route& route) const {
            return comm == route.comm && to == route.to && match->source != route.from &&
                   (tag == any_tag || tag == route.tag);
        }
    };
    struct Round {
        memmodel::Sum all{};
        std::map<Rank, memmodel::Moment> each{};
        Rank returned = 0;
    };
    // The rounds of collective calls that a group of ranks has begun. A round has one call of each rank.
    struct Rounds {
        std::map<Rank, Number> begun{};
        std::map<Number, Round> rounds{};
    };
    using Group = std::pair<std::uint64_t, std::uint64_t>;  // communicator, list of members

    std::optional<Route> route_of(Rank rank, const OtherFunction& function, const Envelope& envelope) const;
    void note_send(const memmodel::Origin& origin, const Route& route);
    void acquire_match(const memmodel::Origin& origin, const Route& route, const Open& receive,
                       const memmodel::Moment& sent);
    Number index_of(const Route& route, const Mail& mail, Number receive) const;
    void take(const memmodel::Origin& origin, const Route& route, Number receive, bool keep);
    void forget_old(const Route& route, Mail& mail);
    void end_synchronous(const memmodel::Origin& origin, const OtherFunction& function, Number message);
    void end_collective(const memmodel::Origin& origin, const OtherFunction& function, Number round);

    memmodel::HappensBefore& order_;
    std::map<Route, Mail> mail_;
    std::map<std::pair<std::uint64_t, Rank>, Receives> open_;  // by communicator and receiving rank
    std::map<Rank, Number> receives_;
    std::deque<Wild> wild_;
    static constexpr std::size_t max_wild = 256;
    std::map<Group, Rounds> rounds_;
};

}  // namespace rmasim::sim::semantics
