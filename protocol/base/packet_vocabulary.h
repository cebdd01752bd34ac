// The names and classes of a family's packet kinds and flags. All conversion to and from text is in this file: logs,
// counts, transcripts, traces, scenarios and errors have the same names.
#pragma once

#include "protocol/base/packet.h"

#include <bit>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace rmasim {

// The class of a packet kind. A request is sent in an access epoch and may require an answer. A reply answers a
// request. A packet of class `group` is a message, ends an epoch, opens an exposure epoch, or is one round of a
// barrier.
enum class PacketClass : std::uint8_t { request, reply, group };

// The name, class and description of a packet kind.
struct KindEntry {
    PacketKind kind;
    std::string_view name;  // "RMA_DONE_ACK"
    PacketClass of;
    std::string_view words;  // the packet's effect, for reports
};

// The name and description of a packet flag.
struct FlagEntry {
    PacketFlag flag;        // one bit
    std::string_view name;  // "LOCK.X"
    std::string_view words;
};

// The effects that a packet has on the lock of a window, because of its kind or a flag.
struct LockMeaning {
    bool asks = false;     // The packet requests the lock.
    bool unlocks = false;  // The packet releases the lock.
    bool grants = false;   // The packet grants the lock to its receiver.
    // The packet informs the target that its origin holds a lock of the same window at another target. The packet
    // requests the lock, or follows the request.
    bool holder = false;
    bool refuses = false;  // The packet rejects a request for the lock. The target has stored nothing of the request.
};

// The range of an operation's elements that one packet carries. A large operation may need several packets.
struct OperationPart {
    bool first = true;
    bool last = true;
    std::uint32_t from = 0;      // index of the first element; unused if the packet carries the whole operation
    std::uint32_t elements = 0;  // number of elements in this packet
    bool whole() const { return first && last; }
};

// The functions by which checkers, reports and networks interpret the packets of a family. The defaults are for a
// family without locks and signals, in which each operation is one packet.
struct PacketMeaning {
    LockMeaning (*lock)(const Packet& packet) = [](const Packet&) { return LockMeaning{}; };
    // True if the packet decrements a synchronisation counter.
    bool (*is_signal)(const Packet& packet) = [](const Packet&) { return false; };
    // The kind of a packet's operation. The packet requests the operation, or carries the operation's data after a
    // separate request. nullopt for other packets.
    std::optional<OpKind> (*operation)(const Packet& packet) = operation_by_kind;
    OperationPart (*part)(const Packet& operation) = [](const Packet&) { return OperationPart{}; };
    // The stream of a packet. A network that reorders packets must keep the order of those packets of a pair that are
    // in the same stream.
    StreamOf stream = messages_in_order;

    static std::optional<OpKind> operation_by_kind(const Packet& packet) {
        if (!is_operation(packet.kind)) return std::nullopt;
        return op_kind_of(packet.kind);
    }
};

// The packet kinds and flags of one family.
class PacketVocabulary {
public:
    // A function that returns the text of the family's own fields of a packet, for transcripts: " for 2", or nothing.
    using OwnText = std::string (*)(const Packet& packet);

    // Flags are printed in the order of `flags`. `kinds` and `flags` must outlive the vocabulary.
    constexpr PacketVocabulary(std::span<const KindEntry> kinds, std::span<const FlagEntry> flags, OwnText own_text,
                               PacketMeaning meaning = {})
        : kinds_(kinds), flags_(flags), own_text_(own_text), meaning_(meaning) {
        for (const KindEntry& entry : kinds) {
            if (entry.of == PacketClass::request) requests_.add(entry.kind);
            if (entry.of == PacketClass::reply) replies_.add(entry.kind);
        }
    }

    constexpr std::span<const KindEntry> kinds() const { return kinds_; }
    constexpr std::span<const FlagEntry> flags() const { return flags_; }
    constexpr bool is_request(PacketKind kind) const { return requests_.contains(kind); }
    constexpr bool is_reply(PacketKind kind) const { return replies_.contains(kind); }

    // Returns the printed name: "PUT+LOCK.X+UNLOCK". Kinds and flags of other families are printed as numbers.
    std::string name(PacketType type) const;
    // Returns the type whose printed name is `name`; nullopt if there is none.
    std::optional<PacketType> find(std::string_view name) const;
    // Returns a packet's source, target and type: "0>1 PUT+LOCK.X+UNLOCK".
    std::string describe(const Packet& packet) const;
    std::string own_text(const Packet& packet) const { return own_text_(packet); }
    const PacketMeaning& meaning() const { return meaning_; }

    // True if values and names are unique, and names are well-formed. Digests cannot distinguish two kinds with the
    // same value.
    constexpr bool is_sound() const {
        for (std::size_t i = 0; i < kinds_.size(); ++i) {
            if (static_cast<unsigned>(kinds_[i].kind) >= kind_limit || !is_name(kinds_[i].name)) return false;
            for (std::size_t k = 0; k < i; ++k) {
                if (kinds_[i].kind == kinds_[k].kind || kinds_[i].name == kinds_[k].name) return false;
            }
        }
        for (std::size_t i = 0; i < flags_.size(); ++i) {
            const auto bits = static_cast<unsigned>(flags_[i].flag);
            if (!std::has_single_bit(bits) || !is_name(flags_[i].name)) return false;
            for (std::size_t k = 0; k < i; ++k) {
                if (flags_[i].flag == flags_[k].flag || flags_[i].name == flags_[k].name) return false;
            }
        }
        return true;
    }

private:
    static constexpr bool is_name(std::string_view name) {
        return !name.empty() && name.find('+') == std::string_view::npos;
    }

    std::span<const KindEntry> kinds_;
    std::span<const FlagEntry> flags_;
    OwnText own_text_;
    PacketMeaning meaning_;
    PacketKindSet requests_, replies_;
};

// The number of entries in an argument of `table_of`.
template <class Part>
inline constexpr std::size_t entries_in = 1;
template <class Entry, std::size_t size>
inline constexpr std::size_t entries_in<std::array<Entry, size>> = size;

// Returns the entries of all arguments as one table. An argument is an entry or an array of entries.
template <class Entry, class... Parts>
constexpr auto table_of(const Parts&... parts) {
    std::array<Entry, (entries_in<Parts> + ...)> table{};
    std::size_t size = 0;
    const auto add = [&](const auto& part) {
        if constexpr (requires { part.size(); }) {
            for (const Entry& entry : part) table[size++] = entry;
        } else {
            table[size++] = part;
        }
    };
    (add(parts), ...);
    return table;
}

// Vocabulary entries of the packet kinds that all families share.
namespace common_kinds {
inline constexpr KindEntry put{PacketKind::put, "PUT", PacketClass::request,
                               "carries data that the target writes into its window"};
inline constexpr KindEntry accumulate{PacketKind::accumulate, "ACC", PacketClass::request,
                                      "carries data that the target combines with the data in its window"};
inline constexpr KindEntry get{PacketKind::get, "GET", PacketClass::request, "requests data of the target's window"};
inline constexpr KindEntry get_accumulate{
    PacketKind::get_accumulate, "GET_ACC", PacketClass::request,
    "carries data that the target combines with the data in its window, and requests the old data"};
inline constexpr KindEntry fetch_and_op{
    PacketKind::fetch_and_op, "FOP", PacketClass::request,
    "changes one element of the target's window (fetch and op), and requests the old value of the element"};
inline constexpr KindEntry compare_and_swap{PacketKind::compare_and_swap, "CAS", PacketClass::request,
                                            "replaces one element of the target's window if it has the expected value "
                                            "(compare and swap), and requests the old value of the element"};
inline constexpr KindEntry get_resp{PacketKind::get_resp, "GET_RESP", PacketClass::reply,
                                    "carries the data that a GET requested"};
inline constexpr KindEntry get_accumulate_resp{PacketKind::get_accumulate_resp, "GET_ACC_RESP", PacketClass::reply,
                                               "carries the data that were in the window before a GET_ACC"};
inline constexpr KindEntry fetch_and_op_resp{PacketKind::fetch_and_op_resp, "FOP_RESP", PacketClass::reply,
                                             "carries the value that the element had before a FOP"};
inline constexpr KindEntry compare_and_swap_resp{PacketKind::compare_and_swap_resp, "CAS_RESP", PacketClass::reply,
                                                 "carries the value that the element had before a CAS"};
inline constexpr KindEntry barrier{
    PacketKind::barrier, "BARRIER", PacketClass::group,
    "is sent in a round of a barrier among all processes (a fence, or a call of BARRIER)"};
inline constexpr KindEntry send{PacketKind::send, "SEND", PacketClass::group, "is a two-sided message, for a RECV"};
inline constexpr KindEntry send_rts{PacketKind::send_rts, "SEND_RTS", PacketClass::group,
                                    "announces a long two-sided message, which is sent when its RECV requests it"};
inline constexpr KindEntry send_cts{PacketKind::send_cts, "SEND_CTS", PacketClass::group,
                                    "requests a long two-sided message for a RECV (clear to send)"};
inline constexpr KindEntry send_data{PacketKind::send_data, "SEND_DATA", PacketClass::group,
                                     "is a long two-sided message, for the RECV that has requested it"};
inline constexpr KindEntry ssend{PacketKind::ssend, "SSEND", PacketClass::group,
                                 "is a two-sided message of a synchronous send, for a RECV"};
inline constexpr KindEntry ssend_ack{PacketKind::ssend_ack, "SSEND_ACK", PacketClass::group,
                                     "acknowledges that a RECV has matched an SSEND"};
inline constexpr KindEntry bcast{PacketKind::bcast, "BCAST", PacketClass::group,
                                 "carries the root's data of a BCAST to another process"};
inline constexpr KindEntry reduce{PacketKind::reduce, "REDUCE", PacketClass::group,
                                  "carries values of a REDUCE towards its root"};
inline constexpr KindEntry allreduce{PacketKind::allreduce, "ALLREDUCE", PacketClass::group,
                                     "carries values of an ALLREDUCE, which two processes exchange"};
inline constexpr KindEntry gather{PacketKind::gather, "GATHER", PacketClass::group,
                                  "carries data of a GATHER towards its root"};
inline constexpr KindEntry allgather{PacketKind::allgather, "ALLGATHER", PacketClass::group,
                                     "forwards data of an ALLGATHER"};
inline constexpr KindEntry scatter{PacketKind::scatter, "SCATTER", PacketClass::group,
                                   "carries blocks of the root's data of a SCATTER to other processes"};
inline constexpr KindEntry alltoall{PacketKind::alltoall, "ALLTOALL", PacketClass::group,
                                    "carries the block of an ALLTOALL that one process has for another"};
inline constexpr KindEntry scan{PacketKind::scan, "SCAN", PacketClass::group,
                                "carries reduced values of a SCAN to processes with higher ranks"};
inline constexpr KindEntry exscan{PacketKind::exscan, "EXSCAN", PacketClass::group,
                                  "carries reduced values of an EXSCAN to processes with higher ranks"};
inline constexpr KindEntry reduce_scatter_block{
    PacketKind::reduce_scatter_block, "REDUCE_SCATTER_BLOCK", PacketClass::group,
    "carries reduced values of a REDUCE_SCATTER or REDUCE_SCATTER_BLOCK to the processes of their blocks"};
inline constexpr KindEntry neighbor_allgather{PacketKind::neighbor_allgather, "NEIGHBOR_ALLGATHER", PacketClass::group,
                                              "carries the block of a NEIGHBOR_ALLGATHER to a neighbour"};
inline constexpr KindEntry neighbor_alltoall{
    PacketKind::neighbor_alltoall, "NEIGHBOR_ALLTOALL", PacketClass::group,
    "carries the block of a NEIGHBOR_ALLTOALL that one process has for a neighbour"};

// The entries of several kinds, for tables.
inline constexpr std::array operations{put, accumulate, get, get_accumulate, fetch_and_op, compare_and_swap};
inline constexpr std::array answers{get_resp, get_accumulate_resp, fetch_and_op_resp, compare_and_swap_resp};
inline constexpr std::array messages{send,
                                     send_rts,
                                     send_cts,
                                     send_data,
                                     ssend,
                                     ssend_ack,
                                     bcast,
                                     reduce,
                                     allreduce,
                                     gather,
                                     allgather,
                                     scatter,
                                     alltoall,
                                     scan,
                                     exscan,
                                     reduce_scatter_block,
                                     neighbor_allgather,
                                     neighbor_alltoall};
}  // namespace common_kinds

}  // namespace rmasim
