// The arguments of programs in Fortran, converted for the functions in C (MPI 4.1, 19.3). The bindings that
// sim/mpi/api/generate_fortran.py makes have an object of these classes for each argument as a temporary object. Its
// end converts back what the function has stored.
#pragma once

#include "sim/mpi/objects/entry.h"
#include "sim/mpi/objects/fortran/fortran_variables.h"
#include "sim/mpi/objects/functions/alias.h"
#include "sim/mpi/objects/handle_table.h"
#include "sim/mpi/objects/topology.h"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

// A function pmpi_<name>_ that this file defines also gets its other names: in mpif.h and the module mpi, and those of
// the module mpi_f08.
#define RMASIM_OLD_NAMES(name) RMASIM_ALIAS(mpi_##name##_, pmpi_##name##_)
#define RMASIM_NAMES(name)                          \
    RMASIM_OLD_NAMES(name)                          \
    RMASIM_ALIAS(mpi_##name##_f08_, pmpi_##name##_) \
    RMASIM_ALIAS(pmpi_##name##_f08_, pmpi_##name##_)

// The beginning of a function that Fortran calls: the program's call is that of the function of MPI with this name. The
// rest is the library's code, and the functions of MPI that it calls have no calls of their own in the program.
#define RMASIM_ENTRY(name) \
    const rmasim::mpi::Entry entry(name, __builtin_return_address(0), __builtin_frame_address(0))

namespace rmasim::mpi {

// In the module mpi_f08 the error code is optional.
inline void store_error(MPI_Fint* ierror, int error) {
    if (ierror != nullptr) *ierror = error;
}

inline void store_size(int bytes, MPI_Fint* size, MPI_Fint* ierror) {
    *size = bytes;
    store_error(ierror, MPI_SUCCESS);
}

// ---- Addresses.

inline void* buffer_address(void* buffer) {
    const FortranVariables& known = fortran_variables();
    if (buffer == known.bottom) return MPI_BOTTOM;
    if (buffer == known.same_buffer) return MPI_IN_PLACE;
    return buffer == known.buffer_automatic ? MPI_BUFFER_AUTOMATIC : buffer;
}

inline const void* buffer_address(const void* buffer) { return buffer_address(const_cast<void*>(buffer)); }

// A status has the same layout in both languages.
inline MPI_Status* status_address(MPI_Fint* status) {
    const FortranVariables& known = fortran_variables();
    const bool is_ignored = status == known.status_ignore || status == known.f08_status_ignore;
    return is_ignored ? MPI_STATUS_IGNORE : reinterpret_cast<MPI_Status*>(status);
}

inline const MPI_Status* status_address(const MPI_Fint* status) {
    return status_address(const_cast<MPI_Fint*>(status));
}

inline MPI_Status* statuses_address(MPI_Fint* statuses) {
    const FortranVariables& known = fortran_variables();
    const bool is_ignored = statuses == known.statuses_ignore || statuses == known.f08_statuses_ignore;
    return is_ignored ? MPI_STATUSES_IGNORE : reinterpret_cast<MPI_Status*>(statuses);
}

inline MPI_Fint* weights_address(MPI_Fint* weights) {
    if (weights == fortran_variables().unweighted) return MPI_UNWEIGHTED;
    return weights == fortran_variables().weights_empty ? MPI_WEIGHTS_EMPTY : weights;
}

inline const MPI_Fint* weights_address(const MPI_Fint* weights) {
    return weights_address(const_cast<MPI_Fint*>(weights));
}

// ---- Handles: the same numbers.

// Return the processes with which a process exchanges data in a collective call on the communicator; none if it is not
// valid, which the function in C reports.
int peers_of(MPI_Fint comm);
NeighbourLists neighbours_of(MPI_Fint comm);

template <class Handle>
class HandleOut {
public:
    explicit HandleOut(MPI_Fint* handle) : fortran_(handle), handle_(to_handle<Handle>(*handle)) {}
    HandleOut(const HandleOut&) = delete;
    HandleOut& operator=(const HandleOut&) = delete;
    ~HandleOut() { *fortran_ = to_int(handle_); }
    operator Handle*() { return &handle_; }

private:
    MPI_Fint* fortran_;
    Handle handle_;
};

// An array of handles. Few of them, as most lists of requests have, take no memory of the heap.
template <class Handle>
class Handles {
public:
    template <class Count>
    Handles(const MPI_Fint* handles, Count count) : count_(count > 0 ? static_cast<std::size_t>(count) : 0) {
        if (count_ > few_.size()) many_.resize(count_);
        std::transform(handles, handles + count_, data(), [](MPI_Fint handle) { return to_handle<Handle>(handle); });
    }
    Handles(const Handles&) = delete;
    Handles& operator=(const Handles&) = delete;
    operator const Handle*() { return data(); }

protected:
    Handle* data() { return many_.empty() ? few_.data() : many_.data(); }
    std::size_t count() const { return count_; }

private:
    std::size_t count_;
    std::array<Handle, 16> few_;
    std::vector<Handle> many_;
};

template <class Handle>
class HandlesOut : Handles<Handle> {
public:
    HandlesOut(MPI_Fint* handles, MPI_Count count) : Handles<Handle>(handles, count), fortran_(handles) {}
    HandlesOut(const HandlesOut&) = delete;
    HandlesOut& operator=(const HandlesOut&) = delete;
    ~HandlesOut() {
        std::transform(this->data(), this->data() + this->count(), fortran_,
                       [](Handle handle) { return to_int(handle); });
    }
    operator Handle*() { return this->data(); }

private:
    MPI_Fint* fortran_;
};

// ---- Texts: of fixed length, filled with blanks.

inline std::string trimmed(const char* text, std::size_t length) {
    while (length != 0 && text[length - 1] == ' ') --length;
    return {text, length};
}

class TextOut {
public:
    TextOut(char* text, std::size_t length)
        : fortran_(text), length_(length), text_(std::max<std::size_t>(length + 1, longest), '\0') {
        std::copy_n(text, length, text_.begin());
    }
    TextOut(const TextOut&) = delete;
    TextOut& operator=(const TextOut&) = delete;
    ~TextOut() {
        const std::size_t stored = std::min(text_.find('\0'), length_);
        std::copy_n(text_.begin(), stored, fortran_);
        std::fill(fortran_ + stored, fortran_ + length_, ' ');
    }
    operator char*() { return text_.data(); }

private:
    static constexpr std::size_t longest = MPI_MAX_LIBRARY_VERSION_STRING;

    char* fortran_;
    std::size_t length_;
    std::string text_;
};

// ---- Indices of arrays begin with 1.

class IndexOut {
public:
    explicit IndexOut(MPI_Fint* index) : index_(index) { *index = MPI_UNDEFINED; }
    IndexOut(const IndexOut&) = delete;
    IndexOut& operator=(const IndexOut&) = delete;
    ~IndexOut() {
        if (*index_ != MPI_UNDEFINED) ++*index_;
    }
    operator int*() { return index_; }

private:
    MPI_Fint* index_;
};

class IndicesOut {
public:
    // The function stores the number of indices in `count`.
    IndicesOut(MPI_Fint* indices, MPI_Fint* count) : indices_(indices), count_(count) { *count = MPI_UNDEFINED; }
    IndicesOut(const IndicesOut&) = delete;
    IndicesOut& operator=(const IndicesOut&) = delete;
    ~IndicesOut() {
        for (int i = 0; i < *count_; ++i) ++indices_[i];
    }
    operator int*() { return indices_; }

private:
    MPI_Fint* indices_;
    MPI_Fint* count_;
};

// ---- Addresses of the functions that MPI 3.0 removed: integers of the default kind.

class OldAddressOut {
public:
    explicit OldAddressOut(MPI_Fint* address) : fortran_(address), address_(*address) {}
    OldAddressOut(const OldAddressOut&) = delete;
    OldAddressOut& operator=(const OldAddressOut&) = delete;
    // An address that does not fit is MPI_UNDEFINED.
    ~OldAddressOut() {
        using Limits = std::numeric_limits<MPI_Fint>;
        const bool fits = address_ >= Limits::min() && address_ <= Limits::max();
        *fortran_ = fits ? static_cast<MPI_Fint>(address_) : static_cast<MPI_Fint>(MPI_UNDEFINED);
    }
    operator MPI_Aint*() { return &address_; }

private:
    MPI_Fint* fortran_;
    MPI_Aint address_;
};

class OldAddresses {
public:
    OldAddresses(const MPI_Fint* addresses, MPI_Fint count)
        : addresses_(addresses, addresses + std::max(count, MPI_Fint{0})) {}
    operator const MPI_Aint*() const { return addresses_.data(); }

private:
    std::vector<MPI_Aint> addresses_;
};

}  // namespace rmasim::mpi
