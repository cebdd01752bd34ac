#include "sim/mpi/explored/program_output.h"

#include "sim/mpi/process/host.h"
#include "sim/mpi/process/process_state.h"

#include <dlfcn.h>
#include <unistd.h>
#include <xxhash.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <new>
#include <stdexcept>
#include <utility>

namespace rmasim::sim {

namespace {

ProgramOutput* the_output = nullptr;
int kept_descriptors[2];  // duplicates of the process's; messages are printed also after an object of the class
constexpr std::array streams{std::pair{"stdout", STDOUT_FILENO}, std::pair{"stderr", STDERR_FILENO}};

}  // namespace

ProgramOutput::ProgramOutput(Rank ranks) : of_rank_(static_cast<std::size_t>(ranks)) { the_output = this; }

// A rank calls this function by libc. The streams have no buffers, so they have no state that a checkpoint would lack.
// By byte: the pieces in which libc writes a text are not part of the output.
long ProgramOutput::written(void* stream, const char* bytes, unsigned long count) {
    const auto descriptor = static_cast<int>(reinterpret_cast<std::uintptr_t>(stream));
    const int rank = hosting::Host::get() == nullptr ? -1 : hosting::Host::get()->running();
    if (rank < 0) return ::write(kept_descriptors[descriptor - STDOUT_FILENO], bytes, count);
    return taken(descriptor, bytes, count);
}

long ProgramOutput::taken(int descriptor, const char* bytes, unsigned long count) {
    OfRank& output = the_output->of_rank_[static_cast<std::size_t>(hosting::Host::get()->running())];
    for (unsigned long i = 0; i < count; ++i) {
        const std::uint64_t byte = static_cast<unsigned char>(bytes[i]);
        output.digest = (output.digest ^ byte ^ static_cast<std::uint64_t>(descriptor) << 8) * 0x100000001b3U;
    }
    output.bytes += count;
    return static_cast<long>(count);
}

void ProgramOutput::take_streams() {
    std::fflush(nullptr);
    hosting::when_written = taken;
    for (const auto& [name, descriptor] : streams) {
        kept_descriptors[descriptor - STDOUT_FILENO] = ::dup(descriptor);
        cookie_io_functions_t functions{};
        functions.write = written;
        const auto cookie = static_cast<std::uintptr_t>(descriptor);
        std::FILE* const made = ::fopencookie(reinterpret_cast<void*>(cookie), "w", functions);
        if (made == nullptr) throw std::bad_alloc();
        *static_cast<std::FILE**>(::dlsym(RTLD_DEFAULT, name)) = made;
    }
    std::FILE* const nothing = std::fopen("/dev/null", "w");
    if (nothing == nullptr) throw std::runtime_error("/dev/null cannot be opened.");
    ::dup2(::fileno(nothing), STDOUT_FILENO);
    std::fclose(nothing);
}

void ProgramOutput::drop_buffers() {
    for (const auto& [name, descriptor] : streams)
        std::setvbuf(*static_cast<std::FILE**>(::dlsym(RTLD_DEFAULT, name)), nullptr, _IONBF, 0);
    streams_ = static_cast<const void* const*>(::dlsym(RTLD_DEFAULT, "_IO_list_all"));
    if (streams_ != nullptr) newest_ = *streams_;
}

bool ProgramOutput::has_other_streams() const { return streams_ != nullptr && *streams_ != newest_; }

hosting::AddressRange ProgramOutput::state_of(Rank rank) {
    auto* const first = reinterpret_cast<char*>(&of_rank_[static_cast<std::size_t>(rank)]);
    return {first, first + sizeof(OfRank)};
}

}  // namespace rmasim::sim
