// Preloaded into a program that MPICH's device ch4:ucx serves: writes a line for each packet, write and read that MPICH
// gives to UCX, and for each flush. Each rank writes to its own file, $CH4_TRACE.<rank>:
//
//     self KEY             the key of this rank's worker
//     ep ENDPOINT KEY      an endpoint leads to the worker with that key
//     am ENDPOINT KIND BYTES
//     write|read|tagged ENDPOINT BYTES
//     flush ENDPOINT       of one endpoint
//     flush_all            of the worker, which is all endpoints
//     mark TEXT            from the program itself, by ch4_trace_mark
//
// Handlers of packets run inside calls of UCX, also inside the sending of a packet to oneself.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucp/api/ucp.h>

static FILE* trace;

static void say(const char* format, ...) {
    if (trace == NULL) return;
    va_list values;
    va_start(values, format);
    vfprintf(trace, format, values);
    va_end(values);
}

__attribute__((constructor)) static void begin(void) {
    const char* prefix = getenv("CH4_TRACE");
    const char* rank = getenv("PMI_RANK");  // unset in mpiexec itself
    if (prefix == NULL || rank == NULL) return;
    char path[4096];
    snprintf(path, sizeof path, "%s.%s", prefix, rank);
    trace = fopen(path, "w");
    if (trace == NULL) {
        perror(path);
        exit(2);
    }
    setvbuf(trace, NULL, _IOLBF, 1 << 12);  // whole lines, so that the trace of a rank that is killed is good, too
}

void ch4_trace_mark(const char* text) { say("mark %s\n", text); }

// An address of a worker begins with a byte of flags and the worker's number, which is random.
static uint64_t key_of(const void* address) {
    uint64_t key;
    memcpy(&key, (const char*)address + 1, sizeof key);
    return key;
}

// real(f) is UCX's function f.
#define real(function) ((__typeof__(&function))find(#function))
static void* find(const char* name) {
    void* found = dlsym(RTLD_NEXT, name);
    if (found != NULL) return found;
    fprintf(stderr, "tracer: UCX has no %s\n", name);
    exit(2);
}

ucs_status_t ucp_worker_get_address(ucp_worker_h worker, ucp_address_t** address, size_t* bytes) {
    const ucs_status_t status = real(ucp_worker_get_address)(worker, address, bytes);
    if (status == UCS_OK) say("self %016" PRIx64 "\n", key_of(*address));
    return status;
}

ucs_status_t ucp_ep_create(ucp_worker_h worker, const ucp_ep_params_t* params, ucp_ep_h* ep) {
    const ucs_status_t status = real(ucp_ep_create)(worker, params, ep);
    if (status == UCS_OK) say("ep %p %016" PRIx64 "\n", (void*)*ep, key_of(params->address));
    return status;
}

// What an active message lies in: one piece of memory, or several.
static ucp_dt_iov_t piece(const void* buffer, size_t count, ucp_datatype_t datatype, size_t index) {
    if ((datatype & UCP_DATATYPE_CLASS_MASK) == UCP_DATATYPE_IOV) return ((const ucp_dt_iov_t*)buffer)[index];
    return (ucp_dt_iov_t){.buffer = (void*)buffer, .length = count};
}

ucs_status_ptr_t ucp_am_send_nb(ucp_ep_h ep, uint16_t id, const void* buffer, size_t count, ucp_datatype_t datatype,
                                ucp_send_callback_t done, unsigned flags) {
    const int is_split = (datatype & UCP_DATATYPE_CLASS_MASK) == UCP_DATATYPE_IOV;
    uint16_t kind;  // MPICH's header begins with it
    memcpy(&kind, piece(buffer, count, datatype, 0).buffer, sizeof kind);
    size_t bytes = 0;
    for (size_t i = 0; i < (is_split ? count : 1); i++) bytes += piece(buffer, count, datatype, i).length;
    say("am %p %d %zu\n", (void*)ep, kind, bytes);
    return real(ucp_am_send_nb)(ep, id, buffer, count, datatype, done, flags);
}

ucs_status_ptr_t ucp_tag_send_nbx(ucp_ep_h ep, const void* buffer, size_t count, ucp_tag_t tag,
                                  const ucp_request_param_t* param) {
    say("tagged %p %zu\n", (void*)ep, count);
    return real(ucp_tag_send_nbx)(ep, buffer, count, tag, param);
}

static int in_put;  // UCX's ucp_put calls ucp_put_nb by its public name

ucs_status_t ucp_put(ucp_ep_h ep, const void* buffer, size_t bytes, uint64_t address, ucp_rkey_h key) {
    say("write %p %zu\n", (void*)ep, bytes);
    in_put = 1;
    const ucs_status_t status = real(ucp_put)(ep, buffer, bytes, address, key);
    in_put = 0;
    return status;
}

ucs_status_t ucp_put_nbi(ucp_ep_h ep, const void* buffer, size_t bytes, uint64_t address, ucp_rkey_h key) {
    say("write %p %zu\n", (void*)ep, bytes);
    return real(ucp_put_nbi)(ep, buffer, bytes, address, key);
}

ucs_status_ptr_t ucp_put_nb(ucp_ep_h ep, const void* buffer, size_t bytes, uint64_t address, ucp_rkey_h key,
                            ucp_send_callback_t done) {
    if (!in_put) say("write %p %zu\n", (void*)ep, bytes);
    return real(ucp_put_nb)(ep, buffer, bytes, address, key, done);
}

ucs_status_t ucp_get_nbi(ucp_ep_h ep, void* buffer, size_t bytes, uint64_t address, ucp_rkey_h key) {
    say("read %p %zu\n", (void*)ep, bytes);
    return real(ucp_get_nbi)(ep, buffer, bytes, address, key);
}

ucs_status_ptr_t ucp_get_nb(ucp_ep_h ep, void* buffer, size_t bytes, uint64_t address, ucp_rkey_h key,
                            ucp_send_callback_t done) {
    say("read %p %zu\n", (void*)ep, bytes);
    return real(ucp_get_nb)(ep, buffer, bytes, address, key, done);
}

ucs_status_t ucp_ep_flush(ucp_ep_h ep) {
    say("flush %p\n", (void*)ep);
    return real(ucp_ep_flush)(ep);
}

ucs_status_ptr_t ucp_worker_flush_nb(ucp_worker_h worker, unsigned flags, ucp_send_callback_t done) {
    say("flush_all\n");
    return real(ucp_worker_flush_nb)(worker, flags, done);
}
