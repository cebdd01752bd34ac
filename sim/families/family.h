// A protocol family: what a scenario may ask of it, its processes, and what reports, checks and random programs have to
// know of it. Each is a folder beside this file; list.cpp names them all.
//
// Everything that is not pure has a default for families without such a thing: no pools, no locks, no trees.
#pragma once

#include "protocol/base/awaited.h"
#include "protocol/base/call.h"
#include "protocol/base/observer.h"
#include "protocol/base/packet_vocabulary.h"
#include "protocol/base/process.h"
#include "protocol/parts/element_pool.h"
#include "sim/families/protocol_settings.h"
#include "sim/input/expression/random.h"
#include "sim/input/json/described.h"
#include "sim/input/model/scenario.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rmasim::sim {

// What calls can have that not every family can do.
enum class CallFeature : std::uint8_t {
    vectors,       // block_length and stride
    remote_store,  // a store to another rank's part of a shared window
};

// One level of a rank's elements, alike at every rank.
struct Pool {
    std::string name;  // "op.local.w", "target.global"
    ElementKind kind = ElementKind::operation;
    PoolLevel level = PoolLevel::global;
    WindowId window = 0;            // of a local one
    std::uint32_t size = 0;         // elements at the beginning
    std::size_t element_bytes = 0;  // of each
};

// The lock of a window at its target.
struct LockAtTarget {
    WindowId window = 0;
    Rank exclusive_holder = no_rank;
    std::vector<Rank> holders;                        // that one, or those who share it
    std::vector<std::pair<Rank, LockType>> requests;  // that wait, in the order in which they get it
};

// What a packet does about the lock of a window, by its kind or by a flag.
struct LockMeaning {
    bool asks = false;
    bool unlocks = false;
    bool grants = false;
};

// A rank's place in a tree through which COMPLETE climbs to the target whose exposure epoch it is.
struct PlaceInTree {
    WindowId window = 0;
    Rank root = no_rank;
    Rank parent = no_rank;
    std::uint32_t completes_due = 0;  // from the children, and the rank's own
    bool owes_own = false;
};

class Family {
public:
    virtual ~Family() = default;
    // As `protocol.family` has it.
    virtual std::string_view name() const = 0;

    virtual const PacketVocabulary& packets() const = 0;

    // ---- What a scenario may ask for.
    virtual CallSet calls() const = 0;
    // Why the family does not do it, "its data has no gaps"; empty: it does.
    virtual std::string_view lacks(CallFeature) const { return {}; }
    virtual std::shared_ptr<const ProtocolSettings> default_settings() const = 0;
    // Of the scenario's `protocol`. Raises BadInput.
    virtual std::shared_ptr<const ProtocolSettings> read_settings(const JsonValue& protocol) const = 0;
    virtual SettingList settings_list(const ProtocolSettings& settings) const = 0;
    // What it takes for granted of platform and windows. Raises BadInput.
    virtual void check(const Scenario& scenario) const = 0;

    // ---- Processes. What `world` refers to, and `scenario`, outlive the process.
    virtual std::unique_ptr<Process> make_process(const Scenario& scenario, Rank rank, World world) const = 0;
    // Whether the world has to provide mutexes (World::mutexes).
    virtual bool needs_mutexes() const { return false; }
    // Whether accumulates of one origin to one place are applied in the order of the calls.
    virtual bool orders_accumulates(const ProtocolSettings&) const { return true; }

    // ---- Pools, for faults, expectations, figures and checks.
    virtual std::vector<Pool> pools(const ProtocolSettings&, std::span<const std::string> /*windows*/) const {
        return {};
    }
    // The counters of a process, in the order of `pools`.
    virtual void read_counters(const Process&, std::vector<PoolLevelCounter>& counters) const { counters.clear(); }
    // Free elements go at once, others as they come back.
    virtual void shrink(Process&, const PoolShrink&) const {}

    // ---- For checks.
    virtual LockMeaning lock_meaning(const Packet&) const { return {}; }

    // ---- For reports on runs that cannot finish: what a waiting rank cannot know by itself.
    virtual std::vector<LockAtTarget> locks_awaited(const Process& /*target*/) const { return {}; }
    virtual std::vector<PlaceInTree> tree_places(const Process&) const { return {}; }
    // Whether `lost` is part of what `rank` waits for: it was on its way there, or would have brought the answer.
    virtual bool is_missed(const Packet& lost, Rank rank, const AwaitedRank& awaited) const = 0;

    // ---- For random programs.
    // All ranks are on one node and every window is shared, or `check` refuses the scenario.
    virtual bool shares_one_node() const { return false; }
    // Settings are drawn small, since the interesting things happen when something runs out.
    // `like`: settings of a program that is there already; what decides whether it is legal stays. Null: no such one.
    virtual std::shared_ptr<const ProtocolSettings> draw_settings(Random& random,
                                                                  const ProtocolSettings* like) const = 0;
    // `settings`, but so roomy that no count of packets depends on the order of events. `ordered`: packets of a pair
    // do not overtake each other.
    virtual std::shared_ptr<const ProtocolSettings> with_fixed_counts(std::shared_ptr<const ProtocolSettings> settings,
                                                                      bool /*ordered*/) const {
        return settings;
    }
};

// Every family; the first is the default.
std::span<const Family* const> families();
inline const Family& default_family() { return *families().front(); }
std::vector<std::string> family_names();
const Family& family_named(std::string_view name);  // one of them

// `protocol` as a scenario writes it, the family's name first.
Json protocol_json(const Family& family, const ProtocolSettings& settings);
// Each setting that is not the default as it is by default, one at a time, the others as in `settings`.
std::vector<std::shared_ptr<const ProtocolSettings>> simpler_settings(const Family& family,
                                                                      const ProtocolSettings& settings);
std::vector<Pool> pools_of(const Scenario& scenario);

inline const PacketVocabulary& packets_of(const Scenario& scenario) { return scenario.family->packets(); }
// Whether some family prints a packet's kind and flags so. One file may be run with several families, so a scenario may
// name packets that its own family has not.
bool is_packet_name(std::string_view name);
inline constexpr const char* packet_kind_form =
    "a packet's kind, then its flags in the fixed order, such as \"PUT+LOCK.X+UNLOCK\"";

}  // namespace rmasim::sim
