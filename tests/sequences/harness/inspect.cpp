// Prints the state of a test world.
#include "tests/sequences/harness/test_world.h"
#include "tests/sequences/harness/values.h"

#include <fmt/core.h>

namespace rmasim::seq {

namespace {

void append(std::vector<std::string>& lines, const std::vector<std::string>& more) {
    lines.insert(lines.end(), more.begin(), more.end());
}

}  // namespace

std::vector<std::string> TestWorld::waiting() const {
    std::vector<std::string> lines;
    for (Rank rank = 0; rank < ranks_.count(); ++rank) {
        for (const auto& [caller, reason] : waits_of(rank)) {
            lines.push_back(fmt::format("{}: {} waits for {}", text_of(caller), name_of(running_.at(caller).call),
                                        ranks_.process(rank).describe(reason)));
        }
    }
    return lines;
}

std::vector<std::string> TestWorld::table_of(Rank rank) const {
    std::vector<std::string> lines = view_->tables_of(ranks_.process(rank));
    lines.push_back(fmt::format("{}: the last search looked at {}", rank, record_.last_search(rank)));
    return lines;
}

std::vector<std::string> TestWorld::elements_out() const {
    std::vector<std::string> lines;
    for (Rank rank = 0; rank < ranks_.count(); ++rank) append(lines, view_->elements_out(ranks_.process(rank)));
    return lines;
}

std::vector<std::string> TestWorld::end_state(bool with_counts) const {
    std::vector<std::string> lines = leftovers();
    for (Rank rank = 0; rank < ranks_.count(); ++rank) {
        append(lines, state_of(rank));
        for (WindowId id = 0; id < scenario_.windows.size(); ++id) {
            ranks_.memory().for_each_page(rank, id, [&, rank = rank](std::uint64_t first, auto page) {
                lines.push_back(fmt::format("{}: w{} memory {} {}", rank, id, first, text_of(page, Datatype::byte)));
            });
        }
    }
    if (with_counts) append(lines, record_.counts().by_kind());
    return lines;
}

std::vector<std::string> TestWorld::leftovers() const {
    std::vector<std::string> lines = waiting();
    append(lines, elements_out());
    const auto packets = ranks_.packets_in_flight();
    const auto payloads = ranks_.memory().payloads_in_flight();
    if (packets > 0) lines.push_back(fmt::format("{} packets in flight", packets));
    if (payloads > 0) lines.push_back(fmt::format("{} payloads not given back", payloads));
    return lines;
}

}  // namespace rmasim::seq
