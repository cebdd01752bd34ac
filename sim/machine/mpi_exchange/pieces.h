// The pieces of bytes that travel between the processes of a run, on their way in MPI.
//
// Receives are posted for whoever sends, in a ring. MPI matches the messages of one sender with them in the order in
// which both were posted, so whoever looks only at the oldest receive gets them in order:
//
//   ring       | from 2, done | from 1, done | from 2, under way | posted | ... |
//   arrived    of 1: the second; of 2: the first, then the third
//
// Pieces of the slice that ends and of the next one may come mixed, since some processes leave a slice earlier than
// others. They are told apart by a tag that is 0 and 1 in turn: nobody is two slices ahead.
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

inline constexpr std::size_t piece_bytes = 65'536;

// Memory of pieces, reused.
class PieceMemory {
public:
    using Piece = std::unique_ptr<std::array<std::byte, piece_bytes>>;
    Piece take() {
        if (free_.empty()) return std::make_unique<std::array<std::byte, piece_bytes>>();
        Piece piece = std::move(free_.back());
        free_.pop_back();
        return piece;
    }
    void give_back(Piece piece) { free_.push_back(std::move(piece)); }

private:
    std::vector<Piece> free_;
};

class OutgoingPieces {
public:
    OutgoingPieces(MPI_Comm comm, int processes);
    ~OutgoingPieces();

    // Empty while as many pieces are under way to the process as may be.
    std::span<std::byte> room(int to);
    void send(int to, std::size_t bytes, int tag);

private:
    struct UnderWay {
        MPI_Request request;
        PieceMemory::Piece piece;
    };
    struct Way {
        PieceMemory::Piece open;         // null: no room was asked for
        std::deque<UnderWay> under_way;  // in the order in which they were sent
    };
    void take_back(Way& way);

    MPI_Comm comm_;
    PieceMemory memory_;
    std::vector<Way> ways_;  // by receiver
};

class IncomingPieces {
public:
    IncomingPieces(MPI_Comm comm, int processes);
    ~IncomingPieces();

    // The oldest that has come from the process and is not taken; empty: there is none.
    std::span<const std::byte> first(int from);
    // Its memory is free again. Returns its tag.
    int taken(int from);
    // Lets MPI work.
    void look();

private:
    struct Receive {
        MPI_Request request = MPI_REQUEST_NULL;
        PieceMemory::Piece piece;
    };
    struct Arrived {
        PieceMemory::Piece piece;
        std::size_t bytes;
        int tag;
    };
    void post();

    MPI_Comm comm_;
    PieceMemory memory_;
    std::deque<Receive> posted_;                // the oldest first
    std::vector<std::deque<Arrived>> arrived_;  // by sender
};

}  // namespace rmasim::sim
