// What a process records of events, as bytes for a process of the same program.
//
//   run       node, bytes of what follows, then the node's events one after the other
//   event     what it reports and schedules, in order, then `end`
//   report    its kind, then its arguments: texts with their length in front, all else as it lies in memory
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

namespace rmasim::sim {

enum class Record : std::uint8_t {
    end,
    schedules,  // time, tie, rank
    // Of a trace, by the names of its functions:
    called,
    outside_mpi,
    waited,
    sent,
    handled,
    note,
    queue,
    lock_wait,
    agent_looks,
    elements,
    counter_changed,
};

struct RunHead {
    std::uint32_t node;
    std::uint32_t bytes;
};
// In place of a node: what is recorded before the first event.
inline constexpr std::uint32_t before_all_nodes = std::numeric_limits<std::uint32_t>::max();

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

// Takes the first value away.
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
