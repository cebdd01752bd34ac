#include "sim/input/json/json_text.h"

#include "sim/input/json/errors.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

namespace rmasim::sim {

namespace {

// Line and column of the character before byte `end`, both counted from 1; columns are bytes.
std::string position(std::string_view text, std::size_t end) {
    const std::string_view before = text.substr(0, std::min(end, text.size()));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    const std::size_t column = std::max<std::size_t>(1, before.size() - start);
    return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

// An input iterator that remembers how far the parser has read, because the library's callbacks get no position.
class CountedText {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    CountedText(const char* at, std::size_t& read) : at_(at), read_(&read) {}
    reference operator*() const { return *at_; }
    CountedText& operator++() {
        ++at_;
        ++*read_;
        return *this;
    }
    bool operator==(const CountedText& other) const { return at_ == other.at_; }
    bool operator!=(const CountedText& other) const { return at_ != other.at_; }

private:
    const char* at_;
    std::size_t* read_;
};

class Strictness {
public:
    Strictness(std::string_view text, const std::size_t& read) : text_(text), read_(read) {}

    void see(int depth, Json::parse_event_t event, const Json& parsed) {
        using Event = Json::parse_event_t;
        const bool opens = event == Event::object_start || event == Event::array_start;
        if (opens && static_cast<std::size_t>(depth) >= deepest_json) {
            fail("nested deeper than this", "at most " + std::to_string(deepest_json) + " levels");
        }
        if (event == Event::object_start) keys_.emplace_back();
        if (event == Event::object_end) keys_.pop_back();
        if (event == Event::key) see_key(parsed.get_ref<const std::string&>());
    }

private:
    void see_key(const std::string& key) {
        if (!keys_.back().insert(key).second)
            fail("the key \"" + key + "\" a second time", "each key once in an object");
        if (keys_.back().size() > most_json_keys) {
            fail("an object with more keys", "at most " + std::to_string(most_json_keys));
        }
    }

    [[noreturn]] void fail(const std::string& found, const std::string& allowed) const {
        throw BadInput(position(text_, read_), found, allowed);
    }

    std::string_view text_;
    const std::size_t& read_;
    std::vector<std::set<std::string>> keys_;  // of the objects that enclose the current position
};

// The library's message without its code, "[json.exception.parse_error.101] ", and without its position; we add ours.
std::string reason(const Json::exception& error) {
    const std::string_view what = error.what();
    const std::size_t position_end = what.find(": ");
    if (position_end != std::string_view::npos) return std::string(what.substr(position_end + 2));
    return std::string(what.substr(what.find("] ") + 2));
}

}  // namespace

Json parse_json(const std::string& text) {
    std::size_t read = 0;
    Strictness strictness(text, read);
    const auto callback = [&](int depth, Json::parse_event_t event, Json& parsed) {
        strictness.see(depth, event, parsed);
        return true;
    };
    const char* begin = text.data();
    try {
        return Json::parse(CountedText(begin, read), CountedText(begin + text.size(), read), callback);
    } catch (const Json::parse_error& error) {
        throw BadInput(position(text, error.byte), reason(error), "a JSON text");
    } catch (const Json::out_of_range& error) {
        // The parser sees the end of a number only at the character after it.
        throw BadInput(position(text, read - 1), reason(error), "a number in the range of doubles");
    }
}

}  // namespace rmasim::sim
