// The names of enumerated setting values in scenarios, for reading and writing.
#pragma once

#include "sim/scenario/model/scenario.h"
#include "sim/scenario/model/vocabulary.h"

namespace rmasim::sim {

inline constexpr std::array<Named<AgentKind>, 3> agent_kinds{
    {{"thread", AgentKind::thread}, {"process", AgentKind::process}, {"signal", AgentKind::signal}}};

inline constexpr std::array<Named<Propagation>, 3> propagations{
    {{"eager", Propagation::eager}, {"lazy", Propagation::lazy}, {"seeded", Propagation::seeded}}};
inline constexpr std::array<Named<Semantics>, 3> memory_models{
    {{"off", Semantics::off}, {"separate", Semantics::separate}, {"unified", Semantics::unified}}};
// True if the memory model permits the propagation. Only the separate model has two copies between which updates
// propagate.
constexpr bool can_choose(Semantics semantics, Propagation propagation) {
    return semantics == Semantics::separate || propagation == Propagation::eager;
}
inline constexpr std::string_view propagation_needs =
    "\"eager\", or semantics \"separate\", because in other memory models a window has only one copy";
inline constexpr std::array<Named<Progress>, 2> progresses{{{"calls", Progress::calls}, {"agent", Progress::agent}}};
inline constexpr std::array<Named<Topology>, 5> topologies{{{"cluster", Topology::cluster},
                                                            {"fat_tree", Topology::fat_tree},
                                                            {"torus", Topology::torus},
                                                            {"dragonfly", Topology::dragonfly},
                                                            {"file", Topology::file}}};
inline constexpr std::array<Named<NetworkModel>, 2> network_models{
    {{"loggp", NetworkModel::loggp}, {"flow", NetworkModel::flow}}};
inline constexpr std::array<Named<MemoryOrder>, 3> memory_orders{
    {{"sc", MemoryOrder::sc}, {"tso", MemoryOrder::tso}, {"weak", MemoryOrder::weak}}};
inline constexpr std::array<Named<CachePolicy>, 2> cache_policies{
    {{"write_back", CachePolicy::write_back}, {"write_through", CachePolicy::write_through}}};

// The name of a value. `names` must contain the value.
template <class Enum, std::size_t N>
constexpr std::string_view name_in(const std::array<Named<Enum>, N>& names, Enum value) {
    std::size_t at = 0;
    while (names[at].second != value) ++at;
    return names[at].first;
}

}  // namespace rmasim::sim
