#include "tests/corpus/changes.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace rmasim::corpus {

std::string any_key(Random& random, const Json& object) {
    auto at = object.begin();
    for (auto left = random.below(object.size()); left > 0; --left) ++at;
    return at.key();
}

namespace {

void collect_lists(Json& json, std::vector<Json*>& lists) {
    if (!json.is_structured()) return;
    const bool calls =
        json.is_array() && !json.empty() && json[0].is_object() && json[0].size() == 1 && json[0].begin()->is_object();
    if (calls) lists.push_back(&json);
    for (Json& inside : json) collect_lists(inside, lists);
}

std::int64_t ranks_of(const Json& scenario) {
    const auto ranks = scenario.find("ranks");
    return ranks != scenario.end() && ranks->is_number() ? ranks->get<std::int64_t>() : 2;
}

std::vector<std::string> asserts_of(const std::string& verb) {
    if (verb == "fence") return {"nostore", "noput", "noprecede", "nosucceed"};
    if (verb == "post") return {"nocheck", "nostore", "noput"};
    if (verb == "start" || verb == "lock" || verb == "lock_all") return {"nocheck"};
    return {};
}

Json another_value(Random& random, const Json& scenario, const std::string& key, const Json& old) {
    const std::int64_t ranks = ranks_of(scenario);
    const auto one_text = [&random](std::initializer_list<const char*> texts) { return Json(one_of(random, texts)); };
    if (key == "target" || key == "source") return below(random, ranks);
    if (key == "win") return any_key(random, scenario["windows"]);
    if (key == "type") return one_text({"shared", "exclusive"});
    if (key == "datatype") return one_text({"byte", "int32", "int64", "uint32", "uint64", "float64", "int16"});
    if (key == "op") return one_text({"sum", "replace", "min", "max", "band", "no_op", "prod"});
    if (key == "group") return sim::some_below(random, ranks, 40);
    if (key == "disp") return one_of<std::int64_t>(random, {0, 8, 16, 24, 64, 4096});
    if (key == "count") return one_of<std::int64_t>(random, {0, 1, 2, 3, 7});
    if (key == "tag") return below(random, std::int64_t{2});
    if (old.is_number_integer()) return old.get<std::int64_t>() + one_of<std::int64_t>(random, {-1, 1, 8});
    return old;
}

void change_argument(Random& random, const Json& scenario, Json& call) {
    Json& arguments = *call.begin();
    if (!arguments.is_object()) return;
    const std::vector<std::string> asserts = asserts_of(call.begin().key());
    if (!asserts.empty() && chance(random, 50)) {
        arguments["assert"] = Json::array();
        for (const std::size_t which : sim::some_below(random, asserts.size(), 40)) {
            arguments["assert"].push_back(asserts[which]);
        }
        return;
    }
    if (arguments.empty()) return;
    const std::string key = any_key(random, arguments);
    if (chance(random, 10)) arguments.erase(key);
    else arguments[key] = another_value(random, scenario, key, arguments[key]);
}

void break_once(Random& random, Json& scenario) {
    std::vector<Json*> lists;
    collect_lists(scenario["programs"], lists);
    if (lists.empty()) return;
    Json& list = *element_of(random, lists);
    const auto offset = static_cast<std::ptrdiff_t>(random.below(list.size()));
    const auto index = static_cast<std::size_t>(offset);
    switch (random.below(8)) {
        case 0:
        case 1: list.erase(list.begin() + offset); break;
        case 2: {
            const Json twice = list[index];
            list.insert(list.begin() + offset, twice);
            break;
        }
        case 3:
            if (index > 0) std::swap(list[index - 1], list[index]);
            break;
        case 4: {
            const Json moved = list[index];
            Json& other = *element_of(random, lists);  // may lie inside `moved`, so the list changes last
            if (&other == &list) break;
            other.insert(other.begin() + static_cast<std::ptrdiff_t>(random.below(other.size() + 1)), moved);
            list.erase(list.begin() + offset);
            break;
        }
        default: change_argument(random, scenario, list[index]); break;
    }
}

}  // namespace

void break_calls(Random& random, Json& scenario) {
    scenario.erase("expect");
    for (auto left = 1 + random.below(2); left > 0; --left) break_once(random, scenario);
}

}  // namespace rmasim::corpus
