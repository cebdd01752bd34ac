#include "sim/untimed/explore/shard_json.h"

#include <nlohmann/json.hpp>

namespace rmasim::sim {

namespace {

using Json = nlohmann::ordered_json;

template <class Items, class ToJson>
Json list_json(const Items& items, ToJson to_json) {
    Json list = Json::array();
    for (const auto& item : items) list.push_back(to_json(item));
    return list;
}

template <class Item, class FromJson>
std::vector<Item> list_of(const Json& json, FromJson from_json) {
    std::vector<Item> items;
    for (const Json& item : json) items.push_back(from_json(item));
    return items;
}

// Returns a move as the list of its members, in the order of their declarations.
Json move_json(const Move& move) {
    return {static_cast<int>(move.kind),
            move.thread,
            move.rank,
            move.source,
            move.number,
            move.sent_by,
            move.enabled_by,
            move.actor};
}

Move move_of(const Json& json) {
    Move move;
    move.kind = static_cast<Move::Kind>(json.at(0).get<int>());
    json.at(1).get_to(move.thread);
    json.at(2).get_to(move.rank);
    json.at(3).get_to(move.source);
    json.at(4).get_to(move.number);
    json.at(5).get_to(move.sent_by);
    json.at(6).get_to(move.enabled_by);
    json.at(7).get_to(move.actor);
    return move;
}

Json picks_json(const std::vector<Pick>& picks) {
    return list_json(picks, [](const Pick& pick) { return Json{pick.taken, pick.alternatives}; });
}

std::vector<Pick> picks_of(const Json& json) {
    return list_of<Pick>(json, [](const Json& pick) {
        return Pick{pick.at(0).get<std::uint16_t>(), pick.at(1).get<std::uint16_t>()};
    });
}

Json touched_json(const Footprint& touched) {
    return list_json(touched, [](const Touched& one) { return Json{one.word, static_cast<int>(one.touch)}; });
}

Footprint touched_of(const Json& json) {
    return list_of<Touched>(json, [](const Json& one) {
        return Touched{one.at(0).get<Word>(), static_cast<Touch>(one.at(1).get<int>())};
    });
}

Json node_json(const SearchNode& node) {
    const auto branch_json = [](const Branch& branch) {
        return Json{move_json(branch.move), branch.done, touched_json(branch.touched)};
    };
    const auto sleeper_json = [](const Sleeper& one) { return Json{one.actor, one.process, one.made_at, one.branch}; };
    return {{"branches", list_json(node.branches, branch_json)},
            {"asleep", list_json(node.asleep, sleeper_json)},
            {"current", node.current},
            {"picks", picks_json(node.picks)}};
}

SearchNode node_of(const Json& json) {
    SearchNode node;
    node.branches = list_of<Branch>(json.at("branches"), [](const Json& branch) {
        return Branch{move_of(branch.at(0)), branch.at(1).get<bool>(), touched_of(branch.at(2))};
    });
    node.asleep = list_of<Sleeper>(json.at("asleep"), [](const Json& one) {
        return Sleeper{one.at(0).get<Actor>(), one.at(1).get<Rank>(), one.at(2).get<StepNumber>(),
                       one.at(3).get<std::uint32_t>()};
    });
    json.at("current").get_to(node.current);
    node.picks = picks_of(json.at("picks"));
    return node;
}

Json two_json(const Range& range) { return {range.min, range.max}; }
Range range_of(const Json& json) { return {json.at(0).get<std::uint64_t>(), json.at(1).get<std::uint64_t>()}; }

Json failures_json(const Exploration& found, const OrderWords& words) {
    Json failures = Json::array();
    for (const auto& [key, one] : found.failures) {
        failures.push_back({{"kind", static_cast<int>(key.first)},
                            {"cause", key.second},
                            {"executions", one.runs},
                            {"number", one.number},
                            {"what", one.shortest.what},
                            {"order", words.failures.at(key)}});
    }
    return failures;
}

void read_failures(const Json& failures, Exploration& found, OrderWords& words) {
    for (const Json& json : failures) {
        const FailureKey key{static_cast<Failure::Kind>(json.at("kind").get<int>()),
                             json.at("cause").get<std::string>()};
        std::vector<std::string>& order = words.failures[key];
        json.at("order").get_to(order);
        Failures& one = found.failures[key];
        json.at("executions").get_to(one.runs);
        json.at("number").get_to(one.number);
        one.steps = order.size();
        one.shortest.kind = key.first;
        one.shortest.cause = key.second;
        json.at("what").get_to(one.shortest.what);
    }
}

Json found_json(const Exploration& found, const OrderWords& words) {
    Json ends = Json::array();
    for (const auto& [digest, end] : found.ends) {
        ends.push_back({digest, end.runs, end.finished, end.number, end.failures});
        if (const auto at = words.ends.find(digest); at != words.ends.end()) ends.back().push_back(at->second);
    }
    Json by_kind = Json::object();
    for (const auto& [kind, range] : found.by_kind) by_kind[kind] = two_json(range);
    Json json{{"executions", found.runs},
              {"redundant", found.redundant},
              {"steps", found.steps},
              {"longest", found.max_depth},
              {"failing", found.failing_runs},
              {"checked",
               {found.checked.invariants.calls, found.checked.invariants.operations,
                found.checked.invariants.lock_grants, found.checked.accesses}},
              {"ends", std::move(ends)},
              {"messages", two_json(found.messages)},
              {"by_kind", std::move(by_kind)},
              {"high_water", found.high_water},
              {"fewest", words.min_messages},
              {"most", words.max_messages}};
    if (!found.failures.empty()) json["failures"] = failures_json(found, words);
    return json;
}

void read_found(const Json& json, Exploration& found, OrderWords& words) {
    json.at("executions").get_to(found.runs);
    json.at("redundant").get_to(found.redundant);
    json.at("steps").get_to(found.steps);
    json.at("longest").get_to(found.max_depth);
    json.at("failing").get_to(found.failing_runs);
    for (const Json& end : json.at("ends")) {
        EndState& known = found.ends[end.at(0).get<std::uint64_t>()];
        known.runs = end.at(1).get<std::uint64_t>();
        known.finished = end.at(2).get<bool>();
        known.number = end.at(3).get<std::uint64_t>();
        end.at(4).get_to(known.failures);
        if (end.size() > 5) end.at(5).get_to(words.ends[end.at(0).get<std::uint64_t>()]);
    }
    const Json& checked = json.at("checked");
    found.checked = {{.calls = checked.at(0).get<std::uint64_t>(),
                      .operations = checked.at(1).get<std::uint64_t>(),
                      .lock_grants = checked.at(2).get<std::uint64_t>()},
                     checked.at(3).get<std::uint64_t>()};
    found.messages = range_of(json.at("messages"));
    for (const auto& [kind, range] : json.at("by_kind").items()) found.by_kind[kind] = range_of(range);
    json.at("high_water").get_to(found.high_water);
    json.at("fewest").get_to(words.min_messages);
    json.at("most").get_to(words.max_messages);
    if (json.contains("failures")) read_failures(json.at("failures"), found, words);
}

}  // namespace

Json part_json(const Part& part) {
    const auto step_json = [](const OrderStep& step) { return Json{move_json(step.move), picks_json(step.picks)}; };
    const auto asleep_json = [](const Part::Asleep& one) {
        return Json{one.actor, one.process, touched_json(one.touched)};
    };
    return {{"path", list_json(part.path, step_json)},
            {"asleep", list_json(part.asleep, asleep_json)},
            {"begun", list_json(part.begun, node_json)},
            {"most", part.max_executions}};
}

Part part_of(const Json& json) {
    Part part;
    part.path = list_of<OrderStep>(json.at("path"), [](const Json& step) {
        return OrderStep{move_of(step.at(0)), picks_of(step.at(1))};
    });
    part.asleep = list_of<Part::Asleep>(json.at("asleep"), [](const Json& one) {
        return Part::Asleep{one.at(0).get<Actor>(), one.at(1).get<Rank>(), touched_of(one.at(2))};
    });
    part.begun = list_of<SearchNode>(json.at("begun"), node_of);
    json.at("most").get_to(part.max_executions);
    return part;
}

Json shard_json(const Shard& shard) {
    const auto race_json = [](const Race& race) { return Json{race.early, list_json(race.initials, move_json)}; };
    Json json{{"found", found_json(shard.found, shard.words)},
              {"races", list_json(shard.races, race_json)},
              {"touched", touched_json(shard.touched)},
              {"cpu_s", shard.cpu_s}};
    if (shard.rest) {
        json["rest"] = {{"picks", picks_json(shard.rest->picks)}, {"begun", list_json(shard.rest->begun, node_json)}};
    }
    return json;
}

Shard shard_of(const Json& json) {
    Shard shard;
    read_found(json.at("found"), shard.found, shard.words);
    shard.races = list_of<Race>(json.at("races"), [](const Json& race) {
        return Race{race.at(0).get<StepNumber>(), list_of<Move>(race.at(1), move_of)};
    });
    shard.touched = touched_of(json.at("touched"));
    json.at("cpu_s").get_to(shard.cpu_s);
    if (json.contains("rest")) {
        shard.rest.emplace();
        shard.rest->picks = picks_of(json.at("rest").at("picks"));
        shard.rest->begun = list_of<SearchNode>(json.at("rest").at("begun"), node_of);
    }
    return shard;
}

}  // namespace rmasim::sim
