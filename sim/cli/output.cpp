#include "sim/cli/output.h"

#include "sim/input/json/errors.h"

#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

namespace rmasim::sim {

std::string grouped(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
    return text;
}

WholeFile::WholeFile(std::string option, std::string path)
    : option_(std::move(option)), path_(std::move(path)), unfinished_(path_ + ".unfinished"),
      out_(unfinished_, std::ios::binary) {}

WholeFile::~WholeFile() {
    if (out_.is_open()) std::remove(unfinished_.c_str());
}

void WholeFile::write(std::uint64_t offset, std::span<const std::byte> bytes) {
    out_.seekp(static_cast<std::streamoff>(section_ + offset));
    out_.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

void WholeFile::close() {
    out_.close();
    std::error_code error;
    if (out_) std::filesystem::resize_file(unfinished_, section_, error);  // what follows the last byte written
    if (out_ && !error) std::filesystem::rename(unfinished_, path_, error);
    if (out_ && !error) return;
    std::remove(unfinished_.c_str());
    throw BadInput(option_, path_, "a file in a folder that can be written");
}

void write_whole(const std::string& option, const std::string& path, std::span<const std::byte> contents) {
    WholeFile file(option, path);
    file.write(0, contents);
    file.end_section(contents.size());
    file.close();
}

}  // namespace rmasim::sim
