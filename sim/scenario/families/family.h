// A protocol family for the simulator: traits as data, and four objects for settings, processes, counters and reports.
// Each family has a subfolder of this folder. families.inc lists all families. Random programs need more of a family
// (sim/untimed/profiles).
#pragma once

#include "sim/scenario/families/process_adapter.h"
#include "sim/scenario/families/process_counters.h"
#include "sim/scenario/families/settings_codec.h"
#include "sim/scenario/families/traits.h"
#include "sim/scenario/families/wait_reports.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rmasim::sim {

// A protocol family.
struct Family {
    FamilyTraits traits;
    const SettingsCodec& settings;
    const ProcessAdapter& processes;
    const ProcessCounters& counters;
    const WaitReports& reports;

    std::string_view name() const { return traits.name; }
    CallSet calls() const { return traits.calls; }
    const PacketVocabulary& packets() const { return traits.packets; }
    const PacketReasons& reasons() const { return traits.reasons; }
    // The functions that interpret the family's packets.
    const PacketMeaning& meaning() const { return traits.packets.meaning(); }
    // True if the family has synchronisation counters.
    bool counts_signals() const { return traits.calls.contains(Call::win_alloc_sync_objects); }
    // The reason why the family lacks the feature. Empty if the family has the feature.
    std::string_view unsupported_reason(CallFeature feature) const;
};

// The families that the program contains or has loaded, the default family first.
std::span<const Family* const> families();
inline const Family& default_family() { return *families().front(); }
// Loads the families that the program does not contain. families() then has all families.
void load_other_families();
// Does the same if the families can be loaded at once, for words in messages. Otherwise does nothing.
void load_other_families_if_built();
std::vector<std::string> family_names();  // The names of all families, loaded or not.
// The family of this name, which is loaded if necessary. Null if no family has the name.
const Family* find_family(std::string_view name);
const Family& family_named(std::string_view name);  // The family of this name. The name must be one of family_names().

// The value of `protocol` in a scenario. The first member is the family's name.
Json protocol_json(const Family& family, const ProtocolSettings& settings);
// A copy of `settings` with settings of one window added. `value` is the value of `windows.NAME.protocol`. Raises
// BadInput, also if windows of the family have no settings.
std::shared_ptr<const ProtocolSettings> read_settings_of_window(const Family& family, const ProtocolSettings& settings,
                                                                WindowId window, const JsonValue& value);
// The values of `windows.NAME.protocol` for the first `windows` windows. The value is JSON's null if a window has no
// settings of its own.
std::vector<Json> protocol_of_windows(const Family& family, const ProtocolSettings& settings, WindowId windows);
// A copy of `settings` after the removal of a window. The settings of each later window move to the window before it.
std::shared_ptr<const ProtocolSettings> without_window(const Family& family, const ProtocolSettings& settings,
                                                       WindowId window);
// Simplifications of `settings`: copies that each have one more setting, or one more window's settings, at the default.
std::vector<std::shared_ptr<const ProtocolSettings>> simpler_settings(const Family& family,
                                                                      const ProtocolSettings& settings);
// The pools of the scenario's family, with the scenario's settings and windows.
std::vector<Pool> pools_of(const Scenario& scenario);

inline const PacketVocabulary& packets_of(const Scenario& scenario) { return scenario.family->packets(); }
// True if any family has a packet of this name. A scenario may name packets that its own family does not have, because
// one file may be run with several families.
bool is_packet_name(std::string_view name);
inline constexpr const char* packet_kind_form =
    "a packet's kind, then its flags in the fixed order, such as \"PUT+LOCK.X+UNLOCK\"";

}  // namespace rmasim::sim
