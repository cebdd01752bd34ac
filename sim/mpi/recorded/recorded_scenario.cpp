#include "sim/mpi/recorded/recorded_scenario.h"

#include "sim/mpi/recorded/scenario_calls.h"
#include "sim/scenario/model/limits.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

namespace rmasim::sim {

namespace {

// There is no scenario.
class NoScenario : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

using Ranks = std::vector<RecordedRank>;

// The sequence of forms, without the numbers of rounds.
void add_structure(const std::vector<CallNode>& nodes, std::vector<std::uint32_t>& structure) {
    for (const CallNode& node : nodes) {
        structure.push_back(node.is_loop() ? UINT32_MAX : node.form);
        if (!node.is_loop()) continue;
        add_structure(node.body, structure);
        structure.push_back(UINT32_MAX - 1);
    }
}

std::vector<Ranks> groups_of(const std::vector<const Recording*>& recordings) {
    std::map<std::vector<std::uint32_t>, std::size_t> numbers;
    std::vector<Ranks> groups;
    for (const Recording* recording : recordings) {
        for (Rank rank = 0; rank < recording->ranks; ++rank) {
            std::vector<std::uint32_t> structure;
            add_structure(recording->calls[static_cast<std::size_t>(rank)].nodes(), structure);
            const auto [at, is_new] = numbers.try_emplace(std::move(structure), groups.size());
            if (is_new) groups.emplace_back();
            groups[at->second].push_back({recording, rank});
        }
    }
    return groups;
}

// "0-3,7"
std::string ranges_of(const std::vector<Rank>& ranks) {
    std::string text;
    for (std::size_t first = 0; first < ranks.size();) {
        std::size_t last = first;
        while (last + 1 < ranks.size() && ranks[last + 1] == ranks[last] + 1) ++last;
        text += fmt::format("{}{}", text.empty() ? "" : ",", ranks[first]);
        if (last > first) text += fmt::format("-{}", ranks[last]);
        first = last + 1;
    }
    return text;
}

class ScenarioWriter {
public:
    ScenarioWriter(const std::vector<const Recording*>& recordings, Json settings)
        : recordings_(recordings), scenario_(std::move(settings)), expressions_(sizes(recordings)) {
        set_names();
    }

    RecordedScenario write() {
        add_communicators();
        add_windows();
        Json programs = Json::array();
        for (const Ranks& group : groups_of(recordings_)) add_programs(group, programs);
        for (Json& program : programs) program["calls"] = with_definitions(std::move(program["calls"]));
        scenario_["programs"] = std::move(programs);
        return {std::move(scenario_), "", without_values_};
    }

private:
    static std::set<std::int64_t> sizes(const std::vector<const Recording*>& recordings) {
        std::set<std::int64_t> sizes;
        for (const Recording* one : recordings) sizes.insert(one->ranks);
        return sizes;
    }
    const Recording& first() const { return *recordings_.front(); }

    void set_names() {
        const std::size_t windows = first().windows.size();
        for (std::size_t i = 0; i < windows; ++i)
            names_.windows[static_cast<WindowId>(i)] = windows == 1 ? "w" : fmt::format("w{}", i);
        for (const Recording* recording : recordings_) {
            for (const auto& [number, members] : recording->communicators)
                communicators_ = std::max<std::size_t>(communicators_, std::size_t{no_window} - number);
        }
        if (communicators_ > limits::max_communicators || windows > limits::max_windows)
            throw NoScenario(fmt::format("{} windows and {} communicators; a scenario has at most {} and {}", windows,
                                         communicators_, limits::max_windows, limits::max_communicators));
        for (std::size_t i = 0; i < communicators_; ++i)
            names_.communicators[static_cast<WindowId>(no_window - 1 - i)] = fmt::format("c{}", i);
    }

    // Returns an expression for the values. If no form fits, the expression lists the ranks.
    Json expression(const std::vector<RankPoint>& points) {
        std::optional<std::string> text = expressions_.of(points);
        if (!text || !expressions_.definitions().empty()) {
            if (recordings_.size() > 1) throw NoScenario("sizes or communicators that depend on the number of ranks");
            text = "";
            for (const RankPoint& at : points) {
                if (at.value == 0) continue;
                *text += fmt::format("{}{}(rank == {})", text->empty() ? "" : " + ",
                                     at.value == 1 ? "" : fmt::format("{} * ", at.value), at.rank);
            }
        }
        if (text->size() > max_expression_length) throw NoScenario("windows or communicators of no regular form");
        if (text->find_first_not_of("-0123456789") == std::string::npos) return std::stoll(*text);
        return *text;
    }

    void add_communicators() {
        if (communicators_ == 0) return;
        Json all = Json::object();
        for (std::size_t i = 0; i < communicators_; ++i) {
            const auto number = static_cast<WindowId>(no_window - 1 - i);
            all[names_.communicators.at(number)] = communicator(number);
        }
        scenario_["communicators"] = std::move(all);
    }

    Json communicator(WindowId number) {
        std::vector<RankPoint> colours, keys, present;
        bool ordered = true;
        for (const Recording* recording : recordings_) {
            const std::int64_t size = recording->ranks;
            std::vector<RankPoint> of_rank;
            for (Rank rank = 0; rank < recording->ranks; ++rank) of_rank.push_back({rank, size, 0});
            const auto known = recording->communicators.find(number);
            std::int64_t colour = 0;
            if (known != recording->communicators.end()) {
                for (const auto& [begin, members] : known->second) {
                    ordered = ordered && std::ranges::is_sorted(members);
                    for (std::size_t i = 0; i < members.size(); ++i) {
                        RankPoint& at = of_rank[static_cast<std::size_t>(members[i])];
                        if (at.value != 0)
                            throw NoScenario("communicators that get the number of one that was freed");
                        at.value = 1;
                        colours.push_back({members[i], size, colour});
                        keys.push_back({members[i], size, static_cast<std::int64_t>(i)});
                    }
                    ++colour;
                }
            }
            present.insert(present.end(), of_rank.begin(), of_rank.end());
        }
        if (colours.empty()) return {{"colour", "rank < 0 ? 0 : undefined"}};
        Json colour = expression(colours);
        if (std::optional<std::string> members = expressions_.condition(present); members != "all") {
            if (!members) {
                members = "";
                for (const RankPoint& at : present) {
                    if (at.value != 0) *members += fmt::format("{}rank == {}", members->empty() ? "" : " || ", at.rank);
                }
                if (recordings_.size() > 1) throw NoScenario("communicators that depend on the number of ranks");
            }
            const std::string text = colour.is_string() ? colour.get<std::string>() : colour.dump();
            colour = fmt::format("{} ? {} : undefined", *members, text);
        }
        Json made{{"colour", std::move(colour)}};
        if (!ordered) made["key"] = expression(keys);
        return made;
    }

    void add_windows() {
        Json windows = Json::object();
        for (const auto& [number, name] : names_.windows) windows[name] = window(number);
        if (windows.empty()) windows["w"] = {{"bytes", 0}};
        scenario_["windows"] = std::move(windows);
    }

    Json window(WindowId number) {
        std::vector<RankPoint> bytes, units;
        const CreatedSegment* any = nullptr;
        for (const Recording* recording : recordings_) {
            if (number >= recording->windows.size()) throw NoScenario("different windows");
            for (const auto& [rank, segment] : recording->windows[number].segments) {
                any = &segment;
                bytes.push_back({rank, recording->ranks, static_cast<std::int64_t>(segment.bytes)});
                units.push_back({rank, recording->ranks, segment.disp_unit});
            }
        }
        if (any == nullptr) return {{"bytes", 0}};
        Json made{{"bytes", expression(bytes)}};
        if (const Json unit = expression(units); unit != 1) made["disp_unit"] = unit;
        if (any->shared) made["shared"] = true;
        if (any->comm != no_window) made["comm"] = names_.communicators.at(any->comm);
        if (any->in_any_order) made["accumulate_ordering"] = "none";
        if (any->same_op) made["accumulate_ops"] = "same_op";
        return made;
    }

    // Adds the entry of a group. If some numbers have no expression that holds for the group, it is divided.
    void add_programs(const Ranks& group, Json& programs) {
        ScenarioCalls writer(group, names_, expressions_);
        std::optional<Json> calls = writer.write();
        if (calls) {
            without_values_ += writer.without_values() * group.size();
            Json entry{{"ranks", ranks_text(group)}};
            if (Json arrays = arrays_of(group); !arrays.empty()) calls->insert(calls->begin(), Json{{"array", arrays}});
            entry["calls"] = std::move(*calls);
            programs.push_back(std::move(entry));
            return;
        }
        if (recordings_.size() > 1)
            throw NoScenario("numbers for which no expression of rank and size holds in all recordings");
        for (const RecordedRank& one : group) add_programs({one}, programs);
    }

    static Json arrays_of(const Ranks& group) {
        std::int64_t requests = 0, messages = 0;
        for (const RecordedRank& one : group) {
            requests = std::max(requests, one.recording->requests[static_cast<std::size_t>(one.rank)]);
            messages = std::max(messages, one.recording->messages[static_cast<std::size_t>(one.rank)]);
        }
        if (std::max(requests, messages) > limits::array_length.max)
            throw NoScenario(fmt::format("{} open requests of a rank; a scenario has at most {}",
                                         std::max(requests, messages), limits::array_length.max));
        Json arrays = Json::object();
        if (requests > 0) arrays["r"] = requests;
        if (messages > 0) arrays["m"] = messages;
        return arrays;
    }

    std::string ranks_text(const Ranks& group) {
        std::vector<RankPoint> points;
        for (const Recording* recording : recordings_) {
            for (Rank rank = 0; rank < recording->ranks; ++rank) points.push_back({rank, recording->ranks, 0});
        }
        std::vector<Rank> ranks;
        for (const RecordedRank& one : group) {
            const auto at = std::ranges::find_if(points, [&](const RankPoint& point) {
                return point.rank == one.rank && point.size == one.recording->ranks;
            });
            at->value = 1;
            if (one.recording == &first()) ranks.push_back(one.rank);
        }
        if (const std::optional<std::string> text = expressions_.condition(points)) return *text;
        if (recordings_.size() > 1) throw NoScenario("a group of ranks that is another one in each recording");
        return ranges_of(ranks);
    }

    Json with_definitions(Json calls) const {
        if (expressions_.definitions().empty()) return calls;
        Json names = Json::object();
        for (const auto& [name, text] : expressions_.definitions()) names[name] = text;
        calls.insert(calls.begin(), Json{{"let", names}});
        return calls;
    }

    const std::vector<const Recording*>& recordings_;
    Json scenario_;
    RankExpressions expressions_;
    ScenarioNames names_;
    std::size_t communicators_ = 0;
    std::uint64_t without_values_ = 0;
};

// Calls with lists of calls take a line for each of them.
void add_calls(std::string& text, const Json& calls, std::size_t indent) {
    const std::string space(indent, ' ');
    for (std::size_t i = 0; i < calls.size(); ++i) {
        const Json& call = calls[i];
        const bool last = i + 1 == calls.size();
        if (call.contains("repeat")) {
            Json head = call["repeat"];
            const Json body = head["calls"];
            head.erase("calls");
            const std::string settings = head.dump();
            text += fmt::format("{}{{\"repeat\": {}, \"calls\": [\n", space, settings.substr(0, settings.size() - 1));
            add_calls(text, body, indent + 2);
            text += space + "]}}";
        } else {
            text += space + call.dump();
        }
        text += last ? "\n" : ",\n";
    }
}

}  // namespace

RecordedScenario scenario_of(const std::vector<const Recording*>& recordings, Json settings) {
    try {
        return ScenarioWriter(recordings, std::move(settings)).write();
    } catch (const NoScenario& error) {
        return {{}, error.what(), 0};
    }
}

std::string text_of(const Json& scenario) {
    std::string text = "{\n";
    for (const auto& [key, value] : scenario.items()) {
        if (key != "programs") text += fmt::format("  {}: {},\n", Json(key).dump(), value.dump());
    }
    text += "  \"programs\": [\n";
    const Json& programs = scenario["programs"];
    for (std::size_t i = 0; i < programs.size(); ++i) {
        text += fmt::format("    {{\"ranks\": {}, \"calls\": [\n", programs[i]["ranks"].dump());
        add_calls(text, programs[i]["calls"], 6);
        text += i + 1 == programs.size() ? "    ]}\n" : "    ]},\n";
    }
    return text + "  ]\n}\n";
}

}  // namespace rmasim::sim
