// Output files of the program, for the options --trace, --memory and --out.
//
// A regular file is either complete or absent. The program writes it under another name in the same folder, and renames
// it at the end. If the path is a symbolic link, the program replaces the file to which the link leads. An existing
// file keeps its mode. The program writes directly to a device, a FIFO or a pipe.
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
    ~OutputFile();  // deletes the unfinished file unless `close` was called
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    // Writes a text. `close` reports the errors.
    void write(std::string_view text);
    // Writes zero bytes. In a regular file, the zero bytes are a hole, which needs no space.
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
    std::string target_;                      // the path after all symbolic links are followed
    std::string unfinished_path_;             // the path of the unfinished file; empty if the file is written directly
    std::unique_ptr<Unfinished> unfinished_;  // not null as long as there is an unfinished file
    std::unique_ptr<std::FILE, CloseFile> file_;
    std::uint64_t hole_ = 0;  // number of zero bytes of a regular file that are not written yet
    int error_ = 0;           // the first error, as a value of errno
};

// Raises BadInput with location `option` if the program cannot write files to the folder. If the folder does not exist,
// raises BadInput if the program cannot create it.
void require_folder(const std::string& option, const std::string& path);
// Creates the folder and its parents if they are absent. Raises OutputFailed.
void make_folder(const std::string& option, const std::string& path);

// Writes a whole file. Raises BadInput and OutputFailed.
void write_whole(const std::string& option, const std::string& path, std::string_view contents);

}  // namespace rmasim::sim
