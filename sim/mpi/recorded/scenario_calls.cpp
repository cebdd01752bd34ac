#include "sim/mpi/recorded/scenario_calls.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>

namespace rmasim::sim {

namespace {

std::string loop_variable(std::size_t depth) {
    constexpr std::array names{"i", "j", "k", "l"};
    return depth < names.size() ? names[depth] : fmt::format("i{}", depth);
}

std::vector<const std::vector<CallNode>*> bodies_of(const std::vector<const CallNode*>& nodes) {
    std::vector<const std::vector<CallNode>*> bodies;
    for (const CallNode* node : nodes) bodies.push_back(&node->body);
    return bodies;
}

bool is_in_word(char letter) { return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_'; }

// True if an expression in the calls uses the variable.
bool uses(const Json& json, const std::string& variable) {
    if (json.is_structured())
        return std::ranges::any_of(json, [&](const Json& one) { return uses(one, variable); });
    if (!json.is_string()) return false;
    const auto& text = json.get_ref<const std::string&>();
    for (std::size_t at = text.find(variable); at != std::string::npos; at = text.find(variable, at + 1)) {
        const std::size_t end = at + variable.size();
        const bool begins = at == 0 || !is_in_word(text[at - 1]);
        if (begins && (end == text.size() || !is_in_word(text[end]))) return true;
    }
    return false;
}

Json number_or_text(const std::string& text) {
    const bool is_number = text.find_first_not_of("-0123456789") == std::string::npos;
    return is_number ? Json(std::stoll(text)) : Json(text);
}

}  // namespace

std::optional<Json> ScenarioCalls::write() {
    std::vector<const std::vector<CallNode>*> lists;
    for (const RecordedRank& one : ranks_)
        lists.push_back(&one.recording->calls[static_cast<std::size_t>(one.rank)].nodes());
    return list(lists);
}

std::optional<Json> ScenarioCalls::list(const std::vector<const std::vector<CallNode>*>& lists) {
    Json calls = Json::array();
    for (std::size_t at = 0; at < lists.front()->size(); ++at) {
        Nodes nodes;
        for (const auto* one : lists) nodes.push_back(&(*one)[at]);
        std::optional<Json> written = nodes.front()->is_loop() ? loop(nodes) : call(nodes);
        if (!written) return std::nullopt;
        if (written->is_array()) calls.insert(calls.end(), written->begin(), written->end());
        else calls.push_back(std::move(*written));
    }
    return calls;
}

// A loop whose numbers have no expression in its variable is written round by round.
std::optional<Json> ScenarioCalls::loop(const Nodes& nodes) {
    const std::vector<const std::vector<CallNode>*> bodies = bodies_of(nodes);
    Loop loop{loop_variable(loops_.size()), {}, {}};
    std::vector<RankPoint> points;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        loop.times.push_back(nodes[i]->times);
        points.push_back(point(i, no_window));
        points.back().value = static_cast<std::int64_t>(nodes[i]->times);
    }
    loops_.push_back(std::move(loop));
    const std::uint64_t without = without_values_;
    const std::optional<std::string> times = expressions_.of(points);
    std::optional<Json> body = times ? list(bodies) : std::nullopt;
    if (!body) {
        without_values_ = without;
        body = unrolled(nodes, bodies);
        loops_.pop_back();
        return body;
    }
    const std::string variable = loops_.back().variable;
    loops_.pop_back();
    Json repeat{{"times", number_or_text(*times)}};
    if (uses(*body, variable)) repeat["as"] = variable;
    repeat["calls"] = std::move(*body);
    return Json{{"repeat", std::move(repeat)}};
}

std::optional<Json> ScenarioCalls::unrolled(const Nodes& nodes,
                                            const std::vector<const std::vector<CallNode>*>& bodies) {
    const std::uint64_t times = nodes.front()->times;
    if (std::ranges::any_of(nodes, [&](const CallNode* node) { return node->times != times; })) return std::nullopt;
    Json calls = Json::array();
    for (std::uint64_t round = 0; round < times; ++round) {
        loops_.back().round = round;
        std::optional<Json> body = list(bodies);
        if (!body) return std::nullopt;
        calls.insert(calls.end(), body->begin(), body->end());
    }
    return calls;
}

const std::vector<std::int64_t>& ScenarioCalls::numbers_of(const CallNode& node, std::size_t number) {
    std::vector<std::int64_t>& column = columns_[{&node, number}];
    if (column.empty()) column = node.numbers[number].all();
    return column;
}

// The rank and the size of all ranks, or of the communicator with this number.
RankPoint ScenarioCalls::point(std::size_t member, WindowId comm) const {
    const RecordedRank& at = ranks_[member];
    if (comm == no_window) return {at.rank, at.recording->ranks, 0};
    for (const auto& [first, members] : at.recording->communicators.at(comm)) {
        const auto found = std::ranges::find(members, at.rank);
        if (found != members.end())
            return {found - members.begin(), static_cast<std::int64_t>(members.size()), 0};
    }
    return {at.rank, at.recording->ranks, 0};
}

// The communicator in which the call's ranks are numbers.
WindowId ScenarioCalls::comm_of(const CallForm& form) const {
    if (form.computes) return no_window;
    if (!description_of(form.call.call).has(Argument::window)) return form.call.comm;
    const auto& segments = ranks_.front().recording->windows.at(form.call.window).segments;
    return segments.at(ranks_.front().rank).comm;
}

namespace {

// Replaces the names rank and size by those of a communicator.
std::string in_communicator(const std::string& text, const std::string& name) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && is_in_word(text[end])) ++end;
        const std::string word = text.substr(at, end - at);
        if (word == "rank" || word == "size") result += name + '.';
        result += end == at ? text.substr(at, 1) : word;
        at = end == at ? at + 1 : end;
    }
    return result;
}

}  // namespace

// Returns the text of one number of a call; an empty text for data without a value.
std::optional<std::string> ScenarioCalls::text_of(const Nodes& nodes, std::size_t number, const CallForm& form) {
    const WindowId comm = comm_of(form);
    if (comm == no_window) return text_of(nodes, number, form, no_window, expressions_);
    std::set<std::int64_t> sizes;
    for (std::size_t i = 0; i < ranks_.size(); ++i) sizes.insert(point(i, comm).size);
    RankExpressions inside(sizes);
    const std::optional<std::string> text = text_of(nodes, number, form, comm, inside);
    if (text && inside.definitions().empty()) return in_communicator(*text, names_.communicators.at(comm));
    return text_of(nodes, number, form, no_window, expressions_);
}

std::optional<std::string> ScenarioCalls::text_of(const Nodes& nodes, std::size_t number, const CallForm& form,
                                                  WindowId comm, RankExpressions& expressions) {
    std::vector<RankNumbers> all;
    std::vector<std::string> variables;
    for (const Loop& one : loops_) {
        if (!one.round) variables.push_back(one.variable);
    }
    const bool is_data = !form.computes && data_arguments.contains(form.names[number].argument);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const std::vector<std::int64_t>& column = numbers_of(*nodes[i], number);
        const RankPoint at = point(i, comm);
        RankNumbers one{at.rank, at.size, {}, {}};
        std::size_t total = 1;
        for (const Loop& loop : loops_) {
            if (loop.round) continue;
            one.times.push_back(loop.times[i]);
            total *= loop.times[i];
        }
        // The rounds of the loops that are not written round by round.
        std::vector<std::uint64_t> round(loops_.size(), 0);
        for (std::size_t k = 0; k < loops_.size(); ++k) round[k] = loops_[k].round.value_or(0);
        one.values.reserve(total);
        for (std::size_t n = 0; n < total; ++n) {
            std::size_t index = 0;
            for (std::size_t k = 0; k < loops_.size(); ++k) index = index * loops_[k].times[i] + round[k];
            one.values.push_back(column[index]);
            if (is_data && column[index] == unknown_number) return "";
            for (std::size_t k = loops_.size(); k-- > 0;) {
                if (loops_[k].round) continue;
                if (++round[k] < loops_[k].times[i]) break;
                round[k] = 0;
            }
        }
        all.push_back(std::move(one));
    }
    std::optional<std::string> text = expressions.of(all, variables);
    return is_data && !text ? "" : text;
}

std::optional<Json> ScenarioCalls::call(const Nodes& nodes) {
    const CallForm& form = ranks_.front().recording->forms[nodes.front()->form];
    std::vector<std::string> texts;
    bool has_values = true;
    for (std::size_t i = 0; i < form.names.size(); ++i) {
        std::optional<std::string> text = text_of(nodes, i, form);
        if (!text) return std::nullopt;
        if (text->size() > max_expression_length) return std::nullopt;
        has_values = has_values && !text->empty();
        texts.push_back(std::move(*text));
    }
    if (!has_values) ++without_values_;
    if (form.computes) return Json{{"compute", {{"ns", number_or_text(texts.front())}}}};
    return recorded_call(form, texts, names_);
}

}  // namespace rmasim::sim
