#include "sim/scenario/program/verbs.h"

#include <algorithm>

namespace rmasim::sim {

namespace {

std::vector<std::string_view> keys_of(CallSet calls) {
    ArgumentSet arguments;
    calls.for_each([&](Call call) { arguments = arguments | description_of(call).arguments; });
    std::vector<std::string_view> keys;
    arguments.for_each([&](Argument argument) { keys.push_back(key_of(argument)); });
    return keys;
}

std::vector<Verb> list_verbs() {
    std::vector<Verb> verbs;
    for (const CallDescription& row : call_table) {
        if (!is_in_scenarios(row.call)) continue;
        const auto known =
            std::find_if(verbs.begin(), verbs.end(), [&](const Verb& verb) { return verb.name == verb_of(row); });
        Verb& verb = known == verbs.end() ? verbs.emplace_back() : *known;
        verb.name = verb_of(row);
        verb.calls = verb.calls | CallSet{row.call};
        if (row.verb.empty()) verb.named = row.call;
    }
    for (Verb& verb : verbs) verb.keys = keys_of(verb.calls);
    return verbs;
}

}  // namespace

const std::vector<Verb>& verbs() {
    static const std::vector<Verb> all = list_verbs();
    return all;
}

const Verb* find_verb(std::string_view name) {
    const auto verb = std::find_if(verbs().begin(), verbs().end(), [&](const Verb& one) { return one.name == name; });
    return verb == verbs().end() ? nullptr : &*verb;
}

}  // namespace rmasim::sim
