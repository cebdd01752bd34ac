#include "sim/untimed/explore/failure.h"

#include <algorithm>
#include <tuple>

namespace rmasim::sim {

namespace {

constexpr std::string_view digits = "0123456789";

// Removes "rank 3" or "rank 3 thread 1" at the beginning of the text.
std::string_view without_rank(std::string_view text) {
    for (const std::string_view word : {"rank ", " thread "}) {
        if (!text.starts_with(word)) return text;
        const std::size_t end = text.find_first_not_of(digits, word.size());
        text.remove_prefix(std::min(end, text.size()));
    }
    return text;
}

}  // namespace

std::string_view name_of(Failure::Kind kind) {
    switch (kind) {
        case Failure::Kind::invariant: return "invariant";
        case Failure::Kind::protocol: return "protocol error";
        case Failure::Kind::out_of_range: return "out of range";
        case Failure::Kind::erroneous: return "erroneous";
        case Failure::Kind::crash: return "crash";
        case Failure::Kind::assertion: return "assertion";
        case Failure::Kind::deadlock: return "deadlock";
        case Failure::Kind::livelock: return "livelock";
        case Failure::Kind::lost_rank: return "lost_rank";
        case Failure::Kind::lost_packet: return "lost_packet";
        case Failure::Kind::expectation: return "expectation";
    }
    return "";
}

std::string cause_of(Failure::Kind kind, const std::string& summary) {
    const std::string_view text = summary;
    switch (kind) {
        case Failure::Kind::invariant: return std::string(text.substr(0, text.find(": ")));
        case Failure::Kind::expectation: return std::string(text.substr(0, text.find(", got ")));
        case Failure::Kind::out_of_range: return std::string(text.substr(0, text.find(" (")));
        case Failure::Kind::erroneous:
        case Failure::Kind::protocol: return std::string(without_rank(text));
        default: return summary;
    }
}

std::vector<const Failures*> in_order(const FailuresByCause& failures) {
    std::vector<const Failures*> sorted;
    for (const auto& [key, one] : failures) sorted.push_back(&one);
    std::sort(sorted.begin(), sorted.end(), [](const Failures* one, const Failures* other) {
        return std::tuple(one->shortest.kind, one->steps, one->number) <
               std::tuple(other->shortest.kind, other->steps, other->number);
    });
    return sorted;
}

}  // namespace rmasim::sim
