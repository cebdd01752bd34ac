// Files that the program writes, for --trace, --memory and --out.
//
// A regular file is complete or absent: it is written under another name in the same folder, and renamed at the end. If
// the path is a symbolic link, the file that it leads to is replaced; the file keeps its mode. A device, a FIFO or a
// pipe is written to directly.
#pragma once

#include "sim/frontend/output/unfinished.h"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace rmasim::sim {

class OutputFile {
public:
    // Raises BadInput with place `option` if `path` is a folder, or cannot be opened or created.
    OutputFile(std::string option, std::string path);
    ~OutputFile();  // deletes what was written if `close` was not called
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    // `close` reports what goes wrong.
    void write(std::string_view text);
    // As many zero bytes; in a regular file a hole, which takes no room.
    void write_zeros(std::uint64_t bytes);
    // Raises OutputFailed if anything could not be written.
    void close();

private:
    struct CloseFile {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    void create_beside();
    void attach(int descriptor);
    int open_new(int mode);
    [[noreturn]] void refuse(int error) const;
    void end_hole();
    void check(bool good);

    std::string option_;
    std::string path_;
    std::string target_;                      // where the symbolic links lead
    std::string unfinished_path_;             // empty if written to directly
    std::unique_ptr<Unfinished> unfinished_;  // exists as long as the unfinished file
    std::unique_ptr<std::FILE, CloseFile> file_;
    std::uint64_t hole_ = 0;  // zeros due before the next byte, or the end, of a regular file
    int error_ = 0;           // the first one, a value of errno
};

// Raises BadInput with place `option` if files cannot be written to the folder, or it does not exist and cannot be
// made.
void require_folder(const std::string& option, const std::string& path);
// Makes the folder, and those it is in, if it does not exist.
void make_folder(const std::string& option, const std::string& path);

// A whole file at once.
void write_whole(const std::string& option, const std::string& path, std::string_view contents);

}  // namespace rmasim::sim
