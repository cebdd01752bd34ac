// A node of three ranks with one shared window, "w". The test scripts the nondeterminism of the memory.
#pragma once

#include "sim/machine/memory/elements.h"
#include "sim/machine/memory/shared_memory.h"
#include "sim/machine/memory/window_memory.h"

#include <gtest/gtest.h>

#include <deque>
#include <optional>

namespace rmasim::sim {

// Choices that the test scripts. After the end of a script, stores stay in their buffers, and loads return the value in
// memory.
class ScriptedMemoryChoices final : public MemoryChoices {
public:
    std::deque<std::size_t> leave;  // index of the store that leaves first; `none` if no store leaves
    std::deque<std::size_t> load;   // index of the loaded value; 0 is the value in memory
    static constexpr std::size_t none = 99;
    std::size_t asked = 0;  // number of calls of leaves_first

    std::int64_t leaves_at_ps(Rank, std::uint64_t) override { return 0; }
    std::size_t leaves_first(Rank, std::int64_t, std::span<const MayLeave> stores) override {
        ++asked;
        return std::min(next(leave, none), stores.size());
    }
    std::size_t loads(Rank, std::span<const MayLoad> values) override {
        return std::min(next(load, 0), values.size() - 1);
    }

private:
    static std::size_t next(std::deque<std::size_t>& reported, std::size_t otherwise) {
        if (reported.empty()) return otherwise;
        const std::size_t one = reported.front();
        reported.pop_front();
        return one;
    }
};

class SharedWindow : public testing::Test, public Variables {
protected:
    static constexpr std::uint64_t window_bytes = 256;

    SharedWindow() {
        scenario.ranks = 3;
        scenario.platform.ranks_per_node = 3;
        scenario.windows = {{"v", 8, false}, {"w", window_bytes, true}};
    }
    MemorySettings& settings() { return scenario.platform.memory; }
    // Creates the memory. All changes of the settings must be made before.
    void make() {
        memory.emplace(scenario, *this);
        memory->machine()->decide_by(choices);
    }
    void make(MemoryOrder order) {
        settings().order = order;
        make();
    }
    // Both functions script the next choices: `leaves` the stores that leave first, and `gives` the values that are
    // loaded.
    void leaves(std::initializer_list<std::size_t> reported) { choices.leave = reported; }
    void gives(std::initializer_list<std::size_t> reported) { choices.load = reported; }

    // Rank `by` accesses the window segment of rank 0.
    void store(Rank by, std::uint64_t disp, std::int64_t value, Datatype datatype = Datatype::int64) {
        memory->store(by, 0, 1, disp, datatype, 1, value, 0);
    }
    std::int64_t load(Rank by, std::uint64_t disp, Datatype datatype = Datatype::int64) {
        return memory->load(by, 0, 1, disp, datatype);
    }
    // Returns the value in memory.
    std::int64_t content(std::uint64_t disp) { return memory->content(0, 1, disp, Datatype::int64); }
    void sync(Rank rank, MemSync sync_point = MemSync::sync) { memory->mem_sync(rank, sync_point); }
    static Region region(std::uint64_t disp, std::uint32_t count = 1) {
        Region one;
        one.disp = disp;
        one.count = count;
        one.datatype = Datatype::int64;
        return one;
    }
    void add(Rank by, std::uint64_t disp, std::int64_t value) {
        const Payload payload = memory->gather(by, affine_buffer(value, 0), Datatype::int64, 1);
        memory->accumulate(by, 0, 1, region(disp), ReduceOp::sum, payload);
        memory->release(payload);
    }
    // Reads a word atomically. If `reduce` is not no_op, the read is the first half of an update.
    std::int64_t fetch(Rank by, std::uint64_t disp, ReduceOp reduce = ReduceOp::no_op) {
        const Payload payload = memory->read_atomic(by, 0, 1, region(disp), reduce);
        const std::int64_t value = load_element(payload.bytes, Datatype::int64);
        memory->release(payload);
        return value;
    }
    const MemoryCounts& counts() const { return memory->machine()->counts(); }
    const std::vector<StaleRead>& stale_reads() const { return memory->machine()->stale_reads(); }

    void assign(Rank, ThreadId, Slot, std::int64_t) override {}

    Scenario scenario;
    ScriptedMemoryChoices choices;
    std::optional<WindowMemory> memory;
};

}  // namespace rmasim::sim
