#include "tests/sequences/harness/arguments.h"

#include "tests/sequences/harness/bad_sequence.h"

#include <algorithm>
#include <charconv>
#include <sstream>

namespace rmasim::seq {

std::int64_t number_in(const std::string& text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) throw BadSequence("not a number: '" + text + "'");
    return value;
}

Arguments::Arguments(const std::string& line) : line_(line) {
    std::istringstream words(line);
    for (std::string word; words >> word;) {
        const auto equals = word.find('=');
        if (equals == std::string::npos) {
            words_.push_back(word);
        } else {
            settings_[word.substr(0, equals)] = word.substr(equals + 1);
        }
    }
}

std::string Arguments::take_word() {
    if (words_.empty()) return {};
    const std::string word = words_.front();
    words_.erase(words_.begin());
    return word;
}

bool Arguments::take_flag(const std::string& word) {
    const auto found = std::find(words_.begin(), words_.end(), word);
    if (found == words_.end()) return false;
    words_.erase(found);
    return true;
}

std::int64_t Arguments::take_number(const std::string& what) {
    if (words_.empty()) throw BadSequence(what + " is missing in '" + line_ + "'");
    return number_in(take_word());
}

Rank Arguments::take_rank(const std::string& what) { return static_cast<Rank>(take_number(what)); }

std::optional<std::string> Arguments::take_setting(const std::string& key) {
    const auto found = settings_.find(key);
    if (found == settings_.end()) return std::nullopt;
    std::string value = found->second;
    settings_.erase(found);
    return value;
}

std::int64_t Arguments::take_setting(const std::string& key, std::int64_t otherwise) {
    const auto value = take_setting(key);
    return value ? number_in(*value) : otherwise;
}

void Arguments::require_used_up() const {
    if (!words_.empty()) throw BadSequence("'" + words_.front() + "' means nothing in '" + line_ + "'");
    if (!settings_.empty()) throw BadSequence("'" + settings_.begin()->first + "=' means nothing in '" + line_ + "'");
}

}  // namespace rmasim::seq
