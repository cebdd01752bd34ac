// The custom mutator of the scenario fuzzer. Half of the mutations are libFuzzer's, which change bytes and usually
// break the JSON. The other mutations change a value: it is removed, repeated, or replaced by another value of the
// document or by a new value of the same kind.
#include "sim/scenario/json/errors.h"
#include "sim/scenario/json/json_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <random>
#include <string>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

using rmasim::sim::Json;
using Rng = std::minstd_rand;

std::optional<Json> parsed(const std::string& text) {
    try {
        return rmasim::sim::parse_json(text);
    } catch (const rmasim::sim::BadInput&) {
        return std::nullopt;
    }
}

void collect(Json& json, std::vector<Json*>& all) {
    all.push_back(&json);
    for (Json& child : json) {
        if (json.is_structured()) collect(child, all);
    }
}

void change_text(Json& json) {
    constexpr std::size_t room = 64;
    auto text = json.get<std::string>();
    const std::size_t size = text.size();
    text.resize(size + room);
    text.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(text.data()), size, size + room));
    // Only ASCII; libFuzzer's own mutations produce other bytes.
    for (char& c : text) c = static_cast<char>(c & 0x7F);
    json = text;
}

void change_scalar(Json& json, Rng& rng) {
    constexpr std::int64_t numbers[] = {0, 1, -1, 2, 7, 8, 64, 4096, 1 << 24, INT32_MAX, INT64_MAX, INT64_MIN};
    if (json.is_string()) change_text(json);
    else if (json.is_boolean()) json = !json.get<bool>();
    else if (json.is_number_integer() && rng() % 2 == 0)
        json = json.get<std::int64_t>() ^ std::int64_t{1} << rng() % 40;
    else json = numbers[rng() % std::size(numbers)];
}

void change(Json& document, Rng& rng) {
    std::vector<Json*> all;
    collect(document, all);
    Json& at = *all[rng() % all.size()];
    const Json other = *all[rng() % all.size()];
    const bool list = at.is_array() && !at.empty();
    const std::size_t item = list ? rng() % at.size() : 0;
    switch (rng() % 5) {
        case 0: at = other; break;
        case 1:
            if (list) at.insert(at.begin() + static_cast<std::ptrdiff_t>(item), Json(at[item]));
            else if (at.is_object() && other.is_object()) at.update(other);
            break;
        case 2:
            if (list) at.erase(item);
            else if (at.is_object() && !at.empty())
                at.erase(std::next(at.begin(), static_cast<long>(rng() % at.size())));
            break;
        default:
            if (!at.is_structured()) change_scalar(at, rng);
    }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned int seed) {
    Rng rng(seed);
    const std::string input(reinterpret_cast<const char*>(data), size);
    const std::size_t end = std::min(input.find('\0'), size);
    auto document = rng() % 2 == 0 ? std::nullopt : parsed(input.substr(0, end));
    if (!document) return LLVMFuzzerMutate(data, size, max_size);
    for (std::size_t changes = 1 + rng() % 3; changes > 0; --changes) change(*document, rng);
    const std::string output = document->dump(-1, ' ', false, Json::error_handler_t::replace) + input.substr(end);
    if (output.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
    std::memcpy(data, output.data(), output.size());
    return output.size();
}
