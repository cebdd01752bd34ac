// Functions of the host for tests.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif
int test_rank(void);
int test_size(void);
void test_yield(void);
void test_pass(long count);
void* test_address(int rank, void* address);
int test_owner(void* address);
void test_thread(void (*function)(void*), void* argument);
#ifdef __cplusplus
}
#endif
