// Defines RMASIM_SANITIZED as 1 if the program is compiled with a sanitizer, otherwise as 0. With a sanitizer, code
// that replaces `new` or pools memory must be disabled, because a sanitizer must observe each allocation and
// deallocation.
#pragma once

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define RMASIM_SANITIZED 1
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define RMASIM_SANITIZED 1
#endif

#ifndef RMASIM_SANITIZED
#define RMASIM_SANITIZED 0
#endif
