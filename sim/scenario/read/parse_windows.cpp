#include "sim/scenario/families/family.h"
#include "sim/scenario/model/limits.h"
#include "sim/scenario/model/parse_window.h"
#include "sim/scenario/model/vocabulary.h"
#include "sim/scenario/program/names.h"
#include "sim/scenario/program/ranks.h"
#include "sim/scenario/read/parse_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace rmasim::sim {

namespace {

void require_room(const JsonValue& value, const WindowSettings& window, const Over& over, const Scenario& scenario) {
    const WindowSettings& under = scenario.space(over.space);
    const bool all_alike = window.bytes.same() && under.bytes.same();
    for (Rank rank = 0; rank < (all_alike ? 1 : scenario.ranks); ++rank) {
        const std::uint64_t end = over.disp_bytes + window.bytes.of(rank), room = under.bytes.of(rank);
        if (end <= room) continue;
        throw BadInput(
            value.location(), fmt::format("bytes up to {}", end),
            fmt::format("the {} bytes of {} \"{}\"", room, kind_of_space(scenario.windows, over.space), under.name));
    }
}

// Reads `over`. The memory of the window is then a buffer, or the memory of an earlier window. If that earlier window
// has `over` itself, the new window is over the same memory as the earlier window.
void read_over(const JsonValue& value, WindowId id, Scenario& scenario) {
    WindowSettings& window = scenario.windows[id];
    const JsonObject object(value, {"win", "buffer", "disp"});
    if (window.shared) value.fail("no \"over\", because a window in shared memory has memory of its own");
    Over over;
    over.space = parse_space(object, scenario.windows, scenario.buffers);
    if (over.space >= id && over.space < scenario.windows.size()) value.fail("a buffer, or an earlier window");
    object.read("disp", over.disp_bytes, limits::disp);
    const WindowSettings& under = scenario.space(over.space);
    if (under.shared) value.fail("a buffer, or a window that is not in shared memory");
    if (under.dynamic) value.fail("a buffer, or a window that is not dynamic");
    require_room(value, window, over, scenario);
    if (under.over) over = {under.over->space, under.over->disp_bytes + over.disp_bytes};
    window.over = over;
}

// Reads `dynamic`. A dynamic window has no memory of its own, so it must not have members such as size and unit.
bool read_dynamic(const JsonObject& object, const Scenario& scenario) {
    bool dynamic = false;
    object.read("dynamic", dynamic);
    if (!dynamic) return false;
    for (const std::string_view key :
         {"bytes", "shared", "disp_unit", "alloc_mem", "over", "same_size", "same_disp_unit"}) {
        if (object.has(key)) {
            object.at(key).fail(fmt::format(
                "no \"{}\" in a dynamic window, because such a window has only the memory that win_attach adds", key));
        }
    }
    if (scenario.family->calls().contains(Call::win_attach)) return true;
    object.at("dynamic").fail(fmt::format("false with family {}: it has no win_attach", scenario.family->name()));
}

constexpr std::array<std::pair<std::string_view, bool>, 2> accumulate_orderings{{{"all", false}, {"none", true}}};
bool read_in_any_order(const JsonObject& object) {
    const auto ordering = object.find("accumulate_ordering");
    return ordering && ordering->one_of(accumulate_orderings);
}

// The values of the info key `accumulate_ops` (MPI 4.1, 12.2.1), by which a program promises which accumulates are
// concurrent.
constexpr std::array<std::pair<std::string_view, bool>, 2> accumulate_operations{
    {{"same_op_no_op", false}, {"same_op", true}}};
void read_promises(const JsonObject& object, WindowSettings& window) {
    window.in_any_order = read_in_any_order(object);
    const auto operations = object.find("accumulate_ops");
    window.same_op = operations && operations->one_of(accumulate_operations);
    object.read("no_locks", window.no_locks);
    object.read("same_size", window.same_size);
    object.read("same_disp_unit", window.same_disp_unit);
}

// Reads `comm`. Each communicator of this name has a window of its own.
WindowId read_comm(const JsonValue& comm, const Scenario& scenario) {
    const std::string_view reason = scenario.family->unsupported_reason(CallFeature::window_comm);
    if (!reason.empty()) comm.fail(fmt::format("no \"comm\" with family {}: {}", scenario.family->name(), reason));
    return communicator_named(comm, scenario.communicators.get());
}

void set_window_communicators(const Scenario& scenario) {
    std::vector<CommunicatorTable::WindowComm> windows;
    for (const WindowSettings& window : scenario.windows) windows.push_back({window.comm, window.shared});
    scenario.communicators->set_windows(windows, static_cast<Rank>(scenario.platform.ranks_per_node));
}

// The addresses of buffers and of windows with memory of their own. A shared window has no address, because its memory
// belongs to the node.
std::optional<Addresses> addresses_of(const Scenario& scenario) {
    const auto is_dynamic = [](const WindowSettings& window) { return window.dynamic; };
    if (std::none_of(scenario.windows.begin(), scenario.windows.end(), is_dynamic)) return std::nullopt;
    std::vector<std::optional<std::uint64_t>> bytes;
    for (SpaceId id = 0; id < scenario.spaces(); ++id) {
        const WindowSettings& space = scenario.space(id);
        const bool has_address = !space.shared && !space.dynamic && !space.over;
        bytes.push_back(has_address ? std::optional(space.bytes.max()) : std::nullopt);
    }
    return Addresses(bytes, scenario.ranks);
}

}  // namespace

std::vector<WindowSettings> parse_buffers(const JsonValue& value, Rank ranks) {
    RankReader reader(ranks, value.scope());
    std::vector<WindowSettings> buffers;
    for (const auto& [name, member] : value.members(limits::max_windows)) {
        check_name(name, member);
        const JsonObject object(member, {"bytes", "alloc_mem"});
        WindowSettings& buffer = buffers.emplace_back();
        buffer.name = name;
        buffer.bytes = read_per_rank(object.at("bytes"), limits::window_bytes, reader);
        buffer.alloc_mem = false;
        object.read("alloc_mem", buffer.alloc_mem);
    }
    return buffers;
}

void parse_windows(const JsonValue& value, Scenario& scenario) {
    RankReader reader(scenario.ranks, value.scope());
    std::vector<std::pair<WindowId, JsonValue>> lie_over;
    Complaints complaints;
    const auto parse = [&](const std::string& name, const JsonValue& member) {
        const auto id = static_cast<WindowId>(scenario.windows.size());
        WindowSettings& window = scenario.windows.emplace_back();
        window.name = name;
        check_name(name, member);
        const JsonObject object(
            member, {"bytes", "shared", "disp_unit", "alloc_mem", "ranks", "over", "dynamic", "protocol", "comm",
                     "accumulate_ordering", "accumulate_ops", "no_locks", "same_size", "same_disp_unit"});
        if (const auto comm = object.find("comm")) window.comm = read_comm(*comm, scenario);
        const Split* const split = window.comm == no_window ? nullptr : &scenario.communicators->numbered(window.comm);
        const auto per_rank = [&](const JsonValue& number, IntegerBounds bounds, std::uint64_t elsewhere) {
            return split == nullptr ? read_per_rank(number, bounds, reader)
                                    : read_per_member(number, bounds, reader, *split, elsewhere);
        };
        window.dynamic = read_dynamic(object, scenario);
        if (!window.dynamic) window.bytes = per_rank(object.at("bytes"), limits::window_bytes, 0);
        object.read("shared", window.shared);
        if (const auto unit = object.find("disp_unit")) window.disp_unit = per_rank(*unit, limits::disp_unit, 1);
        object.read("alloc_mem", window.alloc_mem);
        read_promises(object, window);
        object.read("ranks", window.ranks, {1, scenario.ranks});
        if (const auto own = object.find("protocol")) {
            scenario.protocol = read_settings_of_window(*scenario.family, *scenario.protocol, id, *own);
        }
        if (const auto over = object.find("over")) lie_over.emplace_back(id, *over);
    };
    for (const auto& [name, member] : value.members(limits::max_windows, 1)) {
        const bool right = complaints.attempt([&, &name = name, &member = member] { parse(name, member); });
        // After an error in a window, the programs are still checked. With the maximum size, this window causes no
        // further errors in the programs.
        if (!right) scenario.windows.back().bytes = PerRank(limits::window_bytes.max);
    }
    complaints.raise_any();
    for (const auto& [id, over] : lie_over) read_over(over, id, scenario);
    scenario.addresses = addresses_of(scenario);
    if (scenario.communicators) set_window_communicators(scenario);
}

}  // namespace rmasim::sim
