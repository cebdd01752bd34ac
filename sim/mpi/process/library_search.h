// Finds the files of needed libraries in the order of the loader: the search paths of the file that needs the library,
// LD_LIBRARY_PATH, the loader's cache, and the system's folders.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rmasim::hosting {

class LibrarySearch {
public:
    LibrarySearch();  // reads LD_LIBRARY_PATH

    // Returns the file of a library, or an empty text. `by` is the file that needs it, `paths` are the file's own
    // search paths, which may contain $ORIGIN.
    std::string find(const std::string& name, const std::string& by, const std::vector<std::string>& paths) const;

private:
    std::vector<std::string> folders_;                  // of LD_LIBRARY_PATH
    mutable std::map<std::string, std::string> cache_;  // the file by the library's name; read when it is first needed
};

// True for the C library and those that belong to it: the program and the host share them.
bool is_of_c_library(std::string_view name);

}  // namespace rmasim::hosting
