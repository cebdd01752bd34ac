// The binary format in which a process of the operating system records trace events for another process of the same run
// of the simulator. The data consist of runs (sequences of events of one node):
//
//   run       a node, the number of bytes that follow, then consecutive events of the node
//   event     the reports of the event and the events that it schedules, in order, then `end`
//   report    the kind of the report, then its arguments; a text follows its length, and other values are as in memory
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
    schedules,  // the event schedules another event; the arguments are time, tie, rank
    // The following kinds of records are reports for a trace. Each kind has the name of the function of class Trace
    // that makes the report.
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
// The value of RunHead::node for a sequence that has the records before the first event of any node.
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
