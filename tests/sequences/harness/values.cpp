#include "tests/sequences/harness/values.h"

#include "tests/sequences/harness/bad_sequence.h"

#include <fmt/core.h>

#include <cstring>

namespace rmasim::seq {

namespace {

// Calls `use` with a zero of the C++ type of `datatype`.
template <class Use>
void with_type(Datatype datatype, Use use) {
    switch (datatype) {
        case Datatype::byte: return use(std::uint8_t{});
        case Datatype::int32: return use(std::int32_t{});
        case Datatype::int64: return use(std::int64_t{});
        case Datatype::uint32: return use(std::uint32_t{});
        case Datatype::uint64: return use(std::uint64_t{});
        case Datatype::float32: return use(float{});
        case Datatype::float64: return use(double{});
        case Datatype::int8: return use(std::int8_t{});
        case Datatype::int16: return use(std::int16_t{});
        case Datatype::uint16: return use(std::uint16_t{});
        default: throw BadSequence("no sequence needs " + std::string(name_of(datatype)));
    }
}

template <class T>
T load(std::span<const std::byte> bytes, std::size_t at) {
    T value;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

template <class Enum>
Enum named(const std::string& name, int count, const char* what) {
    for (int i = 0; i < count; ++i) {
        if (name_of(static_cast<Enum>(i)) == name) return static_cast<Enum>(i);
    }
    throw BadSequence(fmt::format("no {} is called '{}'", what, name));
}

}  // namespace

std::string text_of(std::span<const std::byte> bytes, Datatype datatype) {
    std::string text;
    with_type(datatype, [&](auto zero) {
        using T = decltype(zero);
        for (std::size_t at = 0; at < bytes.size();) {
            const T value = load<T>(bytes, at);
            std::size_t times = 0;
            for (; at < bytes.size() && load<T>(bytes, at) == value; at += sizeof(T)) ++times;
            const std::string one =
                sizeof(T) == 1 ? fmt::format("{:02x}", static_cast<unsigned>(value)) : fmt::format("{}", value);
            text += fmt::format("{}{}{}", text.empty() ? "" : " ", one, times == 1 ? "" : fmt::format("*{}", times));
        }
    });
    return text;
}

Datatype datatype_named(const std::string& name) { return named<Datatype>(name, datatype_count, "datatype"); }
ReduceOp reduce_op_named(const std::string& name) { return named<ReduceOp>(name, reduce_op_count, "reduction"); }

}  // namespace rmasim::seq
