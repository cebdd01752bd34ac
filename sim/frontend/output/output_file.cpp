#include "sim/frontend/output/output_file.h"

#include "sim/frontend/output/output_failed.h"
#include "sim/frontend/output/same_file.h"
#include "sim/scenario/json/errors.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace rmasim::sim {

namespace {

namespace fs = std::filesystem;

constexpr mode_t mode_of_new_files = 0666;  // the system removes the bits of the umask
constexpr std::size_t buffer_bytes = 65'536;
// The maximum number of names that are tried. A killed process with the same number may have left an unfinished file.
constexpr int max_names = 100;

// The maximum length of the original name's part in the name of an unfinished file. A file name has at most 255 bytes.
constexpr std::size_t max_start = 200;

}  // namespace

OutputFailed::OutputFailed(const std::string& what, int error)
    : std::runtime_error(fmt::format("{} could not be written: {}", what, std::strerror(error))),
      reader_has_closed(error == EPIPE) {}

OutputFile::OutputFile(std::string option, std::string path)
    : option_(std::move(option)), path_(std::move(path)), target_(target_of(path_)) {
    struct stat found {};
    const bool exists = stat(path_.c_str(), &found) == 0;
    if (!exists && errno != ENOENT) refuse(errno);
    if (exists && S_ISDIR(found.st_mode)) throw BadInput(option_, path_ + ", a folder", "the name of a file");
    if (!exists || S_ISREG(found.st_mode)) {
        create_unfinished();
    } else {
        attach(open(path_.c_str(), O_WRONLY | O_CLOEXEC));
    }
}

OutputFile::~OutputFile() {
    if (unfinished_) std::remove(unfinished_path_.c_str());
}

void OutputFile::create_unfinished() {
    struct stat old {};
    const bool exists = stat(target_.c_str(), &old) == 0;
    if (exists && access(target_.c_str(), W_OK) != 0) refuse(errno);
    const int descriptor = open_new(mode_of_new_files);
    if (exists) {
        // fchown gives the file the owner of the old file. Only root may do this. fchown changes the mode, so fchmod is
        // second.
        [[maybe_unused]] const int may_fail = fchown(descriptor, old.st_uid, old.st_gid);
        fchmod(descriptor, old.st_mode & 07777);
    }
    attach(descriptor);
}

void OutputFile::attach(int descriptor) {
    if (descriptor < 0) refuse(errno);
    file_.reset(fdopen(descriptor, "wb"));
    std::setvbuf(file_.get(), nullptr, _IOFBF, buffer_bytes);
}

int OutputFile::open_new(int mode) {
    const fs::path target = target_;
    for (int number = 0; number < max_names; ++number) {
        const std::string start = target.filename().string().substr(0, max_start);
        const std::string name =
            number == 0 ? fmt::format("{}.{}", start, getpid()) : fmt::format("{}.{}.{}", start, getpid(), number);
        unfinished_path_ = (target.parent_path() / (name + ".unfinished")).string();
        if (unfinished_path_.size() > max_unfinished_path) refuse(ENAMETOOLONG);
        // The file is registered before it exists. Otherwise a signal between the two steps would leave the file
        // behind.
        unfinished_ = std::make_unique<Unfinished>(unfinished_path_);
        const int descriptor =
            open(unfinished_path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, static_cast<mode_t>(mode));
        if (descriptor >= 0) return descriptor;
        const int error = errno;
        unfinished_.reset();
        if (error != EEXIST) refuse(error);
    }
    refuse(EEXIST);
}

void OutputFile::refuse(int error) const {
    throw BadInput(option_, fmt::format("{} ({})", path_, std::strerror(error)),
                   "a file in a writable folder");
}

void OutputFile::check(bool good) {
    if (!good && error_ == 0) error_ = errno;
}

void OutputFile::write(std::string_view text) {
    if (error_ == 0 && hole_ > 0) check(fseeko(file_.get(), static_cast<off_t>(hole_), SEEK_CUR) == 0);
    hole_ = 0;
    if (error_ == 0) check(std::fwrite(text.data(), 1, text.size(), file_.get()) == text.size());
}

void OutputFile::write_zeros(std::uint64_t bytes) {
    if (unfinished_) {
        hole_ += bytes;
        return;
    }
    const std::string zeros(std::min<std::uint64_t>(bytes, buffer_bytes), '\0');
    for (; bytes > 0 && error_ == 0; bytes -= std::min<std::uint64_t>(bytes, zeros.size())) {
        write(
            std::string_view(zeros).substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(bytes, zeros.size()))));
    }
}

// Writes the pending zero bytes as a hole at the end of the file.
void OutputFile::end_hole() {
    if (error_ != 0 || hole_ == 0) return;
    check(std::fflush(file_.get()) == 0);
    check(ftruncate(fileno(file_.get()), ftello(file_.get()) + static_cast<off_t>(hole_)) == 0);
}

void OutputFile::close() {
    end_hole();
    check(std::fclose(file_.release()) == 0);
    if (error_ == 0 && unfinished_) {
        check(std::rename(unfinished_path_.c_str(), target_.c_str()) == 0);
        if (error_ == 0) unfinished_.reset();
    }
    if (error_ != 0) throw OutputFailed(fmt::format("{} {}", option_, path_), error_);
}

void require_folder(const std::string& option, const std::string& path) {
    std::error_code error;
    fs::path folder = path;
    if (!folder.has_filename()) folder = folder.parent_path();  // the path ends with a slash: "orders/"
    while (fs::symlink_status(folder, error).type() == fs::file_type::not_found && folder.has_filename()) {
        folder = folder.parent_path();
    }
    if (folder.empty() && !path.empty()) folder = ".";
    if (fs::is_directory(folder, error) && access(folder.c_str(), W_OK | X_OK) == 0) return;
    throw BadInput(option, path, "a folder that is writable, or can be created");
}

void make_folder(const std::string& option, const std::string& path) {
    std::error_code error;
    fs::create_directories(path, error);
    if (error) throw OutputFailed(option + ' ' + path, error.value());
}

void write_whole(const std::string& option, const std::string& path, std::string_view contents) {
    OutputFile file(option, path);
    file.write(contents);
    file.close();
}

}  // namespace rmasim::sim
