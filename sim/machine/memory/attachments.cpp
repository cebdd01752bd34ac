#include "sim/machine/memory/attachments.h"

#include "protocol/base/errors.h"

#include <fmt/format.h>

#include <algorithm>

namespace rmasim::sim {

Attachments::Attachments(const Scenario& scenario)
    : scenario_(scenario), addresses_(*scenario.addresses), windows_(scenario.windows.size()) {
    clear();
}

void Attachments::clear() { attached_.assign(static_cast<std::size_t>(scenario_.ranks) * windows_, {}); }

std::string Attachments::name_of(SpaceId space) const {
    return fmt::format("{} \"{}\"", kind_of_space(scenario_.windows, space), scenario_.space(space).name);
}

std::string Attachments::name_of(const Over& memory, std::uint64_t bytes) const {
    return fmt::format("bytes {} to {} of {}", memory.disp_bytes, memory.disp_bytes + bytes, name_of(memory.space));
}

void Attachments::attach(Rank owner, WindowId window, const Over& memory, std::uint64_t bytes) {
    std::vector<Attached>& all = of(owner, window);
    const std::uint64_t begin = offset_of(memory), end = begin + bytes;
    const auto next = std::find_if(all.begin(), all.end(), [&](const Attached& one) { return one.end > begin; });
    if (next != all.end() && next->begin < end) {
        const std::uint64_t first = std::max(begin, next->begin), last = std::min(end, next->end);
        const Over common{memory.space, memory.disp_bytes + (first - begin)};
        throw ErroneousProgram(Call::win_attach,
                               fmt::format("{} are attached to the window already", name_of(common, last - first)));
    }
    all.insert(next, {begin, end});
}

std::uint64_t Attachments::detach(Rank owner, WindowId window, const Over& memory) {
    std::vector<Attached>& all = of(owner, window);
    const std::uint64_t begin = offset_of(memory);
    const auto found = std::find_if(all.begin(), all.end(), [&](const Attached& one) { return one.begin == begin; });
    if (found == all.end()) {
        throw ErroneousProgram(Call::win_detach,
                               fmt::format("no memory that is attached to the window begins at byte {} of {}",
                                           memory.disp_bytes, name_of(memory.space)));
    }
    const std::uint64_t bytes = found->end - found->begin;
    all.erase(found);
    return bytes;
}

Over Attachments::space_at(Rank owner, std::uint64_t address) const {
    const auto found = addresses_.at(offset_of(owner, address));
    if (!found) throw ProtocolError("an operation on an address that is in no window or buffer");
    return {static_cast<SpaceId>(found->first), found->second};
}

// True if each of the bytes is attached, and all bytes are in one space. The bytes may extend over several adjacent
// ranges.
bool Attachments::are_attached(const std::vector<Attached>& all, std::uint64_t begin, std::uint64_t bytes) const {
    auto one = std::find_if(all.begin(), all.end(), [begin](const Attached& range) { return begin < range.end; });
    if (one == all.end() || begin < one->begin) return false;
    const auto space = addresses_.at(begin);
    while (bytes > one->end - begin) {
        const std::uint64_t end = one->end;
        if (++one == all.end() || one->begin != end) return false;
        const auto next = addresses_.at(end);
        if (!space || !next || next->first != space->first) return false;
    }
    return true;
}

std::string Attachments::unsupported_reason(Rank owner, WindowId window, std::uint64_t address,
                                            std::uint64_t bytes) const {
    const std::uint64_t begin = offset_of(owner, address);
    if (bytes == 0 || are_attached(of(owner, window), begin, bytes)) return {};
    const Rank whose = addresses_.rank_of(address);
    if (whose == no_rank) {
        return fmt::format("displacement {} is no address of any rank; {}", static_cast<std::int64_t>(address),
                           text_of_attached(owner, window));
    }
    const auto space = addresses_.at(offset_of(whose, address));
    const std::string where = space ? name_of({static_cast<SpaceId>(space->first), space->second}, bytes)
                                    : "bytes outside of all windows and "
                                      "buffers";
    if (whose != owner) {
        return fmt::format("the displacement is an address of rank {}, not of rank {}: {}; {}", whose, owner, where,
                           text_of_attached(owner, window));
    }
    return fmt::format("{} of rank {} are not attached to window \"{}\"; {}", where, owner,
                       scenario_.windows[window].name, text_of_attached(owner, window));
}

// Returns the memory that is attached to the window as text: "rank 1 has attached bytes 0 to 64 of buffer "b"".
std::string Attachments::text_of_attached(Rank owner, WindowId window) const {
    constexpr std::size_t max_named = 8;
    const std::vector<Attached>& all = of(owner, window);
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < std::min(all.size(), max_named); ++i) {
        const auto space = addresses_.at(all[i].begin);
        parts.push_back(name_of({static_cast<SpaceId>(space->first), space->second}, all[i].end - all[i].begin));
    }
    const std::string more = all.size() > max_named ? fmt::format(" and {} more", all.size() - max_named) : "";
    return fmt::format("rank {} has attached {}{}", owner,
                       all.empty() ? "nothing" : fmt::format("{}", fmt::join(parts, ", ")), more);
}

}  // namespace rmasim::sim
