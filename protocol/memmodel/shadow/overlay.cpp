#include "protocol/memmodel/shadow/overlay.h"

#include <algorithm>
#include <iterator>

namespace rmasim::memmodel {

namespace {

using Runs = std::map<std::uint64_t, std::vector<std::byte>>;

std::uint64_t end_of(const Runs::value_type& run) { return run.first + run.second.size(); }

// Returns the first run that ends after `begin`.
template <class OfRuns>
auto first_reaching(OfRuns& runs, std::uint64_t begin) {
    auto at = runs.upper_bound(begin);
    if (at != runs.begin() && end_of(*std::prev(at)) > begin) --at;
    return at;
}

std::span<const std::byte> part(std::span<const std::byte> bytes, std::uint64_t first, std::uint64_t end) {
    return bytes.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(end - first));
}

std::vector<std::byte> copy(std::span<const std::byte> bytes) { return {bytes.begin(), bytes.end()}; }

}  // namespace

void Overlay::set(std::uint64_t begin, std::span<const std::byte> bytes) {
    if (bytes.empty()) return;
    erase(begin, begin + bytes.size());
    runs_.emplace(begin, copy(bytes));
}

void Overlay::keep(std::uint64_t begin, std::span<const std::byte> bytes) {
    const std::uint64_t first = begin, end = begin + bytes.size();
    Runs gaps;
    for (auto at = first_reaching(runs_, begin); at != runs_.end() && at->first < end; ++at) {
        if (begin < at->first) gaps.emplace(begin, copy(part(bytes, begin - first, at->first - first)));
        begin = end_of(*at);
    }
    if (begin < end) gaps.emplace(begin, copy(part(bytes, begin - first, end - first)));
    runs_.merge(gaps);
}

void Overlay::erase(std::uint64_t begin, std::uint64_t end) {
    auto at = first_reaching(runs_, begin);
    while (at != runs_.end() && at->first < end) {
        const auto [first, bytes] = std::move(*at);
        at = runs_.erase(at);
        if (first < begin) runs_.emplace(first, copy(part(bytes, 0, begin - first)));
        const std::uint64_t last = first + bytes.size();
        if (end < last) runs_.emplace(end, copy(part(bytes, end - first, last - first)));
    }
}

void Overlay::patch(std::uint64_t begin, std::span<std::byte> bytes) const {
    const std::uint64_t end = begin + bytes.size();
    for (auto at = first_reaching(runs_, begin); at != runs_.end() && at->first < end; ++at) {
        const std::uint64_t from = std::max(begin, at->first), to = std::min(end, end_of(*at));
        const auto common = part(at->second, from - at->first, to - at->first);
        std::copy(common.begin(), common.end(), bytes.begin() + static_cast<std::ptrdiff_t>(from - begin));
    }
}

}  // namespace rmasim::memmodel
