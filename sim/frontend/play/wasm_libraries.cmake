# What the libraries need for wasm32, where Debian has no compiled libraries: the headers alone, taken from where those
# of this machine are. Nothing else of this machine's headers may be found.
set(wasm_headers ${CMAKE_CURRENT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${wasm_headers})
foreach(header nlohmann/json.hpp fmt/format.h xxhash.h)
  find_path(folder ${header} PATHS /usr/include /usr/local/include
    NO_CACHE NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH REQUIRED)
  string(REGEX REPLACE "/.*" "" name ${header})
  file(CREATE_LINK ${folder}/${name} ${wasm_headers}/${name} SYMBOLIC)
  unset(folder)
endforeach()
foreach(library nlohmann_json::nlohmann_json fmt::fmt PkgConfig::xxhash)
  add_library(${library} INTERFACE IMPORTED)
  target_include_directories(${library} SYSTEM INTERFACE ${wasm_headers})
endforeach()
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)
# Is written only when it changes, or each configuration would link the program again, which takes minutes.
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/xxhash.cpp @ONLY
  CONTENT "#define XXH_STATIC_LINKING_ONLY\n#define XXH_IMPLEMENTATION\n#include <xxhash.h>\n")
add_library(xxhash STATIC ${CMAKE_CURRENT_BINARY_DIR}/xxhash.cpp)
target_include_directories(xxhash SYSTEM PRIVATE ${wasm_headers})
target_link_libraries(PkgConfig::xxhash INTERFACE xxhash)

include_directories(SYSTEM ${PROJECT_SOURCE_DIR}/sim/frontend/play/libcxx)
# Sizes and counts of 64 bits become those of the memory, which has no more than 4 GB. Warnings about that are for the
# compilers of 64 bits; large windows are refused, or kept by page, where they are made (allocate_zeros).
add_compile_options(-Wno-shorten-64-to-32 -Wno-sign-conversion)
# Coroutines hand over control by tail calls; both are in all browsers since 2024. clang 14 frees the frame of a
# function before its tail call, although an argument that is passed by value is a copy in this frame. So it makes no
# tail calls but those of coroutines, which the language requires.
add_compile_options(-mtail-call -fwasm-exceptions -fno-optimize-sibling-calls)
add_link_options(-mtail-call -fwasm-exceptions)
