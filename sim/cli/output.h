// Output for people, line by line, and output files.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <utility>

namespace rmasim::sim {

class Text {
public:
    template <class... Args>
    void line(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
        text_ += '\n';
    }
    std::string take() { return std::move(text_); }

private:
    std::string text_;
};

// 1234567 as "1,234,567".
std::string grouped(std::uint64_t number);

// Writes a temporary file and renames it to `path`, so that the file is either complete or absent. Raises BadInput with
// place `option` if that fails.
void write_whole(const std::string& option, const std::string& path, std::span<const std::byte> contents);

}  // namespace rmasim::sim
