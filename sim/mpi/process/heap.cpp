#include "sim/mpi/process/heap.h"

#include "sim/mpi/process/pages.h"
#include "sim/mpi/process/written_pages.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace rmasim::hosting {

void (*when_block_freed)(const void* block) = nullptr;

// The head before each block. In a block whose alignment is larger than 16, a second head before its first byte has the
// state `shifted`, and `bytes` is the distance to the block that was allocated.
struct BlockHead {
    std::uint64_t bytes;  // that the owner may use
    std::uint32_t owner;
    std::int16_t size_class;
    std::uint16_t state;
};
static_assert(sizeof(BlockHead) == 16);

namespace {

constexpr std::size_t chunk_bytes = std::size_t{64} << 10;
// Heaps that have on average no more chunks than this are copied as a whole: a page has more bytes than what a small
// program changes.
constexpr std::size_t max_chunks_copied = 2;
constexpr std::size_t max_small = std::size_t{32} << 10;
constexpr std::uint16_t live = 0x11fe, freed = 0xf4ee, shifted = 0x541f, freed_shifted = 0xf541;
constexpr std::int16_t large_class = -1;

BlockHead* head_of(void* block) { return static_cast<BlockHead*>(block) - 1; }
const BlockHead* head_of(const void* block) { return static_cast<const BlockHead*>(block) - 1; }

// Classes 0 to 15 have blocks of 16, 32, ... 256 bytes; later ones four sizes for each doubling, up to 32 KiB.
int class_of(std::size_t bytes) {
    if (bytes <= 256) return bytes == 0 ? 0 : static_cast<int>((bytes - 1) / 16);
    const int doubling = static_cast<int>(std::bit_width(bytes - 1)) - 1;  // 8 for 257 to 512
    const std::size_t step = std::size_t{1} << (doubling - 2);
    return 16 + (doubling - 8) * 4 + static_cast<int>((bytes - 1 - (std::size_t{1} << doubling)) / step);
}
std::size_t bytes_of_class(int size_class) {
    if (size_class < 16) return static_cast<std::size_t>(size_class + 1) * 16;
    const int doubling = 8 + (size_class - 16) / 4;
    return (std::size_t{1} << doubling) +
           static_cast<std::size_t>((size_class - 16) % 4 + 1) * (std::size_t{1} << (doubling - 2));
}

}  // namespace

// A chunk's record. That of a run's first chunk describes the run.
struct HeapMapping::Chunk {
    std::uint32_t owner;   // rank + 1; zero if the chunk is free
    std::uint32_t chunks;  // of the run; zero in later chunks of the run
    std::uint32_t next;    // in the list of the heap's runs, or of free runs
    std::uint32_t previous;
};

HeapMapping& HeapMapping::get() {
    static constinit HeapMapping mapping;
    return mapping;
}

bool HeapMapping::reserve() {
    for (std::size_t bytes = std::size_t{1} << 42; bytes >= std::size_t{1} << 30; bytes >>= 2) {
        const std::size_t records = bytes / chunk_bytes * sizeof(Chunk);
        const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
        void* const memory = ::mmap(nullptr, bytes + records, PROT_READ | PROT_WRITE, flags, -1, 0);
        if (memory == MAP_FAILED) continue;
        ::madvise(memory, bytes + records, MADV_NOHUGEPAGE);
        begin_ = static_cast<char*>(memory);
        end_ = begin_ + bytes;
        chunks_ = reinterpret_cast<Chunk*>(end_);
        return true;
    }
    return false;
}

std::uint32_t HeapMapping::take_run(std::uint32_t owner, std::uint32_t chunks) {
    std::uint32_t run = 0;
    for (std::uint32_t* link = &free_runs_; *link != 0; link = &chunks_[*link].next) {
        Chunk& found = chunks_[*link];
        if (found.chunks < chunks) continue;
        run = *link;
        if (found.chunks == chunks) {
            *link = found.next;
        } else {  // the rest of the run stays in the list
            const std::uint32_t rest = run + chunks;
            chunks_[rest] = {0, found.chunks - chunks, found.next, 0};
            *link = rest;
        }
        break;
    }
    if (run == 0) {
        const auto all = static_cast<std::uint64_t>(end_ - begin_) / chunk_bytes;
        if (std::uint64_t{next_chunk_} + chunks > all) return 0;
        run = next_chunk_;
        next_chunk_ += chunks;
    }
    for (std::uint32_t i = 0; i < chunks; ++i) chunks_[run + i] = {owner + 1, 0, 0, 0};
    chunks_[run].chunks = chunks;
    Heap& heap = *heap_of_(owner);
    chunks_[run].next = heap.first_run;
    if (heap.first_run != 0) chunks_[heap.first_run].previous = run;
    heap.first_run = run;
    return run;
}

// Drops a run's memory and puts the run into the list of free runs.
void HeapMapping::give_back(std::uint32_t run) {
    const std::uint32_t chunks = chunks_[run].chunks;
    char* const memory = begin_ + run * chunk_bytes;
    // A page would change without a write.
    if (!WrittenPages::get().watches(memory)) ::madvise(memory, chunks * chunk_bytes, MADV_DONTNEED);
    for (std::uint32_t i = 0; i < chunks; ++i) chunks_[run + i] = {0, 0, 0, 0};
    chunks_[run].chunks = chunks;
    chunks_[run].next = free_runs_;
    free_runs_ = run;
}

void* HeapMapping::allocate_small(Heap& heap, int size_class) {
    if (void* const block = heap.free_blocks[size_class]) {
        std::memcpy(&heap.free_blocks[size_class], block, sizeof(void*));
        return block;
    }
    const std::size_t bytes = bytes_of_class(size_class) + sizeof(BlockHead);
    if (static_cast<std::size_t>(heap.unused_end - heap.unused) < bytes) {
        const std::uint32_t run = take_run(heap.owner, 1);
        if (run == 0) return nullptr;
        heap.unused = begin_ + run * chunk_bytes;
        heap.unused_end = heap.unused + chunk_bytes;
    }
    void* const block = heap.unused + sizeof(BlockHead);
    heap.unused += bytes;
    return block;
}

void* HeapMapping::allocate_large(Heap& heap, std::size_t bytes, std::size_t align) {
    const std::size_t before = std::max<std::size_t>(align, sizeof(BlockHead));
    if (bytes > (std::size_t{1} << 46)) return nullptr;
    const std::size_t chunks = (bytes + before + chunk_bytes - 1) / chunk_bytes;
    const std::uint32_t run = chunks > UINT32_MAX ? 0 : take_run(heap.owner, static_cast<std::uint32_t>(chunks));
    return run == 0 ? nullptr : begin_ + run * chunk_bytes + sizeof(BlockHead);
}

void* HeapMapping::allocate(Heap& heap, std::size_t bytes, std::size_t align) {
    if (begin_ == nullptr && !reserve()) return nullptr;
    const std::size_t extra = align > 16 ? align : 0;
    if (bytes > SIZE_MAX - extra) return nullptr;
    const bool is_small = bytes + extra <= max_small;
    const int size_class = is_small ? class_of(bytes + extra) : large_class;
    void* const block = is_small ? allocate_small(heap, size_class) : allocate_large(heap, bytes + extra, 16);
    if (block == nullptr) return nullptr;
    const std::size_t usable = is_small ? bytes_of_class(size_class) : bytes + extra;
    if (!new_is_zero_) std::memset(block, 0, usable);
    *head_of(block) = {usable, heap.owner, static_cast<std::int16_t>(size_class), live};
    heap.live_bytes += usable;
    ++heap.live_blocks;
    const auto address = reinterpret_cast<std::uintptr_t>(block);
    if (extra == 0 || address % align == 0) return block;
    char* const aligned = static_cast<char*>(block) + (align - address % align);
    const auto distance = static_cast<std::uint64_t>(aligned - static_cast<char*>(block));
    *head_of(aligned) = {distance, heap.owner, 0, shifted};
    return aligned;
}

void* HeapMapping::allocate_zeros(Heap& heap, std::size_t bytes) {
    const char* const unused = heap.unused;
    void* const block = allocate(heap, bytes);
    // The system fills new memory with zeros. That of small runs may have been used and dropped, which fills it as
    // well.
    const bool is_new = !new_is_zero_ || bytes > max_small || (block != nullptr && heap.unused != unused);
    if (block != nullptr && !is_new) std::memset(block, 0, bytes);
    return block;
}

// Finds the head of a block that a program passes. Returns `unknown` if no block begins there, or if its head is
// overwritten.
Freed HeapMapping::find(void* block, BlockHead*& head) const {
    if (reinterpret_cast<std::uintptr_t>(block) % 16 != 0) return Freed::unknown;
    head = head_of(block);
    if (head->state == freed_shifted) return Freed::twice;
    if (head->state == shifted) {
        char* const begin = static_cast<char*>(block) - head->bytes;
        if (head->bytes % 16 != 0 || begin <= begin_ + sizeof(BlockHead) || begin >= block) return Freed::unknown;
        head = head_of(begin);
    }
    const std::size_t chunk = chunk_of(head);
    const Chunk& run = chunks_[chunk];
    if (head->state == freed || run.owner == 0) return Freed::twice;  // without an owner: a large block that is dropped
    if (head->state != live || head->owner + 1 != run.owner) return Freed::unknown;
    const bool is_large =
        head->size_class == large_class && reinterpret_cast<char*>(head) == begin_ + chunk * chunk_bytes;
    if (is_large) return head->bytes < run.chunks * chunk_bytes ? Freed::yes : Freed::unknown;
    const bool is_small = head->size_class >= 0 && head->size_class < heap_classes;
    return is_small && head->bytes == bytes_of_class(head->size_class) ? Freed::yes : Freed::unknown;
}

std::size_t HeapMapping::usable(const void* block) {
    const BlockHead* const head = head_of(block);
    if (head->state != shifted) return head->bytes;
    return head_of(static_cast<const char*>(block) - head->bytes)->bytes - head->bytes;
}

Freed HeapMapping::check(void* block) const {
    BlockHead* unused = nullptr;
    return find(block, unused);
}

void* HeapMapping::reallocate(Heap& heap, void* block, std::size_t bytes) {
    const std::size_t old = usable(block);
    const bool is_large = head_of(block)->size_class == large_class && head_of(block)->state == live;
    if (bytes <= old && (!is_large || bytes > old / 2)) return block;
    if (bytes <= old && old - bytes < chunk_bytes) return block;
    void* const larger = allocate(heap, bytes);
    if (larger == nullptr) return nullptr;
    std::memcpy(larger, block, std::min(old, bytes));
    free(block);
    return larger;
}

Freed HeapMapping::free(void* block) {
    BlockHead* head = nullptr;
    const Freed found = find(block, head);
    if (found != Freed::yes) return found;
    if (head != head_of(block)) head_of(block)->state = freed_shifted;
    block = head + 1;
    const auto run = static_cast<std::uint32_t>(chunk_of(head));
    Heap& heap = *heap_of_(head->owner);
    heap.live_bytes -= head->bytes;
    --heap.live_blocks;
    if (head->size_class == large_class) {
        const Chunk of = chunks_[run];
        if (of.previous != 0) {
            chunks_[of.previous].next = of.next;
        } else {
            heap.first_run = of.next;
        }
        if (of.next != 0) chunks_[of.next].previous = of.previous;
        give_back(run);
        return Freed::yes;
    }
    head->state = freed;
    std::memcpy(block, &heap.free_blocks[head->size_class], sizeof(void*));
    heap.free_blocks[head->size_class] = block;
    return Freed::yes;
}

std::size_t HeapMapping::chunk_of(const void* address) const {
    return static_cast<std::size_t>(static_cast<const char*>(address) - begin_) / chunk_bytes;
}

int HeapMapping::owner_of(const void* address) const {
    if (!contains(address)) return -1;
    return static_cast<int>(chunks_[chunk_of(address)].owner) - 1;
}

void HeapMapping::watch_pages(int heaps) {
    const std::size_t used = next_chunk_ - 1;
    if (begin_ == nullptr || used <= static_cast<std::size_t>(heaps) * max_chunks_copied) return;
    WrittenPages::get().watch(begin_ + chunk_bytes, begin_ + next_chunk_ * chunk_bytes);
}

void HeapMapping::add_memory_of(const Heap& heap, std::vector<AddressRange>& ranges) const {
    const WrittenPages& pages = WrittenPages::get();
    for (std::size_t nth = 0; nth < pages.count(); ++nth) {
        char* const page = pages.page(nth);
        if (chunks_[chunk_of(page)].owner == heap.owner + 1) ranges.push_back({page, page + page_bytes});
    }
    for (std::uint32_t run = heap.first_run; run != 0; run = chunks_[run].next) {
        char* const begin = begin_ + run * chunk_bytes;
        if (pages.watches(begin)) continue;
        char* const end = begin + chunks_[run].chunks * chunk_bytes;
        const bool is_cut = heap.unused_end == end;
        ranges.push_back({begin, is_cut ? heap.unused : end});
    }
}

void HeapMapping::put_back_pages(const Heap& heap, std::size_t written) {
    const WrittenPages& pages = WrittenPages::get();
    for (std::size_t nth = written; nth < pages.count(); ++nth) {
        char* const page = pages.page(nth);
        if (chunks_[chunk_of(page)].owner == heap.owner + 1) std::memcpy(page, pages.old_contents(nth), page_bytes);
    }
}

void HeapMapping::add_own_memory(std::vector<AddressRange>& ranges) {
    ranges.push_back({reinterpret_cast<char*>(this), reinterpret_cast<char*>(this + 1)});
    if (chunks_ == nullptr) return;
    ranges.push_back({reinterpret_cast<char*>(chunks_), reinterpret_cast<char*>(chunks_ + next_chunk_)});
}

void HeapMapping::drop(Heap& heap) {
    for (std::uint32_t run = heap.first_run; run != 0;) {
        const std::uint32_t next = chunks_[run].next;
        give_back(run);
        run = next;
    }
    heap = {.owner = heap.owner};
}

}  // namespace rmasim::hosting
