// Checks the messages of random programs: messages between two ranks, and messages of a rank to itself. If a message is
// sent between two barriers, it must be received between the same barriers. If a rank waits for a message, the sender
// must not wait for that rank.
#pragma once

#include "sim/untimed/fuzz/program/random_program.h"

#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace rmasim::fuzz {

class Messages {
public:
    // The position of a send or a receive in the rank's steps.
    struct End {
        std::size_t index;        // index of the rank's step
        std::size_t barriers;     // number of earlier barriers
        std::vector<int> fences;  // by window: number of earlier fences
    };
    // For each window and fence: true if the fence has the assertion NOPRECEDE.
    using Noprecede = std::map<WindowId, std::vector<bool>>;

    void sent(Rank rank, const Step& step, End end) {
        ends_[{rank, step.target, step.more.tag}].first.push_back(std::move(end));
    }
    void received(Rank rank, const Step& step, End end) {
        ends_[{step.target, rank, step.more.tag}].second.push_back(std::move(end));
    }
    // Returns the first broken rule, as text; empty if no rule is broken. Precondition: the n-th fences of all ranks on
    // a window agree in NOPRECEDE.
    std::string illegal(const Noprecede& fences) const;

private:
    std::map<std::tuple<Rank, Rank, std::uint32_t>, std::pair<std::vector<End>, std::vector<End>>> ends_;
};

}  // namespace rmasim::fuzz
