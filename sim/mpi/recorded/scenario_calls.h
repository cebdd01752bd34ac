// Writes the recorded calls of a group of ranks as calls of a scenario, with loops and expressions.
#pragma once

#include "sim/mpi/recorded/rank_expressions.h"
#include "sim/mpi/recorded/recorder.h"
#include "sim/scenario/json/json.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rmasim::sim {

// A rank of a recording.
struct RecordedRank {
    const Recording* recording = nullptr;
    Rank rank = 0;
};

// The names of the scenario, by the core's numbers. A name is empty if a call may leave it out.
struct ScenarioNames {
    std::map<WindowId, std::string> windows, communicators;
};

class ScenarioCalls {
public:
    // `ranks` have the same sequence of forms. The objects must outlive this one.
    ScenarioCalls(const std::vector<RecordedRank>& ranks, const ScenarioNames& names, RankExpressions& expressions)
        : ranks_(ranks), names_(names), expressions_(expressions) {}

    // Returns the list of calls; nullopt if some numbers have no expression that holds for all of the ranks.
    std::optional<Json> write();
    // The calls whose data have no values in the scenario, over all ranks.
    std::uint64_t without_values() const { return without_values_; }

private:
    struct Loop {
        std::string variable;
        std::vector<std::uint64_t> times;    // by rank of the group
        std::optional<std::uint64_t> round;  // the round that is written, in a loop that is written round by round
    };
    using Nodes = std::vector<const CallNode*>;  // by rank of the group

    std::optional<Json> list(const std::vector<const std::vector<CallNode>*>& lists);
    std::optional<Json> loop(const Nodes& nodes);
    std::optional<Json> unrolled(const Nodes& nodes, const std::vector<const std::vector<CallNode>*>& bodies);
    std::optional<Json> call(const Nodes& nodes);
    std::optional<std::string> text_of(const Nodes& nodes, std::size_t number, const CallForm& form);
    const std::vector<std::int64_t>& numbers_of(const CallNode& node, std::size_t number);
    std::optional<std::string> text_of(const Nodes& nodes, std::size_t number, const CallForm& form, WindowId comm,
                                       RankExpressions& expressions);
    RankPoint point(std::size_t member, WindowId comm) const;
    WindowId comm_of(const CallForm& form) const;

    const std::vector<RecordedRank>& ranks_;
    const ScenarioNames& names_;
    RankExpressions& expressions_;
    std::vector<Loop> loops_;
    std::map<std::pair<const CallNode*, std::size_t>, std::vector<std::int64_t>> columns_;
    std::uint64_t without_values_ = 0;
};

// Returns one call as JSON. `texts` are those of its numbers, in the order of CallForm::names; a text is empty if the
// call has no such value.
Json recorded_call(const CallForm& form, const std::vector<std::string>& texts, const ScenarioNames& names);

}  // namespace rmasim::sim
