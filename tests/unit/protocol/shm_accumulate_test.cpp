// Accumulates of family shm over many regions. An operation may begin and end anywhere, and an element may span two
// regions. The operation must fetch and change the same values as with a single region. If two ranks accumulate at the
// same time, no update is lost.
#include "protocol/shm/config.h"
#include "sim/machine/memory/elements.h"
#include "sim/scenario/expression/random.h"
#include "sim/scenario/families/family.h"
#include "sim/untimed/world/untimed_ranks.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace rmasim::shm_accumulate {
namespace {

constexpr std::uint64_t window_bytes = 96;

struct Case {
    std::uint64_t region_bytes;
    Datatype datatype;
    std::uint64_t disp;
    std::uint32_t count;
    std::uint32_t gap = 0;  // elements between one and the next
    shm::MutexPer mutex_per = shm::MutexPer::request;

    std::uint64_t byte_of(std::uint32_t k) const { return disp + std::uint64_t{k} * (1 + gap) * bytes_of(datatype); }
    bool has(std::uint64_t byte) const {
        const std::uint64_t period = (1 + gap) * bytes_of(datatype);
        return byte >= disp && (byte - disp) / period < count && (byte - disp) % period < bytes_of(datatype);
    }
};

class Accumulates : public testing::Test, private sim::Choices {
protected:
    static constexpr Rank count = 3;

    void make(const Case& at, std::uint64_t seed = 0) {
        shm::Config config;
        config.region_bytes = at.region_bytes;
        config.mutex_per = at.mutex_per;
        scenario_.ranks = count;
        scenario_.platform.ranks_per_node = count;
        scenario_.family = &sim::family_named("shm");
        scenario_.protocol = sim::make_settings(config);
        scenario_.windows = {{"w", window_bytes, true}, {"results", window_bytes, true}};
        scenario_.program_of_rank.assign(count, -1);
        random_ = sim::Random(seed, 0);
        ranks_.emplace(scenario_, sim::Coverage::plain);
        ranks_->reset();
        fence();
    }
    void begin(Rank rank, CallRequest request) {
        ranks_->begin_step(*this);
        ranks_->begin(ranks_->threads(rank).front(), std::move(request));
        end_calls();
    }
    // Steps in an order generated from the seed, until no process can make one.
    void settle() {
        for (std::vector<sim::Move> moves = possible(); !moves.empty(); moves = possible()) {
            ranks_->begin_step(*this);
            ranks_->make(moves[random_.below(moves.size())]);
            end_calls();
        }
    }
    // Ends what is under way, and fences.
    void fence() {
        settle();
        for (Rank rank = 0; rank < count; ++rank) begin(rank, {.call = Call::fence});
        settle();
    }
    // Returns an operation on rank 2. The operand is value, value + 1, and so on. Fetched values are stored in the
    // caller's results, 8 bytes apart.
    static CallRequest operation(OpKind kind, const Case& at, std::int64_t value, ReduceOp reduce = ReduceOp::sum) {
        CallRequest request;
        request.call = kind == OpKind::put          ? Call::put
                       : kind == OpKind::accumulate ? Call::accumulate
                                                    : Call::get_accumulate;
        Operation& made = request.operation;
        made.kind = kind;
        made.reduce = reduce;
        made.target = request.target = 2;
        made.region = {at.disp, at.count, at.gap > 0 ? 1U : 0U, at.gap > 0 ? 1 + at.gap : 0, at.datatype};
        made.origin = sim::affine_buffer(value, 1);
        made.result = sim::window_buffer(1, 0, 8);
        return request;
    }
    std::vector<std::int64_t> window(const Case& at) const {
        const auto bytes = ranks_->memory().contents(2, 0);
        std::vector<std::int64_t> elements;
        for (std::uint32_t k = 0; k < at.count; ++k) {
            elements.push_back(sim::load_element(bytes.data() + at.byte_of(k), at.datatype));
        }
        return elements;
    }
    std::vector<std::int64_t> fetched(Rank rank, const Case& at) const {
        const auto bytes = ranks_->memory().contents(rank, 1);
        std::vector<std::int64_t> elements;
        for (std::uint32_t k = 0; k < at.count; ++k) {
            elements.push_back(sim::load_element(bytes.data() + std::size_t{8} * k, at.datatype));
        }
        return elements;
    }
    std::span<const std::byte> whole_window() const { return ranks_->memory().contents(2, 0); }

private:
    std::vector<sim::Move> possible() const {
        std::vector<sim::Move> moves;
        ranks_->append_moves(moves);
        if (moves.empty()) ranks_->append_settling(moves);
        return moves;
    }
    void end_calls() {
        for (Rank rank = 0; rank < count; ++rank) ranks_->end_call(ranks_->threads(rank).front());
    }
    std::size_t pick(std::size_t alternatives) override { return random_.below(alternatives); }

    sim::Scenario scenario_;
    sim::Random random_{0, 0};
    std::optional<sim::UntimedRanks> ranks_;
};

// From element by element aligned with the regions to elements that each lie in two.
std::vector<Case> cases() {
    std::vector<Case> all;
    for (const std::uint64_t region_bytes : {0U, 8U, 12U, 20U, 64U}) {
        for (const std::uint64_t disp : {0U, 4U, 7U, 17U}) {
            for (const std::uint32_t count : {1U, 4U, 9U}) {
                all.push_back({region_bytes, Datatype::int64, disp, count});
                all.push_back({region_bytes, Datatype::int32, disp, count});
                if (count != 4) continue;
                for (const auto per : {shm::MutexPer::request, shm::MutexPer::block}) {
                    all.push_back({region_bytes, Datatype::int64, disp, count, 1, per});
                    all.push_back({region_bytes, Datatype::int32, disp, count, 3, per});
                }
            }
        }
    }
    return all;
}

std::string words_of(const Case& at) {
    return "regions of " + std::to_string(at.region_bytes) + ", " + std::to_string(at.count) + ' ' +
           std::string(name_of(at.datatype)) + " at " + std::to_string(at.disp) + ", gaps of " +
           std::to_string(at.gap) + (at.mutex_per == shm::MutexPer::block ? ", a mutex a block" : "");
}

std::vector<std::int64_t> sequence(std::int64_t first, std::int64_t step, std::uint32_t count) {
    std::vector<std::int64_t> elements;
    for (std::uint32_t k = 0; k < count; ++k) elements.push_back(first + step * static_cast<std::int64_t>(k));
    return elements;
}

TEST_F(Accumulates, FetchAndChangeEveryElementOnce) {
    for (const Case& at : cases()) {
        SCOPED_TRACE(words_of(at));
        make(at);
        begin(0, operation(OpKind::put, at, 100));
        fence();
        begin(0, operation(OpKind::get_accumulate, at, 7));
        fence();
        ASSERT_EQ(window(at), sequence(107, 2, at.count));
        ASSERT_EQ(fetched(0, at), sequence(100, 1, at.count));
        begin(1, operation(OpKind::accumulate, at, -7));
        fence();
        ASSERT_EQ(window(at), sequence(100, 3, at.count));
        begin(1, operation(OpKind::get_accumulate, at, 0, ReduceOp::no_op));
        fence();
        ASSERT_EQ(fetched(1, at), sequence(100, 3, at.count));
        ASSERT_EQ(window(at), sequence(100, 3, at.count));
        for (std::uint64_t byte = 0; byte < window_bytes; ++byte) {
            if (at.has(byte)) continue;
            ASSERT_EQ(whole_window()[byte], std::byte{0}) << byte;
        }
    }
}

// Each element is fetched as it was before or after the other's change, and both changes are there in the end.
TEST_F(Accumulates, OfTwoRanksAtOnceLoseNothing) {
    for (const Case& at : cases()) {
        for (std::uint64_t seed = 0; seed < 4; ++seed) {
            SCOPED_TRACE(words_of(at) + ", seed " + std::to_string(seed));
            make(at, seed);
            begin(0, operation(OpKind::get_accumulate, at, 1000));
            begin(1, operation(OpKind::get_accumulate, at, 1));
            fence();
            ASSERT_EQ(window(at), sequence(1001, 2, at.count));
            const std::vector<std::int64_t> first = fetched(0, at), second = fetched(1, at);
            for (std::uint32_t k = 0; k < at.count; ++k) {
                const bool first_before = first[k] == 0 && second[k] == 1000 + k;
                const bool second_before = second[k] == 0 && first[k] == 1 + k;
                ASSERT_TRUE(first_before || second_before) << "element " << k << ": " << first[k] << ", " << second[k];
            }
        }
    }
}

}  // namespace
}  // namespace rmasim::shm_accumulate
