/* A library for LD_PRELOAD: the system seems not to let programs write the thread pointer. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/auxv.h>

unsigned long getauxval(unsigned long type) {
    unsigned long (*const real)(unsigned long) = (unsigned long (*)(unsigned long))dlsym(RTLD_NEXT, "getauxval");
    const unsigned long fsgsbase = 2;
    return type == AT_HWCAP2 ? real(type) & ~fsgsbase : real(type);
}
