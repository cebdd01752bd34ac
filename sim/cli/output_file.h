// Files that appear whole or not at all.
#pragma once

#include <span>
#include <string>

namespace rmasim::sim {

// Writes beside `path` and renames. Raises BadInput at `option` when that fails.
void write_whole(const std::string& option, const std::string& path, std::span<const std::byte> contents);

}  // namespace rmasim::sim
