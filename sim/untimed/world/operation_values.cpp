#include "sim/untimed/world/operation_values.h"

#include "sim/machine/memory/elements.h"
#include "sim/machine/memory/nic_operations.h"
#include "sim/machine/memory/shared_memory.h"
#include "sim/scenario/families/family.h"
#include "sim/untimed/world/element_value.h"

#include <fmt/format.h>

#include <algorithm>

namespace rmasim::sim {

namespace {

std::size_t shown_of(std::uint64_t count) {
    return static_cast<std::size_t>(std::min<std::uint64_t>(count, max_values_in_text));
}

// Returns the data of a COMPARE_AND_SWAP as text. `data` has the new value and the value to compare with.
std::string exchange_text(std::span<const std::byte> data, Datatype datatype, const char* format) {
    return fmt::format(fmt::runtime(format), text_of(element_value(data.data(), datatype)),
                       text_of(element_value(&data[bytes_of(datatype)], datatype)));
}

// Returns ": 5", ": sum 1, was 4". `sent` and `before` are the values; they may be empty.
std::string application_text(OpKind kind, ReduceOp reduce, std::string sent, const std::string& before) {
    if (kind == OpKind::get) return before.empty() ? "" : ": " + before;
    if (accumulates(kind) && kind != OpKind::compare_and_swap) {
        sent = std::string(name_of(reduce)) + (sent.empty() ? "" : " ") + sent;
    }
    if (!before.empty()) sent += (sent.empty() ? "was " : ", was ") + before;
    return sent.empty() ? "" : ": " + sent;
}

}  // namespace

std::string OperationValues::of(const MemoryAccess& access, const Region& region) const {
    const std::size_t bytes = shown_of(region.count) * bytes_of(region.datatype);
    const Bytes values = memory_.copy(access.owner, access.window, access.disp_bytes, bytes);
    return values.empty() ? "" : values_text(values, region.datatype, region.count);
}

std::string OperationValues::arguments(Rank rank, const Operation& operation) const {
    const Datatype datatype = operation.region.datatype;
    const bool names_reduction = accumulates(operation.kind) && operation.kind != OpKind::compare_and_swap;
    std::string text = names_reduction ? fmt::format(" {}", name_of(operation.reduce)) : "";
    const Bytes data = origin_data(rank, operation);
    if (data.empty()) return text;
    if (operation.kind == OpKind::compare_and_swap) return exchange_text(data, datatype, " value={} compare={}");
    const std::uint32_t count = operation.elements_sent();
    return text + fmt::format(" {}={}", count == 1 ? "value" : "values", values_text(data, datatype, count));
}

std::string OperationValues::applied(Rank rank, const Packet& packet) const {
    const OpKind kind = op_kind_of(packet.kind);
    const Datatype datatype = packet.region.datatype;
    const OperationPart part = scenario_.family->meaning().part(packet);
    std::string sent, before;
    if (packet.payload.bytes != nullptr && elements_sent(kind, packet.reduce, packet.region.count) > 0) {
        const std::span<const std::byte> data{packet.payload.bytes, packet.data_bytes};
        sent = kind == OpKind::compare_and_swap ? exchange_text(data, datatype, "{} if {}")
                                                : values_text(data, datatype, data.size() / bytes_of(datatype));
    }
    if (fetches(kind)) {
        const std::uint32_t count = part.whole() ? packet.region.count : part.elements;
        const auto unit = static_cast<std::uint32_t>(scenario_.windows[packet.window].disp_unit.of(rank));
        const Bytes found =
            contents(rank, packet.window, in_bytes(packet.region, unit), part.whole() ? 0 : part.from, count);
        if (!found.empty()) before = values_text(found, datatype, count);
    }
    return application_text(kind, packet.reduce, std::move(sent), before);
}

std::string OperationValues::applied(Rank rank, const Operation& operation) const {
    const Datatype datatype = operation.region.datatype;
    std::string sent, before;
    if (const Bytes data = origin_data(rank, operation); !data.empty()) {
        sent = operation.kind == OpKind::compare_and_swap ? exchange_text(data, datatype, "{} if {}")
                                                          : values_text(data, datatype, operation.elements_sent());
    }
    if (fetches(operation.kind)) {
        const std::uint32_t count = operation.region.count;
        const Bytes found = contents(operation.target, operation.window, operation.region, 0, count);
        if (!found.empty()) before = values_text(found, datatype, count);
    }
    return application_text(operation.kind, operation.reduce, std::move(sent), before);
}

OperationValues::Bytes OperationValues::origin_data(Rank rank, const Operation& operation) const {
    const std::size_t count = shown_of(operation.elements_sent()), size = bytes_of(operation.region.datatype);
    if (count == 0 || !memory_.kept()) return {};
    const OriginBuffer& origin = operation.origin;
    const std::optional<SpaceId> space = window_of(origin);
    if (space && !is_settled(*space)) return {};
    Bytes data(count * size);
    if (!space) {
        store_elements(data.data(), operation.region.datatype, static_cast<std::uint32_t>(count), origin.first,
                       origin.second);
        return data;
    }
    for (std::uint32_t k = 0; k < count; ++k) {
        const auto disp = static_cast<std::uint64_t>(affine_element(origin.first, origin.second, k));
        const Bytes element = memory_.copy(rank, *space, disp, size);
        std::copy(element.begin(), element.end(), data.begin() + static_cast<std::ptrdiff_t>(k * size));
    }
    return data;
}

// Returns no bytes if the region is not inside the window. The operation then fails when it accesses the memory.
OperationValues::Bytes OperationValues::contents(Rank owner, WindowId window, const Region& region, std::uint32_t from,
                                                 std::uint32_t count) const {
    const WindowShape shape = memory_.shape(owner, window);
    const std::uint64_t extent = region.extent_bytes();
    const bool is_inside = extent <= shape.bytes && region.disp <= shape.bytes - extent;
    if (!memory_.kept() || scenario_.windows[window].dynamic || !is_inside || !is_settled(window)) return {};
    const std::size_t size = bytes_of(region.datatype);
    Bytes values(shown_of(count) * size);
    for (std::uint32_t k = 0; k < shown_of(count); ++k) {
        memory_.peek_public(owner, window, element_of(region, from + k).disp,
                            std::span(values).subspan(k * size, size));
    }
    return values;
}

bool OperationValues::is_settled(SpaceId space) const {
    const SharedMemory* const machine = memory_.machine();
    if (machine == nullptr || !scenario_.space(space).shared) return true;
    for (Rank rank = 0; rank < scenario_.ranks; ++rank) {
        if (!machine->settled(rank)) return false;
    }
    return true;
}

}  // namespace rmasim::sim
