// The two halves of spread work, of which one is the package of Python, talk in lines of JSON.
#pragma once

#include "sim/frontend/output/print.h"
#include "sim/scenario/json/errors.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <iostream>
#include <string>
#include <vector>

namespace rmasim::sim {

// Calls `use` with the lines of standard input until it returns false. `what` a line is, for errors.
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

// Reads which pieces are wanted, and prints what `make(wanted)` makes of each, with its key.
template <class Json, class Make>
void make_pieces(const char* what, Make make) {
    for_each_line(what, [&](const std::string& line) {
        const Json wanted = Json::parse(line);
        Json made = make(wanted);
        made["key"] = wanted.at("key");
        print(made.dump() + '\n');
        return true;
    });
}

// Reads pieces, which `add(piece)` gets, and numbers: prints so many of those that are wanted, `list(most)`, and an
// empty line. True when none is wanted any more, false if the lines end before.
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
