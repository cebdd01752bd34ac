// Values in a sequence of bytes, for processes that share a run: all of them run the same program on machines with the
// same representation of values. A text follows its length; other values are as in memory.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace rmasim::sim {

// Appends a value to the end of the text `to`.
template <class Value>
void append(std::string& to, const Value& value) {
    if constexpr (std::is_convertible_v<const Value&, std::string_view>) {
        const std::string_view text = value;
        append(to, text.size());
        to += text;
    } else {
        static_assert(std::is_trivially_copyable_v<Value>);
        to.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
}

// Removes the first value from the beginning of the text `from`, and returns this value.
template <class Value>
Value take(std::string_view& from) {
    if constexpr (std::is_convertible_v<const Value&, std::string_view>) {
        const auto size = take<std::size_t>(from);
        const Value text(from.substr(0, size));
        from.remove_prefix(size);
        return text;
    } else {
        Value value{};
        std::memcpy(static_cast<void*>(&value), from.data(), sizeof value);
        from.remove_prefix(sizeof value);
        return value;
    }
}

}  // namespace rmasim::sim
