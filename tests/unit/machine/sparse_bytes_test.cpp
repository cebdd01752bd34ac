// Sparse memory has the same contents as dense memory, in pages that were written.
#include "sim/machine/memory/sparse_bytes.h"
#include "sim/machine/memory/window_memory.h"
#include "sim/scenario/expression/random.h"
#include "tests/unit/machine/no_variables.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <vector>

namespace rmasim::sim {
namespace {

constexpr std::uint64_t tebibyte = std::uint64_t{1} << 40;

std::vector<std::byte> read(const SparseBytes& memory, std::uint64_t first, std::size_t bytes) {
    std::vector<std::byte> got(bytes, std::byte{0xEE});
    memory.read(first, got.data(), bytes);
    return got;
}

TEST(SparseBytes, ThreeAccessesToATebibyteAreThreePages) {
    SparseBytes memory;
    const std::byte one{1};
    for (const std::uint64_t at : {std::uint64_t{0}, tebibyte / 2, tebibyte - 1}) memory.write(at, &one, 1);
    EXPECT_EQ(memory.pages(), 3u);
    EXPECT_EQ(read(memory, tebibyte - 2, 2), (std::vector{std::byte{0}, one}));
    EXPECT_EQ(memory.pages(), 3u) << "reading makes no pages";
    std::vector<std::uint64_t> numbers;
    memory.for_each_page(1, tebibyte / page_bytes, [&](std::uint64_t number, auto) { numbers.push_back(number); });
    EXPECT_EQ(numbers, (std::vector{tebibyte / 2 / page_bytes, tebibyte / page_bytes - 1}));
}

TEST(SparseBytes, HoldsWhatDenseMemoryHolds) {
    constexpr std::size_t size = 50 * page_bytes;
    SparseBytes memory;
    std::vector<std::byte> dense(size, std::byte{0});
    Random random(1, 0);
    for (int i = 0; i < 2000; ++i) {
        const std::uint64_t first = random.below(size);
        const std::size_t bytes = random.below(std::min<std::uint64_t>(size - first, 3 * page_bytes) + 1);
        if (random.below(10) == 0) {
            memory.clear(first, bytes);
            std::fill_n(dense.begin() + static_cast<std::ptrdiff_t>(first), bytes, std::byte{0});
        } else if (bytes < 600) {
            const std::vector<std::byte> data(bytes, static_cast<std::byte>(1 + i % 255));
            memory.write(first, data.data(), bytes);
            std::copy(data.begin(), data.end(), dense.begin() + static_cast<std::ptrdiff_t>(first));
        } else {
            const auto at = dense.begin() + static_cast<std::ptrdiff_t>(first);
            ASSERT_EQ(read(memory, first, bytes), std::vector(at, at + static_cast<std::ptrdiff_t>(bytes)));
        }
    }
    EXPECT_EQ(read(memory, 0, size), dense);
    memory.clear();
    EXPECT_EQ(memory.pages(), 0u);
    EXPECT_TRUE(is_zero(read(memory, 0, size)));
}

Scenario three_pages() {
    Scenario scenario;
    scenario.ranks = 2;
    scenario.windows = {{"w", 3 * page_bytes}};
    return scenario;
}

// The page numbers and contents of rank 1.
std::map<std::uint64_t, std::vector<std::byte>> pages_of(const WindowMemory& memory) {
    std::map<std::uint64_t, std::vector<std::byte>> pages;
    memory.for_each_page(1, 0, [&](std::uint64_t first, std::span<const std::byte> page) {
        pages[first] = {page.begin(), page.end()};
    });
    return pages;
}

// Operations of all kinds, some across the border of two pages.
void use(WindowMemory& memory) {
    Region words;
    words.datatype = Datatype::int64;
    words.count = 4;
    for (const std::uint64_t disp : {std::uint64_t{0}, page_bytes - 12, 2 * page_bytes - 20}) {
        words.disp = disp;
        const Payload data = memory.gather(0, affine_buffer(static_cast<std::int64_t>(disp) + 1, 3), words.datatype, 4);
        memory.write(1, 1, 0, words, data);
        memory.accumulate(1, 1, 0, words, ReduceOp::sum, data);
        Region one = words;
        one.count = 1;
        const auto now = static_cast<std::int64_t>(2 * (disp + 1));
        const Payload swap = memory.gather(0, affine_buffer(99, now - 99), words.datatype, 2);
        memory.compare_and_swap(1, 1, 0, one, swap);
        EXPECT_EQ(memory.load(1, 1, 0, disp, words.datatype), 99);
        const Payload read = memory.read(1, 1, 0, words);
        memory.scatter(1, window_buffer(0, static_cast<std::int64_t>(disp) + 40, 8), words.datatype, 4, read);
        for (const Payload payload : {data, swap, read}) memory.release(payload);
    }
    memory.store(1, 1, 0, page_bytes - 4, Datatype::int64, 2, -1, 0);
    memory.store(1, 1, 0, 2 * page_bytes + 100, Datatype::int64, 1, 0, 0);
}

TEST(WindowMemory, SparseAndDenseWindowsAreTheSame) {
    NoVariables variables;
    WindowMemory dense(three_pages(), variables);
    WindowMemory sparse(three_pages(), variables, page_bytes);
    use(dense);
    use(sparse);
    EXPECT_EQ(pages_of(dense), pages_of(sparse));
    EXPECT_EQ(pages_of(dense).size(), 3u);
    EXPECT_EQ(dense.copy(1, 0, 10, 2 * page_bytes), sparse.copy(1, 0, 10, 2 * page_bytes));
    EXPECT_TRUE(is_zero(sparse.copy(0, 0, 0, 3 * page_bytes))) << "rank 0 has pages of its own";
    EXPECT_THROW(static_cast<void>(sparse.contents(1, 0)), std::logic_error);
    for (WindowMemory* const memory : {&dense, &sparse}) {
        memory->create(1, 0);
        EXPECT_TRUE(pages_of(*memory).empty()) << "a new window is zero";
        use(*memory);
        memory->clear();
        EXPECT_TRUE(pages_of(*memory).empty());
    }
}

TEST(WindowMemory, MoreThanCanBeAddressedIsRefused) {
    Scenario scenario = three_pages();
    scenario.ranks = 1 << 23;
    scenario.windows = {{"w", tebibyte}};
    NoVariables variables;
    EXPECT_THROW(WindowMemory(scenario, variables), BadInput);
}

}  // namespace
}  // namespace rmasim::sim
