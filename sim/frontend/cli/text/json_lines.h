// Communication with the Python package in distributed work. Requests for shards and results are lines of JSON on
// standard input and standard output.
#pragma once

#include "sim/frontend/output/print.h"
#include "sim/scenario/json/errors.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <iostream>
#include <string>
#include <vector>

namespace rmasim::sim {

// Calls `use` with each line of standard input, until `use` returns false. `what` describes a line in error messages.
// Raises BadInput if a line is not the expected JSON.
template <class Use>
void for_each_line(const char* what, Use use) {
    std::string line;
    for (std::size_t number = 1; std::getline(std::cin, line); ++number) {
        try {
            if (!use(line)) return;
        } catch (const nlohmann::json::exception&) {
            throw BadInput(fmt::format("standard input, line {}", number), line.substr(0, 40), what);
        }
    }
}

// Reads requests for shards, one request per line. For each request, prints the result that `make(wanted)` returns,
// with the key of the request.
template <class Json, class Make>
void make_shards(const char* what, Make make) {
    for_each_line(what, [&](const std::string& line) {
        const Json wanted = Json::parse(line);
        Json made = make(wanted);
        made["key"] = wanted.at("key");
        print(made.dump() + '\n');
        return true;
    });
}

// Reads the results of shards, and numbers, one per line. Passes each result to `add(shard)`. For a number `max`,
// prints the requests that `list(max)` returns, then an empty line. The function returns true when `list` returns no
// request. It returns false if the input ends earlier.
template <class Json, class Add, class List>
bool assemble(const char* what, Add add, List list) {
    bool complete = false;
    for_each_line(what, [&](const std::string& line) {
        const Json said = Json::parse(line);
        if (said.is_object()) {
            add(said);
            return true;
        }
        const std::vector<Json> wanted = list(said.template get<std::size_t>());
        for (const Json& one : wanted) print(one.dump() + '\n');
        print("\n");
        flush_output();
        complete = wanted.empty();
        return !complete;
    });
    return complete;
}

}  // namespace rmasim::sim
