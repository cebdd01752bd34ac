// Output for people, line by line, and output files.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <fstream>
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

// A file that is either complete or absent: it is written under a temporary name and renamed by `close`. Errors raise
// BadInput with place `option`.
class WholeFile {
public:
    WholeFile(std::string option, std::string path);
    ~WholeFile();
    WholeFile(const WholeFile&) = delete;
    WholeFile& operator=(const WholeFile&) = delete;

    // Bytes at `offset` of the next section, of which the file system need not store what is not written.
    void write(std::uint64_t offset, std::span<const std::byte> bytes);
    // The section that the bytes were for, of `bytes` in all, is over.
    void end_section(std::uint64_t bytes) { section_ += bytes; }
    void close();

private:
    std::string option_;
    std::string path_;
    std::string unfinished_;
    std::ofstream out_;
    std::uint64_t section_ = 0;
};
void write_whole(const std::string& option, const std::string& path, std::span<const std::byte> contents);

}  // namespace rmasim::sim
