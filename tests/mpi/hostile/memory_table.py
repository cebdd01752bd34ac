"""Memory: blocks, addresses, the stack, memory that does not exist, and memory that is passed to MPI."""

from hostile_rows import Row

LAST = r".*; its last call of MPI was MPI_Comm_size at memory\.c:\d+ in main"
AT = r" at memory\.c:\d+ in "
TWICE = "rank 1 freed a block of its heap twice" + AT
NO_BLOCK = "rank 1 freed memory that is no block of a heap, or whose head is overwritten" + AT
BLOCKS = {
    "freed twice": {"double_free": TWICE, "double_free_large": TWICE, "double_free_aligned": TWICE,
                    "free_realloced": TWICE,
                    "realloc_freed": "rank 1 reallocated a block of its heap that is freed" + AT},
    "free of no block": {"free_stack": NO_BLOCK, "free_static": NO_BLOCK, "free_middle": NO_BLOCK, "free_odd": NO_BLOCK,
                         "free_wild": NO_BLOCK, "free_text": NO_BLOCK},
    "overflow of a block": {"overflow": NO_BLOCK, "overflow_calloc": NO_BLOCK, "underflow": NO_BLOCK,
                            "underflow_large": NO_BLOCK, "overflow_realloc": NO_BLOCK.replace("freed", "reallocated"),
                            "overflow_by_one": NO_BLOCK},
}
SEGV = r"rank 1 was ended by signal SIGSEGV at address {}" + AT + "{}.*" + LAST
# Linux gives no address for those outside of the range of the processor.
ADDRESSES = {
    "null pointer": {"null": ("0x0", "store"), "null_member": ("0x18", "store"), "read_null": ("0x0", "use_addresses")},
    "null pointer in libc": {"strlen_null": ("0x0", "use_addresses"), "memcpy_null": ("0x0", "use_addresses"),
                             "fclose_null": ("0x0", "use_addresses")},
    "wild pointer": {"wild": ("0x123456789000", "store"), "noncanonical": ("", "store"),
                     "kernel": ("0xffffffffff600000", "store"), "negative": ("0xffffffffffffffff", "store"),
                     "printf_wild": ("0x123456789000", "use_addresses"),
                     "index_before": ("0x[0-9a-f]+", "use_addresses")},
    "protected page": {"code": ("0x[0-9a-f]+", "store"), "constant": ("0x[0-9a-f]+", "store"),
                       "guard": ("0x[0-9a-f]+000", "store_all"), "read_only": ("0x[0-9a-f]+000", "store"),
                       "unmapped": ("0x[0-9a-f]+000", "store"), "not_executable": ("0x[0-9a-f]+000", "use_addresses")},
}
LEFT = r"rank 1 has left its stack" + AT + "{}.*" + LAST
WAITING = r"rank 0.* for rank 1.*, whose program has ended with code 9 without MPI_Finalize"


def in_rank_1():
    for kind, rows in BLOCKS.items():
        for how, message in rows.items():
            yield Row(kind, how, "memory.c", (how,), 4, message + "misuse_blocks.*" + LAST)
    for kind, rows in ADDRESSES.items():
        for how, (address, function) in rows.items():
            message = SEGV if address else SEGV.replace(" at address {}", "{}")
            yield Row(kind, how, "memory.c", (how,), 4, message.format(address, function))
    for how, function in [("deep", "recurse"), ("deep_small", "recurse_in_small_steps"),
                          ("alloca", "take_with_alloca"), ("array", "take_array"), ("frame", "take_frame")]:
        yield Row("stack overflow", how, "memory.c", (how,), 4, LEFT.format(function))
    yield Row("stack overflow", "large_but_fits", "memory.c", ("large_but_fits",), 0)
    yield Row("handler of a fault", "deep_caught", "memory.c", ("deep_caught",), 3, WAITING)
    yield Row("handler of a fault", "null_caught", "memory.c", ("null_caught",), 3, WAITING)
    for how in ("null_jump", "null_jump_twice"):
        yield Row("handler of a fault", how, "memory.c", (how,), 0)
    for how in ("null_ignored", "null_default"):
        yield Row("handler of a fault", how, "memory.c", (how,), 4, SEGV.format("0x0", "store"))


NO_MEMORY = r"rank \d: {} at memory\.c:\d+ in {}.*: (memory is exhausted|found a window of \d+ bytes; allowed: .*)"
ON_ONE_NODE = ("--set", "platform.ranks_per_node=4")


def exhausted():
    for kind, names in {
            "memory that does not exist": ["malloc_much", "malloc_all", "calloc_much", "realloc_much", "memalign_much",
                                           "mmap_much"],
            "arguments of malloc": ["reallocarray_much", "aligned_odd", "memalign_odd", "malloc_zero"]}.items():
        for how in names:
            yield Row(kind, how, "memory.c", (how,), 0)
    yield Row("memory of MPI", "alloc_mem_returned", "memory.c", ("alloc_mem_returned",), 0)
    yield Row("memory of MPI", "alloc_mem", "memory.c", ("alloc_mem",), 4, NO_MEMORY.format("MPI_Alloc_mem", "exhaust"))
    yield Row("memory of MPI", "alloc_mem_negative", "memory.c", ("alloc_mem_negative",), 4,
              r"rank 1: MPI_Alloc_mem at memory\.c:\d+ in exhaust.*: the size is negative")
    yield Row("memory of MPI", "free_mem_wild", "memory.c", ("free_mem_wild",), 4, r"rank 1.*MPI_Free_mem at memory\.c")
    yield Row("memory of MPI", "free_mem_twice", "memory.c", ("free_mem_twice",), 4,
              r"rank 1.*MPI_Free_mem at memory\.c")
    for how, function in (("window_much", "MPI_Win_allocate"), ("shared_much", "MPI_Win_allocate_shared")):
        yield Row("windows beyond memory", how, "memory.c", (how,), 4, NO_MEMORY.format(function, "allocate_windows"),
                  options=ON_ONE_NODE)
        yield Row("windows beyond memory", f"{how}_returned", "memory.c", (f"{how}_returned",), 0, options=ON_ONE_NODE)
    for how in ("window_large", "shared_large"):
        yield Row("large windows, not touched", how, "memory.c", (how,), 0, ranks=4, options=ON_ONE_NODE, limit_mb=300)
    for how in ("window_behind", "shared_freed"):
        yield Row("memory of windows that is gone", how, "memory.c", (how,), 4,
                  r"rank 1 was ended by signal SIGSEGV at address 0x[0-9a-f]+" + AT + "store", options=ON_ONE_NODE)


# What MPI is given: the line of the call, and the buffer.
PASSED = r"rank 1 has passed memory to MPI that it does not have \(address {}\)"


def passed():
    yield Row("buffers of messages", "send_null", "memory.c", ("send_null",), 4,
              r"rank 1: MPI_Send at memory\.c:\d+ in pass_to_messages.*: the buffer is a null pointer")
    for how, address in [("send_wild", "0x123000"), ("send_gone", "0x[0-9a-f]+000")]:
        call = "MPI_(Isend|Wait)" if how == "send_gone" else "MPI_Send"
        yield Row("buffers of messages", how, "memory.c", (how,), 4,
                  PASSED.format(address) + rf".*{call} at memory\.c:\d+ in pass_to_messages")
    for how in ("status_null", "comm_rank_null", "get_address"):
        function = {"status_null": "MPI_Wait", "comm_rank_null": "MPI_Comm_rank", "get_address": "MPI_Get_address"}[how]
        yield Row("results of calls", how, "memory.c", (how,), 4,
                  rf"rank 1: {function} at memory\.c:\d+ in pass_to_messages.*: an argument is a null pointer")
    yield Row("results of calls", "comm_rank_wild", "memory.c", ("comm_rank_wild",), 4,
              PASSED.format("0x123000") + r".*MPI_Comm_rank at memory\.c:\d+ in pass_to_messages")
    for how, call, address in [("bcast_wild", "MPI_Bcast", "0x123000"), ("bcast_constant", "MPI_Bcast", "0x[0-9a-f]+"),
                               ("allreduce_wild", "MPI_Allreduce", "0x123000"),
                               ("gather_gone", "MPI_Gather", "0x[0-9a-f]+000"),
                               ("alltoall_null", "MPI_Alltoall", "0x0"),
                               ("scan_read_only", "MPI_Scan", "0x[0-9a-f]+")]:
        yield Row("buffers of collective calls", how, "memory.c", (how,), 4,
                  PASSED.format(address) + rf".*{call} at memory\.c:\d+ in pass_to_collectives")
    fence = r".*MPI_Win_fence at memory\.c:\d+ in access_window"
    for how, call in (("put_null", "MPI_Put"), ("get_null", "MPI_Get")):
        yield Row("buffers of operations", how, "memory.c", (how, "window"), 4,
                  rf"rank 1: {call} at memory\.c:\d+ in access_window.*: the (origin|result) buffer is a null pointer")
    for how, address in [("put_wild", "0x123000"), ("put_gone", "0x[0-9a-f]+000"),
                         ("get_wild", "0x123000"), ("get_constant", "0x[0-9a-f]+")]:
        yield Row("buffers of operations", how, "memory.c", (how, "window"), 4,
                  PASSED.format(address) + r".*(MPI_Win_fence|MPI_Put|MPI_Get) at memory\.c:\d+ in access_window")
    made = r", in window \"window 0\" of MPI_Win_create at memory\.c:\d+ in access_window.*"
    for how, address in [("window_null", "0x0"), ("window_wild", "0x123000"),
                         ("window_gone", "0x[0-9a-f]+000"), ("window_constant", "0x[0-9a-f]+")]:
        yield Row("memory of windows", how, "memory.c", (how, "window"), 4,
                  PASSED.format(address + made).replace("rank 1", "rank 0") + fence)
    # A layout of 2,000 blocks takes 32 KB, so 3,000 kept ones would take 96 MB.
    yield Row("datatypes in a loop", "types", "memory.c", ("types",), 0, limit_mb=60)
    for how in ("put_nothing", "window_unused", "put_right", "get_right"):
        yield Row("buffers that are right", how, "memory.c", (how, "window"), 0)


ROWS = [*in_rank_1(), *exhausted(), *passed()]
