// What messages and collective calls order that others carry out for a program (sim/programs/live_programs.h). Nobody
// tells which message a receive has taken: the n-th send of a (communicator, source, tag) meets the n-th receive that
// ends with this source and tag, in the order in which receives were posted. The n-th collective calls of the ranks of
// a communicator are one, and a rank learns of those whose data it needs.
#pragma once

#include "protocol/memmodel/checker.h"
#include "sim/programs/live_programs.h"

#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace rmasim::sim::semantics {

class ProgramOrder {
public:
    explicit ProgramOrder(memmodel::Checker& checker) : checker_(checker) {}

    // What a call, or its request, has begun.
    struct Begun {
        std::optional<std::uint64_t> message{};  // that it sends: its number on its route
        std::optional<std::uint64_t> receive{};  // its number among those of its rank
        std::optional<std::uint64_t> round{};    // of collective calls
    };
    Begun begin(const memmodel::Origin& origin, const OtherFunction& function);
    // The call, or its request, is complete.
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
        std::map<Number, Sent> sent{};                // not taken yet
        std::map<Number, memmodel::Moment> posted{};  // receives of synchronous messages, until their send is over
        Number taken = 0;                             // by receives that are older than all open ones ...
        std::map<Number, memmodel::Moment> later{};   // ... and by others: when those were posted
    };
    // A receive that has not ended.
    struct Open {
        Rank from = any_rank;
        int tag = any_tag;
        memmodel::Moment posted{};
        bool may_take(const Route& route) const {
            return (from == any_rank || from == route.from) && (tag == any_tag || tag == route.tag);
        }
    };
    using Receives = std::map<Number, Open>;
    struct Round {
        memmodel::Sum all{};
        std::map<Rank, memmodel::Moment> each{};
        Rank returned = 0;
    };
    // Of the ranks of a communicator, or of some of them.
    struct Rounds {
        std::map<Rank, Number> begun{};
        std::map<Number, Round> rounds{};
    };
    using Group = std::pair<std::uint64_t, std::uint64_t>;  // communicator, list of members

    std::optional<Route> route_of(Rank rank, const OtherFunction& function, const Envelope& envelope) const;
    Number place_of(const Route& route, const Mail& mail, Number receive) const;
    void take(const memmodel::Origin& origin, const Route& route, Number receive, bool keep);
    void forget_old(const Route& route, Mail& mail);
    void end_synchronous(const memmodel::Origin& origin, const OtherFunction& function, Number message);
    void end_collective(const memmodel::Origin& origin, const OtherFunction& function, Number round);

    memmodel::Checker& checker_;
    std::map<Route, Mail> mail_;
    std::map<std::pair<std::uint64_t, Rank>, Receives> open_;  // by communicator and receiver
    std::map<Rank, Number> receives_;
    std::map<Group, Rounds> rounds_;
};

}  // namespace rmasim::sim::semantics
