#include "sim/mpi/hosted/hosted_threads.h"

#include "sim/mpi/debug/loaded_files.h"
#include "sim/mpi/hosted/hosted_world.h"
#include "sim/mpi/threads/openmp_team.h"
#include "sim/mpi/threads/posix_threads.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstring>
#include <string_view>

extern "C" void* __tls_get_addr(void*);  // function of the loader

namespace rmasim::sim {

namespace {

class HostedFiber final : public ThreadFiber {
public:
    // `fiber` is null for the rank's first thread.
    HostedFiber(hosting::Host& host, hosting::Fiber* fiber) : host_(host), fiber_(fiber) {}
    ~HostedFiber() override {
        if (fiber_ != nullptr) host_.delete_thread(*fiber_);
    }
    std::span<const std::byte> stack() const override {
        if (fiber_ == nullptr) return {};
        return std::as_bytes(std::span(fiber_->low, fiber_->high));
    }
    hosting::Fiber* fiber() const { return fiber_; }

private:
    hosting::Host& host_;
    hosting::Fiber* fiber_;
};

class HostedAlarm final : public Alarm {
public:
    explicit HostedAlarm(std::shared_ptr<SetAlarm> alarm) : alarm_(std::move(alarm)) {}
    ~HostedAlarm() override { alarm_->cancelled = true; }
    bool rang() const override { return alarm_->rang; }

private:
    std::shared_ptr<SetAlarm> alarm_;
};

void begin(void*) {
    hosting::calling_rank = nullptr;
    RankThreads::begin();
}

// The loader's number and the size of the thread-local variables of a file.
struct ThreadModule {
    std::size_t module, bytes;
};

std::vector<ThreadModule> own_modules;  // of the program's own files

bool is_own(const hosting::LoadedObject& object) { return !is_of_system(object.file); }

std::string_view name_of(const std::string& file) { return std::string_view(file).substr(file.rfind('/') + 1); }

// Visits the loaded files of the program with the loader's record.
template <class Visit>
void for_each_file(const hosting::LoadedProgram& program, Visit visit) {
    const link_map* map = nullptr;
    ::dlinfo(program.handle, RTLD_DI_LINKMAP, &map);
    for (; map != nullptr; map = map->l_next) {
        const auto* const base = reinterpret_cast<const char*>(map->l_addr);
        const auto object = std::ranges::find_if(program.objects, [base](const hosting::LoadedObject& one) {
            return one.addresses.begin == base;
        });
        if (object != program.objects.end()) visit(*object, *map);
    }
}

void note_variables(const link_map& file) {
    for (const ElfW(Phdr) & segment : segments_of(file)) {
        std::size_t module = 0;
        auto* const handle = const_cast<link_map*>(&file);
        if (segment.p_type != PT_TLS || ::dlinfo(handle, RTLD_DI_TLS_MODID, &module) != 0 || module == 0) continue;
        own_modules.push_back({module, segment.p_memsz});
    }
}

// Returns the variables of the running fiber.
char* variables_of(const ThreadModule& module) {
    std::size_t index[2] = {module.module, 0};
    return static_cast<char*>(__tls_get_addr(index));
}

}  // namespace

ThreadUse thread_use_of(const hosting::LoadedProgram& program) {
    std::vector<std::string> files;
    for (const hosting::LoadedObject& object : program.objects) {
        if (is_own(object)) files.push_back(object.file);
    }
    return require_threads_we_have(files, functions_of_threads());
}

void take_functions_of_threads(const hosting::LoadedProgram& program, const ThreadUse& use) {
    if (!use.any) return;
    if (use.openmp) openmp_environment();  // reports errors in environment variables before the run
    const Functions of_cpp = by_name({posix_thread_functions(), posix_lock_functions(), futex_functions()});
    const Functions futexes = by_name({futex_functions()});
    for_each_file(program, [&](const hosting::LoadedObject& object, const link_map& map) {
        if (name_of(object.file).starts_with("libstdc++.")) return replace_functions(map, of_cpp);
        if (!is_own(object)) return;
        note_variables(map);
        replace_functions(map, functions_of_threads());
        replace_functions(map, futexes);
    });
}

void replace_in_own_files(const hosting::LoadedProgram& program, const Functions& functions) {
    for_each_file(program, [&](const hosting::LoadedObject& object, const link_map& map) {
        if (is_own(object)) replace_functions(map, functions);
    });
}

std::unique_ptr<ThreadFiber> HostedThreads::first_fiber() { return std::make_unique<HostedFiber>(host_, nullptr); }

std::unique_ptr<ThreadFiber> HostedThreads::new_fiber(std::size_t stack_bytes) {
    return std::make_unique<HostedFiber>(host_, &host_.new_thread(rank_, stack_bytes, sim::begin, nullptr));
}

void HostedThreads::switch_fiber(ThreadFiber&, ThreadFiber& to) {
    running_ = static_cast<HostedFiber&>(to).fiber();
    continue_rank();
}

void HostedThreads::destroy_variables(ThreadFiber&) {
    static const auto destroy = reinterpret_cast<void (*)()>(::dlsym(RTLD_DEFAULT, "__call_tls_dtors"));
    const ProgramCode program;
    destroy();
}

void HostedThreads::store_variables(ThreadFiber&, unsigned number) {
    std::vector<std::pair<std::size_t, std::string>>& stored = stored_[number];
    stored.clear();
    for (const ThreadModule& one : own_modules) {
        stored.emplace_back(one.module, std::string(variables_of(one), one.bytes));
    }
}

void HostedThreads::restore_variables(ThreadFiber&, unsigned number) {
    const auto found = stored_.find(number);
    if (found == stored_.end()) return;
    for (const auto& [module, bytes] : found->second) {
        std::memcpy(variables_of({module, bytes.size()}), bytes.data(), bytes.size());
    }
}

double HostedThreads::now() const { return world_.time_s(); }
void HostedThreads::sleep() { world_.wait_for_events(); }
void HostedThreads::pass(double duration) { world_.pass(duration); }

std::unique_ptr<Alarm> HostedThreads::alarm(double time) {
    return std::make_unique<HostedAlarm>(world_.set_alarm(time));
}

void HostedThreads::end_rank() { host_.exit_rank(hosting::EndKind::threads_exited, 0); }

RankThreads* RankThreads::if_in_program() {
    return HostedWorld::get().rank() == no_rank ? nullptr : &HostedWorld::get().threads_of_rank();
}

bool threads_have_border() { return true; }

ThreadFunction::ThreadFunction(const void* returns_to) : before_(std::exchange(hosting::calling_rank, nullptr)) {
    RankThread& thread = RankThreads::get().current();
    outer_ = std::exchange(thread.called_from, returns_to);
}

ThreadFunction::~ThreadFunction() {
    RankThreads::get().current().called_from = outer_;
    hosting::calling_rank = static_cast<hosting::Rank*>(before_);
}

const void* program_address(const void*) { return RankThreads::get().current().called_from; }

double wtime_of_program(const Caller& caller) { return HostedWorld::get().read_clock(caller); }

}  // namespace rmasim::sim
