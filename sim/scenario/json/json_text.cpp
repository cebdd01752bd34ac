#include "sim/scenario/json/json_text.h"

#include "sim/scenario/json/errors.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

namespace rmasim::sim {

namespace {

// The line and column of the character before byte `end`. Lines and columns are counted from 1. Columns are bytes.
std::string position(std::string_view text, std::size_t end) {
    const std::string_view before = text.substr(0, std::min(end, text.size()));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    const std::size_t column = std::max<std::size_t>(1, before.size() - start);
    return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

// An input iterator that counts the characters it has read. The count gives the positions, because the library passes
// no position to its callbacks.
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

// The library's message without its code, "[json.exception.parse_error.101] ", and without its position. The caller
// adds its own position.
std::string reason(const Json::exception& error) {
    const std::string_view what = error.what();
    const std::size_t position_end = what.find(": ");
    if (position_end != std::string_view::npos) return std::string(what.substr(position_end + 2));
    return std::string(what.substr(what.find("] ") + 2));
}

// The builder of the document. The library's own builder takes quadratic time if it has a callback, because it visits
// all items of a list for each new item.
class Builder {
public:
    Builder(std::string_view text, const std::size_t& read) : text_(text), read_(read) {}

    Json take() { return std::move(document_); }

    // ---- Callbacks of the parser. They return true; false would end the parser.
    bool null() { return add(nullptr); }
    bool boolean(bool value) { return add(value); }
    bool number_integer(Json::number_integer_t value) { return add(value); }
    bool number_unsigned(Json::number_unsigned_t value) { return add(value); }
    bool number_float(Json::number_float_t value, const std::string&) { return add(value); }
    bool string(std::string& value) { return add(std::move(value)); }
    bool binary(Json::binary_t& value) { return add(std::move(value)); }
    bool start_object(std::size_t) {
        keys_.emplace_back();
        return open(Json::object());
    }
    bool start_array(std::size_t) { return open(Json::array()); }
    bool key(std::string& key) {
        if (!keys_.back().insert(key).second)
            fail("the key \"" + key + "\" a second time", "each key once in an object");
        if (keys_.back().size() > max_json_keys) {
            fail("an object with too many keys", "at most " + std::to_string(max_json_keys));
        }
        key_ = std::move(key);
        return true;
    }
    bool end_object() {
        keys_.pop_back();
        return end_array();
    }
    bool end_array() {
        open_.pop_back();
        return true;
    }
    [[noreturn]] bool parse_error(std::size_t byte, const std::string&, const Json::exception& error) {
        // The parser detects the end of a number only when it reads the next character.
        if (dynamic_cast<const Json::out_of_range*>(&error) != nullptr) {
            throw BadInput(position(text_, read_ - 1), reason(error), "a number in the range of doubles");
        }
        throw BadInput(position(text_, byte), reason(error), "valid JSON");
    }

private:
    bool add(Json value) {
        insert(std::move(value));
        return true;
    }

    bool open(Json empty) {
        if (open_.size() >= max_json_depth) {
            fail("deeper nesting", "at most " + std::to_string(max_json_depth) + " levels");
        }
        open_.push_back(&insert(std::move(empty)));
        return true;
    }

    // Adds a member or an item to the innermost open value. A member is appended to the list of members. The insertion
    // function of the object would search for the key first, but `key` has refused duplicates already.
    Json& insert(Json value) {
        if (open_.empty()) return document_ = std::move(value);
        Json& around = *open_.back();
        if (around.is_array()) return around.get_ref<Json::array_t&>().emplace_back(std::move(value));
        return around.get_ref<Json::object_t&>().emplace_back(std::move(key_), std::move(value)).second;
    }

    [[noreturn]] void fail(const std::string& found, const std::string& allowed) const {
        throw BadInput(position(text_, read_), found, allowed);
    }

    std::string_view text_;
    const std::size_t& read_;
    Json document_;
    std::vector<Json*> open_;  // the objects and lists around the current position
    std::string key_;
    std::vector<std::set<std::string>> keys_;  // the keys of the objects around the current position
};

}  // namespace

Json parse_json(const std::string& text) {
    std::size_t read = 0;
    Builder builder(text, read);
    const char* begin = text.data();
    Json::sax_parse(CountedText(begin, read), CountedText(begin + text.size(), read), &builder);
    // The library takes a NUL for the end of the text.
    if (const std::size_t nul = text.find('\0'); nul != std::string::npos) {
        throw BadInput(position(text, nul + 1), "a NUL", "valid JSON");
    }
    return builder.take();
}

}  // namespace rmasim::sim
