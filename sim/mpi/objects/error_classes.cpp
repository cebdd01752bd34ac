#include "sim/mpi/objects/error_classes.h"

#include "sim/mpi/objects/error.h"

#include <mpi.h>

#include <algorithm>
#include <iterator>
#include <string>

namespace rmasim::mpi {

namespace {

#define RMASIM_CLASS(name, text) \
    { name, #name, text }
constexpr ErrorClass classes[] = {
    RMASIM_CLASS(MPI_SUCCESS, "no error"),
    RMASIM_CLASS(MPI_ERR_BUFFER, "invalid buffer pointer"),
    RMASIM_CLASS(MPI_ERR_COUNT, "invalid count argument"),
    RMASIM_CLASS(MPI_ERR_TYPE, "invalid datatype argument"),
    RMASIM_CLASS(MPI_ERR_TAG, "invalid tag argument"),
    RMASIM_CLASS(MPI_ERR_COMM, "invalid communicator"),
    RMASIM_CLASS(MPI_ERR_RANK, "invalid rank"),
    RMASIM_CLASS(MPI_ERR_REQUEST, "invalid request"),
    RMASIM_CLASS(MPI_ERR_ROOT, "invalid root"),
    RMASIM_CLASS(MPI_ERR_GROUP, "invalid group"),
    RMASIM_CLASS(MPI_ERR_OP, "invalid operation"),
    RMASIM_CLASS(MPI_ERR_TOPOLOGY, "invalid topology"),
    RMASIM_CLASS(MPI_ERR_DIMS, "invalid dimension argument"),
    RMASIM_CLASS(MPI_ERR_ARG, "invalid argument of some other kind"),
    RMASIM_CLASS(MPI_ERR_UNKNOWN, "unknown error"),
    RMASIM_CLASS(MPI_ERR_TRUNCATE, "message truncated on receive"),
    RMASIM_CLASS(MPI_ERR_OTHER, "known error not in this list"),
    RMASIM_CLASS(MPI_ERR_INTERN, "internal error"),
    RMASIM_CLASS(MPI_ERR_PENDING, "pending request"),
    RMASIM_CLASS(MPI_ERR_IN_STATUS, "the error code is in the status"),
    RMASIM_CLASS(MPI_ERR_ACCESS, "permission denied"),
    RMASIM_CLASS(MPI_ERR_AMODE, "invalid access mode of a file"),
    RMASIM_CLASS(MPI_ERR_ASSERT, "invalid assertion"),
    RMASIM_CLASS(MPI_ERR_BAD_FILE, "invalid file name"),
    RMASIM_CLASS(MPI_ERR_BASE, "invalid base address"),
    RMASIM_CLASS(MPI_ERR_CONVERSION, "error in a conversion of data"),
    RMASIM_CLASS(MPI_ERR_DISP, "invalid displacement or displacement unit"),
    RMASIM_CLASS(MPI_ERR_DUP_DATAREP, "data representation defined twice"),
    RMASIM_CLASS(MPI_ERR_FILE_EXISTS, "the file exists"),
    RMASIM_CLASS(MPI_ERR_FILE_IN_USE, "the file is in use"),
    RMASIM_CLASS(MPI_ERR_FILE, "invalid file handle"),
    RMASIM_CLASS(MPI_ERR_INFO_KEY, "the key is longer than MPI_MAX_INFO_KEY"),
    RMASIM_CLASS(MPI_ERR_INFO_NOKEY, "the info has no such key"),
    RMASIM_CLASS(MPI_ERR_INFO_VALUE, "the value is longer than MPI_MAX_INFO_VAL"),
    RMASIM_CLASS(MPI_ERR_INFO, "invalid info"),
    RMASIM_CLASS(MPI_ERR_IO, "other error of input or output"),
    RMASIM_CLASS(MPI_ERR_KEYVAL, "invalid attribute key"),
    RMASIM_CLASS(MPI_ERR_LOCKTYPE, "invalid lock type"),
    RMASIM_CLASS(MPI_ERR_NAME, "unknown service name"),
    RMASIM_CLASS(MPI_ERR_NO_MEM, "memory is exhausted"),
    RMASIM_CLASS(MPI_ERR_NOT_SAME, "processes have different arguments"),
    RMASIM_CLASS(MPI_ERR_NO_SPACE, "not enough space"),
    RMASIM_CLASS(MPI_ERR_NO_SUCH_FILE, "the file does not exist"),
    RMASIM_CLASS(MPI_ERR_PORT, "invalid port name"),
    RMASIM_CLASS(MPI_ERR_QUOTA, "quota exceeded"),
    RMASIM_CLASS(MPI_ERR_READ_ONLY, "read-only file or file system"),
    RMASIM_CLASS(MPI_ERR_RMA_ATTACH, "memory cannot be attached"),
    RMASIM_CLASS(MPI_ERR_RMA_CONFLICT, "conflicting accesses to a window"),
    RMASIM_CLASS(MPI_ERR_RMA_RANGE, "target memory is outside of the window"),
    RMASIM_CLASS(MPI_ERR_RMA_SHARED, "memory cannot be shared"),
    RMASIM_CLASS(MPI_ERR_RMA_SYNC, "wrong synchronisation of one-sided calls"),
    RMASIM_CLASS(MPI_ERR_SERVICE, "invalid service name"),
    RMASIM_CLASS(MPI_ERR_SIZE, "invalid size"),
    RMASIM_CLASS(MPI_ERR_SPAWN, "error in the start of processes"),
    RMASIM_CLASS(MPI_ERR_UNSUPPORTED_DATAREP, "data representation not supported"),
    RMASIM_CLASS(MPI_ERR_UNSUPPORTED_OPERATION, "operation not supported"),
    RMASIM_CLASS(MPI_ERR_WIN, "invalid window"),
    RMASIM_CLASS(MPI_ERR_RMA_FLAVOR, "wrong flavor of window"),
    RMASIM_CLASS(MPI_ERR_PROC_ABORTED, "a process has aborted"),
    RMASIM_CLASS(MPI_ERR_VALUE_TOO_LARGE, "the value is too large to store"),
    RMASIM_CLASS(MPI_ERR_SESSION, "invalid session"),
    RMASIM_CLASS(MPI_ERR_ERRHANDLER, "invalid error handler"),
    RMASIM_CLASS(MPI_ERR_ABI, "error of the ABI"),
};
#undef RMASIM_CLASS

constexpr bool numbers_are_indices() {
    for (int i = 0; i < static_cast<int>(std::size(classes)); ++i)
        if (classes[i].number != i) return false;
    return true;
}
static_assert(numbers_are_indices());

}  // namespace

const int ErrorCodes::first_ = MPI_ERR_LASTCODE;

const ErrorClass* find_error_class(int number) {
    return number >= 0 && number < static_cast<int>(std::size(classes)) ? &classes[number] : nullptr;
}

ErrorCodes::Added& ErrorCodes::find_added(int code, const char* text) {
    const auto found = added_.find(code);
    require(found != added_.end(), MPI_ERR_ARG, text);
    return found->second;
}

int ErrorCodes::add(int error_class, bool is_class) {
    ++last_used_;
    added_[last_used_] = {is_class ? last_used_ : error_class, "", is_class};
    return last_used_;
}

int ErrorCodes::add_class() { return add(0, true); }

int ErrorCodes::add_code(int error_class) {
    const auto found = added_.find(error_class);
    const bool is_class = found != added_.end() ? found->second.is_class : find_error_class(error_class) != nullptr;
    require(is_class, MPI_ERR_ARG, "the error class does not exist");
    return add(error_class, false);
}

void ErrorCodes::set_text(int code, const std::string& text) {
    require(text.size() < MPI_MAX_ERROR_STRING, MPI_ERR_ARG, "the text is longer than MPI_MAX_ERROR_STRING");
    find_added(code, "only codes that the program has added may have another text").text = text;
}

void ErrorCodes::remove_class(int error_class) {
    const Added& added = find_added(error_class, "the error class is not the program's");
    const bool has_codes = std::any_of(added_.begin(), added_.end(), [&](const auto& one) {
        return one.first != error_class && one.second.error_class == error_class;
    });
    require(added.is_class && !has_codes && added.text.empty(), MPI_ERR_ARG, "the error class has codes or a text");
    added_.erase(error_class);
}

void ErrorCodes::remove_code(int code) {
    const Added& added = find_added(code, "the error code is not the program's");
    require(!added.is_class && added.text.empty(), MPI_ERR_ARG, "the error code is a class, or has a text");
    added_.erase(code);
}

void ErrorCodes::remove_text(int code) {
    Added& added = find_added(code, "the error code is not the program's");
    require(!added.text.empty(), MPI_ERR_ARG, "the error code has no text");
    added.text.clear();
}

int ErrorCodes::class_of(int code) const {
    const auto found = added_.find(code);
    if (found != added_.end()) return found->second.error_class;
    require(find_error_class(code) != nullptr, MPI_ERR_ARG, "the error code does not exist");
    return code;
}

std::string ErrorCodes::text(int code) const {
    const auto found = added_.find(code);
    if (found != added_.end()) return found->second.text;
    const ErrorClass* const known = find_error_class(code);
    require(known != nullptr, MPI_ERR_ARG, "the error code does not exist");
    return std::string(known->name) + ": " + known->text;
}

}  // namespace rmasim::mpi
