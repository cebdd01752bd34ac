// The traits of a protocol family: what holds for all its runs, as data.
#pragma once

#include "protocol/base/call_table.h"
#include "protocol/base/packet_reasons.h"
#include "protocol/base/packet_vocabulary.h"
#include "protocol/base/state_diagram.h"

#include <array>
#include <span>
#include <string_view>

namespace rmasim::sim {

// Features of calls. Some families do not have all of these features.
enum class CallFeature : std::uint8_t {
    vectors,                           // block_length and stride
    remote_store,                      // a store to another rank's segment of a shared window
    operations_concurrent_with_fence,  // operations of one thread while another thread is inside FENCE
    handles,                           // handles of synchronisation counters in messages
    part_of_ranks,                     // windows that exist only on ranks 0 .. n-1
    window_comm,                       // windows of communicators other than MPI_COMM_WORLD
    // Target datatypes of any shape in MPI programs. Without this feature, only equal blocks at equal distances.
    any_layout,
};

// A feature that a family lacks, with the reason, such as "its data has no gaps".
struct MissingFeature {
    CallFeature feature;
    std::string_view reason;
};
inline constexpr MissingFeature no_handles{CallFeature::handles, "only family synccount has synchronisation counters"};
inline constexpr MissingFeature on_all_ranks{CallFeature::part_of_ranks, "its windows exist on all ranks"};
inline constexpr MissingFeature no_layouts{CallFeature::any_layout,
                                           "its target datatypes are equal blocks at equal distances only"};
inline constexpr std::array missing_by_default{
    no_handles, on_all_ranks, MissingFeature{CallFeature::window_comm, on_all_ranks.reason}, no_layouts};

struct FamilyTraits {
    std::string_view name;  // the value of `protocol.family` in scenarios
    CallSet calls;
    const PacketVocabulary& packets;
    const PacketReasons& reasons;
    // The states of epochs that the source documents of the family define. Empty if the documents have no table of
    // states.
    std::span<const StateDiagram> states{};
    std::span<const MissingFeature> missing = missing_by_default;

    // True if processes use mutexes. World, the interface of processes to the simulator, must then provide them
    // (World::mutexes).
    bool needs_mutexes = false;
    // True if the codec's `check` requires that all ranks are on one node and that all windows are shared.
    bool shares_one_node = false;
    // True if the codec's `check` refuses shared windows.
    bool refuses_shared_windows = false;
    // True if packets that arrive between calls are queued unless an agent polls (Process::has_unpolled_packets).
    bool queues_packets_between_calls = false;
    // True if the agent may be a process. The family must then specify which data is in shared memory.
    bool agent_may_be_process = false;
};

}  // namespace rmasim::sim
