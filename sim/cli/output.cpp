#include "sim/cli/output.h"

#include "sim/input/json/errors.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace rmasim::sim {

std::string grouped(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
    return text;
}

void write_whole(const std::string& option, const std::string& path, std::span<const std::byte> contents) {
    const std::string unfinished = path + ".unfinished";
    std::ofstream out(unfinished, std::ios::binary);
    out.write(reinterpret_cast<const char*>(contents.data()), static_cast<std::streamsize>(contents.size()));
    out.close();
    std::error_code error;
    if (out) std::filesystem::rename(unfinished, path, error);
    if (!out || error) {
        std::remove(unfinished.c_str());
        throw BadInput(option, path, "a file in a folder that can be written");
    }
}

}  // namespace rmasim::sim
