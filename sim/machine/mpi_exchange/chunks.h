// The chunks of bytes that processes of a run send and receive by MPI.
//
// A process keeps a queue of posted receives with MPI_ANY_SOURCE. MPI matches the messages of one sender with these
// receives in the order in which they were posted. So a process that tests only the oldest receive gets each sender's
// chunks in order:
//
//   ring       | from 2, done | from 1, done | from 2, in flight | posted | ... |
//   arrived    from 1: the second receive; from 2: the first, then the third
//
// Some processes leave a slice earlier than others. So chunks of this slice and of the next slice may arrive
// interleaved. Tags distinguish these chunks: the chunks of one slice have tag 0, those of the next slice tag 1, and so
// on alternately. Two tags suffice, since no process is two slices ahead of another process.
#pragma once

#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

namespace rmasim::sim {

inline constexpr std::size_t chunk_bytes = 65'536;

// A pool of memory for chunks.
class ChunkPool {
public:
    using Chunk = std::unique_ptr<std::array<std::byte, chunk_bytes>>;
    Chunk take() {
        if (free_.empty()) return std::make_unique<std::array<std::byte, chunk_bytes>>();
        Chunk chunk = std::move(free_.back());
        free_.pop_back();
        return chunk;
    }
    void give_back(Chunk chunk) { free_.push_back(std::move(chunk)); }

private:
    std::vector<Chunk> free_;
};

class OutgoingChunks {
public:
    OutgoingChunks(MPI_Comm comm, int processes);
    ~OutgoingChunks();

    // Returns memory for the next chunk to process `to`. The result is empty while the maximum number of chunks is in
    // flight to this process.
    std::span<std::byte> room(int to);
    void send(int to, std::size_t bytes, int tag);

private:
    struct UnderWay {
        MPI_Request request;
        ChunkPool::Chunk chunk;
    };
    struct Way {
        ChunkPool::Chunk open;         // null if room() was not called since the last send()
        std::deque<UnderWay> under_way;  // in the order of sending
    };
    void take_back(Way& way);

    MPI_Comm comm_;
    ChunkPool memory_;
    std::vector<Way> ways_;  // by receiver
};

class IncomingChunks {
public:
    IncomingChunks(MPI_Comm comm, int processes);
    ~IncomingChunks();

    // Returns the oldest chunk that has arrived from process `from` and was not taken. Returns an empty span if there
    // is no such chunk.
    std::span<const std::byte> first(int from);
    // Frees the memory of the chunk that first() returned. Returns the chunk's tag.
    int taken(int from);
    // Calls MPI functions so that MPI makes progress, and adds the chunks that have arrived to `arrived_`.
    void look();

private:
    struct Receive {
        MPI_Request request = MPI_REQUEST_NULL;
        ChunkPool::Chunk chunk;
    };
    struct Arrived {
        ChunkPool::Chunk chunk;
        std::size_t bytes;
        int tag;
    };
    void post();

    MPI_Comm comm_;
    ChunkPool memory_;
    std::deque<Receive> posted_;                // the oldest first
    std::vector<std::deque<Arrived>> arrived_;  // by sender
};

}  // namespace rmasim::sim
