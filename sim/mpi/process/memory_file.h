// A file in memory (memfd). It has a path while the process lives, but no name in any folder, so nothing must be
// removed after the end of the process, however it ends.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rmasim::hosting {

class MemoryFile {
public:
    // Creates an empty file. Throws std::runtime_error with a sentence if the system refuses it.
    explicit MemoryFile(const std::string& label);
    ~MemoryFile();
    MemoryFile(MemoryFile&& other) noexcept : descriptor_(other.descriptor_) { other.descriptor_ = -1; }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    // These functions throw std::runtime_error with a sentence if there is no memory.
    void resize(std::uint64_t bytes);
    void append(const std::vector<char>& contents);
    int descriptor() const { return descriptor_; }
    // Returns the path by which this process, and a debugger, open the file.
    std::string path() const;

private:
    int descriptor_ = -1;  // above the numbers that programs get; closed when the process executes another program
};

}  // namespace rmasim::hosting
