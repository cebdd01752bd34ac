#include "sim/scenario/json/positions.h"

#include "sim/scenario/json/json_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <string>

namespace rmasim::sim {

namespace {

struct Position {
    std::size_t key = 0;  // the start of the member's key; equal to `value` if there is no key
    std::size_t value = 0;
};
using PositionMap = std::map<std::string, std::optional<Position>, std::less<>>;  // by location

// Walks through a JSON text, and records the positions of the wanted locations. The text must be valid JSON, but may be
// nested too deeply. The walk ends where the nesting exceeds the limit.
class Walk {
public:
    Walk(std::string_view text, PositionMap& wanted) : text_(text), wanted_(wanted) {
        if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    }

    void value(std::string& location, std::optional<std::size_t> key) {
        skip_blanks();
        if (const auto found = wanted_.find(location); found != wanted_.end()) found->second = {key.value_or(at_), at_};
        if (depth_ > max_json_depth) at_ = text_.size();
        ++depth_;
        if (next() == '{') members(location);
        else if (next() == '[') items(location);
        else if (next() == '"') string();
        else at_ = std::min(text_.find_first_of(",]} \t\r\n", at_), text_.size());
        --depth_;
    }

private:
    void members(std::string& location) {
        ++at_;
        while (another('}')) {
            const std::size_t begin = at_;
            string();
            const auto key = nlohmann::ordered_json::parse(text_.substr(begin, at_ - begin)).get<std::string>();
            skip_blanks();
            ++at_;  // skips the colon
            const std::size_t length = location.size();
            if (length > 0) location += '.';
            location += key;
            value(location, begin);
            location.resize(length);
        }
    }

    void items(std::string& location) {
        ++at_;
        for (std::size_t index = 0; another(']'); ++index) {
            const std::size_t length = location.size();
            location += '[' + std::to_string(index) + ']';
            value(location, std::nullopt);
            location.resize(length);
        }
    }

    // Advances to the next member or item and returns true. If there is no next one, advances past `end` and returns
    // false.
    bool another(char end) {
        skip_blanks();
        if (next() == ',') ++at_;
        skip_blanks();
        const bool more = next() != end && next() != 0;
        if (!more) ++at_;
        return more;
    }

    void string() {
        for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
            if (text_[at_] == '\\') ++at_;
        }
        ++at_;
    }

    void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
    char next() const { return at_ < text_.size() ? text_[at_] : char{0}; }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t depth_ = 0;
    PositionMap& wanted_;
};

// The location of the enclosing value. The function removes the suffix " (rank 3)" if there is one, and otherwise the
// last step. For example, "programs[0].calls[2].put.count (rank 3)" becomes "programs[0].calls[2].put.count", and this
// becomes "programs[0].calls[2].put".
std::string around(const std::string& location) {
    const std::size_t rank = location.find(" (");
    return location.substr(0,
                           rank != std::string::npos ? rank : std::min(location.find_last_of(".["), location.size()));
}

void want(const BadInput& error, PositionMap& wanted) {
    for (std::string location = error.location; !location.empty(); location = around(location)) {
        wanted.try_emplace(location);
        if (location.find_first_of(".[(") == std::string::npos) break;
    }
    for (const BadInput& other : error.others) want(other, wanted);
}

void set(BadInput& error, std::string_view text, const PositionMap& found) {
    std::optional<Position> position;
    bool whole = true;
    for (std::string location = error.location; !position && !location.empty(); location = around(location)) {
        const auto known = found.find(location);
        if (known != found.end()) position = known->second;
        if (!position) whole = false;
        if (location.find_first_of(".[(") == std::string::npos) break;
    }
    for (BadInput& other : error.others) set(other, text, found);
    if (!position) return;
    const bool unknown = whole && error.found.starts_with("an unknown ");
    const std::string_view before = text.substr(0, unknown ? position->key : position->value);
    const std::size_t newline = before.rfind('\n');
    error.line = static_cast<std::uint32_t>(1 + std::count(before.begin(), before.end(), '\n'));
    error.column =
        static_cast<std::uint32_t>(before.size() - (newline == std::string_view::npos ? 0 : newline + 1) + 1);
}

}  // namespace

void add_positions(BadInput& error, std::string_view text) {
    PositionMap wanted;
    want(error, wanted);
    std::string location;
    Walk(text, wanted).value(location, std::nullopt);
    set(error, text, wanted);
}

}  // namespace rmasim::sim
