#include "sim/untimed/world/element_value.h"

#include "protocol/base/atomic_ops.h"
#include "sim/machine/memory/elements.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace rmasim::sim {

namespace {

std::string hex_of(std::span<const std::byte> bytes) {
    std::string text = "0x";
    for (const std::byte byte : bytes) text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
    return text;
}

template <class Float>
double float_at(const std::byte* at) {
    Float value = 0;
    std::memcpy(&value, at, sizeof value);
    return value;
}

}  // namespace

ElementValue element_value(const std::byte* at, Datatype datatype) {
    switch (datatype) {
        case Datatype::float32: return float_at<float>(at);
        case Datatype::float64: return float_at<double>(at);
        case Datatype::uint64: return static_cast<std::uint64_t>(load_element(at, datatype));
        default:
            if (is_pair(datatype) || is_complex(datatype) || is_real(datatype)) {
                return hex_of({at, bytes_of(datatype)});
            }
            return load_element(at, datatype);
    }
}

std::string text_of(const ElementValue& value) {
    return std::visit([](const auto& known) { return fmt::format("{}", known); }, value);
}

std::string values_text(std::span<const std::byte> bytes, Datatype datatype, std::uint64_t count) {
    const std::uint64_t shown = std::min<std::uint64_t>(count, max_values_in_text);
    std::string text;
    for (std::uint64_t k = 0; k < shown; ++k) {
        if (k > 0) text += ", ";
        text += text_of(element_value(&bytes[k * bytes_of(datatype)], datatype));
    }
    if (count > shown) text += fmt::format(" and {} more", count - shown);
    return text;
}

}  // namespace rmasim::sim
