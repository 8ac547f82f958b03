/* SPDX-License-Identifier: MIT */
/* The code of the mutator is not what is fuzzed: functions between UNTRACED_BEGIN and UNTRACED_END get no coverage
 * counters, and what they compare is not offered to libFuzzer as a hint of what the library compares. Here and not in
 * flags, so that no build of the fuzzers can forget it. */
#ifndef GDV_FUZZ_UNTRACED_H
#define GDV_FUZZ_UNTRACED_H

#ifdef __clang__
#define UNTRACED_BEGIN _Pragma("clang attribute push(__attribute__((no_sanitize(\"coverage\"))), apply_to = function)")
#define UNTRACED_END _Pragma("clang attribute pop")
#else
#define UNTRACED_BEGIN
#define UNTRACED_END
#endif

#endif
