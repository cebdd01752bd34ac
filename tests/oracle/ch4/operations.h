// The operations of a case. Each function returns the result of the MPI call.
#pragma once

#include "tests/oracle/ch4/case.h"

void begin_operations(void);

int put(const struct call* call);
int get(const struct call* call);
int accumulate(const struct call* call);
int get_accumulate(const struct call* call);
int fetch_and_op(const struct call* call);
int compare_and_swap(const struct call* call);
int rput(const struct call* call);
int rget(const struct call* call);
int raccumulate(const struct call* call);
int rget_accumulate(const struct call* call);
// Waits for all requests that operations have created so far.
int wait_requests(const struct call* call);

// True if the last GET or fetching operation has written its result.
int has_got(void);
