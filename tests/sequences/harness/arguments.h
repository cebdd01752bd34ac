// One command line, split into words and `key=value` settings. Unused arguments are an error, so that a misspelt
// setting is not silently replaced by its default.
#pragma once

#include "protocol/base/types.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::seq {

class Arguments {
public:
    explicit Arguments(const std::string& line);

    // Takes the next word; empty if none is left.
    std::string take_word();
    // Takes `word` if it is the next or a later one: an assertion or a flag.
    bool take_flag(const std::string& word);
    std::int64_t take_number(const std::string& what);
    Rank take_rank(const std::string& what);

    std::optional<std::string> take_setting(const std::string& key);
    std::int64_t take_setting(const std::string& key, std::int64_t otherwise);

    // Raises BadSequence if any argument is unused.
    void require_used_up() const;

private:
    std::string line_;
    std::vector<std::string> words_;
    std::map<std::string, std::string> settings_;
};

std::int64_t number_in(const std::string& text);

}  // namespace rmasim::seq
