// Messages of random programs: between two ranks, and of a rank to itself. Each is received, in the stretch between two
// barriers in which it is sent; and no rank waits for it that its sender waits for.
#pragma once

#include "sim/untimed/fuzz/random_program.h"

#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace rmasim::fuzz {

class Messages {
public:
    // Where a message is sent or received.
    struct End {
        std::size_t place;        // among the rank's steps
        std::size_t barriers;     // before it
        std::vector<int> fences;  // by window: fences before it
    };
    // NOPRECEDE of each fence, by window.
    using Noprecede = std::map<WindowId, std::vector<bool>>;

    void sent(Rank rank, const Step& step, End end) {
        ends_[{rank, step.target, step.more.tag}].first.push_back(std::move(end));
    }
    void received(Rank rank, const Step& step, End end) {
        ends_[{step.target, rank, step.more.tag}].second.push_back(std::move(end));
    }
    // The first rule that is broken, or an empty text. All ranks' fences have the same NOPRECEDE.
    std::string illegal(const Noprecede& fences) const;

private:
    std::map<std::tuple<Rank, Rank, std::uint32_t>, std::pair<std::vector<End>, std::vector<End>>> ends_;
};

}  // namespace rmasim::fuzz
