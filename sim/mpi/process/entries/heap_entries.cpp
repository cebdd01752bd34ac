// malloc and its relatives: a rank's blocks are in its own heap, those of the host in libc's.
#include "sim/mpi/process/entries/entry.h"
#include "sim/mpi/process/heap.h"
#include "sim/mpi/process/pages.h"
#include "sim/mpi/process/written_pages.h"

#include <link.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

extern "C" {
void* __libc_malloc(std::size_t);
void __libc_free(void*);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
}

namespace rmasim::hosting {

namespace {

void* or_error(void* block) {
    if (block == nullptr) errno = ENOMEM;
    return block;
}

void* aligned_block(std::size_t align, std::size_t bytes) {
    Rank* const rank = calling_rank;
    if (rank == nullptr) return __libc_memalign(align, bytes);
    return or_error(HeapMapping::get().allocate(rank->heap, bytes, align < 16 ? 16 : align));
}

// Sets the range of an object's addresses, if the object has the beginning of the range.
int find_object(dl_phdr_info* object, std::size_t, void* range) {
    AddressRange& wanted = *static_cast<AddressRange*>(range);
    AddressRange found;
    for (int i = 0; i < object->dlpi_phnum; ++i) {
        const ElfW(Phdr)& segment = object->dlpi_phdr[i];
        if (segment.p_type != PT_LOAD) continue;
        char* const begin = reinterpret_cast<char*>(object->dlpi_addr + segment.p_vaddr);
        if (found.begin == nullptr) found.begin = begin;
        found.end = begin + segment.p_memsz;
    }
    if (!found.contains(wanted.begin)) return 0;
    wanted = found;
    return 1;
}

AddressRange range_of_libc() {
    AddressRange range{reinterpret_cast<char*>(&__libc_malloc), nullptr};
    ::dl_iterate_phdr(find_object, &range);
    return range;
}

// The C library passes blocks of its own to the kernel: buffers of streams, of opendir, and others. `returns_to` is the
// return address of the call that allocates the block.
void* allocated_for(const void* returns_to, void* block, std::size_t bytes) {
    static const AddressRange libc = range_of_libc();
    if (libc.contains(returns_to)) WrittenPages::get().seen_by_kernel(static_cast<char*>(block), bytes);
    return block;
}

bool is_power_of_2(std::size_t value) { return value != 0 && (value & (value - 1)) == 0; }

// True if an address is that of a block of libc's heap, as far as it can be seen: memory outside of the program and its
// stacks. Blocks that libc allocates before the program runs are there.
bool may_be_of_libc(const void* block) {
    unsigned char resident = 0;
    void* const page = page_of(const_cast<char*>(static_cast<const char*>(block)));
    return reinterpret_cast<std::uintptr_t>(block) % 16 == 0 && ::mincore(page, page_bytes, &resident) == 0 &&
           Host::get()->owner_of(block) < 0 && Host::get()->program().object_of(block) == nullptr;
}

constexpr const char* no_block = " memory that is no block of a heap, or whose head is overwritten";

// Ends the calling rank, because it passes a block that is not allocated.
[[noreturn]] void end_by_block(void* block, std::string text) {
    RankEnd end;
    end.kind = EndKind::heap_error;
    end.code = 134;
    end.address = reinterpret_cast<std::uint64_t>(block);
    end.text = std::move(text);
    end.frames = frames_of_program();
    Host::get()->end_rank(end);
}
[[noreturn]] void end_by_free(void* block, Freed found) {
    end_by_block(block, found == Freed::twice ? "freed a block of its heap twice" : std::string("freed") + no_block);
}
[[noreturn]] void end_by_realloc(void* block, Freed found) {
    end_by_block(block, found == Freed::twice ? "reallocated a block of its heap that is freed"
                                              : std::string("reallocated") + no_block);
}

void note_freed(const void* block) {
    if (when_block_freed != nullptr && calling_rank != nullptr) when_block_freed(block);
}

void free_block(void* block) {
    HeapMapping& heaps = HeapMapping::get();
    if (heaps.contains(block)) {
        if (heaps.check(block) == Freed::yes) note_freed(block);
        const Freed result = heaps.free(block);
        if (result != Freed::yes && calling_rank != nullptr) end_by_free(block, result);
        return;
    }
    if (calling_rank != nullptr && !may_be_of_libc(block)) end_by_free(block, Freed::unknown);
    __libc_free(block);
}

}  // namespace

RMASIM_ENTRY(void*, malloc_entry, "malloc", (std::size_t bytes)) {
    Rank* const rank = calling_rank;
    if (rank == nullptr) return __libc_malloc(bytes);
    void* const block = HeapMapping::get().allocate(rank->heap, bytes);
    return or_error(allocated_for(__builtin_return_address(0), block, bytes));
}

RMASIM_ENTRY(void, free_entry, "free", (void* block)) {
    if (block != nullptr) free_block(block);
}

RMASIM_ENTRY(void, cfree_entry, "cfree", (void* block)) {
    if (block != nullptr) free_block(block);
}

RMASIM_ENTRY(void*, calloc_entry, "calloc", (std::size_t count, std::size_t each)) {
    Rank* const rank = calling_rank;
    if (rank == nullptr) return __libc_calloc(count, each);
    std::size_t bytes = 0;
    if (__builtin_mul_overflow(count, each, &bytes)) return or_error(nullptr);
    return or_error(HeapMapping::get().allocate_zeros(rank->heap, bytes));
}

RMASIM_ENTRY(void*, realloc_entry, "realloc", (void* block, std::size_t bytes)) {
    Rank* const rank = calling_rank;
    if (block == nullptr) return malloc_entry(bytes);
    HeapMapping& heaps = HeapMapping::get();
    if (!heaps.contains(block)) {
        if (rank == nullptr) return __libc_realloc(block, bytes);
        if (!may_be_of_libc(block)) end_by_realloc(block, Freed::unknown);
        void* const grown = __libc_realloc(block, bytes);
        return or_error(grown);
    }
    if (bytes == 0) {
        free_block(block);
        return nullptr;
    }
    if (rank != nullptr && heaps.check(block) != Freed::yes) end_by_realloc(block, heaps.check(block));
    note_freed(block);
    Heap* const heap = heaps.heap_of(block);
    return heap == nullptr ? or_error(nullptr) : or_error(heaps.reallocate(*heap, block, bytes));
}

RMASIM_ENTRY(void*, reallocarray_entry, "reallocarray", (void* block, std::size_t count, std::size_t each)) {
    std::size_t bytes = 0;
    if (__builtin_mul_overflow(count, each, &bytes)) return or_error(nullptr);
    return realloc_entry(block, bytes);
}

RMASIM_ENTRY(void*, memalign_entry, "memalign", (std::size_t align, std::size_t bytes)) {
    return aligned_block(align, bytes);
}

RMASIM_ENTRY(void*, aligned_alloc_entry, "aligned_alloc", (std::size_t align, std::size_t bytes)) {
    if (is_power_of_2(align)) return aligned_block(align, bytes);
    errno = EINVAL;
    return nullptr;
}

RMASIM_ENTRY(int, posix_memalign_entry, "posix_memalign", (void** result, std::size_t align, std::size_t bytes)) {
    if (!is_power_of_2(align) || align % sizeof(void*) != 0) return EINVAL;
    void* const block = aligned_block(align, bytes);
    if (block == nullptr) return ENOMEM;
    *result = block;
    return 0;
}

RMASIM_ENTRY(void*, valloc_entry, "valloc", (std::size_t bytes)) { return aligned_block(page_bytes, bytes); }

RMASIM_ENTRY(void*, pvalloc_entry, "pvalloc", (std::size_t bytes)) {
    return aligned_block(page_bytes, round_up(bytes, page_bytes));
}

RMASIM_ENTRY(std::size_t, malloc_usable_size_entry, "malloc_usable_size", (void* block)) {
    if (block == nullptr) return 0;
    if (HeapMapping::get().contains(block)) return HeapMapping::usable(block);
    return RMASIM_LIBC(malloc_usable_size_entry, "malloc_usable_size")(block);
}

}  // namespace rmasim::hosting
