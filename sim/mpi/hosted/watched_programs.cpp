#include "sim/mpi/hosted/watched_programs.h"

#include "sim/mpi/accesses/watched_accesses.h"
#include "sim/mpi/debug/elf_file.h"
#include "sim/mpi/debug/loaded_files.h"
#include "sim/mpi/hosted/hosted_threads.h"
#include "sim/mpi/library_code.h"
#include "sim/mpi/process/heap.h"
#include "sim/mpi/program_events.h"
#include "sim/mpi/program_world.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>

namespace rmasim::sim {

namespace {

ByteRun run_at(const void* first, std::size_t bytes) {
    const auto begin = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(first));
    return {begin, begin + bytes};
}

// Another thread may allocate the same memory without being ordered after its previous user.
void note_given_back(const ByteRun& bytes) {
    const HookCode inside;
    if (program_events() != nullptr) ProgramWorld::get().memory_given_back(bytes);
}

void block_freed(const void* block) { note_given_back(run_at(block, hosting::HeapMapping::usable(block))); }

int unmap(void* memory, std::size_t bytes) {
    note_given_back(run_at(memory, bytes));
    return ::munmap(memory, bytes);
}

}  // namespace

bool reserve_marks_of(const hosting::LoadedProgram& program) {
    const bool any = std::ranges::any_of(program.objects, [](const hosting::LoadedObject& object) {
        return !is_of_system(object.file) && has_symbol(object.file, hook_of_accesses);
    });
    if (any && !WatchedMemory::reserve_marks()) {
        throw std::runtime_error("no address space to record the accesses of programs built with `rmasim cc --watch`");
    }
    return any;
}

std::vector<ByteRun> exchanged_variables(const hosting::LoadedProgram& program) {
    std::vector<ByteRun> variables;
    for (const hosting::LoadedObject& object : program.objects) {
        for (const hosting::AddressRange& range : object.variables) {
            variables.push_back(run_at(range.begin, range.bytes()));
        }
    }
    return variables;
}

void record_freed_memory(const hosting::LoadedProgram& program) {
    hosting::when_block_freed = block_freed;
    replace_in_own_files(program, by_name({{taken("munmap", unmap)}}));
}

}  // namespace rmasim::sim
