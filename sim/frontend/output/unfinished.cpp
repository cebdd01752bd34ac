#include "sim/frontend/output/unfinished.h"

#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace rmasim::sim {

namespace {

// The path of an unfinished file. Its memory has a fixed size, because a signal handler must not allocate memory.
struct FileSlot {
    std::atomic<bool> taken = false;
    std::atomic<bool> named = false;
    std::array<char, max_unfinished_path + 1> path{};
};
std::array<FileSlot, max_unfinished> slots;
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void end_by(int number) { end_by_signal(number); }

}  // namespace

Unfinished::Unfinished(const std::string& path) : slot_(0) {
    while (slot_ < slots.size() && slots[slot_].taken.exchange(true)) ++slot_;
    if (slot_ == slots.size() || path.size() > max_unfinished_path) throw std::length_error("unfinished files");
    std::memcpy(slots[slot_].path.data(), path.c_str(), path.size() + 1);
    slots[slot_].named = true;
}

Unfinished::~Unfinished() {
    slots[slot_].named = false;
    slots[slot_].taken = false;
}

void remove_unfinished() noexcept {
    for (const FileSlot& slot : slots) {
        if (slot.named) unlink(slot.path.data());
    }
}

void remove_unfinished_on_signals() {
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
        // A signal that the caller ignores stays ignored. For example, nohup ignores SIGHUP.
        if (std::signal(number, end_by) == SIG_IGN) std::signal(number, SIG_IGN);
    }
    for (const int number : {SIGPIPE, SIGXFSZ}) std::signal(number, SIG_IGN);
}

void end_by_signal(int number) noexcept {
    remove_unfinished();
    std::signal(number, SIG_DFL);
    // A signal is blocked while its handler runs. The raised signal therefore takes effect when it is unblocked.
    sigset_t only{};
    sigemptyset(&only);
    sigaddset(&only, number);
    std::raise(number);
    pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
    std::_Exit(128 + number);
}

}  // namespace rmasim::sim
