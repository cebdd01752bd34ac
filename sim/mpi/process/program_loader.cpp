#include "sim/mpi/process/program_loader.h"

#include "sim/mpi/process/fiber.h"
#include "sim/mpi/process/library_search.h"
#include "sim/mpi/process/pages.h"

#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <stdexcept>
#include <string_view>

extern "C" void* __tls_get_addr(void*);

namespace rmasim::hosting {

namespace {

// A file to load.
struct File {
    std::string name;  // as the files that need it write it
    std::string file;
    ElfImage image;
    std::string path;  // of its copy
};

// Collects a program's files: each library before those that need it.
class Files {
public:
    Files(const std::string& program, const std::vector<std::string>& of_host) : of_host_(of_host) {
        add(program, program);
    }
    std::vector<File>& all() { return all_; }
    // Returns the paths of the copies, by name; empty for libraries of the host.
    NeededCopies copies() const {
        NeededCopies found;
        for (const File& file : all_) found[file.name] = file.path;
        for (const std::string& name : dropped_) found[name] = {};
        return found;
    }

private:
    bool is_of_host(const std::string& name) const {
        return std::any_of(of_host_.begin(), of_host_.end(),
                           [&](const std::string& stem) { return name.starts_with(stem); });
    }
    void add(const std::string& name, const std::string& file, const std::string& needed_by = {}) {
        if (!known_.insert(name).second) return;
        ElfImage image(read_file(file));
        if (!needed_by.empty()) {
            const std::string refusal = refusal_of_library(image);
            if (!refusal.empty()) throw std::runtime_error("It needs " + file + ". " + refusal);
        }
        const std::vector<std::string> paths = image.search_paths();
        for (const std::string& needed : image.needed()) {
            if (is_of_c_library(needed)) continue;
            if (is_of_host(needed)) {
                dropped_.insert(needed);
                continue;
            }
            if (needed.starts_with("libasan.") || needed.starts_with("libtsan.") || needed.starts_with("libubsan.")) {
                throw std::runtime_error("It is built with a sanitizer (" + needed + "), which owns a whole process.");
            }
            const std::string found = search_.find(needed, file, paths);
            if (found.empty()) throw std::runtime_error("It needs " + needed + ", which is not found.");
            add(needed, found, file);
        }
        all_.push_back({name, file, std::move(image), {}});
    }

    const std::vector<std::string>& of_host_;
    LibrarySearch search_;
    std::set<std::string> known_, dropped_;
    std::vector<File> all_;
};

// Returns the variables of a loaded file: its writable segments without what only the loader writes.
std::vector<AddressRange> variables_of(const ElfImage& file, char* base) {
    std::uint64_t relro_begin = 0, relro_end = 0, got = 0, got_end = 0;
    file.for_each_dynamic([&](std::uint64_t, const Elf64_Dyn& entry) {
        if (entry.d_tag == DT_PLTGOT) got = entry.d_un.d_ptr;
        // Three words of the loader, then a word for each function. They were bound when the file was loaded.
        if (entry.d_tag == DT_PLTRELSZ) got_end = (3 + entry.d_un.d_val / sizeof(Elf64_Rela)) * sizeof(std::uint64_t);
    });
    got_end += got;
    for (const Elf64_Phdr& segment : file.segments()) {
        if (segment.p_type != PT_GNU_RELRO) continue;
        relro_begin = segment.p_vaddr;
        relro_end = (segment.p_vaddr + segment.p_memsz) / page_bytes * page_bytes;
    }
    std::vector<AddressRange> found;
    for (const Elf64_Phdr& segment : file.segments()) {
        if (segment.p_type != PT_LOAD || (segment.p_flags & PF_W) == 0) continue;
        std::uint64_t begin = segment.p_vaddr;
        const std::uint64_t end = begin + segment.p_memsz;
        if (relro_begin <= begin && relro_end > begin) begin = relro_end;
        if (got >= begin && got_end > begin && got_end <= end && got - begin < sizeof(std::uint64_t)) begin = got_end;
        if (begin < end) found.push_back({base + begin, base + end});
    }
    return found;
}

// True if the linker has marked the file, because a compiler makes code on the stack.
bool needs_executable_stack(const File& file) {
    return std::ranges::any_of(file.image.segments(), [](const Elf64_Phdr& segment) {
        return segment.p_type == PT_GNU_STACK && (segment.p_flags & PF_X) != 0;
    });
}

LoadedObject object_of_file(const File& file, const Constructors& constructors, char* base) {
    LoadedObject object;
    object.file = file.file;
    object.constructors = constructors;
    object.variables = variables_of(file.image, base);
    object.addresses.begin = base;
    for (const Elf64_Phdr& segment : file.image.segments()) {
        if (segment.p_type != PT_LOAD) continue;
        char* const end = base + segment.p_vaddr + segment.p_memsz;
        object.addresses.end = std::max(object.addresses.end, end);
        if ((segment.p_flags & PF_X) != 0) object.code.push_back({base + segment.p_vaddr, end});
    }
    return object;
}

void* symbol_without(const std::vector<void*>& handles, const char* name, const void* without) {
    for (void* const handle : handles) {
        void* const found = ::dlsym(handle, name);
        if (found != nullptr && found != without) return found;
    }
    void* const found = ::dlsym(RTLD_DEFAULT, name);
    return found == without ? nullptr : found;
}

// Copies the initial values of libraries' variables that an executable holds itself (copy relocations): the loader
// finds the executable's own variable instead of the library's.
void copy_variables(const ElfImage& file, const link_map& program, const std::vector<void*>& libraries) {
    std::uint64_t table = 0, bytes = 0;
    file.for_each_dynamic([&](std::uint64_t, const Elf64_Dyn& entry) {
        if (entry.d_tag == DT_RELA) table = entry.d_un.d_ptr;
        if (entry.d_tag == DT_RELASZ) bytes = entry.d_un.d_val;
    });
    const auto symbols = file.offset_of(file.tables().symbols), first = file.offset_of(table);
    if (!symbols || !first) return;
    for (std::uint64_t at = 0; at + sizeof(Elf64_Rela) <= bytes; at += sizeof(Elf64_Rela)) {
        const auto relocation = file.read<Elf64_Rela>(*first + at);
        if (ELF64_R_TYPE(relocation.r_info) != R_X86_64_COPY) continue;
        const auto symbol = file.read<Elf64_Sym>(*symbols + ELF64_R_SYM(relocation.r_info) * sizeof(Elf64_Sym));
        char* const to = reinterpret_cast<char*>(program.l_addr + relocation.r_offset);
        const std::string name(file.string(symbol.st_name));
        const void* const from = symbol_without(libraries, name.c_str(), to);
        if (from == nullptr) continue;
        // A variable that is constant after loading may be in pages that are already protected.
        const std::uintptr_t page = reinterpret_cast<std::uintptr_t>(to) / page_bytes * page_bytes;
        const std::size_t length = reinterpret_cast<std::uintptr_t>(to) + symbol.st_size - page;
        ::mprotect(reinterpret_cast<void*>(page), length, PROT_READ | PROT_WRITE);
        std::memcpy(to, from, symbol.st_size);
    }
}

// Changes the loader's error text into a sentence.
std::string sentence_of(const std::string& error, const std::string& path) {
    constexpr std::string_view undefined = "undefined symbol: ";
    if (const std::size_t at = error.find(undefined); at != std::string::npos) {
        const std::string name = error.substr(at + undefined.size());
        return "It uses " + name.substr(0, name.find_first_of(",: ")) + ", which no library has.";
    }
    std::string text = error.starts_with(path) ? error.substr(path.size()) : error;
    return "The loader refuses it" + (text.starts_with(":") ? text : ": " + text) + ".";
}

LoadedStorage storage_of(void* handle, const link_map& program, const ThreadStorage& size, FormKind kind) {
    LoadedStorage storage;
    storage.size = size;
    storage.image = reinterpret_cast<const char*>(program.l_addr + size.image_address);
    ::dlinfo(handle, RTLD_DI_TLS_MODID, &storage.module);
    if (storage.module == 0) return storage;
    storage.in_pad = kind == FormKind::pie;
    std::size_t index[2] = {storage.module, 0};
    // This call also makes the host's vector long enough.
    const auto* const address = static_cast<const char*>(__tls_get_addr(index));
    const char* const pointer = thread_pointer();
    std::size_t bytes = 0, align = 0;
    using Info = void(std::size_t*, std::size_t*);
    reinterpret_cast<Info*>(::dlsym(RTLD_DEFAULT, "_dl_get_tls_static_info"))(&bytes, &align);
    storage.is_static = address < pointer && address >= pointer - bytes;
    return storage;
}

LoadedProgram load_files(const std::string& program, const std::vector<std::string>& of_host,
                         const ControlBlocks& blocks) {
    LoadedProgram loaded;
    const ProgramForm form = form_of(program);
    if (form.kind == FormKind::refused) throw std::runtime_error(form.refusal);
    if (form.kind == FormKind::pie) {
        if (std::string refusal = blocks.refusal_of(form.thread_storage); !refusal.empty()) {
            throw std::runtime_error(refusal);
        }
    }
    loaded.kind = form.kind;
    Files files(program, of_host);
    for (File& file : files.all()) {
        loaded.copies.emplace_back(file.name.substr(file.name.rfind('/') + 1));
        file.path = loaded.copies.back().path();
    }
    loaded.has_code_on_stacks = std::ranges::any_of(files.all(), needs_executable_stack);
    const NeededCopies copies = files.copies();
    std::vector<Constructors> constructors;
    for (std::size_t i = 0; i < files.all().size(); ++i) {
        ChangedCopy copy = changed_copy(files.all()[i].image, copies);
        loaded.copies[i].append(copy.bytes);
        constructors.push_back(copy.constructors);
    }
    const std::string path = files.all().back().path;
    loaded.handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (loaded.handle == nullptr) throw std::runtime_error(sentence_of(::dlerror(), path));
    std::vector<void*> libraries;
    const link_map* map = nullptr;
    for (std::size_t i = 0; i < files.all().size(); ++i) {
        const File& file = files.all()[i];
        void* const handle = ::dlopen(file.path.c_str(), RTLD_NOW | RTLD_NOLOAD);
        ::dlinfo(handle, RTLD_DI_LINKMAP, &map);
        if (i + 1 < files.all().size()) libraries.push_back(handle);
        loaded.objects.push_back(object_of_file(file, constructors[i], reinterpret_cast<char*>(map->l_addr)));
    }
    const ElfImage& image = files.all().back().image;
    copy_variables(image, *map, libraries);
    loaded.entry = reinterpret_cast<char*>(map->l_addr) + image.header().e_entry;
    loaded.storage = storage_of(loaded.handle, *map, form.thread_storage, form.kind);
    return loaded;
}

}  // namespace

void LoadedObject::run_constructors(int argc, char** argv, char** environment) const {
    using Function = void(int, char**, char**);
    char* const base = addresses.begin;
    const auto run = [&](std::uint64_t array, std::uint64_t count) {
        for (std::uint64_t i = 0; i < count; ++i)
            reinterpret_cast<Function**>(base + array)[i](argc, argv, environment);
    };
    run(constructors.before, constructors.before_count);
    if (constructors.init != 0) reinterpret_cast<Function*>(base + constructors.init)(argc, argv, environment);
    run(constructors.first, constructors.count);
}

void LoadedObject::run_destructors() const {
    using Function = void();
    char* const base = addresses.begin;
    for (std::uint64_t i = constructors.last_count; i-- > 0;) {
        reinterpret_cast<Function**>(base + constructors.last)[i]();
    }
    if (constructors.fini != 0) reinterpret_cast<Function*>(base + constructors.fini)();
}

const LoadedObject* LoadedProgram::object_of(const void* address) const {
    for (const LoadedObject& object : objects) {
        if (object.addresses.contains(address)) return &object;
    }
    return nullptr;
}

void* LoadedProgram::symbol(const char* name) const { return ::dlsym(handle, name); }

LoadedProgram load_program(const std::string& file, const std::vector<std::string>& of_host,
                           const ControlBlocks& blocks) {
    try {
        return load_files(file, of_host, blocks);
    } catch (const std::runtime_error& refusal) {
        throw std::runtime_error(file + ": " + refusal.what());
    }
}

}  // namespace rmasim::hosting
