// The two halves of spread work, of which one is the package of Python, talk in lines of JSON.
#pragma once

#include "sim/input/json/errors.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <iostream>
#include <string>

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

}  // namespace rmasim::sim
