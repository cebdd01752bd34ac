// Operations of every kind and shape on windows of every kind, compared with an array of bytes that a loop changes
// element by element. The windows are contiguous, in pages, in shared memory, over another window's memory, or have two
// copies that are always equal.
#include "sim/machine/memory/elements.h"
#include "sim/machine/memory/window_memory.h"
#include "tests/random_rounds.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace rmasim::sim::plain_windows {
namespace {

constexpr Rank ranks = 3;
constexpr std::uint64_t part = 9000;  // more than two pages
constexpr WindowId windows = 5;

class PlainWindows : public testing::TestWithParam<int>, public Variables {
protected:
    using Data = std::vector<std::byte>;

    std::uint64_t below(std::uint64_t bound) { return random_() % bound; }

    void make() {
        scenario_.ranks = ranks;
        scenario_.platform.ranks_per_node = ranks;
        scenario_.platform.memory.order = MemoryOrder::sc;
        scenario_.windows = {{"dense", part, false},
                             {"sparse", part, false},
                             {"shared", part, true},
                             {"over dense", 4096, false},
                             {"over sparse", 4096, false}};
        scenario_.windows[3].over = Over{0, 24};
        scenario_.windows[4].over = Over{1, 4000};
        scenario_.windows[0].bytes = PerRank(4096);
        // Larger windows are kept in pages, except the dense window that another one overlays.
        scenario_.windows[3].bytes = PerRank(2048);
        memory_.emplace(scenario_, *this, 4096);
        for (Rank rank = 0; rank < ranks; ++rank) {
            bytes_[{rank, 0}].resize(4096);
            bytes_[{rank, 1}].resize(part);
            bytes_[{rank, 2}].resize(part);
        }
    }
    // The address of the window's byte.
    std::byte& at(Rank rank, WindowId window, std::uint64_t byte) {
        if (window == 3) return bytes_.at({rank, WindowId{0}}).at(24 + byte);
        if (window == 4) return bytes_.at({rank, WindowId{1}}).at(4000 + byte);
        return bytes_.at({rank, window}).at(byte);
    }
    std::uint64_t size_of(WindowId window) const {
        constexpr std::uint64_t sizes[windows] = {4096, part, part, 2048, 4096};
        return sizes[window];
    }
    Data read(Rank rank, WindowId window, std::uint64_t byte, std::size_t count) {
        Data data;
        for (std::size_t i = 0; i < count; ++i) data.push_back(at(rank, window, byte + i));
        return data;
    }
    void write(Rank rank, WindowId window, std::uint64_t byte, const Data& data) {
        for (std::size_t i = 0; i < data.size(); ++i) at(rank, window, byte + i) = data[i];
    }

    // Runs and vectors, none to many elements, often across the edge of a page or at the end.
    Region random_region(WindowId window, bool accumulates) {
        Region region;
        do {
            region.datatype = static_cast<Datatype>(below(accumulates ? 10 : datatype_count));
            region.count = static_cast<std::uint32_t>(below(3) == 0 ? below(3) : below(40));
            region.block_length = region.stride = 0;
            if (below(2) == 0) {
                region.block_length = 1 + static_cast<std::uint32_t>(below(5));
                region.stride = region.block_length + static_cast<std::uint32_t>(below(4));
            }
            const std::uint64_t end = size_of(window);
            const std::uint64_t extent = region.extent_bytes();
            region.disp = below(end);
            if (below(4) == 0) region.disp = 4096 - std::min<std::uint64_t>(4096, below(50));
            if (below(4) == 0) region.disp = end - std::min(end, extent);
        } while (region.disp + region.extent_bytes() > size_of(window));
        return region;
    }
    static std::uint64_t disp_of(const Region& region, std::uint32_t k) {
        const std::uint64_t element =
            region.basic() ? k : std::uint64_t{k / region.block_length} * region.stride + k % region.block_length;
        return region.disp + element * bytes_of(region.datatype);
    }
    // The origin's elements: a sequence, or every so many bytes of a window of its own.
    Payload random_origin(Rank by, Datatype datatype, std::uint32_t count, std::vector<Data>& elements) {
        const auto size = static_cast<std::int64_t>(bytes_of(datatype));
        OriginBuffer buffer;
        if (below(2) == 0) {
            const auto first = static_cast<std::int64_t>(random_()),
                       step = static_cast<std::int64_t>(below(1000)) - 500;
            buffer = affine_buffer(first, step);
            for (std::uint32_t k = 0; k < count; ++k) {
                Data element(static_cast<std::size_t>(size));
                const std::uint64_t value = static_cast<std::uint64_t>(first) + k * static_cast<std::uint64_t>(step);
                store_element(element.data(), datatype, static_cast<std::int64_t>(value));
                elements.push_back(element);
            }
        } else {
            const auto from = static_cast<WindowId>(below(windows));
            std::int64_t stride = 0, first = 0;
            choose_local(from, size, count, first, stride);
            buffer = window_buffer(from, first, stride);
            for (std::uint32_t k = 0; k < count; ++k) {
                elements.push_back(
                    read(by, from, static_cast<std::uint64_t>(first + k * stride), static_cast<std::size_t>(size)));
            }
        }
        return memory_->gather(by, buffer, datatype, count);
    }
    // Forwards, backwards, all at one place; from the beginning, from the end.
    void choose_local(WindowId window, std::int64_t size, std::uint32_t count, std::int64_t& first,
                    std::int64_t& stride) {
        const auto end = static_cast<std::int64_t>(size_of(window));
        const std::int64_t strides[] = {size, size, size + static_cast<std::int64_t>(below(9)), -size, 0};
        stride = strides[below(std::size(strides))];
        const std::int64_t last = (std::max<std::int64_t>(count, 1) - 1) * stride;
        const std::int64_t low = std::max<std::int64_t>(0, -last), high = end - size - std::max<std::int64_t>(0, last);
        first =
            below(4) == 0 ? high : low + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(high - low + 1)));
    }
    // Where fetched values are stored: a window of the origin.
    void scatter(Rank by, Datatype datatype, const std::vector<Data>& elements, Payload payload) {
        const auto into = static_cast<WindowId>(below(windows));
        std::int64_t first = 0, stride = 0;
        const auto count = static_cast<std::uint32_t>(elements.size());
        choose_local(into, static_cast<std::int64_t>(bytes_of(datatype)), count, first, stride);
        memory_->scatter(by, window_buffer(into, first, stride), datatype, count, payload);
        for (std::uint32_t k = 0; k < count; ++k) {
            write(by, into, static_cast<std::uint64_t>(first + k * stride), elements[k]);
        }
    }
    std::vector<Data> contents_of(Rank owner, WindowId window, const Region& region) {
        std::vector<Data> elements;
        for (std::uint32_t k = 0; k < region.count; ++k) {
            elements.push_back(read(owner, window, disp_of(region, k), bytes_of(region.datatype)));
        }
        return elements;
    }

    void operate() {
        const auto by = static_cast<Rank>(below(ranks)), owner = static_cast<Rank>(below(ranks));
        const auto window = static_cast<WindowId>(below(windows));
        const std::uint64_t kind = below(6);
        Region region = random_region(window, kind >= 2);
        std::vector<Data> elements;
        if (kind == 1 || kind == 3) {
            const std::vector<Data> before = contents_of(owner, window, region);
            const Payload got = kind == 1 ? memory_->read(by, owner, window, region)
                                          : memory_->read_atomic(by, owner, window, region, ReduceOp::sum);
            if (kind == 1) scatter(by, region.datatype, before, got);
            for (std::uint32_t k = 0; k < region.count && kind == 3; ++k) {
                const std::byte* const from = got.bytes + k * bytes_of(region.datatype);
                EXPECT_EQ(Data(from, from + bytes_of(region.datatype)), before[k]) << k;
            }
            memory_->release(got);
            if (kind == 1) return;
        }
        if (kind == 5) {
            region.count = 1;
            region.block_length = region.stride = 0;
            region.disp = std::min<std::uint64_t>(region.disp, size_of(window) - 16);
        }
        const Payload payload = random_origin(by, region.datatype, kind == 5 ? 2 : region.count, elements);
        if (kind == 0) {
            memory_->write(by, owner, window, region, payload);
            for (std::uint32_t k = 0; k < region.count; ++k) write(owner, window, disp_of(region, k), elements[k]);
        } else if (kind == 5) {
            swap(by, owner, window, region, payload, elements);
        } else {
            accumulate(by, owner, window, region, payload, elements);
        }
        memory_->release(payload);
    }
    void accumulate(Rank by, Rank owner, WindowId window, const Region& region, Payload payload,
                    const std::vector<Data>& elements) {
        constexpr ReduceOp ops[] = {ReduceOp::replace, ReduceOp::sum, ReduceOp::prod,
                                    ReduceOp::min,     ReduceOp::max, ReduceOp::no_op};
        const ReduceOp op = ops[below(std::size(ops))];
        memory_->accumulate(by, owner, window, region, op, payload);
        for (std::uint32_t k = 0; k < region.count && op != ReduceOp::no_op; ++k) {
            Data now = read(owner, window, disp_of(region, k), bytes_of(region.datatype));
            reduce_elements(now.data(), elements[k].data(), 1, region.datatype, op);
            write(owner, window, disp_of(region, k), now);
        }
    }
    void swap(Rank by, Rank owner, WindowId window, const Region& region, Payload payload,
              std::vector<Data>& elements) {
        const std::size_t size = bytes_of(region.datatype);
        const Data now = read(owner, window, region.disp, size);
        if (below(2) == 0) {  // equal, or all but one byte
            elements[1] = now;
            if (below(2) == 0) elements[1][below(size)] ^= std::byte{1};
            std::copy(elements[1].begin(), elements[1].end(), payload.bytes + size);
        }
        memory_->compare_and_swap(by, owner, window, region, payload);
        if (now == elements[1]) write(owner, window, region.disp, elements[0]);
    }
    // An access of the program itself.
    void load_or_store() {
        const auto by = static_cast<Rank>(below(ranks));
        const auto window = static_cast<WindowId>(below(windows));
        const Rank owner = window == 2 ? static_cast<Rank>(below(ranks)) : by;
        const Region region = random_region(window, false);
        if (region.count == 0 || !region.basic()) return;
        const std::size_t size = bytes_of(region.datatype);
        if (below(2) == 0) {
            const auto first = static_cast<std::int64_t>(random_()), step = static_cast<std::int64_t>(below(9)) - 4;
            memory_->store(by, owner, window, region.disp, region.datatype, region.count, first, step);
            for (std::uint32_t k = 0; k < region.count; ++k) {
                Data element(size);
                const std::uint64_t value = static_cast<std::uint64_t>(first) + k * static_cast<std::uint64_t>(step);
                store_element(element.data(), region.datatype, static_cast<std::int64_t>(value));
                write(owner, window, disp_of(region, k), element);
            }
        } else {
            const Data element = read(owner, window, region.disp, size);
            const std::int64_t right = load_element(element.data(), region.datatype);
            EXPECT_EQ(memory_->load(by, owner, window, region.disp, region.datatype), right);
            EXPECT_EQ(memory_->content(owner, window, region.disp, region.datatype), right);
        }
    }
    void expect_same() {
        for (Rank rank = 0; rank < ranks; ++rank) {
            for (WindowId window = 0; window < windows; ++window) {
                const Data right = read(rank, window, 0, size_of(window));
                ASSERT_EQ(memory_->copy(rank, window, 0, size_of(window)) == right, true) << rank << ' ' << window;
                std::map<std::uint64_t, Data> pages, zeros_left_out;
                memory_->for_each_page(rank, window, [&](std::uint64_t first, std::span<const std::byte> page) {
                    pages[first] = Data(page.begin(), page.end());
                });
                for (std::uint64_t first = 0; first < right.size(); first += 4096) {
                    const std::uint64_t end = std::min<std::uint64_t>(first + 4096, right.size());
                    const Data page(right.begin() + static_cast<std::ptrdiff_t>(first),
                                    right.begin() + static_cast<std::ptrdiff_t>(end));
                    if (page != Data(page.size())) zeros_left_out[first] = page;
                }
                EXPECT_TRUE(pages == zeros_left_out) << rank << ' ' << window;
            }
        }
    }
    void assign(Rank, ThreadId, Slot, std::int64_t) override {}

    std::mt19937_64 random_{static_cast<std::uint64_t>(GetParam())};
    Scenario scenario_;
    std::optional<WindowMemory> memory_;
    std::map<std::pair<Rank, WindowId>, Data> bytes_;
};

TEST_P(PlainWindows, HoldTheSameBytes) {
    if (GetParam() % 3 == 2) {
        scenario_.semantics = Semantics::separate;
        scenario_.propagation = Propagation::seeded;  // whoever decides is not asked: everything is at once
    }
    make();
    for (std::uint64_t i = 0; i < random_rounds(400) && !HasFailure(); ++i) {
        SCOPED_TRACE(i);
        if (below(4) == 0) load_or_store();
        else operate();
        if (i % 40 == 39) expect_same();
    }
    EXPECT_EQ(memory_->payloads_in_flight(), 0u);
    memory_->clear();
    for (auto& [position, bytes] : bytes_) bytes.assign(bytes.size(), std::byte{0});
    expect_same();
}

INSTANTIATE_TEST_SUITE_P(Seeds, PlainWindows, testing::Range(0, 30));

}  // namespace
}  // namespace rmasim::sim::plain_windows
