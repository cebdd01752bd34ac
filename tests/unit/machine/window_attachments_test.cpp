// Attached memory of dynamic windows, compared byte by byte with a list. The tests check refused calls with their
// messages, and accesses within one attached region.
#include "sim/machine/memory/attachments.h"

#include "protocol/base/errors.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <random>

namespace rmasim::sim {
namespace {

constexpr Rank ranks = 2;
constexpr WindowId dynamic_windows = 2;

class ReferenceAttachments : public testing::TestWithParam<int> {
protected:
    ReferenceAttachments() {
        scenario_.ranks = ranks;
        for (const char* name : {"d", "e"}) {
            scenario_.windows.push_back({.name = name, .bytes = 0});
            scenario_.windows.back().dynamic = true;
        }
        scenario_.windows.push_back({.name = "w", .bytes = 40});
        scenario_.buffers.push_back({.name = "b", .bytes = 100});
        scenario_.buffers.push_back({.name = "c", .bytes = 64});
        scenario_.addresses.emplace(std::vector<std::optional<std::uint64_t>>{{}, {}, 40, 100, 64}, ranks);
        attachments_.emplace(scenario_);
    }
    std::uint64_t below(std::uint64_t bound) { return random_() % bound; }

    // A range of some memory, mostly at multiples of 8, so that ranges overlap.
    Over random_part(std::uint64_t& bytes) {
        const auto space = static_cast<SpaceId>(dynamic_windows + below(3));
        const std::uint64_t room = scenario_.space(space).bytes.max();
        const std::uint64_t unit = below(4) == 0 ? 1 : 8;
        const std::uint64_t first = below(room / unit) * unit;
        bytes = std::min(room - first, unit * (1 + below(4)));
        return {space, first};
    }
    std::string name_of(SpaceId space) const {
        return fmt::format("{} \"{}\"", space < 3 ? "window" : "buffer", scenario_.space(space).name);
    }
    // By byte: the piece that has it.
    using Pieces = std::map<std::pair<SpaceId, std::uint64_t>, int>;
    Pieces& pieces(Rank rank, WindowId window) { return pieces_[{rank, window}]; }

    template <class Body>
    std::string refused(Body body) {
        try {
            body();
        } catch (const ErroneousProgram& error) {
            return error.rule;
        }
        return {};
    }

    void attach(Rank rank, WindowId window) {
        std::uint64_t bytes = 0;
        const Over part = random_part(bytes);
        Pieces& all = pieces(rank, window);
        // The first piece that is there already, as far as both go.
        std::optional<std::uint64_t> first;
        std::uint64_t end = 0;
        for (std::uint64_t i = part.disp_bytes; i < part.disp_bytes + bytes; ++i) {
            const auto at = all.find({part.space, i});
            if (at == all.end() || (first && all.at({part.space, *first}) != at->second)) continue;
            if (!first) first = i;
            end = i + 1;
        }
        const std::string right = first ? fmt::format("bytes {} to {} of {} are attached to the window already", *first,
                                                      end, name_of(part.space))
                                        : "";
        EXPECT_EQ(refused([&] { attachments_->attach(rank, window, part, bytes); }), right);
        if (first) return;
        ++made_;
        for (std::uint64_t i = 0; i < bytes; ++i) all[{part.space, part.disp_bytes + i}] = made_;
    }

    void detach(Rank rank, WindowId window) {
        std::uint64_t bytes = 0;
        Over part = random_part(bytes);
        Pieces& all = pieces(rank, window);
        if (!all.empty() && below(3) > 0) {  // the begin of one, or near it
            auto at = all.begin();
            std::advance(at, below(all.size()));
            part = {at->first.first, at->first.second};
            while (below(8) > 0 && is_inside(all, part)) --part.disp_bytes;
        }
        const auto at = all.find({part.space, part.disp_bytes});
        const bool begins = at != all.end() && !is_inside(all, part);
        std::uint64_t detached = 0;
        const std::string what = refused([&] { detached = attachments_->detach(rank, window, part); });
        if (!begins) {
            EXPECT_EQ(what, fmt::format("no memory that is attached to the window begins at byte {} of {}",
                                        part.disp_bytes, name_of(part.space)));
            return;
        }
        EXPECT_EQ(what, "");
        const int piece = at->second;
        EXPECT_EQ(detached, std::erase_if(all, [piece](const auto& one) { return one.second == piece; }));
    }
    // Not the first byte of its piece.
    static bool is_inside(const Pieces& all, const Over& part) {
        const auto at = all.find({part.space, part.disp_bytes});
        const auto before = all.find({part.space, part.disp_bytes - 1});
        return at != all.end() && before != all.end() && before->second == at->second;
    }

    void access(Rank rank, WindowId window) {
        std::uint64_t bytes = 0;
        const Over part = random_part(bytes);
        bytes = below(bytes + 3);
        const Pieces& all = pieces(rank, window);
        bool is_attached = true;  // each byte, in one piece or in several that touch
        for (std::uint64_t i = 0; i < bytes; ++i)
            is_attached = is_attached && all.contains({part.space, part.disp_bytes + i});
        const std::uint64_t address =
            scenario_.addresses->first_of(rank) + *scenario_.addresses->offset_of(part.space) + part.disp_bytes;
        // The list of what is attached follows.
        const std::string right =
            is_attached
                ? ""
                : fmt::format("bytes {} to {} of {} of rank {} are not attached to window \"{}\"", part.disp_bytes,
                              part.disp_bytes + bytes, name_of(part.space), rank, scenario_.windows[window].name);
        const std::string reason = attachments_->unsupported_reason(rank, window, address, bytes);
        EXPECT_EQ(reason.substr(0, reason.find("; rank ")), right);
        const Over there = attachments_->space_at(rank, address);
        EXPECT_EQ(there.space, part.space);
        EXPECT_EQ(there.disp_bytes, part.disp_bytes);
    }

    std::mt19937_64 random_{static_cast<std::uint64_t>(GetParam())};
    Scenario scenario_;
    std::optional<Attachments> attachments_;
    std::map<std::pair<Rank, WindowId>, Pieces> pieces_;
    int made_ = 0;
};

TEST_P(ReferenceAttachments, AreThoseOfTheBytes) {
    for (int i = 0; i < 300 && !HasFailure(); ++i) {
        SCOPED_TRACE(i);
        const auto rank = static_cast<Rank>(below(ranks));
        const auto window = static_cast<WindowId>(below(dynamic_windows));
        const std::uint64_t what = below(20);
        if (what < 7) attach(rank, window);
        else if (what < 12) detach(rank, window);
        else if (what < 19) access(rank, window);
        else if (below(3) == 0) {
            attachments_->detach_all(rank, window);
            pieces(rank, window).clear();
        }
    }
    attachments_->clear();
    for (Rank rank = 0; rank < ranks; ++rank) {
        EXPECT_NE(attachments_->unsupported_reason(rank, 0, scenario_.addresses->first_of(rank), 1), "");
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, ReferenceAttachments, testing::Range(0, 20));

}  // namespace
}  // namespace rmasim::sim
