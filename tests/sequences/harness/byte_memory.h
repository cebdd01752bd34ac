// Window memory as plain bytes, every rank's in one place. Payloads are blocks from malloc, counted, so that a packet
// whose data is forgotten or given back twice is found.
#pragma once

#include "protocol/base/world.h"
#include "tests/sequences/harness/transcript.h"

#include <set>
#include <span>
#include <vector>

namespace rmasim::seq {

class ByteMemory : public Memory {
public:
    ByteMemory(Rank ranks, WindowId windows, std::size_t window_bytes, Transcript& transcript);
    ~ByteMemory() override;
    ByteMemory(const ByteMemory&) = delete;
    ByteMemory& operator=(const ByteMemory&) = delete;

    // `origin.first` is the value that PUT and ACCUMULATE carry in every element. The result of a GET is printed.
    Payload gather(Rank rank, const OriginBuffer& origin, Datatype datatype, std::uint32_t count) override;
    void scatter(Rank rank, const OriginBuffer& origin, Datatype datatype, std::uint32_t count,
                 Payload payload) override;

    Payload read(Rank rank, WindowId window, std::uint64_t disp_bytes, std::uint32_t bytes) override;
    void write(Rank rank, WindowId window, std::uint64_t disp_bytes, std::uint32_t bytes, Payload payload) override;
    void accumulate(Rank rank, WindowId window, std::uint64_t disp_bytes, std::uint32_t bytes, Datatype datatype,
                    ReduceOp reduce, Payload payload) override;
    void release(Payload payload) override;

    std::span<std::byte> part(Rank rank, WindowId window, std::uint64_t disp_bytes, std::size_t bytes);
    std::size_t window_bytes() const { return window_bytes_; }
    // Payloads not given back.
    std::size_t payloads_out() const { return payloads_.size(); }

private:
    Payload make_payload(std::size_t bytes);

    WindowId windows_;
    std::size_t window_bytes_;
    std::vector<std::vector<std::byte>> memory_;  // [rank * windows + window]
    std::set<std::byte*> payloads_;
    Transcript& transcript_;
};

}  // namespace rmasim::seq
