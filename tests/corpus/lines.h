// Text that grows line by line.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rmasim::corpus {

// Of a text that is too long to be said, or to be part of the golden file.
inline std::uint32_t text_hash(std::string_view text) {
    std::uint64_t hash = 1469598103934665603U;
    for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 1099511628211U;
    return static_cast<std::uint32_t>(hash ^ (hash >> 32));
}

class Lines {
public:
    template <class... Args>
    void add(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
        text_ += '\n';
    }
    void add_all(const std::string& before, const std::vector<std::string>& lines) {
        for (const std::string& line : lines) add("{}{}", before, line);
    }
    void add_bytes(const std::string& before, std::span<const std::byte> bytes) {
        text_ += before;
        for (const std::byte byte : bytes) fmt::format_to(std::back_inserter(text_), "{:02x}", static_cast<int>(byte));
        text_ += '\n';
    }
    std::string take() { return std::move(text_); }

private:
    std::string text_;
};

}  // namespace rmasim::corpus
