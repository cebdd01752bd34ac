#include "sim/checkers/findings/page_link.h"

#include <algorithm>
#include <array>
#include <climits>
#include <filesystem>
#include <system_error>

namespace rmasim::sim {

namespace {

namespace fs = std::filesystem;

// Returns the folder of the installed pages; empty if the program is not installed. The program is in a folder below
// the prefix of the installation, such as bin or lib/rmasim.
fs::path installed_pages() {
    std::error_code unreadable;
    for (fs::path folder = fs::read_symlink("/proc/self/exe", unreadable).parent_path(); folder.has_relative_path();
         folder = folder.parent_path()) {
        const fs::path pages = folder / RMASIM_PAGES_BELOW_PREFIX;
        if (fs::exists(pages / "sim/checkers/usage/RULES.md", unreadable)) return pages;
    }
    return {};
}

}  // namespace

std::string link_to(const std::string& page) {
    // An exploration may call this function within an arena, so the name of the folder is in an array.
    struct Folder {
        std::array<char, PATH_MAX> name{};
        Folder() {
            const std::string found = installed_pages().string();
            if (found.size() < name.size()) std::ranges::copy(found, name.begin());
        }
    };
    static const Folder folder;
    return "see " + (fs::path(folder.name.data()) / page).string();
}

}  // namespace rmasim::sim
