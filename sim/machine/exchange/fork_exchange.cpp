#include "sim/machine/exchange/fork_exchange.h"

#include <sys/mman.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <new>
#include <string>
#include <system_error>
#include <thread>

namespace rmasim::sim {

namespace {

constexpr std::size_t chunk_bytes = 16'384;
constexpr std::size_t bytes_of_all_rings = std::size_t{64} << 20;
constexpr std::size_t min_chunks = 4, max_chunks = 64;  // number of chunks in a ring

std::string how_it_ended(int number, int status) {
    const std::string process = "process " + std::to_string(number) + " of the run ";
    if (!WIFSIGNALED(status)) return process + "ended with exit code " + std::to_string(WEXITSTATUS(status));
    const int signal = WTERMSIG(status);
    return process + "was ended by signal " + std::to_string(signal) + " (" + strsignal(signal) + ')';
}

void wait_a_little() {
#ifdef __x86_64__
    __builtin_ia32_pause();
#endif
}

void nap() {
    constexpr timespec twenty_microseconds{0, 20'000};
    nanosleep(&twenty_microseconds, nullptr);
}

}  // namespace

ForkExchange::ChildEnded::ChildEnded(int number, int ended)
    : ExchangeFailed(how_it_ended(number, ended)), status(ended) {}

// The numbers of chunks that were written and read. These numbers never decrease. The index of a chunk in the ring is
// its number modulo the length of the ring.
struct alignas(64) ForkExchange::Ring {
    alignas(64) std::atomic<std::uint64_t> written{0};
    alignas(64) std::atomic<std::uint64_t> read{0};
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "other processes see it");

struct alignas(64) ForkExchange::State {
    std::atomic<std::uint64_t> slices{0};  // number of slices that the process has ended
    // the argument of end_slice(), for even and for odd numbers of ended slices
    std::array<std::int64_t, 2> next_slice{};
};

class ForkExchange::Memory {
    struct Chunk {
        std::size_t bytes;
        std::array<std::byte, chunk_bytes - sizeof(std::size_t)> room;
    };

public:
    explicit Memory(int processes)
        : processes_(static_cast<std::size_t>(processes)),
          chunks_(std::clamp(bytes_of_all_rings / chunk_bytes / (processes_ * processes_), min_chunks, max_chunks)),
          bytes_(processes_ * sizeof(State) + processes_ * processes_ * (sizeof(Ring) + chunks_ * sizeof(Chunk))) {
        void* const at =
            mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (at == MAP_FAILED)
            throw std::system_error(errno, std::generic_category(), "memory shared by the processes (mmap)");
        states_ = new (at) State[processes_];
        rings_ = new (states_ + processes_) Ring[processes_ * processes_];
        all_chunks_ = reinterpret_cast<Chunk*>(rings_ + processes_ * processes_);
    }
    ~Memory() { munmap(states_, bytes_); }
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;

    State& state(int process) { return states_[process]; }
    Ring& ring(int from, int to) { return rings_[index_of(from, to)]; }
    std::size_t chunks() const { return chunks_; }
    Chunk& chunk(int from, int to, std::uint64_t number) {
        return all_chunks_[index_of(from, to) * chunks_ + number % chunks_];
    }

private:
    std::size_t index_of(int from, int to) const {
        return static_cast<std::size_t>(from) * processes_ + static_cast<std::size_t>(to);
    }

    std::size_t processes_;
    std::size_t chunks_;  // number of chunks in a ring
    std::size_t bytes_;
    State* states_ = nullptr;
    Ring* rings_ = nullptr;
    Chunk* all_chunks_ = nullptr;
};

ForkExchange::ForkExchange(int processes)
    : processes_(processes), memory_(std::make_unique<Memory>(processes)),
      progress_(static_cast<std::size_t>(processes)) {
    for (Progress& one : progress_) one.written_at_most = memory_->chunks();
}

std::unique_ptr<ForkExchange> ForkExchange::start(int processes) {
    std::unique_ptr<ForkExchange> exchange(new ForkExchange(processes));
    exchange->make_children();
    return exchange;
}

void ForkExchange::make_children() {
    const pid_t self = getpid();
    for (int number = 1; number < processes_; ++number) {
        const pid_t child = fork();
        if (child < 0) {
            const std::string what = "process " + std::to_string(number + 1) + " of " + std::to_string(processes_);
            throw std::system_error(errno, std::generic_category(), what + " (fork)");
        }
        if (child > 0) {
            children_.push_back(child);
            continue;
        }
        children_.clear();
        number_ = number;
        parent_ = self;
#ifdef __linux__
        prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
        if (getppid() != self) _exit(0);
        return;
    }
}

ForkExchange::~ForkExchange() {
    for (const pid_t child : children_) {
        if (child != 0) kill(child, SIGKILL);
    }
    for (const pid_t child : children_) {
        while (child != 0 && waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
        }
    }
}

std::span<std::byte> ForkExchange::room(int to) {
    Progress& at = progress(to);
    if (at.written == at.written_at_most) {
        const Ring& ring = memory_->ring(number_, to);
        at.written_at_most = ring.read.load(std::memory_order_acquire) + memory_->chunks();
        if (at.written == at.written_at_most) return {};
    }
    return memory_->chunk(number_, to, at.written).room;
}

void ForkExchange::send(int to, std::size_t bytes) {
    Progress& at = progress(to);
    memory_->chunk(number_, to, at.written).bytes = bytes;
    memory_->ring(number_, to).written.store(++at.written, std::memory_order_release);
}

std::span<const std::byte> ForkExchange::readable(int from) {
    const Progress& at = progress(from);
    if (memory_->ring(from, number_).written.load(std::memory_order_acquire) == at.read) return {};
    idle_ = 0;
    const auto& chunk = memory_->chunk(from, number_, at.read);
    return std::span(chunk.room).first(chunk.bytes);
}

void ForkExchange::taken(int from) {
    memory_->ring(from, number_).read.store(++progress(from).read, std::memory_order_release);
}

// If each process has a processor of its own, first spins for a while, since other processes are then seldom more than
// some microseconds behind.
void ForkExchange::pause() {
    static const bool spins = std::thread::hardware_concurrency() >= static_cast<unsigned>(processes_);
    constexpr unsigned max_spins = 500;  // about 20 microseconds
    if (spins && ++idle_ < max_spins) return wait_a_little();
    nap();
    if (number_ == 0) require_children();
    else if (getppid() != parent_) throw ExchangeFailed("the first process of the run has ended");
}

void ForkExchange::require_children() const {
    for (std::size_t i = 0; i < children_.size(); ++i) {
        int status = 0;
        if (children_[i] == 0 || waitpid(children_[i], &status, WNOHANG) != children_[i]) continue;
        children_[i] = 0;
        // after a regular exit, the ring has all data of the child
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0) continue;
        throw ChildEnded(static_cast<int>(i) + 1, status);
    }
}

std::int64_t ForkExchange::end_slice(std::int64_t next, ReceivePackets& receive_packets) {
    const std::size_t which = slices_++ % 2;
    State& own = memory_->state(number_);
    own.next_slice[which] = next;
    own.slices.store(slices_, std::memory_order_release);
    std::int64_t first = next;
    for (int other = 0; other < processes_; ++other) {
        State& state = memory_->state(other);
        while (state.slices.load(std::memory_order_acquire) < slices_) {
            if (!receive_packets()) pause();
        }
        first = std::min(first, state.next_slice[which]);
    }
    idle_ = 0;
    receive_packets();
    return first;
}

}  // namespace rmasim::sim
