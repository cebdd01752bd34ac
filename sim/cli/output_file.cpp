#include "sim/cli/output_file.h"

#include "sim/input/json/errors.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace rmasim::sim {

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
