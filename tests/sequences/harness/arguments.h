// One command line, taken apart: words, and `key=value` settings. Whatever nobody asked for is an error, so that a
// misspelt setting cannot pass for its default.
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

    // Takes the next word; empty when there is none left.
    std::string take_word();
    // Takes `word` when it is the next or a later one: an assertion or a flag.
    bool take_flag(const std::string& word);
    std::int64_t take_number(const std::string& what);
    Rank take_rank(const std::string& what);

    std::optional<std::string> take_setting(const std::string& key);
    std::int64_t take_setting(const std::string& key, std::int64_t otherwise);

    // Raises BadSequence when something is left over.
    void require_used_up() const;

private:
    std::string line_;
    std::vector<std::string> words_;
    std::map<std::string, std::string> settings_;
};

std::int64_t number_in(const std::string& text);

}  // namespace rmasim::seq
