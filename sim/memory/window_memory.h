// The core's Memory: the windows of all ranks, and the payloads of packets in flight.
#pragma once

#include "protocol/base/world.h"
#include "sim/input/model/program.h"
#include "sim/input/model/scenario.h"
#include "sim/memory/payload_pool.h"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace rmasim::sim {

class SharedMemory;

// Receives one-element results that operations fetch into a program variable.
class Variables {
public:
    virtual ~Variables() = default;
    virtual void assign(Rank rank, ThreadId thread, Slot variable, std::int64_t value) = 0;
    // Data that is only told about (report_buffer); `what` is the buffer's.
    virtual void report(Rank, std::int64_t /*what*/, Datatype, std::span<const std::byte>) {}
};

// The kinds of local data of an operation, encoded as the OriginBuffer that the core carries.
OriginBuffer affine_buffer(std::int64_t value, std::int64_t step);
OriginBuffer window_buffer(WindowId window, std::int64_t disp_bytes, std::int64_t stride_bytes);
OriginBuffer variable_buffer(ThreadId thread, Slot variable);
OriginBuffer discard_buffer();
OriginBuffer report_buffer(std::int64_t what);
// The caller's window that the buffer is part of, if it is.
std::optional<WindowId> window_of(const OriginBuffer& buffer);

class WindowMemory final : public Memory {
public:
    // Windows start as zeros. Without `scenario.data` no contents are kept: payloads are null, reads return zeros.
    WindowMemory(const Scenario& scenario, Variables& variables);
    ~WindowMemory() override;

    Payload gather(Rank rank, const OriginBuffer& origin, Datatype datatype, std::uint32_t count) override;
    void scatter(Rank rank, const OriginBuffer& result, Datatype datatype, std::uint32_t count,
                 Payload payload) override;
    Payload read(Rank by, Rank owner, WindowId window, const Region& region) override;
    Payload read_atomic(Rank by, Rank owner, WindowId window, const Region& region) override;
    void write(Rank by, Rank owner, WindowId window, const Region& region, Payload payload) override;
    void accumulate(Rank by, Rank owner, WindowId window, const Region& region, ReduceOp reduce,
                    Payload payload) override;
    void compare_and_swap(Rank by, Rank owner, WindowId window, const Region& region, Payload payload) override;
    void reduce(Payload into, Payload operand, Datatype datatype, std::uint32_t count, ReduceOp reduce) override;
    Payload allocate(std::size_t bytes) override { return payloads_.take(bytes); }
    void release(Payload payload) override { payloads_.give_back(payload); }
    bool shared(WindowId window) const override { return areas_[window].shared; }
    NodeRanks node_of(Rank rank) const override;
    void mem_sync(Rank rank, MemSync place) override;
    bool coherent() const override { return coherent_; }
    std::uint32_t flush_cache(Rank rank, const WindowPart& part) override;
    std::uint32_t invalidate_cache(Rank rank, const WindowPart& part) override;

    // The memory of shared windows; null if no window is shared or no data is kept. Until it has settled, `contents`
    // may lack stores that are still in buffers or caches.
    SharedMemory* machine() { return machine_.get(); }
    const SharedMemory* machine() const { return machine_.get(); }
    // A new step begins: ends a pending fetch-and-update (see Fetched).
    void begin_step() { fetched_.by = no_rank; }

    // Loads and stores of the program itself. Positions have been checked against the window.
    std::int64_t load(Rank by, Rank owner, WindowId window, std::uint64_t disp_bytes, Datatype datatype);
    void store(Rank by, Rank owner, WindowId window, std::uint64_t disp_bytes, Datatype datatype, std::uint32_t count,
               std::int64_t value, std::int64_t step);
    // Whether `by` can load from and store to the window of `owner` directly.
    bool reaches(Rank by, Rank owner, WindowId window) const {
        return by == owner || (shared(window) && node_of(by).contains(owner));
    }

    // Resets all windows to zeros and frees all payloads, including those in flight.
    void clear();

    bool kept() const { return data_; }
    // Contents of one rank's window; empty if no data is kept.
    std::span<const std::byte> contents(Rank rank, WindowId window) const;
    // One element of the contents.
    std::int64_t content(Rank rank, WindowId window, std::uint64_t disp_bytes, Datatype datatype) const;
    std::uint64_t payloads_in_flight() const { return payloads_.in_flight(); }

private:
    struct Area {
        std::size_t bytes_per_rank = 0;
        bool shared = false;
        std::unique_ptr<std::byte[], void (*)(void*)> owned{nullptr, nullptr};  // unless the window is shared
        std::byte* bytes = nullptr;                                             // the window of rank 0
        std::size_t stride = 0;                                                 // bytes from one rank's to the next
    };
    // A pending fetch-and-update: the last read_atomic. An accumulate or compare_and_swap to the same place right after
    // it belongs to the same atomic operation, so other ranks' stores must not come in between.
    struct Fetched {
        Rank by = no_rank;
        Rank owner = no_rank;
        WindowId window = 0;
        std::uint64_t disp_bytes = 0;
        friend bool operator==(const Fetched&, const Fetched&) = default;
    };
    void allocate(Area& area, const WindowSettings& window) const;
    void read_own(Rank rank, WindowId window, std::uint64_t disp_bytes, std::byte* to, std::size_t bytes);
    void write_own(Rank rank, WindowId window, std::uint64_t disp_bytes, const std::byte* from, std::size_t bytes);
    void prepare_atomic(Rank by, Rank owner, WindowId window, const Region& region);
    template <class Work>
    void change(Rank by, std::byte* at, std::size_t bytes, WindowId window, Work work);

    std::byte* at(Rank rank, WindowId window, std::uint64_t disp_bytes) const {
        const Area& area = areas_[window];
        return area.bytes + static_cast<std::size_t>(rank) * area.stride + disp_bytes;
    }

    bool data_;
    std::size_t ranks_;
    Rank ranks_per_node_;
    bool coherent_;
    std::vector<Area> areas_;
    std::unique_ptr<SharedMemory> machine_;
    Fetched fetched_;
    PayloadPool payloads_;
    Variables& variables_;
};

}  // namespace rmasim::sim
