// Builds programs of scenarios as JSON, call by call.
#pragma once

#include "protocol/base/call_table.h"
#include "sim/scenario/json/json.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rmasim::corpus {

inline sim::Json call_of(std::string_view verb, sim::Json arguments = sim::Json::object()) {
    return {{std::string(verb), std::move(arguments)}};
}
inline sim::Json call_of(Call call, sim::Json arguments) {
    return call_of(verb_of(description_of(call)), std::move(arguments));
}

// Returns a program for the ranks that the expression `ranks` selects. `calls` is the list of its calls.
inline sim::Json program_of(const std::string& ranks, sim::Json calls) {
    return {{"ranks", ranks}, {"calls", std::move(calls)}};
}
// Returns a program of one or several threads. Each element of `threads` is the list of calls of one thread.
inline sim::Json program_of(const std::string& ranks, std::vector<sim::Json> threads) {
    if (threads.size() == 1) return program_of(ranks, std::move(threads.front()));
    return {{"ranks", ranks}, {"threads", std::move(threads)}};
}

// One list of calls for each rank.
class CallLists {
public:
    explicit CallLists(std::size_t ranks) : lists_(ranks, sim::Json::array()) {}

    std::size_t ranks() const { return lists_.size(); }
    void add(std::size_t rank, sim::Json call) { lists_[rank].push_back(std::move(call)); }
    void add_for_all(const sim::Json& call) {
        for (sim::Json& list : lists_) list.push_back(call);
    }
    sim::Json& operator[](std::size_t rank) { return lists_[rank]; }

    // Returns one program for each rank.
    sim::Json programs() const {
        sim::Json programs = sim::Json::array();
        for (std::size_t rank = 0; rank < ranks(); ++rank)
            programs.push_back(program_of(std::to_string(rank), lists_[rank]));
        return programs;
    }

private:
    std::vector<sim::Json> lists_;
};

}  // namespace rmasim::corpus
