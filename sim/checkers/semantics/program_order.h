// The order that messages and collective calls of a running program create, if a library outside of the simulator
// executes them (sim/programs/live_programs.h). The library does not report which message a receive takes. So this
// class matches the n-th send of a route (communicator, source, destination, tag) with the n-th receive that completes
// with this source and tag. Receives are counted in the order in which they were posted. The n-th collective calls of
// the ranks of a communicator form one round. In a round, each rank acquires the clocks of the ranks whose data it
// needs.
#pragma once

#include "protocol/memmodel/checker.h"
#include "sim/programs/live_programs.h"

#include <deque>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace rmasim::sim::semantics {

class ProgramOrder {
public:
    explicit ProgramOrder(memmodel::Checker& checker) : checker_(checker) {}

    // The numbers that identify a call, or its request, when the call ends.
    struct Begun {
        std::optional<std::uint64_t> message{};  // number of the message that the call sends, on the message's route
        std::optional<std::uint64_t> receive{};  // number of the receive among the receives of its rank
        std::optional<std::uint64_t> round{};    // number of the collective call in its group
    };
    Begun begin(const memmodel::Origin& origin, const OtherFunction& function);
    // Ends a call or its request: the calling thread acquires the clocks of the messages and ranks that the call
    // received from.
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
        std::map<Number, Sent> sent{};                // messages that no receive has taken yet
        std::map<Number, memmodel::Moment> posted{};  // by synchronous message, until its send completes: the moment at
                                                      // which its receive was posted
        Number taken = 0;                             // number of messages taken by receives that are older than all
                                                      // open receives
        std::map<Number, memmodel::Moment> later{};   // ended receives that are newer than an open receive, and the
                                                      // moments at which they were posted
    };
    // An open receive: the receive has not ended.
    struct Open {
        Rank from = any_rank;
        int tag = any_tag;
        memmodel::Moment posted{};
        bool may_take(const Route& route) const {
            return (from == any_rank || from == route.from) && (tag == any_tag || tag == route.tag);
        }
    };
    using Receives = std::map<Number, Open>;
    // A receive of any source that has taken a message. The record exists only as long as no other message is known
    // that the receive could have taken instead.
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

    memmodel::Checker& checker_;
    std::map<Route, Mail> mail_;
    std::map<std::pair<std::uint64_t, Rank>, Receives> open_;  // by communicator and receiving rank
    std::map<Rank, Number> receives_;
    std::deque<Wild> wild_;
    static constexpr std::size_t max_wild = 256;
    std::map<Group, Rounds> rounds_;
};

}  // namespace rmasim::sim::semantics
