// Output files of the program, for --trace, --memory and --out.
//
// A regular file is either complete or absent: it is written under another name in the same folder, and renamed at the
// end. If the path is a symbolic link, the file to which it leads is replaced. An existing file keeps its mode. A
// device, a FIFO or a pipe is written directly.
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
    // Raises BadInput with location `option` if `path` is a folder, or cannot be opened or created.
    OutputFile(std::string option, std::string path);
    ~OutputFile();  // deletes the unfinished file if `close` was not called
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    // Writes a text. Errors are reported by `close`.
    void write(std::string_view text);
    // Writes zero bytes. In a regular file they are a hole, which needs no space.
    void write_zeros(std::uint64_t bytes);
    // Completes the file. Raises OutputFailed if any part could not be written.
    void close();

private:
    struct CloseFile {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    void create_unfinished();
    void attach(int descriptor);
    int open_new(int mode);
    [[noreturn]] void refuse(int error) const;
    void end_hole();
    void check(bool good);

    std::string option_;
    std::string path_;
    std::string target_;                      // the path after all symbolic links
    std::string unfinished_path_;             // empty if the file is written directly
    std::unique_ptr<Unfinished> unfinished_;  // exists as long as the unfinished file
    std::unique_ptr<std::FILE, CloseFile> file_;
    std::uint64_t hole_ = 0;  // zeros of a regular file that are not written yet
    int error_ = 0;           // the first error, a value of errno
};

// Raises BadInput with location `option` if files cannot be written to the folder, or if it does not exist and cannot
// be created.
void require_folder(const std::string& option, const std::string& path);
// Creates the folder and its parents if they do not exist. Raises OutputFailed.
void make_folder(const std::string& option, const std::string& path);

// Writes a whole file. Raises BadInput and OutputFailed.
void write_whole(const std::string& option, const std::string& path, std::string_view contents);

}  // namespace rmasim::sim
