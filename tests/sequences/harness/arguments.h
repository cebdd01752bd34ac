// A command line, split into words and `key=value` settings. Unused arguments are an error. Otherwise a misspelt
// setting would silently have its default value.
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

    // Removes and returns the next word; an empty text if no word is left.
    std::string take_word();
    // Removes `word`, an assertion or a flag, if it is one of the remaining words. Returns true if it was.
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
